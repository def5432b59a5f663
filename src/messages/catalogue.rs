//! The table of words: a row for each word or sentence, a column for each language.
//!
//! Gaps stand in braces, `{name}`. A text with a `|` has two forms: singular | plural, chosen by the number in `{n}`.

use super::{Language, Words};
use crate::domain::{Building, Game, Terrain, Variant};

/// A row of the table.
#[derive(Debug, PartialEq, Eq)]
pub struct Row {
    /// A text for each language, in the order of [`Language::ALL`].
    pub texts: [&'static str; Language::ALL.len()],
    /// Where the German word is from.
    pub source: Source,
}

/// Where a German word is from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// Kingdomino's rule sheet of 2017, its score pad included.
    Kingdomino,
    /// Queendomino's rule sheet.
    Queendomino,
    /// No sheet has it.
    Ours,
}

use Source::{Kingdomino, Ours, Queendomino};

const fn row(english: &'static str, german: &'static str, source: Source) -> Row {
    Row { texts: [english, german], source }
}

/// In the order of [`Terrain::ALL`].
const TERRAINS: [Row; Terrain::ALL.len()] = [
    row("wheat", "Getreidefeld", Queendomino),
    row("forest", "Wald", Queendomino),
    row("lake", "See", Queendomino),
    row("grassland", "Weideland", Queendomino),
    row("swamp", "Sumpf", Queendomino),
    row("mine", "Gebirge", Queendomino),
    row("town", "Stadt", Queendomino),
];

/// In the order of [`Terrain::ALL`].
const TERRITORIES: [Row; Terrain::ALL.len()] = [
    row("{n} wheat territory|{n} wheat territories", "{n} Getreidegebiet|{n} Getreidegebiete", Queendomino),
    row("{n} forest territory|{n} forest territories", "{n} Waldgebiet|{n} Waldgebiete", Queendomino),
    row("{n} lake territory|{n} lake territories", "{n} Seegebiet|{n} Seegebiete", Ours),
    row("{n} grassland territory|{n} grassland territories", "{n} Weidegebiet|{n} Weidegebiete", Ours),
    row("{n} swamp territory|{n} swamp territories", "{n} Sumpfgebiet|{n} Sumpfgebiete", Ours),
    row("{n} mine territory|{n} mine territories", "{n} Gebirgsgebiet|{n} Gebirgsgebiete", Ours),
    row("{n} town territory|{n} town territories", "{n} Stadtgebiet|{n} Stadtgebiete", Queendomino),
];

/// In the order of [`Building::ALL`].
const BUILDINGS: [Row; Building::ALL.len()] = [
    row("bakery", "Bäckerei", Queendomino),
    row("sawmill", "Sägewerk", Queendomino),
    row("fishery", "Fischerei", Queendomino),
    row("tailor", "Näherei", Queendomino),
    row("wizard school", "Zaubererschule", Queendomino),
    row("foundry", "Gießerei", Queendomino),
    row("church", "Kirche", Queendomino),
    // The one tile without a name.
    row("tax office", "Steueramt", Ours),
    row("treasure chest", "Schatztruhe", Queendomino),
    row("small tavern", "Kleine Taverne", Queendomino),
    row("large tavern", "Große Taverne", Queendomino),
    row("watchtower", "Wachturm", Queendomino),
    row("fortress", "Festung", Queendomino),
    row("travelling castle", "Das wandelnde Schloss", Queendomino),
    row("training ground", "Übungsplatz", Queendomino),
    row("statue", "Statue", Queendomino),
    row("queen's tower", "Turm der Queen", Queendomino),
];

/// In the order of [`Variant::ALL`].
const VARIANTS: [Row; Variant::ALL.len()] = [
    row("Harmony", "Harmonie", Kingdomino),
    row("Middle Kingdom", "Reich der Mitte", Kingdomino),
    row("Dynasty", "Dynastie", Kingdomino),
];

/// In the order of [`Game::ALL`].
const GAMES: [Row; Game::ALL.len()] = [
    row("Kingdomino", "Kingdomino", Kingdomino),
    row("Queendomino", "Queendomino", Queendomino),
    // The German sheet has no name for all games with both boxes, only for two of them.
    row("Royal Wedding", "Kingdomino und Queendomino", Queendomino),
];

/// In the order of [`Terrain::ALL`].
const WITH_TERRITORIES: [Row; Terrain::ALL.len()] = [
    row(
        "with a wheat field of {n}",
        "mit einem Getreidegebiet von {n} Feld|mit einem Getreidegebiet von {n} Feldern",
        Ours,
    ),
    row("with a forest of {n}", "mit einem Waldgebiet von {n} Feld|mit einem Waldgebiet von {n} Feldern", Ours),
    row("with a lake of {n}", "mit einem Seegebiet von {n} Feld|mit einem Seegebiet von {n} Feldern", Ours),
    row("with a grassland of {n}", "mit einem Weidegebiet von {n} Feld|mit einem Weidegebiet von {n} Feldern", Ours),
    row("with a swamp of {n}", "mit einem Sumpfgebiet von {n} Feld|mit einem Sumpfgebiet von {n} Feldern", Ours),
    row("with a mine of {n}", "mit einem Gebirgsgebiet von {n} Feld|mit einem Gebirgsgebiet von {n} Feldern", Ours),
    row("with a town of {n}", "mit einem Stadtgebiet von {n} Feld|mit einem Stadtgebiet von {n} Feldern", Ours),
];

/// How many territories of one terrain there are; fill it by [`Words::count`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TerritoriesOf(pub Terrain);

/// By which territory a tie is decided; fill its number of squares by [`Words::count`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WithTerritory(pub Terrain);

impl Words for Terrain {
    fn row(self) -> &'static Row {
        &TERRAINS[self as usize]
    }
}

impl Words for TerritoriesOf {
    fn row(self) -> &'static Row {
        &TERRITORIES[self.0 as usize]
    }
}

impl Words for WithTerritory {
    fn row(self) -> &'static Row {
        &WITH_TERRITORIES[self.0 as usize]
    }
}

impl Words for Game {
    fn row(self) -> &'static Row {
        &GAMES[self as usize]
    }
}

impl Words for Building {
    fn row(self) -> &'static Row {
        &BUILDINGS[self as usize]
    }
}

impl Words for Variant {
    fn row(self) -> &'static Row {
        &VARIANTS[self as usize]
    }
}

impl Words for Phrase {
    fn row(self) -> &'static Row {
        &PHRASES[self as usize]
    }
}

/// Makes the names and their rows of one list, so that no phrase is without its row.
macro_rules! phrases {
    ($($phrase:ident: $english:literal, $german:literal, $source:expr;)*) => {
        /// Words and sentences that are no word of the domain; each is described by its English text.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Phrase {
            $(
                #[doc = $english]
                $phrase,
            )*
        }

        impl Phrase {
            /// All of them, in the table's order.
            pub const ALL: &[Phrase] = &[$(Phrase::$phrase),*];
        }

        const PHRASES: &[Row] = &[$(row($english, $german, $source)),*];
    };
}

