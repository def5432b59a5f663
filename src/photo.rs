//! A photograph, decoded and turned upright.
