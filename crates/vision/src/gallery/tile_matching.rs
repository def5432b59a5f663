//! Corrects a kingdom's buildings with learnt building tiles.
//!
//! In a learnt edition, every building is one of the learnt tiles. Its edges and the pieces network's answer
//! determine which. If no bare town was learnt, the network alone decides whether there is a building.
//!
//! A building stands out if it is much more similar to one learnt tile than to all others. If the kingdom's
//! buildings do not stand out as those of the edition do, nothing is changed. A square that stands out is a
//! town, whatever the squares network reads.

use super::tile_edges::{Edges, SeenEdges, Weights};
use super::{Gallery, Learnt};
use kingdomino::domain::Building;
use reading::reconstruct::log_probabilities::normalised;
use reading::reconstruct::piece_guesses::{BUILDING_CLASSES, building_class};

// The constants below were chosen on 448 buildings of rendered kingdoms in the seven styles that the networks
// are trained on (`fixtures/suites/queendomino.json`, seed 991, box 33). Each style was learnt from one
// sheet, and grids were off by 3 % of a square.

/// Log-odds per unit of similarity. Of values from 20 to 160, this has the smallest negative log-likelihood.
const LOGS_PER_LIKENESS: f32 = 80.0;
/// Weight of the network's answer if the edition is known. It is low because users teach an edition that the
/// network reads badly. (On editions that the network knows, 1 would be slightly better.)
const NETWORK_SHARE: f32 = 0.5;
/// The edition is trusted if, on the kingdom's buildings, the mean lead of the most similar tile over the
/// second is above this. Kingdoms with two or more buildings had at least 0.085; with tiles of another box,
/// 95 of 100 had at most 0.073. (Some boxes share drawings.)
const STRANGE: f32 = 0.06;
/// Range of the lead over which trust rises from 0 to 1.
const STRANGE_TO_FAMILIAR: f32 = 0.04;
/// The largest lead of the most similar tile over the second on 1449 squares of land, castles, bare towns and
/// tables. The median on buildings was 0.27.
const LARGEST_LEAD_OF_LAND: f32 = 0.13;
/// Log-odds per unit of lead beyond [`LARGEST_LEAD_OF_LAND`]. (Chosen so that the lead of an ordinary
/// building outweighs any other reading of a square.)
const LOGS_PER_LEAD: f32 = 100.0;
/// Upper bound of these log-odds: 20 000 to 1.
const MOST_LOGS: f32 = 10.0;
/// Class of a bare town.
const SITE: usize = 0;
/// A square counts as a town with a building if the probability of that is above this.
const BUILT_FROM: f32 = 0.5;

/// The building tiles of each edition.
#[derive(Debug, Clone, Default)]
pub struct BuildingLooks {
    editions: Vec<Edition>,
}

#[derive(Debug, Clone)]
struct Edition {
    /// Each tile, and each bare town, in its four quarter turns.
    tiles: Vec<(Option<Building>, [Edges; 4])>,
    /// Weights of the tiles' cells in the same four quarter turns.
    weights: [Weights; 4],
}

/// Similarity of a square to a bare town and to each kind of building; `None` for kinds that were not learnt.
type Likenesses = [Option<f32>; BUILDING_CLASSES];

/// A square in a photo.
#[derive(Debug, Clone)]
pub struct SeenSquare {
    /// The directions of its edges.
    pub edges: SeenEdges,
    /// The probability that it is a town.
    pub town: f32,
    /// The network's log-probabilities of its building, if it is a town: see
    /// [`PieceGuess::building`](reading::reconstruct::piece_guesses::PieceGuess).
    pub building: [f32; BUILDING_CLASSES],
}

/// Advice of the learnt tiles about the squares of one kingdom.
#[derive(Debug, Clone)]
pub struct BuildingAdvice {
    likenesses: Vec<Likenesses>,
    /// Trust in the edition, from just above 0 (hardly the same) to 1.
    trust: f32,
}

impl BuildingLooks {
    /// The tiles of a gallery.
    pub fn new(gallery: &Gallery) -> Self {
        let mut editions = Vec::new();
        for (name, _) in gallery.editions() {
            let mut towns = Vec::new();
            for entry in gallery.entries().iter().filter(|entry| entry.edition == name) {
                if let Learnt::Town(building, edges) = &entry.learnt {
                    towns.push((*building, edges));
                }
            }
            let edition = Edition::new(&towns);
            if !edition.tiles.is_empty() {
                editions.push(edition);
            }
        }
        Self { editions }
    }

    /// Whether no tile was learnt.
    pub fn is_empty(&self) -> bool {
        self.editions.is_empty()
    }

    /// Advice about a kingdom with these squares; `None` if they look like those of no edition.
    pub fn about(&self, squares: &[SeenSquare]) -> Option<BuildingAdvice> {
        let advice = self.editions.iter().map(|edition| edition.about(squares));
        advice.filter(|advice| advice.trust > 0.0).max_by(|one, other| one.trust.total_cmp(&other.trust))
    }
}