// Long texts stand on lines of their own: English, German, source.
phrases! {
    // Squares and pieces.
    Castle: "castle", "Schloss", Queendomino;
    Empty: "empty", "leer", Ours;
    Queen: "the Queen", "die Queen", Queendomino;
    List: "{words}", "{words}", Ours;

    // Countable things.
    Squares: "{n} square|{n} squares", "{n} Feld|{n} Felder", Queendomino;
    LandSquares: "{n} square of land|{n} squares of land", "{n} Feld mit Landschaft|{n} Felder mit Landschaft", Ours;
    Crowns: "{n} crown|{n} crowns", "{n} Krone|{n} Kronen", Queendomino;
    Coins: "{n} coin|{n} coins", "{n} Münze|{n} Münzen", Queendomino;
    Knights: "{n} knight|{n} knights", "{n} Ritter|{n} Ritter", Queendomino;
    Towers: "{n} tower|{n} towers", "{n} Turm|{n} Türme", Queendomino;
    Points: "{n} point|{n} points", "{n} Prestigepunkt|{n} Prestigepunkte", Queendomino;

    // The gallery of learnt squares.
    SquaresLearnt: "{photo}: {n} square learnt|{photo}: {n} squares learnt",
        "{photo}: {n} Feld gelernt|{photo}: {n} Felder gelernt", Ours;
    TilesMisread: "{n} of them would have been read as another building",
        "{n} davon wäre für ein anderes Gebäude gehalten worden|{n} davon wären für ein anderes Gebäude gehalten worden", Ours;
    SheetOrder: "one building tile of each kind, edge to edge, in rows of {n} and in this order, the last places bare:",
        "von jeder Art ein Gebäudeplättchen, Kante an Kante, in Reihen zu {n} und in dieser Folge, die letzten Plätze leer:", Ours;
    TwinTiles: "{one} and {other} look all but the same: is a tile there twice, or one of another kind?",
        "{one} und {other} sehen fast gleich aus: Liegt ein Plättchen doppelt, oder eines von anderer Art?", Ours;
    OrderContradicted: "most tiles look like other buildings than their places say ({tiles}): are they laid out in the order that \
        `learn --buildings` prints? If not, take it back with `learn --forget {photo}`",
        "die meisten Plättchen sehen nach anderen Gebäuden aus, als ihre Plätze sagen ({tiles}): Liegen sie in der Folge, die \
        `learn --buildings` nennt? Wenn nicht: `learn --forget {photo}` nimmt es zurück", Ours;
    TownsContradicted: "most of the {n} squares look like something else than towns ({squares}): if they are, take it back with \
        `learn --forget {photo}`",
        "die meisten der {n} Felder sehen nach anderem aus als nach Stadt ({squares}): Wenn sie das sind, nimmt es \
        `learn --forget {photo}` zurück", Ours;
    TileLooksLike: "{told} looks like {read}", "{told} sieht aus wie {read}", Ours;
    DoubtfulNotLearnt: "{n} still in doubt and not learnt ({squares})", "{n} noch unsicher und nicht gelernt ({squares})", Ours;
    KingdomNotLearnt:
        "{photo}: a kingdom of which nothing was corrected or confirmed, or that is still to check, is not learnt",
        "{photo}: ein Königreich, an dem nichts berichtigt oder bestätigt wurde oder das noch zu prüfen ist, wird nicht gelernt",
        Ours;
    HiddenNotLearnt: "{n} hidden and not learnt ({squares})", "{n} verdeckt und nicht gelernt ({squares})", Ours;
    SquaresForgotten: "{n} square forgotten|{n} squares forgotten", "{n} Feld vergessen|{n} Felder vergessen", Ours;
    AllForgotten: "everything forgotten, which could not be used: learnt with another network, or damaged",
        "alles vergessen, was nicht zu brauchen war: mit einem anderen Netz gelernt oder beschädigt", Ours;
    GalleryEmpty: "{path}: nothing learnt yet", "{path}: noch nichts gelernt", Ours;

    // The score sheet: its heads, and the lines that are no terrain and no building.
    LineHead: "line", "Zeile", Ours;
    PointsHead: "points", "Punkte", Queendomino;
    HowHead: "how", "Rechnung", Ours;
    WhereHead: "where", "Felder", Ours;
    CoinsLine: "coins", "Münzen", Queendomino;
    FixedPointsLine: "fixed points", "feste Punkte", Ours;
    BonusLine: "bonus", "Sonderpunkte", Kingdomino;
    TotalLine: "total", "Gesamt", Kingdomino;

    // The score sheet: how points came about.
    CoinsDivided: "{coins} / {each} = {points}", "{coins} : {each} = {points}", Queendomino;
    CoinsRoundedDown: "{coins} / {each} = {points}, rounded down", "{coins} : {each} = {points}, abgerundet", Ours;
    Product: "{count} x {each} = {points}", "{count} x {each} = {points}", Queendomino;
    CrownsAndQueen: "({crowns} + Queen)", "({crowns} + Queen)", Ours;
    QueenAlone: "the Queen's crown", "Krone der Queen", Ours;
    NoCrown: "no crown", "ohne Krone", Ours;
    Uncrowned: "{squares}, no crown", "{squares} ohne Krone", Ours;
    FixedPoints: "{building}: {points}", "{building}: {points}", Ours;
    FixedPointsByElimination:
        "{building}: {points} (likely: known by elimination)",
        "{building}: {points} (wahrscheinlich: durch Ausschluss bekannt)",
        Ours;
    CrownedBuilding:
        "{building}: {crowns} for its town territory",
        "{building}: {crowns} für sein Stadtgebiet",
        Ours;
    Bonus: "{variant}: {points}, {reason}", "{variant}: {points}, {reason}", Ours;
    GridIsFull: "no square is empty", "alle Felder belegt", Kingdomino;
    EmptySquares: "{n} square is empty|{n} squares are empty", "{n} Feld nicht belegt|{n} Felder nicht belegt", Ours;
    CastleInTheMiddle: "castle in the middle", "Schloss im Zentrum", Kingdomino;
    CastleNotInTheMiddle: "castle not in the middle", "Schloss nicht im Zentrum", Ours;
    NoCastleSeen: "no castle seen", "kein Schloss zu sehen", Ours;

    // A kingdom and what is told about it.
    PiecesAt: "{square} {pieces}", "{square} {pieces}", Ours;
    NotationHead: "notation", "Notation", Ours;
    NoteHead: "note", "Hinweis", Ours;
    WarningHead: "warning", "Warnung", Ours;
    StatedScore:
        "`score` in the file is wrong: {differences}",
        "`score` in der Datei stimmt nicht: {differences}",
        Ours;
    StatedPoints: "{line}: {points} instead of {stated}", "{line}: {points} statt {stated}", Ours;
    SizeNotGiven:
        "`size` is not given; taken as 5, as the kingdom fits into 5x5 (harmony depends on it)",
        "`size` ist nicht angegeben; 5 angenommen, da das Königreich in 5x5 passt (wichtig für die Harmonie)",
        Ours;
    UnusedFacts:
        "coins, knights in supply and the Queen score nothing in Kingdomino",
        "Münzen, Ritter im Vorrat und die Queen zählen bei Kingdomino nicht",
        Ours;
    DynastyAlone:
        "a dynasty is three games, whose sums decide; this sheet is the same with and without it: give the kingdoms of all \
         games to `standings --variant dynasty`",
        "eine Dynastie sind drei Partien, deren Summe entscheidet; dieser Zettel ist mit und ohne sie gleich: gib die \
         Königreiche aller Partien bei `standings --variant dynasty` an",
        Ours;
    FlagDiffers:
        "{flag} is {given}, not {stated} as in the file",
        "{flag} ist {given}, nicht {stated} wie in der Datei",
        Ours;

    // A photo that was read.
    ScanHead:
        "{rows} x {cols} squares, read for the {size}x{size} game",
        "{rows} x {cols} Felder, gelesen für das Spiel auf {size}x{size}",
        Ours;
    KingdomOfSeveral:
        "kingdom {number} of {count}: {rows} x {cols} squares, read for the {size}x{size} game",
        "Königreich {number} von {count}: {rows} x {cols} Felder, gelesen für das Spiel auf {size}x{size}",
        Ours;
    OfGame: "{what}, {game}", "{what}, {game}", Ours;
    BuildingInDoubt: "building?", "Gebäude?", Ours;
    BestBuilding: "{ground}+{building} {best} ({percent} %): total {total}",
        "{ground}+{building} {best} ({percent} %): gesamt {total}", Ours;
    OtherPiece: "or {piece} ({percent} %): total {total}", "oder {piece} ({percent} %): gesamt {total}", Ours;
    OtherPieceIsNoKingdom: "or {piece} ({percent} %): no kingdom", "oder {piece} ({percent} %): kein Königreich", Ours;
    SameTotal: "which scores the same", "was gleich viel zählt", Ours;
    BareSite: "no building", "kein Gebäude", Ours;
    ChangedLine:
        "the kingdom is not as it was read from the photo: it was changed by hand, and counts as it stands there",
        "das Königreich ist nicht so, wie es im Foto gelesen wurde: es wurde von Hand geändert und zählt, wie es da steht",
        Ours;
    ToCheckHead: "TO CHECK", "BITTE PRÜFEN", Ours;
    ToCheck: "this total may be wrong.", "Die Gesamtpunktzahl kann falsch sein.", Ours;
    KingdomToCheck: "this kingdom may be misread.", "Dieses Königreich kann falsch gelesen sein.", Ours;
    DoubtfulHead: "doubtful squares", "unsichere Felder", Ours;
    BestReading: "{square} ({percent} %): total {total}", "{square} ({percent} %): gesamt {total}", Ours;
    SecondReading: "or {square}: total {total}", "oder {square}: gesamt {total}", Ours;
    SecondIsNoKingdom: "or {square}: no kingdom", "oder {square}: kein Königreich", Ours;
    InferredMark:
        "not told by the picture, but by the box's dominoes",
        "nicht im Bild zu erkennen, aus den Dominosteinen erschlossen",
        Ours;
    CorrectedMark: "told or confirmed by a person", "von einem Menschen angegeben oder bestätigt", Ours;
    CorrectedHead: "corrected squares", "berichtigte Felder", Ours;
    ReadAs: "read: {square}", "gelesen: {square}", Ours;
    ToldAs: "told: {square}", "angegeben: {square}", Ours;
    Confirmed: "confirmed", "bestätigt", Ours;
    NowAt: "now {square}", "jetzt {square}", Ours;

    // Asking a person.
    AskSquare: "{square}: what lies there?", "{square}: Was liegt dort?", Ours;
    AskTotal: "{square}: total {total}", "{square}: gesamt {total}", Ours;
    AskNoKingdom: "{square}: no kingdom", "{square}: kein Königreich", Ours;
    AskSquareIs: "{place} is {square}", "{place} ist {square}", Ours;
    AskWhichIsWrong:
        "which square is another one, and what lies there?", "Welches Feld ist ein anderes, und was liegt dort?", Ours;
    AskOneOfThese:
        "dominoes could lie like this if one square were another, for instance:",
        "Dominosteine könnten so liegen, wenn ein Feld ein anderes wäre, etwa:",
        Ours;
    AskWhichSquare:
        "name the square, too, as in r2c4=forest:1 or r2c4=F1",
        "Bitte auch das Feld nennen, wie in r2c4=forest:1 oder r2c4=F1",
        Ours;
    AskNothingToUndo: "there is no answer to take back", "es gibt keine Antwort, die zurückgenommen werden könnte", Ours;
    AskPrompt:
        "Enter for 1, a number, a square (forest:1, F1); u undo, ? help, q stop:",
        "Enter für 1, eine Zahl, ein Feld (forest:1, F1); u zurück, ? Hilfe, q Ende:",
        Ours;
    AskWholePrompt:
        "a number or r2c4=F1; Enter leaves it to check; u undo, ? help, q stop:",
        "eine Zahl oder r2c4=F1; Enter lässt es offen; u zurück, ? Hilfe, q Ende:",
        Ours;
    AskHelp:
        "Enter confirms what was read, and a number chooses. Any other square is typed as a word or in notation: \
         {squares}. Other squares are corrected by name, several at a time: r2c4=F1 r1c1=lake. - leaves the square \
         doubtful, u takes the last answer back, q asks nothing more. Capital and small letters are the same.",
        "Enter bestätigt das Gelesene, eine Zahl wählt aus. Jedes andere Feld wird als Wort oder in Notation getippt: \
         {squares}. Andere Felder werden mit Namen korrigiert, auch mehrere: r2c4=F1 r1c1=lake. - lässt das Feld \
         unsicher, u nimmt die letzte Antwort zurück, q fragt nichts mehr. Groß und klein geschrieben ist gleich.",
        Ours;
    AskHelpPieces:
        "What stands there is added with +, as in wheat+knight, G2+queen or town+church+tower*2. Buildings: {buildings}.",
        "Was dort steht, kommt mit + dazu, etwa wheat+knight, G2+queen oder town+church+tower*2. Gebäude: {buildings}.",
        Ours;
    AskNumber: "the numbers are 1 to {last}", "die Zahlen gehen von 1 bis {last}", Ours;
    NothingToAsk: "no square is in doubt", "kein Feld ist unsicher", Ours;
    RepeatWith: "the same again without questions: {options}", "dasselbe noch einmal ohne Fragen: {options}", Ours;

    // Why a reading is in doubt.
    ImpossibleKingdom:
        "no box's dominoes form anything near to what was read; at least one square is misread, or it was laid from \
         another edition",
        "kein Satz Dominosteine ergibt etwas, das dem Gelesenen nahe kommt; mindestens ein Feld ist falsch gelesen, oder \
         es wurde mit einer anderen Ausgabe gelegt",
        Ours;
    ContradictedSquares:
        "the dominoes fit only if these squares are not what they clearly look like; something may lie on a tile beside them, \
         or a square there is misread",
        "die Dominosteine passen nur, wenn diese Felder nicht sind, wonach sie klar aussehen; vielleicht liegt etwas auf einem \
         Feld daneben, oder eines dort ist falsch gelesen",
        Ours;
    ImpossibleGame:
        "no likely reading of all kingdoms of this game together comes from one set of boxes, because of {kingdoms}; this \
         one was read by itself",
        "keine wahrscheinliche Lesart aller Königreiche dieser Partie zusammen kommt aus einem Satz, wegen {kingdoms}; \
         dieses wurde für sich gelesen",
        Ours;
    ChangedByGame:
        "the other kingdoms of this game leave no dominoes for what these squares look like; check them, and that all \
         photos are of one game",
        "die anderen Königreiche dieser Partie lassen keine Dominosteine für das übrig, wonach diese Felder aussehen; bitte \
         prüfe sie, und ob alle Fotos von einer Partie sind",
        Ours;
    TooManyKingdoms:
        "{found} different kingdoms were read, and a game on {size}x{size} has at most {most}; each was read by itself; \
         leave out photos of other games, or give --size",
        "{found} verschiedene Königreiche wurden gelesen, und eine Partie auf {size}x{size} hat höchstens {most}; jedes \
         wurde für sich gelesen; lass Fotos anderer Partien weg, oder gib --size an",
        Ours;
    PhotosDisagree:
        "the photos of this kingdom ({photos}) surely show different squares here; were they taken at different times?",
        "die Fotos dieses Königreichs ({photos}) zeigen hier sicher verschiedene Felder; sind sie von verschiedenen \
         Zeitpunkten?",
        Ours;

    // Photos of one game.
    ReadTogether:
        "read together with {kingdoms}: all are laid from the same box",
        "zusammen gelesen mit {kingdoms}: alle sind aus demselben Satz gelegt",
        Ours;
    SameKingdom:
        "the same kingdom as in {kingdoms}; read from all its photos, and counted once",
        "dasselbe Königreich wie in {kingdoms}; aus allen seinen Fotos gelesen, und einmal gezählt",
        Ours;
    OnlyOneKingdom:
        "no other kingdom of this game was read, so the box proves no more than it does for a single photo",
        "kein anderes Königreich dieser Partie wurde gelesen; der Satz beweist also nicht mehr als bei einem einzelnen Foto",
        Ours;
    ImprobableKingdom:
        "only an improbable reading can be formed from the box's dominoes; check the squares and that the grid lies on \
         the right rows and columns",
        "nur eine unwahrscheinliche Lesart lässt sich mit den Dominosteinen legen; bitte prüfe die Felder, und ob das \
         Raster auf den richtigen Zeilen und Spalten liegt",
        Ours;
    TooManyDoubts:
        "so many squares are in doubt that not all kingdoms could be weighed; check the squares",
        "so viele Felder sind unsicher, dass nicht alle Königreiche abgewogen werden konnten; bitte prüfe die Felder",
        Ours;
    DoubtfulTotal:
        "the total is right with a probability of {percent} % only; check the doubtful squares",
        "die Gesamtpunktzahl stimmt nur mit {percent} % Wahrscheinlichkeit; bitte prüfe die unsicheren Felder",
        Ours;
    NoCastle: "no castle was seen; a kingdom has one", "kein Schloss gefunden; jedes Königreich hat eines", Ours;
    DoubtfulCastle:
        "the castle's place is a guess; check where it stands",
        "wo das Schloss steht, ist geraten; bitte prüfe das",
        Ours;
    DoubtfulGame:
        "read as {game} with a probability of {percent} % only; it may also be {other}; say which with --game",
        "nur mit {percent} % Wahrscheinlichkeit ein Königreich von {game}; vielleicht auch von {other}; gib --game an",
        Ours;
    PiecesNotLookedFor:
        "nobody looked for buildings, knights, towers and the Queen, and they count as if there were none; give --game, or \
         tell what stands on a square with --fix, such as r2c4=town+church",
        "Nach Gebäuden, Rittern, Türmen und der Queen hat niemand gesehen; sie zählen, als ob keine da wären; gib --game an, oder \
         mit --fix, was auf einem Feld steht, etwa r2c4=town+church",
        Ours;
    SquaresApart:
        "these squares are not joined to the kingdom by an edge",
        "diese Felder hängen an keiner Kante mit dem Königreich zusammen",
        Ours;
    UncertainGrid:
        "the grid is uncertain; check that it lies on the kingdom's rows and columns",
        "das Raster ist unsicher; bitte prüfe, ob es auf den Zeilen und Spalten des Königreichs liegt",
        Ours;
    DamagedPhoto:
        "the photo's file is damaged or incomplete; copy the photo again, or check every square",
        "die Datei des Fotos ist beschädigt oder unvollständig; bitte kopiere das Foto noch einmal, oder prüfe jedes Feld",
        Ours;
    CutByPhoto:
        "the kingdom reaches the photo's edge, where more of it may be cut off; check that no row, column or square is missing, or take the \
         photo from farther away",
        "das Königreich reicht an den Rand des Fotos, wo mehr davon abgeschnitten sein kann; bitte prüfe, ob eine Zeile, eine Spalte \
         oder ein Feld fehlt, oder fotografiere von weiter weg",
        Ours;
    UncertainSize:
        "something lies in line with a 5x5 kingdom, or it spans more than 5 squares; check its border rows and columns, \
         and give --size",
        "etwas liegt in einer Linie mit einem 5x5-Königreich, oder es ist größer als 5 Felder; bitte prüfe die Zeilen \
         und Spalten am Rand, und gib --size an",
        Ours;
    UnreadKingdom:
        "the photo shows a further kingdom that could not be read ({error}); scan the photo again, or that kingdom alone with \
         --corners {corners}",
        "das Foto zeigt ein weiteres Königreich, das nicht gelesen werden konnte ({error}); lies das Foto noch einmal, oder \
         dieses Königreich allein mit --corners {corners}",
        Ours;
    LeftOutTiles:
        "tiles are seen where none is read, and do not count: {tiles}; {stake}",
        "Plättchen sind zu sehen, wo keines gelesen wurde, und zählen nicht: {tiles}; {stake}",
        Ours;
    TilesBeside:
        "tiles are seen in line with the kingdom, beside its rows and columns, and do not count: {tiles}; {stake}; if they belong \
         to it, give its corners with --corners",
        "in einer Linie mit dem Königreich, neben seinen Zeilen und Spalten, sind Plättchen zu sehen, und sie zählen nicht: {tiles}; \
         {stake}; gehören sie dazu, gib seine Ecken mit --corners an",
        Ours;
    TileOn: "{tile} on {square}", "{tile} auf {square}", Ours;
    TileBeside: "{tile} beside {square} ({where})", "{tile} neben {square} ({where})", Ours;
    RowsAbove: "{n} row above|{n} rows above", "{n} Zeile darüber|{n} Zeilen darüber", Ours;
    RowsBelow: "{n} row below|{n} rows below", "{n} Zeile darunter|{n} Zeilen darunter", Ours;
    ColumnsToTheLeft:
        "{n} column to the left|{n} columns to the left",
        "{n} Spalte links|{n} Spalten links",
        Ours;
    ColumnsToTheRight:
        "{n} column to the right|{n} columns to the right",
        "{n} Spalte rechts|{n} Spalten rechts",
        Ours;
    TotalWithThem: "the total would be {total} with them", "mit ihnen wäre die Gesamtpunktzahl {total}", Ours;
    ScoreByThemselves: "by themselves they score {points}", "für sich allein bringen sie {points}", Ours;
    TooFarToScore: "they lie too far apart for one kingdom", "für ein Königreich liegen sie zu weit auseinander", Ours;
    SecondLookFailed:
        "whether it is a 5x5 kingdom could not be looked at again ({error}); scan the photo again",
        "ob es ein 5x5-Königreich ist, konnte nicht noch einmal geprüft werden ({error}); lies das Foto noch einmal",
        Ours;

    // Standings.
    RanksToCheck:
        "totals marked with ? may be wrong, and so may the ranks.",
        "Mit ? bezeichnete Gesamtpunktzahlen können falsch sein, und damit auch die Plätze.",
        Ours;
    MightyDuel: "The Mighty Duel", "Das große Duell", Kingdomino;
    Grid: "{size}x{size}", "{size}x{size}", Ours;
    RankHead: "rank", "Platz", Ours;
    PlayerHead: "player", "Spieler", Queendomino;
    TieHead: "tie", "Gleichstand", Queendomino;
    GameHead: "game {number}", "Partie {number}", Queendomino;
    WinsTie: "wins the tie {with}", "gewinnt bei Gleichstand {with}", Ours;
    LosesTie: "loses the tie {with}", "unterliegt bei Gleichstand {with}", Ours;
    SharesPlace: "shares the place, {with} too", "teilt sich den Platz (ebenfalls {with})", Ours;
    SharesPlaceWithoutRule:
        "shares the place: no rule breaks a tie of a dynasty",
        "teilt sich den Platz: bei einer Dynastie regelt keine Anleitung den Gleichstand",
        Ours;
    WithoutLand: "without any land", "ohne Land", Ours;
    InGame: "game {number}: {message}", "Partie {number}: {message}", Ours;
    PlayerInGame: "{player}, game {number}", "{player}, Partie {number}", Ours;
    SeveralGames:
        "the files tell different games (`game_id`): {ids}",
        "die Dateien nennen verschiedene Partien (`game_id`): {ids}",
        Ours;
    NoCoinsOf:
        "coins not given for {players}, counted as 0; {each} of them score 1 point",
        "Münzen nicht angegeben für {players}, als 0 gezählt; je {each} bringen 1 Prestigepunkt",
        Ours;
    QueenByTowers:
        "the Queen visits {player}, who alone has the most towers ({towers})",
        "die Queen besucht {player}: nur dort stehen die meisten Türme ({towers})",
        Ours;
    QueenAgainstTowers:
        "the Queen visits {player}, but by the rules she visits a player with the most towers: {leaders} ({towers})",
        "die Queen besucht {player}, nach den Regeln aber einen Spieler mit den meisten Türmen: {leaders} ({towers})",
        Ours;
    Nobody: "nobody", "niemanden", Ours;
    NoTowers:
        "no towers are seen, so the Queen visits nobody",
        "es sind keine Türme zu sehen; die Queen besucht daher niemanden",
        Ours;
    Kingdoms: "{n} kingdom|{n} kingdoms", "{n} Königreich|{n} Königreiche", Queendomino;
    UnusualNumber:
        "{kingdoms}: no rule sheet has {game} on {size}x{size} for so many, but for {known}",
        "{kingdoms}: keine Anleitung kennt {game} auf {size}x{size} für so viele, nur für {known}",
        Ours;
    FromTo: "{fewest} to {most}", "{fewest} bis {most}", Ours;

    // A tournament.
    ReportTitle: "Kingdomino: standings", "Kingdomino: Rangliste", Ours;
    Photos: "{n} photo|{n} photos", "{n} Foto|{n} Fotos", Ours;
    Tables: "{n} table|{n} tables", "{n} Tisch|{n} Tische", Ours;
    Rounds: "{n} round|{n} rounds", "{n} Runde|{n} Runden", Ours;
    RoundName: "Round {round}", "Runde {round}", Ours;
    TableName: "Table {table}", "Tisch {table}", Ours;
    DynastyOfTable: "Dynasty, table {table}", "Dynastie, Tisch {table}", Ours;
    AllRounds: "All rounds", "Alle Runden", Ours;
    KingdomsHead: "kingdoms", "Königreiche", Queendomino;
    RemarkHead: "remark", "Bemerkung", Ours;
    PhotoHead: "photo", "Foto", Ours;
    LargestTerritoryHead: "largest territory", "größtes Gebiet", Ours;
    SharesPlaceOfSeveralRounds: "shares the place", "teilt sich den Platz", Ours;
    Missing: "{n} kingdom missing|{n} kingdoms missing", "{n} Königreich fehlt|{n} Königreiche fehlen", Ours;
    InDoubt: "{n} kingdom in doubt|{n} kingdoms in doubt", "{n} Königreich unsicher|{n} Königreiche unsicher", Ours;
    NoKingdomRead: "no kingdom", "kein Königreich", Ours;
    SheetHead: "score sheet", "Wertung", Ours;
    LookHead: "To look at", "Bitte ansehen", Ours;
    QuestionsHead: "To decide", "Bitte entscheiden", Ours;
    PhotosToLookAt: "{n} photo to look at|{n} photos to look at", "{n} Foto bitte ansehen|{n} Fotos bitte ansehen", Ours;
    QuestionsToDecide: "{n} question to decide|{n} questions to decide", "{n} Frage bitte entscheiden|{n} Fragen bitte entscheiden", Ours;
    NothingToLookAt: "Nothing is in doubt.", "Nichts ist unsicher.", Ours;
    BackToReport: "Standings, and what is to check", "Ranglisten, und was zu prüfen ist", Ours;
    PreviousPage: "Previous page", "Vorige Seite", Ours;
    NextPage: "Next page", "Nächste Seite", Ours;
    RankingHead: "Ranking", "Rangliste", Ours;
    TablesFromTo: "Tables {first} to {last}", "Tische {first} bis {last}", Ours;
    ShowAll: "Show all {n}", "Alle {n} zeigen", Ours;
    LooseHead: "Photos that belong to no table", "Fotos, die zu keinem Tisch gehören", Ours;
    DuplicatesHead: "The same photo twice", "Doppelte Fotos", Ours;
    SameAs: "{photo} is the same as {of}", "{photo} ist dasselbe wie {of}", Ours;
    StaleHead: "Corrected before the photo changed", "Korrigiert, bevor sich das Foto geändert hat", Ours;
    CorrectedByHand: "looked at by a person", "von Hand geprüft", Ours;
    LeftOut: "left out by a person", "von Hand ausgeschlossen", Ours;
    ShowsKingdoms:
        "the photo shows {n} kingdom, and one is needed|the photo shows {n} kingdoms, and one is needed",
        "das Foto zeigt {n} Königreich, nötig ist eines|das Foto zeigt {n} Königreiche, nötig ist eines",
        Ours;
    RoundsWithoutPhoto: "no photo of {n} round|no photo of {n} rounds", "kein Foto von {n} Runde|kein Foto von {n} Runden", Ours;
    SameAsSomebodyElses:
        "the same photo as {of}, which is somebody else's",
        "dasselbe Foto wie {of}, das jemand anderem gehört",
        Ours;
    NoKingdomInPhoto:
        "no kingdom found; take the photo again from above, with the whole kingdom in it, or type the kingdom in a `review`",
        "kein Königreich gefunden; bitte noch einmal von oben fotografieren, mit dem ganzen Königreich im Bild, oder es in \
         einer Durchsicht (`review`) eintippen",
        Ours;
    PhotoNotRead:
        "the photo cannot be read; copy it again, or save it as JPEG",
        "das Foto lässt sich nicht lesen; bitte noch einmal kopieren oder als JPEG speichern",
        Ours;
    LinkLeadsOut:
        "this is a link that leads out of the folder of photos, and it is not followed; put the photo itself there, or use \
         --follow-links",
        "das ist ein Verweis, der aus dem Ordner der Fotos hinausführt, und ihm wird nicht gefolgt; leg das Foto selbst dorthin \
         oder nimm --follow-links",
        Ours;
    TooManyLinks:
        "more than {n} links lead to this folder, and the others are not followed",
        "zu diesem Ordner führen mehr als {n} Verweise, und den weiteren wird nicht gefolgt",
        Ours;
    NoNameOfFile:
        "the names of its folders and of the file say where it belongs, and one of them is empty or has line breaks or other \
         control characters; rename it, or give round, table and player in the manifest",
        "wohin es gehört, sagen die Namen seiner Ordner und der Datei, und einer davon ist leer oder hat Zeilenumbrüche oder \
         andere Steuerzeichen; benenne ihn um, oder gib Runde, Tisch und Spieler in der Liste an",
        Ours;
    NoNameInManifest:
        "number {number} of the manifest has `{name}` as {column}, and a name has no line breaks or other control characters",
        "Nummer {number} der Liste hat `{name}` als {column}, und ein Name hat keine Zeilenumbrüche oder andere Steuerzeichen",
        Ours;
    NamedPhotoMissing:
        "number {number} of the manifest names this photo, with line breaks or other control characters in its name, and \
         there is none",
        "Nummer {number} der Liste nennt dieses Foto, mit Zeilenumbrüchen oder anderen Steuerzeichen im Namen, und es ist \
         nicht da",
        Ours;
    ToldDifferently:
        "`{column}` was told differently beside photos of this kingdom; the first one counts",
        "`{column}` ist bei Fotos dieses Königreichs verschieden angegeben; es zählt die erste Angabe",
        Ours;
    SeveralTables:
        "{player} is at several tables of one round ({tables}): if these are different people, give them different names",
        "{player} sitzt in einer Runde an mehreren Tischen ({tables}): sind es verschiedene Leute, gib ihnen verschiedene \
         Namen",
        Ours;
    SpeltDifferently:
        "{players} differ only in upper and lower case: if this is one player, spell the name in one way",
        "{players} unterscheiden sich nur in Groß- und Kleinschreibung: ist es eine Person, schreib den Namen überall gleich",
        Ours;
    KingdomsWithoutTable:
        "{n} photo shows a kingdom and belongs to no table, so it counts nowhere: tell its table in the manifest, or put it into \
         a folder such as table-3|{n} photos show kingdoms and belong to no table, so they count nowhere: tell their tables in the \
         manifest, or put them into folders such as table-3",
        "{n} Foto zeigt ein Königreich und gehört zu keinem Tisch, zählt also nirgends: nenne seinen Tisch in der Liste, oder lege es \
         in einen Ordner wie tisch-3|{n} Fotos zeigen Königreiche und gehören zu keinem Tisch, zählen also nirgends: nenne ihre \
         Tische in der Liste, oder lege sie in Ordner wie tisch-3",
        Ours;
    CorrectedDifferently:
        "photos of this kingdom were corrected to different ones, {photos}: the first counts; put one right in a `review`, or leave it out",
        "Fotos dieses Königreichs wurden verschieden korrigiert, {photos}: das erste zählt; berichtige eines in einer Durchsicht \
         (`review`), oder schließ es aus",
        Ours;
    OnlyShard: "only part {number} of {of} of the photos", "nur Teil {number} von {of} der Fotos", Ours;
    WithoutShards:
        "not all photos: of {of} parts these are missing: {missing}",
        "nicht alle Fotos: von {of} Teilen fehlen diese: {missing}",
        Ours;
    QueenTied:
        "{players} have {towers} each: whom the Queen visits must be told, in the manifest's column `queen`",
        "{players} haben je {towers}: wen die Queen besucht, muss in der Spalte `queen` der Liste stehen",
        Ours;
    CheckTheQueen:
        "{what}; check the towers, and the manifest's column `queen`",
        "{what}; bitte prüfe die Türme und die Spalte `queen` der Liste",
        Ours;
    QueenMayCome: "the Queen may visit this kingdom", "die Queen ist vielleicht hier zu Besuch", Ours;
    QueenByDoubtfulTowers:
        "whom the Queen visits hangs on the towers of kingdoms that are in doubt: {players}",
        "wen die Queen besucht, hängt an den Türmen zweifelhafter Königreiche: {players}",
        Ours;
    QueenUnknown:
        "a kingdom is missing, and may have the most towers: whom the Queen visits must be told, in the manifest's column \
         `queen`",
        "ein Königreich fehlt und könnte die meisten Türme haben: wen die Queen besucht, muss in der Spalte `queen` der Liste \
         stehen",
        Ours;
    QueenTwice:
        "the Queen is told or seen to visit both {first} and {second}, and she visits one player at most",
        "die Queen ist sowohl bei {first} als auch bei {second} angegeben oder zu sehen, und sie besucht höchstens einen",
        Ours;
    QueenStandsElsewhere:
        "the Queen stands in {player}'s kingdom at {square}, but is told to be elsewhere",
        "die Queen steht im Königreich von {player} auf {square}, ist aber anderswo angegeben",
        Ours;
    DifferentGames:
        "the kingdoms of {first} and {second} are of different games or grids; is one of the photos of another table?",
        "die Königreiche von {first} und {second} sind aus verschiedenen Spielen oder Rastern; ist eines der Fotos von einem \
         anderen Tisch?",
        Ours;
    DifferentVariants:
        "{first} and {second} play by different variants; all of a table play by the same",
        "{first} und {second} spielen nach verschiedenen Varianten; an einem Tisch gelten für alle dieselben",
        Ours;
    NotThreeKingdoms:
        "{player} has {kingdoms}; in a Dynasty everybody has one in each of three games",
        "{player} hat {kingdoms}; bei einer Dynastie hat jeder eines in jeder von drei Partien",
        Ours;
    NotThreeRounds:
        "{n} game at this table; a Dynasty has three|{n} games at this table; a Dynasty has three",
        "{n} Partie an diesem Tisch; eine Dynastie hat drei|{n} Partien an diesem Tisch; eine Dynastie hat drei",
        Ours;
    PhotosReadDifferently:
        "photos of this kingdom were read differently: {photos}",
        "Fotos dieses Königreichs wurden verschieden gelesen: {photos}",
        Ours;
    ReviewPrompt:
        "Enter for 1, number, square F1; a all right, n next, ? help, q quit:",
        "Enter für 1, Zahl, Feld F1; a alles richtig, n weiter, ? Hilfe, q Ende:",
        Ours;
    ReviewWholePrompt:
        "r2c4=F1, number or kingdom; a all right, x out, n next, ? help, q quit:",
        "r2c4=F1, Zahl, Königreich; a stimmt, x weg, n weiter, ? Hilfe, q Ende:",
        Ours;
    ReviewKingdomPrompt:
        "the player's is: k1 to k{last}, or typed; x out, n next, ? help, q quit:",
        "des Spielers ist k1 bis k{last}; x weg, n weiter, ? Hilfe, q Ende:",
        Ours;
    ReviewEndPrompt:
        "nothing is left to ask; Enter ends, b the photo before, /name a photo:",
        "alles gefragt; Enter hört auf, b das Foto davor, /name ein Foto:",
        Ours;
    ReviewSure: "count it all the same? y yes, Enter no:", "trotzdem zählen? y ja, Enter nein:", Ours;
    ReviewHelp:
        "The whole photo: a, all is right as it was read. k2, of several kingdoms the second is the player's. F1WC/L1W. k5, this \
         is the kingdom, row by row (W wheat, F forest, L lake, G grassland, S swamp, M mine, T town, C castle, . empty, and \
         the number of crowns), then k5 or k7. x, leave the photo out. n, next photo, this one stays to check. b, the photo \
         before. /anna, the photo with this name. u, take back what was said. q, quit: nothing is lost.",
        "Das ganze Foto: a, alles ist richtig gelesen. k2, von mehreren Königreichen gehört das zweite dem Spieler. F1WC/L1W. \
         k5, so ist das Königreich, Zeile für Zeile (W Getreidefeld, F Wald, L See, G Weideland, S Sumpf, M Gebirge, T Stadt, \
         C Schloss, . leer, und die Zahl der Kronen), dann k5 oder k7. x, das Foto auslassen. n, nächstes Foto, dieses bleibt \
         zu prüfen. b, das Foto davor. /anna, das Foto mit diesem Namen. u, Gesagtes zurücknehmen. q, Ende: nichts geht \
         verloren.",
        Ours;
    SeveralPlayers:
        "photos of different players show this kingdom: {photos}; one player's photo is missing, or shows another's kingdom",
        "Fotos verschiedener Spieler zeigen dieses Königreich: {photos}; von einem fehlt das Foto, oder es zeigt ein fremdes",
        Ours;
    CorrectedBefore:
        "the file has changed since this photo was corrected: what was said of it counts no more, please check it again",
        "die Datei ist seit der Korrektur dieses Fotos eine andere: das Gesagte zählt nicht mehr, bitte noch einmal prüfen",
        Ours;
    CorrectedOtherwiseRead:
        "squares of it were corrected when it was read otherwise: these corrections do not count, please correct it again",
        "seine Felder wurden korrigiert, als es anders gelesen wurde: das zählt nicht mehr, bitte noch einmal korrigieren",
        Ours;
    ReviewLeft: "{n} photo to check|{n} photos to check", "{n} Foto zu prüfen|{n} Fotos zu prüfen", Ours;
    ReviewStays: "stays to check", "bleibt zu prüfen", Ours;
    ReviewTakenBack: "what was said of this photo counts no more", "was zu diesem Foto gesagt wurde, zählt nicht mehr", Ours;
    ReviewNothingSaid: "nothing was said of this photo", "zu diesem Foto wurde nichts gesagt", Ours;
    ReviewNoPhotoBefore: "no photo was shown before", "davor wurde kein Foto gezeigt", Ours;
    ReviewNoSuchPhoto: "`{name}`: no photo is called so", "`{name}`: so heißt kein Foto", Ours;
    ReviewWhichPhoto: "`{name}`: which of {photos}?", "`{name}`: welches von {photos}?", Ours;
    ReviewNoKingdomRead:
        "no kingdom was read here: type it in notation, or x to leave the photo out",
        "hier wurde kein Königreich gelesen: bitte in Notation tippen, oder x, um das Foto auszulassen",
        Ours;
    ReviewPictureShows: "the picture clearly shows: {squares}", "das Bild zeigt deutlich: {squares}", Ours;
    SquareShows: "{place} {square}", "{place} {square}", Ours;
    CountsNow: "counts {total} now", "zählt jetzt {total}", Ours;
    MaybeSquare: "{square}: {best} ({percent} %) or {second}", "{square}: {best} ({percent} %) oder {second}", Ours;

    // Territories and taxes.
    TerritoryHead: "territory", "Gebiet", Queendomino;
    SizeHead: "size", "Größe", Queendomino;
    CrownsHead: "crowns", "Kronen", Queendomino;
    KnightsHead: "knights", "Ritter", Queendomino;
    IncomeHead: "income", "Einkünfte", Queendomino;
    IncomeWith: "income = size + {extra}", "Einkünfte = Größe + {extra}", Ours;
    IncomeWithBoth: "income = size + {knights} + {towers}", "Einkünfte = Größe + {knights} + {towers}", Ours;
    UnknownEffects:
        "{buildings}: not every lasting effect is counted; --per-knight and --per-tower tell what the tiles show",
        "{buildings}: nicht jeder dauerhafte Vorteil ist gezählt; --per-knight und --per-tower geben an, was abgebildet ist",
        Ours;
    OneKnightInSupply:
        "knights in supply not given, counted as 1, the one that is placed",
        "Ritter im Vorrat nicht angegeben, als 1 gezählt: der, der gesetzt wird",
        Ours;
    NoKnightToPlace:
        "no knight in supply: none can be placed now",
        "kein Ritter im Vorrat: jetzt kann keiner gesetzt werden",
        Ours;
    PhotoIsKingdomino:
        "a photo is read as Kingdomino: sizes and crowns only",
        "ein Foto wird als Kingdomino gelesen: nur Größen und Kronen",
        Ours;
    NoTaxes: "Kingdomino has no knights and no taxes", "bei Kingdomino gibt es weder Ritter noch Steuern", Ours;

    // The audit's findings.
    WithSquares: "{what} ({squares})", "{what} ({squares})", Ours;
    VerdictPossible: "possible", "möglich", Ours;
    VerdictMisplayed: "possible, but misplayed", "möglich, aber falsch gelegt", Ours;
    VerdictUnknown: "not found out", "nicht geklärt", Ours;
    VerdictImpossible: "impossible", "unmöglich", Ours;
    Together: "together", "zusammen", Ours;
    OfKingdom: "{kingdom}: {what}", "{kingdom}: {what}", Ours;
    Or: "{words} or {last}", "{words} oder {last}", Ours;
    CertainDominoes: "certain dominoes", "sichere Dominosteine", Ours;
    DominoAt: "{domino} on {squares}", "{domino} auf {squares}", Ours;
    RepairOne:
        "dominoes could lie like this if one square were another, any of these:",
        "so könnten Dominosteine liegen, wenn eines dieser Felder anders wäre:",
        Ours;
    RepairTogether:
        "dominoes could lie like this if {squares} squares were others, for instance:",
        "so könnten Dominosteine liegen, wenn {squares} Felder anders wären, zum Beispiel:",
        Ours;
    RepairMoreThan:
        "dominoes could lie like this only if more than {n} square were another\
         |dominoes could lie like this only if more than {n} squares were others",
        "so könnten Dominosteine nur liegen, wenn mehr als {n} Feld anders wäre\
         |so könnten Dominosteine nur liegen, wenn mehr als {n} Felder anders wären",
        Ours;
    RepairUnknown:
        "it took too long to find out which squares would have to be others",
        "welche Felder anders sein müssten, ließ sich nicht in vertretbarer Zeit klären",
        Ours;
    KingdomWithoutCastle: "no castle: every kingdom has one", "kein Schloss: jedes Königreich hat eines", Ours;
    MoreThanTheBox:
        "{squares} ({square}): the dominoes of {game} bear only {in_the_box}",
        "{squares} ({square}): auf den Dominosteinen von {game} gibt es nur {in_the_box}",
        Ours;
    HalfADomino:
        "{squares}: dominoes cover an even number",
        "{squares}: Dominosteine bedecken immer eine gerade Zahl von Feldern",
        Ours;
    NoTiling:
        "no dominoes of {game} can lie like this: at least one square is wrong",
        "so können keine Dominosteine von {game} liegen: mindestens ein Feld ist falsch",
        Ours;
    NoTilingTogether:
        "the dominoes of {game} do not suffice for all kingdoms together, though for each alone: at least one square is wrong",
        "die Dominosteine von {game} reichen für jedes Königreich einzeln, aber nicht für alle zusammen: mindestens ein \
         Feld ist falsch",
        Ours;
    TooManyBuildings:
        "{tiles} tiles {building}: the box holds {copies}",
        "{tiles} Plättchen {building}: im Spiel sind {copies}",
        Ours;
    TooManyTowers:
        "{towers} towers: the box holds {in_the_box}",
        "{towers} Türme: im Spiel sind {in_the_box}",
        Ours;
    TooManyKnights:
        "{knights} knights in kingdoms and supply: the box holds {in_the_box} (19 by the Romanian rule sheet)",
        "{knights} Ritter in Königreichen und Vorrat: im Spiel sind {in_the_box} (19 nach der rumänischen Spielregel)",
        Ours;
    TooManyCoins:
        "coins worth {coins}: all those of the box are worth {in_the_box}",
        "Münzen im Wert von {coins}: alle im Spiel sind {in_the_box} wert",
        Ours;
    SeveralQueens:
        "the Queen visits {queens} players: there is one Queen",
        "die Queen ist bei {queens} Spielern zu Besuch: es gibt nur eine Queen",
        Ours;
    TilingUnknown:
        "it took too long to find out whether dominoes can lie like this",
        "ob Dominosteine so liegen können, ließ sich nicht in vertretbarer Zeit klären",
        Ours;
    SquaresMisplayed:
        "misplayed: by the connection rule no domino could have been laid on these squares",
        "falsch gelegt: nach der Anschlussregel konnte auf diese Felder kein Dominostein gelegt werden",
        Ours;
    Misplayed:
        "misplayed: no order of laying follows the connection rule",
        "falsch gelegt: in keiner Reihenfolge wird die Anschlussregel eingehalten",
        Ours;
    MisplayedTogether:
        "misplayed: with one game's dominoes not all kingdoms can have been laid by the connection rule",
        "falsch gelegt: mit den Dominosteinen eines Spiels können nicht alle Königreiche nach der Anschlussregel gelegt \
         worden sein",
        Ours;
    LayingUnknown:
        "it took too long to find out whether an order of laying follows the connection rule",
        "ob eine Reihenfolge die Anschlussregel einhält, ließ sich nicht in vertretbarer Zeit klären",
        Ours;
    QueenWithoutTowers:
        "the Queen visits a kingdom without towers; she visits the most towers",
        "die Queen ist in einem Königreich ohne Türme zu Besuch; sie geht dorthin, wo die meisten Türme stehen",
        Ours;
    TowersWithoutBuilding:
        "towers on squares without a building; a tower stands on the building that brought it",
        "Türme auf Feldern ohne Gebäude; ein Turm steht auf dem Gebäude, das ihn gebracht hat",
        Ours;
    NoKnight:
        "no knight in kingdom and supply; each player starts with one and never loses it",
        "kein Ritter in Königreich und Vorrat; jeder Spieler beginnt mit einem und verliert ihn nie",
        Ours;

    // Rules that the sheets leave open.
    MiddleOfTheGrid:
        "Middle Kingdom: the castle is not in the middle of the rows and columns laid, which is what counts here; in the whole \
         {size}x{size} grid it may be in the middle, and some would count {points} for that",
        "Reich der Mitte: das Schloss liegt nicht in der Mitte der belegten Zeilen und Spalten, und danach wird hier gezählt; im \
         ganzen Raster von {size}x{size} kann es in der Mitte liegen, und manche zählen dafür {points}",
        Ours;

    // What was not told.
    NoCoins:
        "coins not given, counted as 0; {each} of them score 1 point",
        "Münzen nicht angegeben, als 0 gezählt; je {each} bringen 1 Prestigepunkt",
        Ours;
    NoKnightsInSupply:
        "knights in supply not given, counted as 0; each scores {points} by the training grounds",
        "Ritter im Vorrat nicht angegeben, als 0 gezählt; jeder bringt durch die Übungsplätze {points}",
        Ours;
    NoKnightsAtAll:
        "knights in supply not given, counted as 0, though every player owns at least one; each scores {points} by the training grounds",
        "Ritter im Vorrat nicht angegeben, als 0 gezählt, obwohl jeder mindestens einen besitzt; jeder bringt durch die Übungsplätze {points}",
        Ours;
    QueenMoves:
        "the Queen stands at {square}; at the end she counts on the largest territory, of {squares}",
        "die Queen steht auf {square}; am Ende zählt sie im größten Gebiet ({squares})",
        Ours;
    NoQueen:
        "Queen not told, counted as visiting another player; here she would score {points}",
        "Queen nicht angegeben, als nicht zu Besuch gezählt; hier brächte sie {points}",
        Ours;
}

