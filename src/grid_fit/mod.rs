//! `Photo -> GridFit`: finds the lattice of squares.
