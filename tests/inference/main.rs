//! From guesses about squares to readings, without OpenCV.

#[path = "../common/mod.rs"]
mod common;

mod corrections;
mod queendomino_reading;
mod reconstruct;
mod reference_reconstruct;
mod rounds;
mod same_game;

use std::io::{BufRead, Write};

use kingdom_scanner::correction::GivenSquare;
use kingdom_scanner::correction::dialogue::{Answers, DialogueError, Ended, Person, Session, Subject};

/// Asks all questions, as `scan --ask` does.
fn ask_all<R: BufRead, W: Write>(
    person: &mut Person<R, W>,
    subject: &Subject,
    given: Vec<Vec<GivenSquare>>,
) -> Result<Answers, DialogueError> {
    let mut session = Session::new(subject, given);
    loop {
        if let Some(ended) = person.step(&mut session, &|_| None::<()>)? {
            return Ok(session.answers(ended == Ended::Stopped));
        }
    }
}