/// All of the table.
pub(super) fn rows() -> impl Iterator<Item = &'static Row> {
    [&TERRAINS[..], &TERRITORIES, &WITH_TERRITORIES, &BUILDINGS, &VARIANTS, &GAMES, PHRASES].into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::message::{COUNT, SINGULAR_FROM_PLURAL, next_gap};

    /// The names of a text's gaps, sorted.
    fn gaps(mut text: &str) -> Vec<&str> {
        let mut names: Vec<&str> = std::iter::from_fn(|| {
            let (_, (name, rest)) = next_gap(text)?;
            text = rest;
            Some(name)
        })
        .collect();
        assert!(!text.contains(['{', '}']), "{text}");
        names.sort_unstable();
        names
    }

    #[test]
    fn every_text_is_there() {
        for row in rows() {
            for text in row.texts {
                assert!(!text.is_empty() && text.trim() == text, "{row:?}");
            }
        }
        assert_eq!(PHRASES.len(), Phrase::ALL.len());
    }

    #[test]
    fn every_language_has_the_same_gaps() {
        for row in rows() {
            let [first, others @ ..] = row.texts.map(|text| text.split(SINGULAR_FROM_PLURAL).next().map(gaps));
            for other in others {
                assert_eq!(first, other, "{row:?}");
            }
        }
    }

    #[test]
    fn singular_and_plural_have_the_same_gaps_and_a_number() {
        for text in rows().flat_map(|row| row.texts) {
            let forms: Vec<Vec<&str>> = text.split(SINGULAR_FROM_PLURAL).map(gaps).collect();
            match &forms[..] {
                [_] => {}
                [singular, plural] => assert!(singular == plural && singular.contains(&COUNT), "{text}"),
                more => panic!("{} forms: {text}", more.len()),
            }
        }
    }

    /// The English words are the ids of files, written out.
    #[test]
    fn rows_stand_in_the_order_of_their_enums() {
        let english =
            |words: &Row| words.texts[Language::English as usize].to_lowercase().replace('\'', "").replace(' ', "-");
        Terrain::ALL.iter().for_each(|terrain| assert_eq!(english(terrain.row()), terrain.id()));
        Building::ALL.iter().for_each(|building| assert_eq!(english(building.row()), building.id()));
        Variant::ALL.iter().for_each(|variant| assert_eq!(english(variant.row()), variant.id()));
        Game::ALL.iter().for_each(|game| assert_eq!(english(game.row()), game.id()));
        for terrain in Terrain::ALL {
            assert!(TerritoriesOf(terrain).count(2).to_string().starts_with(&format!("2 {terrain} ")));
            assert!(WithTerritory(terrain).count(2).to_string().starts_with(&format!("with a {terrain} ")));
        }
    }

    /// RULES.md, "The 32 building tiles": one tile bears no name on the sheet.
    #[test]
    fn only_one_building_bears_a_name_of_ours() {
        let ours: Vec<Building> = Building::ALL.into_iter().filter(|building| building.source() == Ours).collect();
        assert_eq!(ours, [Building::TaxOffice]);
    }
}
