//! English, which also defines the list of all messages. Each message is documented by its English text.

super::catalogue::messages! {
    // Terrains.
    Wheat: "wheat";
    Forest: "forest";
    Lake: "lake";
    Grassland: "grassland";
    Swamp: "swamp";
    Mine: "mine";
    Town: "town";
    WheatTerritories: "{n} wheat territory|{n} wheat territories";
    ForestTerritories: "{n} forest territory|{n} forest territories";
    LakeTerritories: "{n} lake territory|{n} lake territories";
    GrasslandTerritories: "{n} grassland territory|{n} grassland territories";
    SwampTerritories: "{n} swamp territory|{n} swamp territories";
    MineTerritories: "{n} mine territory|{n} mine territories";
    TownTerritories: "{n} town territory|{n} town territories";
    WithWheat: "with a wheat field of {n}";
    WithForest: "with a forest of {n}";
    WithLake: "with a lake of {n}";
    WithGrassland: "with a grassland of {n}";
    WithSwamp: "with a swamp of {n}";
    WithMine: "with a mine of {n}";
    WithTown: "with a town of {n}";
    WithCrowns: "with {n} crown|with {n} crowns";

    // Buildings.
    Bakery: "bakery";
    Sawmill: "sawmill";
    Fishery: "fishery";
    Tailor: "tailor";
    WizardSchool: "wizard school";
    Foundry: "foundry";
    Church: "church";
    TaxOffice: "tax office";
    TreasureChest: "treasure chest";
    SmallTavern: "small tavern";
    LargeTavern: "large tavern";
    Watchtower: "watchtower";
    Fortress: "fortress";
    TravellingCastle: "travelling castle";
    TrainingGround: "training ground";
    Statue: "statue";
    QueensTower: "queen's tower";

    // Variants and games.
    Harmony: "Harmony";
    MiddleKingdom: "Middle Kingdom";
    Dynasty: "Dynasty";
    Kingdomino: "Kingdomino";
    Queendomino: "Queendomino";
    RoyalWedding: "Royal Wedding";
    KingdominoAgeOfGiants: "Kingdomino: Age of Giants";
    QueendominoAgeOfGiants: "Queendomino: Age of Giants";

    // The Court.
    Resource: "resource";
    CourtBuilding: "court building";
    GreatCourtBuilding: "great court building";
    Farmer: "farmer";
    Lumberjack: "lumberjack";
    Fisherman: "fisherman";
    Shepherdess: "shepherdess";
    Merchant: "merchant";
    King: "king";
    CourtQueen: "court queen";
    Captain: "captain";
    AxeWarrior: "axe warrior";
    SwordWarrior: "sword warrior";
    Archer: "archer";

    // The quests of Age of Giants.
    LocalBusinessWheat: "Local Business: wheat";
    LocalBusinessForest: "Local Business: forest";
    LocalBusinessLake: "Local Business: lake";
    LocalBusinessGrassland: "Local Business: grassland";
    LocalBusinessSwamp: "Local Business: swamp";
    LocalBusinessMine: "Local Business: mine";
    FourCornersWheat: "Four Corners: wheat";
    FourCornersForest: "Four Corners: forest";
    FourCornersLake: "Four Corners: lake";
    FourCornersGrassland: "Four Corners: grassland";
    FourCornersSwamp: "Four Corners: swamp";
    FourCornersMine: "Four Corners: mine";
    LostCorner: "Lost Corner";
    FolieDesGrandeurs: "Folie des grandeurs";
    BleakKing: "Bleak King";

    // Squares and pieces.
    Castle: "castle";
    Empty: "empty";
    Queen: "the Queen";
    Without: "{square}, without {pieces}";
    Verbatim: "{text}";
    List: "{words}";

    // Countable things.
    Squares: "{n} square|{n} squares";
    LandSquares: "{n} square of land|{n} squares of land";
    Crowns: "{n} crown|{n} crowns";
    Coins: "{n} coin|{n} coins";
    Knights: "{n} knight|{n} knights";
    Towers: "{n} tower|{n} towers";
    Giants: "{n} giant|{n} giants";
    Resources: "{n} resource|{n} resources";
    ResourcesOf: "{n} resource ({terrain})|{n} resources ({terrain})";
    Characters: "{n} character|{n} characters";
    Warriors: "{n} warrior|{n} warriors";
    Points: "{n} point|{n} points";

    // The gallery of learnt squares.
    SquaresLearnt: "{photo}: {n} square learnt|{photo}: {n} squares learnt";
    TilesMisread: "{n} of them would have been read as another building";
    SheetOrder:
        "lay out one building tile of each kind, edge to edge in rows of {n}, in this order, and leave the last places \
         empty:";
    TwinTiles:
        "the tiles for {one} and {other} look almost the same: is one tile there twice, or is one of the two a \
         different building?";
    OrderContradicted:
        "most tiles do not look like the building expected in their place ({tiles}): are the tiles laid out in the \
         order that `learn --buildings` prints? If not, undo this with `learn --forget {photo}`";
    TownsContradicted:
        "most of the {n} squares do not look like towns ({squares}): if they are something else, undo this with `learn \
         --forget {photo}`";
    TileLooksLike: "{given} looks like {read}";
    DoubtfulNotLearnt: "{n} still doubtful and not learnt ({squares})";
    KingdomNotLearnt:
        "{photo}: a kingdom was not learnt, because nothing in it was corrected or confirmed, or because it still \
         needs checking";
    HiddenNotLearnt: "{n} hidden and not learnt ({squares})";
    SquaresForgotten: "{n} square forgotten|{n} squares forgotten";
    AllForgotten:
        "everything that had been learnt was forgotten; none of it was usable, because it was learnt with another \
         network or is damaged";
    GalleryEmpty: "{path}: nothing learnt yet";

    // The score sheet: its heads, and its lines other than terrains and buildings.
    LineHead: "line";
    PointsHead: "points";
    HowHead: "how";
    WhereHead: "where";
    CoinsLine: "coins";
    FixedPointsLine: "fixed points";
    CourtLine: "court";
    BonusLine: "bonus";
    TotalLine: "total";

    // The score sheet: how points were worked out.
    CoinsDivided: "{coins} / {each} = {points}";
    CoinsRoundedDown: "{coins} / {each} = {points}, rounded down";
    Product: "{count} x {each} = {points}";
    CrownsAndQueen: "({crowns} + Queen)";
    QueenAlone: "the Queen's crown";
    NoCrown: "no crown";
    Uncrowned: "{squares}, no crown";
    FixedPoints: "{building}: {points}";
    FixedPointsByElimination: "{building}: {points} (likely, worked out by elimination)";
    CrownedBuilding: "{building}: {crowns} for its town territory";
    UnderGiants: "{how} ({n} more crown under a giant)|{how} ({n} more crowns under giants)";
    Character: "{character}: {points}, {reason}";
    BaseAndEach: "{base} + {each} x {counted} around it";
    NoNeighbours: "wherever it stands";
    Bonus: "{variant}: {points}, {reason}";
    GridIsFull: "no square is empty";
    EmptySquares: "{n} square is empty|{n} squares are empty";
    CastleInTheMiddle: "castle in the middle";
    CastleNotInTheMiddle: "castle not in the middle";
    NoCastleSeen: "no castle seen";
    CastleAtACorner: "castle at a corner";
    CastleNotAtACorner: "castle not at a corner";
    AroundTheCastle: "{n} such square around the castle|{n} such squares around the castle";
    AtTheCorners: "at {n} corner|at {n} corners";
    CrownedLines: "{n} line of three squares with crowns|{n} lines of three squares with crowns";
    BleakTerritories:
        "{n} territory of {squares} squares or more without a crown|{n} territories of {squares} squares or more \
         without a crown";

    // A kingdom, and notes about it.
    PiecesAt: "{square} {pieces}";
    NotationHead: "notation";
    NoteHead: "note";
    WarningHead: "warning";
    StatedScore: "`score` in the file is wrong: {differences}";
    StatedPoints: "{line}: {points} instead of {stated}";
    SizeNotGiven: "`size` is not given; 5 is assumed, because the kingdom fits into 5x5 (Harmony depends on the size)";
    UnusedFacts: "coins, knights in supply and the Queen score nothing in Kingdomino";
    DynastyAlone:
        "a Dynasty changes nothing on this sheet, because the sum of three games decides it: give the kingdoms of all \
         three games to `standings --variant dynasty`";
    FlagDiffers: "{flag} is {given}, and this counts, although the file says {stated}";

    // A photo that was read.
    ScanHead: "{rows} x {cols} squares, read for the {size}x{size} game";
    KingdomOfSeveral: "kingdom {number} of {count}: {rows} x {cols} squares, read for the {size}x{size} game";
    OfGame: "{what}, {game}";
    DoubtfulBuilding: "building?";
    SomeBuilding: "{ground}+{building} {best}";
    FurtherPieces: "{n} other|one of {n} others";
    SameTotal: "which scores the same";
    BareSite: "no building";
    ChangedLine: "this kingdom was changed by hand after it was read from the photo; the changed kingdom counts";
    ToCheckHead: "TO CHECK";
    ToCheck: "this total may be wrong.";
    KingdomToCheck: "this kingdom may be misread.";
    DoubtfulHead: "doubtful squares";
    SquareHead: "square";
    CouldBeHead: "could be";
    WordHead: "word";
    LaterSquares: "squares without a word follow once the others are settled";
    Likely: "{square} ({percent} %)";
    FiguresMark: "figures are crowns";
    PiecesMark: "pieces";
    DoubtfulMark: "doubtful";
    InferredMark: "inferred from the box's dominoes, not seen in the picture";
    CorrectedMark: "corrected or confirmed by a person";
    AllConfirmed: "every other square was confirmed";
    CorrectedHead: "corrected squares";
    ReadAs: "read: {square}";
    CorrectedTo: "corrected: {square}";
    Confirmed: "confirmed";
    NowAt: "now {square}";

    // Asking a person.
    AskSquare: "{square}: what is there?";
    AskTotal: "{square}: total {total}";
    AskNoKingdom: "{square}: no kingdom is possible then";
    AskSquareIs: "{place} is {square}";
    AskWhichIsWrong: "which square is wrong, and what is really there?";
    AskOneOfThese: "the dominoes would fit if one square were different, for example:";
    AskShown: "read as {notation}: {total} points";
    AskWhichSquare: "name the square, too, as in r2c4=forest:1 or r2c4=F1";
    AskNothingToUndo: "there is no answer to undo";
    AlsoChanged: "this answer also changes: {squares}";
    AskPrompt: "Enter = 1, number or F1; a = all right, u = undo, ? = help, q = stop:";
    AskWholePrompt: "number or r2c4=F1; a = all right, Enter = skip, u = undo, ? = help, q = stop:";
    HelpWord: "help";
    AskHelp:
        "Enter confirms what was read, or skips a question about the whole kingdom; a number chooses a reading. Type \
         anything else as a word or in notation: {squares}. Correct other squares by name, several at a time: r2c4=F1 r1c1=lake. - leaves the square doubtful, \
         u undoes the last answer, q stops asking, and a confirms this whole kingdom as it was read. Capital and small \
         letters are the same.";
    AskHelpPieces:
        "Add pieces with +, as in wheat+knight, G2+queen or town+church+tower*2. Buildings: {buildings}. A building \
         alone, as in church, leaves knight, towers and Queen as they were read; town+church says that nothing else \
         stands there.";
    AskNumber: "the numbers are 1 to {last}";
    NothingToAsk: "no square is doubtful";
    PictureWritten: "written: {path}";
    RepeatWith: "to repeat this without questions: {options}";
    GoesOn: "to continue with the answers so far:";

    // Why a reading needs checking.
    ImpossibleKingdom:
        "the dominoes of no box come close to what was read, so each square is shown as it looks; at least one is \
         misread, or a tile is from another box or edition";
    ContradictedSquares:
        "the box's dominoes fit only if these squares are not what they clearly look like; a tile may be from another \
         box or edition, something may lie on a neighbouring tile, or a neighbouring square may be misread";
    ImpossibleGame:
        "{kingdom} cannot come from the same boxes as the other kingdoms of this game, so this kingdom was read on \
         its own; check its squares, and that every photo is of this game";
    OneOfImpossibleGame:
        "at least one of {kingdoms} cannot come from the same boxes as the other kingdoms of this game, so this \
         kingdom was read on its own; check its squares, and that every photo is of this game";
    ChangedByGame:
        "these squares look like dominoes that the other kingdoms of this game already have; check the squares, and \
         check that all photos are from one game";
    TooManyKingdoms:
        "{found} different kingdoms were read, but a game on {size}x{size} has at most {most}, so each was read on its \
         own; leave out photos of other games, or give --size";
    PhotosDisagree:
        "the photos of this kingdom ({photos}) clearly show different squares here; were they taken at different \
         times?";
    CoveredSquares:
        "something lies on these squares and may hide crowns or the terrain; remove it and photograph the kingdom \
         again, or correct the squares";
    ImprobableKingdom:
        "the box's dominoes allow only an improbable reading; check the squares, and that the grid lies on the right \
         rows and columns; a tile may be from another box or edition";
    WithGiants: "{what}. With the dominoes of Age of Giants it is possible: add --box giants";
    TooManyDoubts: "too many squares are doubtful to compare all possible kingdoms; check the squares";
    DoubtfulTotal: "the total is only {percent} % likely to be right; check the doubtful squares";
    DoubtfulBorder: "the kingdom may not end here: there may also be {tiles}; is this the whole kingdom?";
    NoCastle: "no castle was found; every kingdom has one";
    DoubtfulCastle: "the castle's place is a guess; check where it stands";
    DoubtfulGame:
        "read as {game}, which is only {percent} % likely; it may be {other} instead; choose the game with --game";
    TilesOfAnotherGame:
        "these squares look like towns, which {game} does not have; if they are towns, use --game queendomino";
    NothingOfTheGame:
        "no town, building, knight or tower of {game} was found; if the game is {other}, use --game kingdomino";
    PiecesNotLookedFor:
        "buildings, knights, towers and the Queen were not looked for and count as absent; choose the game with \
         --game, or correct single squares with --fix, such as r2c4=town+church";
    SquaresApart: "these squares are not joined to the kingdom by an edge";
    ExpansionNotLookedFor:
        "photos are not searched for giants, or for wheat, forest and lake with two crowns; add them with --fix, such \
         as r2c4=mine:2+giant or r1c1=wheat:2, or confirm with --as-read that there are no others";
    UncertainGrid: "the grid is uncertain; check that it lies on the kingdom's rows and columns";
    DamagedPhoto: "the photo's file is damaged or incomplete; copy the photo again, or check every square";
    CutByPhoto:
        "the kingdom reaches the photo's edge, so part of it may be cut off; check that no row, column, square or \
         crown is missing, or take the photo from farther away";
    UncertainSize:
        "the kingdom may be larger than 5x5, or something else lies in the same rows or columns; check the border rows \
         and columns, and give --size";
    UnreadKingdom:
        "the photo shows another kingdom that could not be read ({error}); scan the photo again, or scan that kingdom \
         alone with --corners {corners}";
    PoorPhoto: "the photo is hard to read: {why}";
    UnlikeTiles:
        "this does not look like Kingdomino or Queendomino: only {seen} of {squares} squares look clearly like their tiles; \
         another game's tiles cannot be scored";
    LargerThanAnyGrid:
        "no kingdom found: the joined squares span {rows} x {cols}, but a kingdom has at most 7 x 7; if several \
         kingdoms lie side by side, leave gaps between them, photograph each alone, or give the corners of one";
    SmallSquares: "squares are {px} pixels wide, but {least} are needed: move closer";
    DarkPhoto: "it is dark (average {light} of 255, {least} needed): use more light";
    AskewPhoto: "it was taken at an angle of about {degrees} degrees, and {most} is the limit: take it from straight above";
    ColourlessPhoto: "it has no colour, but terrains are told apart by colour: take it in colour";
    BlurredPhoto:
        "edges are blurred over {px} pixels, but squares of this size allow only {most}: hold still and focus";
    UnreadTiles:
        "the photo shows {n} squares with tiles that belong to no kingdom read from it, from {from} to {to} (pixels of \
         the upright photo); there may be another kingdom there: photograph it alone, or give its corners with \
         --corners";
    LeftOutTiles: "tiles were seen on squares that were read as empty, and they do not count: {tiles}; {stake}";
    TilesBeside:
        "tiles were seen outside the kingdom's rows and columns, and they do not count: {tiles}; {stake}; if they \
         belong to the kingdom, give its corners with --corners";
    TileOn: "{tile} on {square}";
    TileBeside: "{tile} beside {square} ({where})";
    RowsAbove: "{n} row above|{n} rows above";
    RowsBelow: "{n} row below|{n} rows below";
    ColumnsToTheLeft: "{n} column to the left|{n} columns to the left";
    ColumnsToTheRight: "{n} column to the right|{n} columns to the right";
    TotalWithThem: "the total would be {total} with them";
    ScoreByThemselves: "on their own they score {points}";
    TooFarToScore: "they are too far apart to be one kingdom";
    SecondLookFailed:
        "the kingdom had to be scanned a second time, because of its size or of something next to it, and the second \
         scan failed ({error}); scan the photo again";

    // Standings.
    RanksToCheck: "totals and ranks marked with ? may be wrong.";
    MightyDuel: "The Mighty Duel";
    Grid: "{size}x{size}";
    RankHead: "rank";
    PlayerHead: "player";
    TieHead: "tie";
    GameHead: "game {number}";
    WinsTie: "wins the tie {with}";
    LosesTie: "loses the tie {with}";
    SharesPlace: "shares the place: the largest territories are equal, too ({squares})";
    SharesPlaceWithoutRule: "shares the place: no rule breaks a tie of a dynasty";
    TypedKingdom: "the kingdom of {player} was entered by hand, not read from a photo";
    NamesAlike:
        "{players} may be one name: if this is one player, leave one of the kingdoms out; if not, give each a name that tells them apart, as in `Zoe M.=zoe.jpg`";
    TieUnknown:
        "shares the place for now, because the largest territory decides ties, but is not known for a typed total";
    TypedTotalOf: "{player} (total typed)";
    TypedTotals: "the total was typed, without a kingdom: {players}";
    TieOfTypedTotal:
        "{players} are tied at {total}, and the largest territory decides: give the kingdom instead of the typed total \
         of {typed}";
    WithoutLand: "without any land";
    TiesByCrowns:
        "ties are broken by the number of crowns after the largest territory, as agreed: a house rule that is in no \
         rule sheet";
    TieByCrowns: "a tie was broken by the number of crowns, as agreed: a house rule that is in no rule sheet";
    InGame: "game {number}: {message}";
    PlayerInGame: "{player}, game {number}";
    SeveralGames: "the files are from different games (`game_id`): {ids}; check that they belong together";
    NoCoinsOf: "coins not given for {players}, counted as 0; every {each} coins score 1 point";
    QueenByTowers: "the Queen visits {player}, who alone has the most towers ({towers})";
    QueenAgainstTowers:
        "the Queen visits {player}, but by the rules she visits a player with the most towers: {leaders} ({towers})";
    QueenWithoutAnyTower: "the Queen visits {player}, but no towers are seen: by the rules she then visits nobody";
    DoubtfulByFacts:
        "{player}: a doubtful square changes the total, but only because of facts given for this player, such as the \
         Queen or the knights; check the doubtful squares";
    Nobody: "nobody";
    NoTowers: "no towers are seen, so the Queen visits nobody";
    Kingdoms: "{n} kingdom|{n} kingdoms";
    UnusualNumber: "{kingdoms}: by the rule sheets, {game} on {size}x{size} is for {known} players";
    FromTo: "{fewest} to {most}";

    // The photos of one game.
    ReadTogether: "read together with {kingdoms}: all are laid from the same box";
    SameKingdom: "the same kingdom as in {kingdoms}; read from all its photos, and counted once";
    OnlyOneKingdom:
        "no other kingdom of this game was read, so this one could not be compared with others from the same box";
    KingdomMissing:
        "{photo} was not read, so a kingdom may be missing and the ranks may change; take the photo again, or leave it \
         out";
    PhotoChanged:
        "{photo} has changed since the game was saved; the saved reading counts; to read the photo again, give it \
         again";
    GameSaved: "saved in {path}; continue with `kingdom-scanner game {path}`";
    WholeToSayHead: "if all is right, run this line";
    AllAsItLooks: "as it looks: {points}, although no single box contains all these tiles";
    AllAsRead: "as shown, and this is the whole kingdom: {points}";
    OrElse: "or {square}";
    NoTotalYet: "{square}: no total yet, because this answer needs more answers after it";
    AgainstTheBox: "{square}, which does not fit the box or its neighbours";
    SaidAgainstTheBox:
        "your correction {said} fits neither the other squares nor the dominoes in the box; check it, or leave it out";
    FixHead:
        "Compare these squares with the real kingdom, then run this line. It confirms the word after each `=`. Where \
         that is wrong or missing, first type another word from the table, or any other, such as castle or empty:";
    AskHead: "to answer questions step by step, with pictures:";
    WhoseKingdom: "{kingdom}: whose kingdom is this?";
    WhosePrompt: "a name, or Enter for {label}:";
    WhoseTaken: "{player} already has another kingdom";
    WhoseAlike:
        "{player} may be the same player as {other}, who already has another kingdom; is this somebody else? y = yes, \
         Enter = no:";
    WhoseNoName: "a name cannot contain control characters";
    WhoHead: "{n} photo has no owner yet: whose is it?|{n} photos have no owner yet: whose are they?";
    ManifestEncoding:
        "{manifest} is not in UTF-8 and was read as {encoding}; if letters of a name are wrong, save the list as UTF-8";
    WhoHelp:
        "`/` starts another table with this photo, `<` goes back, `?` shows this line, `q` stops asking; your answers \
         are kept";
    WhoGroup: "{n} photo, apparently of one table: {photos}|{n} photos, apparently of one table: {photos}";
    WhoRound: "round, Enter for {name}:";
    WhoTable: "table, Enter for {name}:";
    WhosePhoto: "{photo}: whose kingdom is this? (several kingdoms: names from the top left, with commas)";
    WhosePhotoPrompt: "a name, or Enter for nobody:";
    WhoIsKept: "names saved in {file}; they are used from now on";
    WhoHasManifest: "{file} was not used, because it holds more than photo, round, table and player: give it with --manifest";
    NotNamed:
        "these kingdoms have no known owner: {kingdoms}; name them with --player, one for each, or as in \
         Anna={example}";

    // A tournament.
    ReportTitle: "Kingdomino: standings";
    Photos: "{n} photo|{n} photos";
    Tables: "{n} table|{n} tables";
    Rounds: "{n} round|{n} rounds";
    RoundName: "Round {round}";
    TableName: "Table {table}";
    DynastyOfTable: "Dynasty, table {table}";
    AllRounds: "All rounds";
    KingdomsHead: "kingdoms";
    RemarkHead: "remark";
    PhotoHead: "photo";
    LargestTerritoryHead: "largest territory";
    SharesPlaceOfSeveralRounds: "shares the place";
    Missing: "{n} kingdom missing|{n} kingdoms missing";
    KingdomsToCheck: "{n} kingdom to check|{n} kingdoms to check";
    NoKingdomRead: "no kingdom";
    SheetHead: "score sheet";
    LookHead: "To look at";
    QuestionsHead: "To decide";
    PhotosToLookAt: "{n} photo to look at|{n} photos to look at";
    QuestionsToDecide: "{n} question to decide|{n} questions to decide";
    NothingToLookAt: "Nothing left to check.";
    BackToReport: "Standings, and what needs checking";
    PreviousPage: "Previous page";
    NextPage: "Next page";
    RankingHead: "Ranking";
    TablesFromTo: "Tables {first} to {last}";
    ShowAll: "Show all {n}";
    LooseHead: "Photos that belong to no table";
    DuplicatesHead: "The same photo twice";
    SameAs: "{photo} is the same as {of}";
    StaleHead: "Corrections that no longer count";
    CorrectedByHand: "looked at by a person";
    LeftOut: "left out by a person";
    ReadBetweenCorners: "read between marked corners";
    PhotosLeftOut:
        "{n} photo was left out by a person and counts nowhere: {photos}; to undo this, open it in a review and type \
         u|{n} photos were left out by a person and count nowhere: {photos}; to undo this, open one in a review and \
         type u";
    ShowsKingdoms: "the photo shows {n} kingdom, but one is needed|the photo shows {n} kingdoms, but one is needed";
    ShowsOtherNumber:
        "the photo shows {n} kingdom, but {players} players are named|the photo shows {n} kingdoms, but {players} \
         players are named";
    RoundsWithoutPhoto: "no photo of {n} round|no photo of {n} rounds";
    SameAsSomebodyElses: "the same photo as {of}, which is somebody else's";
    NoKingdomInPhoto:
        "no kingdom found; take the photo again from above, with the whole kingdom in the frame, the castle lifted off \
         and loose tiles moved away, or type the kingdom in a `review`";
    PhotoNotRead: "the photo cannot be read; copy it again, or save it as JPEG";
    ReadInPart:
        "the rest of the program (8 MB) could not be loaded, so this photo was read without it; the photo will be read \
         again once there is a connection";
    LinkLeadsOut:
        "this link leads out of the folder of photos, so it is not followed; put the photo itself there, or use \
         --follow-links";
    TooManyLinks: "more than {n} links lead to this folder; the others are not followed";
    PhotoInCloud: "only the cloud's placeholder is here; download the photo itself with the cloud's app";
    PhotoHalfCopied: "the download or copy of this photo did not finish; get the photo again";
    VideoNotPhoto: "this is a video; save one picture of it as a photo";
    LeftOutOfSystems:
        "{n} folder or file kept by the system or a program was left out: {names}|\
         {n} folders and files kept by the system or a program were left out: {names}";
    LeftOutVideos:
        "{n} video was not read: {names}. If it shows a kingdom, save one picture of it as a photo|\
         {n} videos were not read: {names}. If one shows a kingdom, save one picture of it as a photo";
    NoNameOfFile:
        "the names of folders and file say where a photo belongs, but here one of these names is empty or contains \
         line breaks or other control characters; rename it, or give round, table and player in the manifest";
    NoNameInManifest:
        "row {number} of the manifest has `{name}` as {column}, but a name cannot contain line breaks or other control \
         characters";
    NamedPhotoMissing: "row {number} of the manifest names this photo, but there is no such photo";
    NamedPhotoUnclear:
        "row {number} of the manifest names this photo, but several photos match: {photos}; write the path of one";
    NamedPhotoMissingNear:
        "row {number} of the manifest names this photo, but there is no such photo; did you mean `{near}`?";
    GivenDifferently: "photos of this kingdom have different values for `{column}`; the first one counts";
    SeveralTables:
        "{player} is at several tables in one round ({tables}): if these are different people, give them different \
         names";
    MayBeOnePlayer:
        "{players} are nearly the same name and never play in the same round: if this is one player, use one name for \
         the photos; if not, list the names under `different_players` in tournament.toml";
    AlikeInTournament:
        "{players} may be one name: if this is one player, use one name for the photos; if not, list the names under \
         `different_players` in tournament.toml";
    PictureName:
        "{photo} is a name that a camera or a program gives, not a player's: name the photo after its player, or name \
         the player in the manifest; leave the photo out if it shows nobody's kingdom";
    NumberedName:
        "{players} may be one player with two photos: put both into a folder with the player's name; if they are two \
         players, list the names under `different_players` in tournament.toml";
    SpeltDifferently: "{players} differ only in upper and lower case: if this is one player, use one spelling";
    KingdomsWithoutTable:
        "{n} photo shows a kingdom but belongs to no table, so it counts nowhere: {photos}; give its table in the \
         manifest, or put it into a folder such as table-3|{n} photos show kingdoms but belong to no table, so they \
         count nowhere: {photos}; give their tables in the manifest, or put them into folders such as table-3";
    NotListed: "the manifest does not list this photo, so it counts nowhere: leave it out, or add a row for it";
    CorrectedDifferently:
        "photos of this kingdom were corrected differently ({photos}), and the first one counts: correct one in a \
         `review`, or leave it out";
    QueenTied: "{players} have {towers} each: enter whom the Queen visits in the manifest's column `queen`";
    CheckTheQueen: "{what}; check the towers, and the manifest's column `queen`";
    QueenMayCome: "the Queen may visit this kingdom";
    WonByAgreement: "{player} won the shared first place by agreement, without a change of points";
    QueenByDoubtfulTowers: "the Queen's visit depends on the towers of kingdoms that still need checking: {players}";
    QueenUnknown:
        "a kingdom is missing and may have the most towers: enter whom the Queen visits in the manifest's column \
         `queen`";
    QueenTwice: "the Queen is given or seen as visiting both {first} and {second}, but she visits at most one player";
    QueenStandsElsewhere:
        "the Queen stands in {player}'s kingdom at {square}, but she is given as not visiting {player}";
    DifferentGames:
        "the kingdoms of {first} and {second} are from different games or grids; is one of the photos from another \
         table?";
    DifferentVariants:
        "{first} and {second} play by different variants, but everyone at a table plays by the same ones";
    NotThreeKingdoms: "{player} has {kingdoms}; in a Dynasty every player has one in each of three games";
    NotThreeRounds: "{n} game at this table; a Dynasty has three|{n} games at this table; a Dynasty has three";
    PhotoWithTotal: "{photo} ({total})";
    PhotosReadDifferently: "photos of this kingdom were read differently: {photos}";
    ReviewPrompt: "Enter = 1, number or F1; a = all right, n = next, ? = help, q = quit:";
    ReviewWholePrompt: "r2c4=F1, number or kingdom; a = right, x = out, n = next, ? = help, q = quit:";
    ReviewKingdomPrompt: "the player's: k1-k{last}, or type it; x = out, n = next, ? = help, q = quit:";
    ReviewCountsNowhere: "belongs to no table, so it counts nowhere";
    ReviewNothingReadPrompt: "no kingdom read: type it; x = leave out, n = next, ? = help, q = quit:";
    MoreInReport: "{n} more in the report|{n} more in the report";
    Wrote: "written: {path}";
    GameNotSaved: "not saved; add --save to keep this in {path}";
    ReviewEndPrompt: "nothing left to ask; Enter = end, b = previous photo, /name = that photo:";
    ReviewSure: "count it anyway? y = yes, Enter = no:";
    ReviewHelp:
        "For the whole photo: a = all is right as it was read. k2 = the photo's second kingdom is the player's. \
         F1WC/L1W. k5 = this is the kingdom, row by row (W wheat, F forest, L lake, G grassland, S swamp, M mine, T \
         town, C castle, . empty, each followed by its number of crowns), then k5 or k7. x = leave the photo out. n = \
         go to the next photo; this one still needs checking. b = go back to the previous photo. /anna = go to the \
         photo with this name. u = undo the last answer about this photo. q = quit; nothing is lost.";
    SeveralPlayers:
        "photos of different players show this kingdom: {photos}; one player's photo is missing, or shows somebody \
         else's kingdom";
    CorrectedBefore:
        "the file has changed since this photo was corrected ({said}): these corrections no longer count, please check \
         it again";
    CorrectedOtherwiseRead:
        "this photo was corrected ({said}) when it was read differently, so these corrections do not count; please \
         correct it again";
    CorrectedPhotoGone:
        "{photo} was corrected ({said}), but this photo is no longer there: put it back under any name, or run \
         `review` to drop the correction";
    ReviewGonePrompt: "Enter = keep this correction, d = drop it, q = quit:";
    ReviewLeft: "{n} photo to check|{n} photos to check";
    ReviewStays: "still needs checking";
    ReviewNothingToAsk: "No photo is left to ask about. To open one again: {line}";
    ReviewTakenBack: "the last answer about this photo was undone";
    ReviewCorrectedLater:
        "your last answer here also changed {photo}, which has been corrected since: undo that correction first";
    ReviewIsLeftOut: "this photo is left out; u undoes that";
    ReviewNothingSaid: "this photo has no corrections";
    ReviewNoPhotoBefore: "this is the first photo shown";
    ReviewNoSuchPhoto: "`{name}`: no photo has this name";
    ReviewWhichPhoto: "`{name}` fits several photos: {photos}; name one of them";
    ReviewOtherGame: "this is no kingdom of the game and grid size that the photos were read with";
    ReviewNoKingdomRead: "no kingdom was read here: type it in notation, or x to leave the photo out";
    ReviewPictureShows: "the picture clearly shows: {squares}";
    SquareShows: "{place} {square}";
    CountsNow: "counts {total} now";
    MaybeSquare: "{square}: {best} ({percent} %) or {second}";

    // The rules of a tournament, and the seating of its next round.
    RulesHead: "Rules";
    RuleByPoints: "the sum of the points of the rounds decides";
    RuleByPlacing:
        "placing points decide: {points} for the places at a table, starting with the first, and 0 for the others; \
         players who share places get the average";
    RuleBestRounds: "each player's best {n} round counts|each player's best {n} rounds count";
    RuleDroppedRounds: "these rounds do not count: {rounds}";
    RuleNotCounted: "points in brackets do not count";
    RuleTieBreaks:
        "players with the same sum are ranked by {by}, in this order; if they are still tied, they share the place";
    RuleTiesShared: "players with the same sum share the place";
    RuleFinal: "the first {players} play the final, round {round}; it changes only their order";
    RankedByPoints: "points of all rounds";
    RankedByWins: "wins at the tables";
    RankedByBestRound: "best round";
    RankedByTerritories: "sum of the largest territories";
    RankedByDirectGame: "places in games among the tied players";
    TieOverRounds: "tied on the sum: {by}";
    NameAndValue: "{name} {value}";
    DecimalNumber: "{whole}.{part}";
    FinalHead: "Final ({round})";
    PlacingPointsHead: "placing points";
    FinalByOthers:
        "these players played the final without being among the first {most}, so their places do not change: {players}";
    FinalWithout:
        "these players were among the first but did not play the final, so they are ranked behind those who did: \
         {players}";
    SeatingHead: "Seating, round {round}";
    SeatingToCheck:
        "the points of {n} player still need checking and may change the seating: check them with `review`|the points \
         of {n} players still need checking and may change the seating: check them with `review`";
    SeatingMeetAgain: "{n} pair meets again: {pairs}|{n} pairs meet again: {pairs}";
    SeatingAllNew: "no two players meet again";
    PairOfPlayers: "{one} and {other}";

    // Heads of standings.
    RoundHead: "round";
    TableHead: "table";
    SharedHead: "shared";
    MissingHead: "missing";
    DoubtfulKingdomsHead: "doubtful";
    ProblemHead: "problem";
    AbsentHead: "absent";
    MayChangeHead: "may change";
    Yes: "true";
    No: "false";
    RoundsHead: "Rounds";
    TablesHead: "Tables";

    // Territories and taxes.
    TerritoryHead: "territory";
    SizeHead: "size";
    CrownsHead: "crowns";
    KnightsHead: "knights";
    IncomeHead: "income";
    IncomeWith: "income = size + {extra}";
    IncomeWithBoth: "income = size + {knights} + {towers}";
    UnknownEffects:
        "{buildings}: not every lasting effect is counted; look at the tiles, and give their effects with --per-knight \
         and --per-tower";
    OneKnightInSupply: "knights in supply not given; 1 is assumed, the knight being placed";
    NoKnightToPlace: "no knight in supply: none can be placed now";
    PhotoIsKingdomino: "the photo was read as Kingdomino, so only the sizes and crowns of its territories are shown";
    NoTaxes: "Kingdomino has no knights and no taxes";

    // The audit's findings.
    WithSquares: "{what} ({squares})";
    VerdictPossible: "possible";
    VerdictMisplayed: "possible, but misplayed";
    VerdictUnknown: "undecided";
    VerdictImpossible: "impossible";
    Together: "together";
    OfKingdom: "{kingdom}: {what}";
    Or: "{words} or {last}";
    CertainDominoes: "certain dominoes";
    DominoAt: "{domino} on {squares}";
    RepairOne: "the dominoes would fit if any one of these squares were different:";
    RepairTogether: "the dominoes would fit if {squares} squares were different, for example:";
    RepairMoreThan:
        "the dominoes would fit only if more than {n} square were different|the dominoes would fit only if more than \
         {n} squares were different";
    RepairUnknown: "it took too long to find out which squares would have to be different for the dominoes to fit";
    KingdomWithoutCastle: "no castle: every kingdom has one";
    MoreThanTheBox: "{squares} ({square}): the dominoes of {game} have only {in_the_box}";
    HalfADomino: "{squares}: dominoes always cover an even number";
    NoTiling: "the dominoes of {game} cannot be laid like this: at least one square is wrong";
    NoTilingTogether:
        "the dominoes of {game} are enough for each kingdom alone, but not for all together: at least one square is \
         wrong";
    TooManyBuildings: "{tiles} {building} tiles: the box holds {copies}";
    TooManyCourtBuildings:
        "{tiles} {building} tiles on {terrain}: the box of The Court holds {copies} for this terrain";
    TooManyTowers: "{towers} towers: the box holds {in_the_box}";
    TooManyGiants: "{giants} giants: the box of Age of Giants holds {in_the_box}";
    TooManyKnights:
        "{knights} knights in kingdoms and supply: the box holds {in_the_box} (19 by the Romanian rule sheet)";
    TooManyCoins: "coins worth {coins}: the box holds coins worth {in_the_box}";
    SeveralQueens: "the Queen visits {queens} players, but there is only one Queen";
    TilingUnknown: "it took too long to find out whether dominoes can be laid like this";
    SquaresMisplayed: "misplayed: by the connection rule no domino could have been laid on these squares";
    Misplayed: "misplayed: the connection rule does not allow these dominoes to be laid in any order";
    MisplayedTogether:
        "misplayed: the dominoes of one game are not enough to lay all these kingdoms by the connection rule";
    MoreOfOneBox:
        "misplayed: the two boxes are used in turn, round by round, so nobody can have drawn more than {most} dominoes \
         from one of them";
    LayingUnknown:
        "it took too long to find out whether the connection rule allows these dominoes to be laid in some order";
    QueenWithoutTowers:
        "the Queen visits a kingdom without towers, but by the rules she visits the player with the most towers";
    TowersWithoutBuilding: "towers on squares without a building; a tower stands on the building that brought it";
    NoKnight: "no knight in kingdom and supply; each player starts with one and never loses it";

    // Rules on which the sheets leave room for interpretation.
    MiddleOfTheGrid:
        "Middle Kingdom: the castle is not in the middle of the rows and columns laid, so it scores nothing; it may be \
         in the middle of the whole {size}x{size} grid, for which some players would count {points}";

    CornersOfTheGrid:
        "{quest}: the kingdom spans fewer rows or columns than its {size}x{size} grid; this program counts the corners \
         of the rows and columns laid, but some players would count those of the whole grid";
    QueenOnBleakTerritory:
        "Bleak King: the Queen counts as a crown, so her territory, which has no other, does not count here; some \
         players would count {points} for it";

    // Facts that were not given.
    NoCoins: "coins not given, counted as 0; every {each} coins score 1 point";
    NoKnightsInSupply: "knights in supply not given, counted as 0; training grounds score {points} for each";
    NoKnightsAtAll:
        "knights in supply not given, counted as 0, though every player owns at least one; training grounds score \
         {points} for each";
    QueenMoves: "the Queen stands at {square}; at the end of the game she counts on the largest territory ({squares})";
    NoQueen: "the Queen's visit is not given, so she counts as visiting another player; here she would score {points}";

    // What the server prints and answers.
    LanguageName: "English";
    ServeInNetwork: "everyone who opens this address can see and change the games; end the server when you are done";
    ServeOtherAddresses: "if phones find nothing there, try another address of this machine; --address IP prints its QR code";
    ServeForeignAddress:
        "this machine does not have the address {address}: phones can reach the server there only if another machine \
         forwards them";
    ServeNoNetwork: "phones cannot reach this machine: it is in no network. Join a Wi-Fi network or open a hotspot, then start the server again";
    ServeCtrlC: "Ctrl-C ends the server";
    ServeNotFound: "nothing was found at this address";
    ServeBusy: "too many photos are being read; try again in a moment";
    ServeTooManyListen: "too many pages are open; close some of them";
    ServeBroken: "something failed; the server's terminal shows the reason";
    ServeBrokenInTab:
        "something failed; load the page again: its games are kept, unless this browser keeps no data, as in a private window";
    ServeEnding: "the server is ending";
    ServeMethod: "this cannot be done here";
    ServeBadHost: "the request must name exactly one valid host";
    ServeForeignHost: "{host} is not this server; open the address that it printed, or start it with --allow-host {host}";
    ServeForeignOrigin: "this request came from another website, so it was refused";
    ServeNoToken: "the token is missing or wrong; open the address that the server printed, or scan its QR code again";
    ServeBadQuery: "the address cannot be understood: {why}";
    ServeBadJson: "the request cannot be understood: {problem}";
    ServeBadBody: "the upload was interrupted, or its content is not compressed as its Content-Encoding says";
    ServeBadEncoding: "this Content-Encoding cannot be unpacked here: send the body as it is, or with gzip or deflate";
    ServeNoPhotoInForm:
        "no photo was found in this form: send the photo as the form's only field, as curl -F photo=@photo.jpg does, \
         or as the whole body";
    ServeMoreThanPhoto:
        "the form has several fields ({fields}): send only one photo, and put everything else into the address after \
         the question mark";
    ServeTooLarge: "too large: the limit is {most}";
    ServeTooSlow: "the upload took too long";
    ServeBadName: "a name needs 1 to {most} characters, none of them a control character, and it cannot be the word nobody";
    ServeSameName: "{player} is named twice; give one of them another name";
    ServeBadNumber: "a whole number from 0 to {most} is needed";
    ServeTotalOfKingdom: "{player} already has a kingdom, and its total counts";
    ServeTypedTotalUnused: "the kingdom of {player} counts, not the typed total of {total}";
    ServeTooManyPlayers: "a game has at most {most} players";
    ServeTooManyPhotos: "a game has at most {most} photos; remove some first";
    ServeTooManyCorrections: "a game has at most {most} corrections";
    ServeChangedMeanwhile: "the game was changed in the meantime; try again";
    ServePhotoGone: "the photo is no longer there; remove it and choose it again";
    ServeBadCorners: "four corners are needed, with 1 to {most} rows and columns between them";
    ServeNoFrame: "this picture cannot be read: {problem}";
    ServeNoGameFile:
        "this is not a saved game, or it comes from another version of this program; choose a file such as game.json, \
         made with \"Save the game as a file\" below a game";
    ServeGameOfOtherVersion: "another version of the program read the photos of this game, or the file was changed; begin a new game with the photos";
    ServeOtherTieBreak:
        "this game breaks ties by the rule `{rule}`, but games on the page use that of the rule sheets; continue this \
         game in the terminal";
    ServeFull:
        "this could not be saved: the storage is full or cannot be written; free some space, perhaps by deleting games \
         with their photos, and try again";
    ServeNothingInCorners: "nothing can be read between these corners; drag them to the outer corners of the kingdom";
    ServeBadKingdom:
        "this is not a valid kingdom: paint the castle and the land around it, at most {most} rows and columns; \
         without a castle, paint at least ten squares";
    ServeNoSuchSquare: "the kingdom has no square in row {row}, column {col}";
    ServeBadCorrection: "the square cannot be this: {why}";
    ServeNothingToUndo: "there is nothing to undo or redo";
    ServeNoKingdomYet: "no kingdom yet: take a photo of each, or one of the table";
    ServeUnranked: "the kingdoms cannot be ranked together; check players and rules";
    ServeTwoKingdoms:
        "{player} has two kingdoms ({photos}), but a player has only one: say whose the other one is, or remove a \
         photo";
    ServeTiedTowers: "{players} have the most towers: say whom the Queen visits";
    ServeTwoGames: "the kingdoms of {one} and {other} were read as different games or grids: set both in the rules";
    ServePhotoWithoutKingdom:
        "no kingdom found: take the photo again from above, with the whole kingdom in the frame and loose tiles moved \
         away, or mark its corners";
    ServePlayerWithoutKingdom: "{player} has no kingdom yet, so the ranks are not final";
    ServeNobodysKingdom: "{kingdom} has no owner yet; say whose kingdom it is";
    ServeNothingToLearn: "nothing to learn: correct or confirm squares until nothing in their kingdom is left to check";
    ServeUnfit: "a correction ({square}) does not fit what is read now, so it does not count";
    ServeSquareOutside: "this square is outside the rows and columns that were read; set the corners by hand";
    ServeContradiction: "{one} and {other} cannot both be on one square";
    ServeTwoCastles: "a kingdom has one castle";
    ServeTwoPhotos: "another photo of this kingdom was corrected to something else here";
    ServeNotInGame: "{game} has no towns, buildings, knights, towers or Queen; choose another game in the rules first";
    ServeNotWithoutGiants:
        "giants, and wheat, forest and lake with two crowns, exist only in Age of Giants; choose that game in the \
         rules first";
    ServeNoSuchSquareWord: "`{word}` is not a possible square in Kingdomino or Queendomino";
    ServeImpossible: "no kingdom can be laid like this";
    ServeNoSharedPlace: "only players who share the first place can win it by agreement";
    ServeTooManyQuests: "a game has at most {most} quests, including Harmony and the Middle Kingdom";
    ServeWouldDrop: "this would be lost: {what}";
    ServeAllOfPlayer: "{player}: everything entered for this player";
    ServeWholeKingdom: "{kingdom}: the whole kingdom";
    ServeChanged: "another phone has changed this in the meantime; look at it again";
    ServeTableClaimed: "another phone is at this table; take it over, or choose another one";
    ServeWholeTable: "a photo of a whole table can only be checked square by square";
    ServeUnnoted: "the photo's file could not be read, so no answer about this photo can be saved";
    ServeNotSure: "the kingdom may still be wrong: {why}";
    ServeStillDoubtful: "{n} square is still doubtful|{n} squares are still doubtful";
    ServeTournamentWithoutPhotos:
        "the server does not know where the tournament's photos are; stop it, and start it with {flag}";
    ServeTournamentPhotoGone: "the photo is no longer where it was when it was read, or it has changed";
    ServeBadFileName:
        "round, table and player need names of 1 to {most} letters that can be folder names: no slashes, colons, \
         asterisks, question marks, quotation marks or the like, and no dot at the beginning or end";
    ServeNotAdded: "the photo was not added: {why}";
    ServeNotNoted: "nothing was saved: {why}";
    ServeSeatsAreGiven:
        "folders or a manifest set the owners of these photos; change the owners there, and run `batch` again";
    ServeNotTheirs:
        "the program could not put this photo where it counts as {player}'s; copy the photo into the right folder by \
         hand, and run `batch` again";
    ServeSamePhoto: "it is the same file as {photo}";
    ServeOthersChange:
        "{photo} is missing, cannot be read, or has changed, or its details have changed; stop the server, and run \
         `batch` again";
    ServeOtherVersion:
        "another version of the program read this photo, so single squares cannot be corrected; leave the photo out, \
         or confirm that all is right";
    ServeOtherPhotos: "the photos in the folder are not those of the results; stop the server, and run `batch` again";

    // Versions of messages above for the page: they say what to tap, and name no flags.
    PageChooseInRules: "choose it in Players and rules";
    PageTellOrganiser: "tell the organiser";
    PageWithGiants: "{what}. With the dominoes of Age of Giants it is possible: {choose}";
    PageTooManyKingdoms:
        "{found} different kingdoms were read, but a game on {size}x{size} has at most {most}, so each was read on its \
         own; leave out photos of other games, or, if the grid was a different one, {choose}";
    PageDoubtfulGame:
        "read as {game}, which is only {percent} % likely; it may be {other} instead: if you know the game, {choose}";
    PageTilesOfAnotherGame: "these squares look like towns, which {game} does not have; if it is another game, {choose}";
    PageNothingOfTheGame: "no town, building, knight or tower of {game} was found; if the game is {other}, {choose}";
    PageUncertainSize:
        "the kingdom may be larger than 5x5, or something else lies in the same rows or columns; check the border rows \
         and columns; if you know the grid, {choose}";
    PagePiecesNotLookedFor:
        "buildings, knights, towers and the Queen were not looked for and count as absent; tap each square that has \
         one of them";
    PageExpansionNotLookedFor:
        "photos are not searched for giants, or for wheat, forest and lake with two crowns; tap the squares that have \
         them, then confirm that everything else is right";
    PageUnreadKingdom: "the photo shows another kingdom that could not be read; photograph that kingdom alone";
    PageUnreadTiles:
        "the photo shows {n} squares with tiles that belong to no kingdom read from it; there may be another kingdom \
         there: photograph it alone";
    PageTilesBeside:
        "tiles were seen outside the kingdom's rows and columns, and they do not count: {tiles}; {stake}; if they \
         belong to the kingdom, set its corners by hand";
    PageLinkLeadsOut: "this link leads out of the folder of photos, so it is not followed; put the photo itself there";
    PageDynastyAlone: "a Dynasty changes nothing on this sheet, because the sum of three games decides it";
}