impl Edition {
    fn new(towns: &[(Option<Building>, &Edges)]) -> Self {
        let built: Vec<&Edges> =
            towns.iter().filter(|(building, _)| building.is_some()).map(|(_, edges)| *edges).collect();
        Self {
            tiles: towns.iter().map(|(building, edges)| (*building, edges.turns())).collect(),
            weights: Weights::new(&built).turns(),
        }
    }

    fn about(&self, squares: &[SeenSquare]) -> BuildingAdvice {
        let likenesses: Vec<Likenesses> = squares.iter().map(|square| self.likenesses(&square.edges)).collect();
        let built = squares.iter().zip(&likenesses).filter(|(square, _)| square.is_built());
        let leads: Vec<f32> = built.map(|(_, likenesses)| lead(likenesses)).collect();
        let trust = if leads.is_empty() { 0.0 } else { familiar(leads.iter().sum::<f32>() / leads.len() as f32) };
        BuildingAdvice { likenesses, trust }
    }

    fn likenesses(&self, seen: &SeenEdges) -> Likenesses {
        let mut likenesses = [None; BUILDING_CLASSES];
        for (building, turns) in &self.tiles {
            let turns = turns.iter().zip(&self.weights);
            let likeness = turns.map(|(turned, weights)| seen.weighed_likeness(turned, weights)).fold(0.0, f32::max);
            let known: &mut Option<f32> = &mut likenesses[building.map_or(SITE, building_class)];
            *known = Some(known.unwrap_or(0.0).max(likeness));
        }
        likenesses
    }
}

impl SeenSquare {
    fn is_built(&self) -> bool {
        self.town * (1.0 - self.building[SITE].exp()) > BUILT_FROM
    }
}

impl BuildingAdvice {
    /// The amount by which to raise the log-odds of town on the `index`th square; 0 for most squares.
    pub fn for_town(&self, index: usize) -> f32 {
        let beyond = (lead(&self.likenesses[index]) - LARGEST_LEAD_OF_LAND).max(0.0);
        self.trust * (LOGS_PER_LEAD * beyond).min(MOST_LOGS)
    }

    /// The network's log-probabilities of the building on the `index`th square, corrected by the tiles.
    pub fn correct(&self, index: usize, building: &[f32; BUILDING_CLASSES]) -> [f32; BUILDING_CLASSES] {
        let likenesses = &self.likenesses[index];
        // If some kinds were not learnt, this building may be one of them, so the square itself must stand
        // out.
        let is_complete = likenesses[SITE + 1..].iter().all(Option::is_some);
        let trust = if is_complete { self.trust } else { self.trust * familiar(lead(likenesses)) };
        let (network, unknown) = (1.0 - trust * (1.0 - NETWORK_SHARE), second_best(likenesses));
        let mut lifted: [f32; BUILDING_CLASSES] = std::array::from_fn(|class| {
            network * building[class] + trust * LOGS_PER_LIKENESS * likenesses[class].unwrap_or(unknown)
        });
        if likenesses[SITE].is_some() {
            return normalised(lifted);
        }
        // Without a learnt bare town, the network alone decides whether there is a building: its probability
        // is kept.
        lifted[SITE] = f32::NEG_INFINITY;
        let kinds = normalised(lifted);
        let is_built = building[SITE + 1..].iter().map(|log| log.exp()).sum::<f32>().max(f32::MIN_POSITIVE).ln();
        std::array::from_fn(|class| if class == SITE { building[SITE] } else { kinds[class] + is_built })
    }
}

/// Lead of the best similarity to a building over the second best.
fn lead(likenesses: &Likenesses) -> f32 {
    likenesses[SITE + 1..].iter().flatten().copied().fold(0.0, f32::max) - second_best(likenesses)
}

/// The second-best similarity; the best if only one kind is known, so that nothing stands out.
fn second_best(likenesses: &Likenesses) -> f32 {
    let mut known: Vec<f32> = likenesses[SITE + 1..].iter().flatten().copied().collect();
    known.sort_by(|a, b| b.total_cmp(a));
    known.get(1).or(known.first()).copied().unwrap_or(0.0)
}

