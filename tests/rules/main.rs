//! The rules and their consequences: scoring, audit, formats.

#[path = "../common/mod.rs"]
mod common;

mod arbitrary_bytes;
mod audit;
mod court;
mod formats;
mod giants;
mod lessons;
mod quests;
mod reference_audit;
mod reference_scorer;
mod score_sheet;
mod worked_sheets;
