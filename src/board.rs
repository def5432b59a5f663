//! `GridFit -> Board`: the squares, cut upright from the photo.
