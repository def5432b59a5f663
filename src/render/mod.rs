//! `render`: kingdoms drawn and photographed by our own code.
