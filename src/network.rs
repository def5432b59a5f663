//! The networks: where they come from and how they are asked.