fn familiar(lead: f32) -> f32 {
    ((lead - STRANGE) / STRANGE_TO_FAMILIAR).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gallery::GREY_PX;
    use crate::gallery::tile_edges::tests::picture;

    /// An edition in which the tile of the nth kind has the nth picture.
    fn taught(edition: &str, first: usize, kinds: usize) -> Gallery {
        let mut gallery = Gallery::new("n");
        let tile = |(number, kind): (usize, Building)| {
            Learnt::Town(Some(kind), Edges::new(&picture(first + number)).quarter_turned())
        };
        let lesson = Building::ALL.into_iter().enumerate().take(kinds).map(tile).collect();
        gallery.learn(edition, "sheet.jpg", lesson).expect("room");
        gallery
    }

    /// A town with this picture, which the network reads as `kind`, or as a bare site.
    fn town(number: usize, kind: Option<Building>) -> SeenSquare {
        let mut logs = [0.02_f32; BUILDING_CLASSES];
        logs[kind.map_or(0, building_class)] = 0.66;
        SeenSquare { edges: SeenEdges::new(&picture(number)), town: 0.9, building: normalised(logs.map(f32::ln)) }
    }

    fn best(logs: &[f32]) -> usize {
        (0..logs.len()).max_by(|a, b| logs[*a].total_cmp(&logs[*b])).expect("some")
    }

    #[test]
    fn a_building_is_read_by_its_tile_and_a_bare_site_stays_one() {
        let looks = BuildingLooks::new(&taught("e", 0, 17));
        let towns = [town(3, Some(Building::Statue)), town(11, Some(Building::Watchtower)), town(5, None)];
        let advice = looks.about(&towns).expect("its own edition");
        let read = |index: usize| advice.correct(index, &towns[index].building);
        assert_eq!(best(&read(0)), building_class(Building::ALL[3]));
        assert_eq!(best(&read(1)), building_class(Building::ALL[11]));
        assert_eq!(best(&read(2)), 0);
        for (index, town) in towns.iter().enumerate() {
            let sum: f32 = read(index).iter().map(|log| log.exp()).sum();
            assert!((sum - 1.0).abs() < 1e-4 && (read(index)[0] - town.building[0]).abs() < 1e-6);
        }
    }

    #[test]
    fn another_edition_is_left_alone_and_of_two_the_right_one_is_asked() {
        let mut gallery = taught("e", 0, 17);
        let towns = [town(60, Some(Building::Statue)), town(71, Some(Building::Bakery))];
        let noise = (0..GREY_PX * GREY_PX).map(|index| (index * index % 4093 % 251) as f32).collect::<Vec<_>>();
        let strange = SeenSquare { edges: SeenEdges::new(&noise), ..towns[0].clone() };
        assert!(BuildingLooks::new(&gallery).about(&[strange]).is_none());
        for entry in taught("other", 57, 17).entries() {
            gallery.learn("other", "b.jpg", vec![entry.learnt.clone()]).expect("room");
        }
        let looks = BuildingLooks::new(&gallery);
        let advice = looks.about(&towns).expect("the other edition");
        assert_eq!(best(&advice.correct(0, &towns[0].building)), building_class(Building::ALL[3]));
        assert!(looks.about(&[town(3, None)]).is_none(), "nothing is built there");
    }

    #[test]
    fn what_stands_out_as_a_building_stands_on_a_town() {
        let looks = BuildingLooks::new(&taught("e", 0, 17));
        let noise = (0..GREY_PX * GREY_PX).map(|index| (index * index % 4093 % 251) as f32).collect::<Vec<_>>();
        let not_seen = SeenSquare { town: 0.01, ..town(9, Some(Building::Church)) };
        let land = SeenSquare { edges: SeenEdges::new(&noise), ..not_seen.clone() };
        let squares = [town(3, Some(Building::Statue)), not_seen, land];
        let advice = looks.about(&squares).expect("its own edition");
        assert!(advice.for_town(1) > 5.0 && advice.for_town(2) == 0.0, "{}", advice.for_town(1));
        assert_eq!(best(&advice.correct(1, &squares[1].building)), building_class(Building::ALL[9]));
    }

    #[test]
    fn where_bare_towns_were_learnt_they_are_recognised_by_their_look() {
        let mut gallery = taught("e", 0, 17);
        let towns = [town(40, Some(Building::Statue)), town(3, None), town(7, Some(Building::Church))];
        let read = |gallery: &Gallery, index: usize| {
            let advice = BuildingLooks::new(gallery).about(&towns).expect("its own edition");
            best(&advice.correct(index, &towns[index].building))
        };
        assert_ne!(read(&gallery, 0), SITE);
        gallery.learn("e", "towns.jpg", vec![Learnt::Town(None, Edges::new(&picture(40)))]).expect("room");
        assert_eq!([0, 1, 2].map(|index| read(&gallery, index)), [SITE, building_class(Building::ALL[3]), 8]);
    }

    #[test]
    fn where_kinds_are_missing_only_what_stands_out_is_read() {
        let looks = BuildingLooks::new(&taught("e", 0, 6));
        let towns =
            [town(2, Some(Building::Statue)), town(4, Some(Building::Statue)), town(12, Some(Building::Statue))];
        let advice = looks.about(&towns).expect("its own edition");
        let read = |index: usize| best(&advice.correct(index, &towns[index].building));
        assert_eq!([read(0), read(1)], [Building::ALL[2], Building::ALL[4]].map(building_class));
        assert_eq!(read(2), building_class(Building::Statue), "its tile was not learnt");
    }
}
