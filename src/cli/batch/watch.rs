//! `batch --watch`: looks repeatedly, and continues as photos arrive.

use std::time::{Duration, Instant};

use kingdom_scanner::messages::Language;
use kingdom_scanner::tournament::file_hashes::Contents;
use kingdom_scanner::tournament::plan::LeftOut;
use kingdom_scanner::tournament::ranking::Tournament;
use kingdom_scanner::tournament::rules::Rules;
use kingdom_scanner::tournament::{Plan, ResultsFolder};

use super::super::exit_code::Exit;
use super::super::remark_line;
use super::{Batch, tell_left_out};

/// Pause between two looks into the folder: short for the user, with little load.
const PAUSE: Duration = Duration::from_secs(2);

/// Pause before a photo that could not be read is tried again, so that a permanent failure does not keep a
/// machine busy.
const BEFORE_TRYING_AGAIN: Duration = Duration::from_secs(30);

/// What the last look into the folder found.
#[derive(Default)]
struct Seen {
    /// The plan's fingerprint.
    plan: String,
    rules: Option<Rules>,
    tournament: Option<Tournament>,
    /// The time to read again even if nothing has changed.
    again: Option<Instant>,
    /// The obstacle that was last reported, while it lasts.
    reported: String,
    /// The last report about photos that have not arrived.
    awaited: Option<String>,
    /// The files reported as left out. They are reported only once, because each photo from a Mac may bring
    /// another such file.
    left_out: LeftOut,
}

impl Seen {
    /// Whether the plan or the rules have changed, or it is time to try again.
    fn is_news(&self, plan: &Plan, rules: &Option<Rules>) -> bool {
        plan.fingerprint() != self.plan
            || *rules != self.rules
            || self.again.is_some_and(|again| again <= Instant::now())
    }

    /// Reports an obstacle once.
    fn is_in_the_way(&mut self, what: String) {
        if self.reported != what {
            remark_line!("{what}");
            self.reported = what;
        }
    }

    /// Reports which of the manifest's photos are missing, whenever that changes.
    fn is_waiting(&mut self, plan: &Plan) {
        let awaited = plan.waits_for();
        if awaited != self.awaited {
            remark_line!("{}", awaited.as_deref().unwrap_or("all photos of the manifest are there"));
            self.awaited = awaited;
        }
    }

    /// Reports once which files are left out.
    fn leaves_out(&mut self, plan: &Plan, language: Language) {
        if self.left_out == LeftOut::default() {
            self.left_out = plan.left_out.clone();
            tell_left_out(&self.left_out, language);
        }
    }
}

impl Batch {
    /// Writes the results again when photos have arrived, disappeared or changed. Continues if a manifest is
    /// being written, or if the user has the folder of results open.
    pub fn watch(&self, mut contents: Contents) -> anyhow::Result<Exit> {
        // A second run in the same folder fails at once.
        drop(ResultsFolder::create(&self.args.output)?);
        let mut seen = Seen::default();
        loop {
            let plan = self.args.plan(&mut contents);
            plan.iter().for_each(|plan| seen.is_waiting(plan));
            plan.iter().for_each(|plan| seen.leaves_out(plan, self.args.language.language()));
            match plan.and_then(|plan| Ok((plan, self.args.given_rules()?))) {
                // An empty folder may be one that is not mounted: earlier results are kept.
                Ok((plan, _)) if plan.photos == 0 => {
                    seen.is_in_the_way(format!("{}: no pictures yet", self.args.photos.display()));
                }
                Ok((plan, rules)) if seen.is_news(&plan, &rules) => {
                    self.look(plan, &mut seen)?;
                    seen.rules = rules;
                }
                Ok(_) => seen.reported.clear(),
                Err(error) => seen.is_in_the_way(format!("error: {error}")),
            }
            if self.interrupt.wait(PAUSE).is_break() {
                remark_line!("stopped; run the same command again to continue from here");
                return Ok(Exit::Stopped);
            }
        }
    }

    fn look(&self, plan: Plan, seen: &mut Seen) -> anyhow::Result<()> {
        let out = match ResultsFolder::create(&self.args.output) {
            Err(error) if error.is_in_use() => {
                seen.is_in_the_way(format!("waiting: {error}"));
                return Ok(());
            }
            out => out?,
        };
        if let Err(problem) = self.args.may_replace(&plan, &out) {
            if seen.tournament.is_none() {
                return Err(problem.into());
            }
            // The folder may now be another memory card in the same reader, so this only waits.
            seen.is_in_the_way(format!("waiting: {problem}"));
            return Ok(());
        }
        let fingerprint = plan.fingerprint();
        let (tournament, counts) = self.read(plan, &out)?;
        out.tidy();
        if seen.tournament.as_ref() != Some(&tournament) {
            self.tell(&tournament, &out)?;
        }
        seen.plan = fingerprint;
        seen.again = (counts.to_try_again > 0).then(|| Instant::now() + BEFORE_TRYING_AGAIN);
        seen.tournament = Some(tournament);
        seen.reported.clear();
        Ok(())
    }
}
