//! Romanian. A comment `R` marks words of Queendomino's Romanian rule sheet. All other words are on no sheet
//! that we have, and are ours. The `de` after numbers from 20 is inserted when a text is filled in.

super::catalogue::texts! {
    // Terrains.
    Wheat: "lan de grâu"; // R
    Forest: "pădure"; // R
    Lake: "lac"; // R
    Grassland: "preerie"; // R
    Swamp: "mlaștină"; // R
    Mine: "munte"; // R
    Town: "oraș"; // R
    WheatTerritories: "{n} teritoriu de grâu|{n} teritorii de grâu";
    ForestTerritories: "{n} teritoriu de pădure|{n} teritorii de pădure"; // R
    LakeTerritories: "{n} teritoriu de lac|{n} teritorii de lac";
    GrasslandTerritories: "{n} teritoriu de preerie|{n} teritorii de preerie";
    SwampTerritories: "{n} teritoriu de mlaștină|{n} teritorii de mlaștină";
    MineTerritories: "{n} teritoriu de munte|{n} teritorii de munte";
    TownTerritories: "{n} teritoriu oraș|{n} teritorii oraș"; // R
    WithWheat: "cu un teritoriu de grâu de {n}";
    WithForest: "cu un teritoriu de pădure de {n}";
    WithLake: "cu un teritoriu de lac de {n}";
    WithGrassland: "cu un teritoriu de preerie de {n}";
    WithSwamp: "cu un teritoriu de mlaștină de {n}";
    WithMine: "cu un teritoriu de munte de {n}";
    WithTown: "cu un teritoriu oraș de {n}";
    WithCrowns: "cu {n} coroană|cu {n} coroane";

    // Buildings.
    Bakery: "brutăria";
    Sawmill: "fabrica de cherestea"; // R
    Fishery: "pescăria";
    Tailor: "croitoria";
    WizardSchool: "școala de vrăjitori";
    Foundry: "topitoria";
    Church: "biserica"; // R
    TaxOffice: "biroul de taxe";
    TreasureChest: "cufărul cu comori";
    SmallTavern: "taverna mică";
    LargeTavern: "taverna"; // R
    Watchtower: "turnul de apărare"; // R
    Fortress: "fortăreața";
    TravellingCastle: "castelul călător"; // R
    TrainingGround: "terenul de antrenament";
    Statue: "statuia"; // R
    QueensTower: "turnul reginei"; // R

    // Variants and games.
    Harmony: "Armonia";
    MiddleKingdom: "Regatul de mijloc";
    Dynasty: "Dinastia";
    Kingdomino: "Kingdomino"; // R
    Queendomino: "Queendomino"; // R
    RoyalWedding: "Nunta Regală"; // R
    KingdominoAgeOfGiants: "Kingdomino: Epoca uriașilor";
    QueendominoAgeOfGiants: "Queendomino: Epoca uriașilor";

    // The Court.
    Resource: "resursă";
    CourtBuilding: "clădire a curții";
    GreatCourtBuilding: "clădire mare a curții";
    Farmer: "fermiera";
    Lumberjack: "tăietorul de lemne";
    Fisherman: "pescarul";
    Shepherdess: "păstorița";
    Merchant: "negustorul";
    King: "regele";
    CourtQueen: "regina curții";
    Captain: "căpitanul";
    AxeWarrior: "războinicul cu secure";
    SwordWarrior: "războinicul cu sabie";
    Archer: "arcașul";

    // The quests of Age of Giants.
    LocalBusinessWheat: "Negoț local: grâu";
    LocalBusinessForest: "Negoț local: pădure";
    LocalBusinessLake: "Negoț local: lac";
    LocalBusinessGrassland: "Negoț local: preerie";
    LocalBusinessSwamp: "Negoț local: mlaștină";
    LocalBusinessMine: "Negoț local: munte";
    FourCornersWheat: "Patru colțuri: grâu";
    FourCornersForest: "Patru colțuri: pădure";
    FourCornersLake: "Patru colțuri: lac";
    FourCornersGrassland: "Patru colțuri: preerie";
    FourCornersSwamp: "Patru colțuri: mlaștină";
    FourCornersMine: "Patru colțuri: munte";
    LostCorner: "Colțul pierdut";
    FolieDesGrandeurs: "Nebunia măririi";
    BleakKing: "Regele mohorât";

    // Squares and pieces.
    Castle: "castel"; // R
    Empty: "gol";
    Queen: "Regina"; // R
    Verbatim: "{text}";
    Without: "{square}, fără {pieces}";
    List: "{words}";

    // Countable things.
    Squares: "{n} spațiu|{n} spații"; // R
    LandSquares: "{n} spațiu de teren|{n} spații de teren";
    Crowns: "{n} coroană|{n} coroane"; // R
    Coins: "{n} monedă|{n} monede"; // R
    Knights: "{n} cavaler|{n} cavaleri"; // R
    Towers: "{n} turn|{n} turnuri"; // R
    Giants: "{n} uriaș|{n} uriași";
    Resources: "{n} resursă|{n} resurse";
    ResourcesOf: "{n} resursă ({terrain})|{n} resurse ({terrain})";
    Characters: "{n} personaj|{n} personaje";
    Warriors: "{n} războinic|{n} războinici";
    Points: "{n} punct|{n} puncte"; // R

    // The gallery of learnt squares.
    SquaresLearnt: "{photo}: {n} spațiu învățat|{photo}: {n} spații învățate";
    TilesMisread:
        "{n} dintre ele ar fi fost citit drept altă clădire|{n} dintre ele ar fi fost citite drept altă clădire";
    SheetOrder:
        "așază câte un cartonaș de clădire din fiecare fel, muchie lângă muchie, în rânduri de {n} și în această \
         ordine; ultimele locuri rămân goale:";
    TwinTiles:
        "cartonașele pentru {one} și {other} arată aproape la fel: apare o clădire de două ori, sau una dintre cele \
         două este alta?";
    OrderContradicted:
        "cele mai multe cartonașe nu arată ca clădirea așteptată la locul lor ({tiles}): sunt așezate în ordinea pe \
         care o scrie `learn --buildings`? Dacă nu, anulează cu `learn --forget {photo}`";
    TownsContradicted:
        "cele mai multe dintre cele {n} spații nu arată ca orașe ({squares}): dacă sunt altceva, anulează cu `learn \
         --forget {photo}`";
    TileLooksLike: "{given} arată ca {read}";
    DoubtfulNotLearnt: "{n} încă nesigure și neînvățate ({squares})";
    KingdomNotLearnt:
        "{photo}: un regat nu a fost învățat, fiindcă nimic din el nu a fost corectat sau confirmat, sau fiindcă este \
         încă de verificat";
    HiddenNotLearnt: "{n} ascunse și neînvățate ({squares})";
    SquaresForgotten: "{n} spațiu uitat|{n} spații uitate";
    AllForgotten:
        "tot ce a fost învățat a fost uitat; nimic nu se putea folosi, fiindcă a fost învățat cu altă rețea sau este \
         deteriorat";
    GalleryEmpty: "{path}: nimic învățat încă";

    // The score sheet: its heads, and its lines other than terrains and buildings.
    LineHead: "rând";
    PointsHead: "puncte"; // R
    HowHead: "calcul"; // R
    WhereHead: "unde";
    CoinsLine: "monede"; // R
    FixedPointsLine: "puncte fixe";
    CourtLine: "curte";
    BonusLine: "bonus";
    TotalLine: "total"; // R

    // The score sheet: how points were worked out.
    CoinsDivided: "{coins} / {each} = {points}";
    CoinsRoundedDown: "{coins} / {each} = {points}, rotunjit în jos";
    Product: "{count} x {each} = {points}"; // R
    CrownsAndQueen: "({crowns} + Regina)";
    QueenAlone: "coroana Reginei";
    NoCrown: "fără coroană"; // R
    Uncrowned: "{squares}, fără coroană";
    FixedPoints: "{building}: {points}";
    FixedPointsByElimination: "{building}: {points} (probabil, aflat prin eliminare)";
    CrownedBuilding: "{building}: {crowns} pentru teritoriul său oraș";
    UnderGiants: "{how} (încă {n} coroană sub un uriaș)|{how} (încă {n} coroane sub uriași)";
    Character: "{character}: {points}, {reason}";
    BaseAndEach: "{base} + {each} x {counted} în jur";
    NoNeighbours: "oriunde ar sta";
    Bonus: "{variant}: {points}, {reason}";
    GridIsFull: "niciun spațiu nu este gol";
    EmptySquares: "{n} spațiu este gol|{n} spații sunt goale";
    CastleInTheMiddle: "castelul este la mijloc";
    CastleNotInTheMiddle: "castelul nu este la mijloc";
    NoCastleSeen: "nu se vede niciun castel";
    CastleAtACorner: "castelul este într-un colț";
    CastleNotAtACorner: "castelul nu este într-un colț";
    AroundTheCastle: "{n} astfel de spațiu în jurul castelului|{n} astfel de spații în jurul castelului";
    AtTheCorners: "la {n} colț|la {n} colțuri";
    CrownedLines: "{n} linie de trei spații cu coroane|{n} linii de trei spații cu coroane";
    BleakTerritories:
        "{n} teritoriu de {squares} spații sau mai multe fără coroană|{n} teritorii de {squares} spații sau mai \
         multe fără coroană";

    // A kingdom, and notes about it.
    PiecesAt: "{square} {pieces}";
    NotationHead: "notație";
    NoteHead: "notă";
    WarningHead: "atenție";
    StatedScore: "`score` din fișier este greșit: {differences}";
    StatedPoints: "{line}: {points} în loc de {stated}";
    SizeNotGiven: "`size` nu este dat; se presupune 5, fiindcă regatul încape în 5x5 (de mărime depinde Armonia)";
    UnusedFacts: "monedele, cavalerii din rezervă și Regina nu aduc puncte la Kingdomino";
    DynastyAlone:
        "o Dinastie nu schimbă nimic pe această foaie, fiindcă o hotărăște suma a trei jocuri: dă regatele tuturor \
         celor trei jocuri la `standings --variant dynasty`";
    FlagDiffers: "{flag} este {given} și contează, deși în fișier scrie {stated}";

    // A photo that was read.
    ScanHead: "{rows} x {cols} spații, citite pentru jocul de {size}x{size}";
    KingdomOfSeveral: "regatul {number} din {count}: {rows} x {cols} spații, citite pentru jocul de {size}x{size}";
    OfGame: "{what}, {game}";
    DoubtfulBuilding: "clădire?";
    SomeBuilding: "{ground}+{building} {best}";
    FurtherPieces: "încă {n}|una din alte {n}";
    SameTotal: "care aduce la fel";
    BareSite: "nicio clădire";
    ChangedLine: "acest regat a fost schimbat de mână după ce a fost citit din fotografie; contează regatul schimbat";
    ToCheckHead: "DE VERIFICAT";
    ToCheck: "acest total poate fi greșit.";
    KingdomToCheck: "acest regat poate fi citit greșit.";
    DoubtfulHead: "spații nesigure";
    SquareHead: "spațiu";
    CouldBeHead: "poate fi";
    WordHead: "cuvânt";
    LaterSquares: "spațiile fără cuvânt urmează după ce celelalte sunt lămurite";
    Likely: "{square} ({percent} %)";
    FiguresMark: "cifrele sunt coroane";
    PiecesMark: "figuri sau clădiri";
    DoubtfulMark: "nesigur";
    InferredMark: "cunoscut nu din imagine, ci din piesele domino ale cutiei";
    CorrectedMark: "corectat sau confirmat de un om";
    AllConfirmed: "toate celelalte spații au fost confirmate";
    CorrectedHead: "spații corectate";
    ReadAs: "citit: {square}";
    CorrectedTo: "corectat: {square}";
    Confirmed: "confirmat";
    NowAt: "acum {square}";

    // Asking a person.
    AskSquare: "{square}: ce se află acolo?";
    AskTotal: "{square}: total {total}";
    AskNoKingdom: "{square}: atunci niciun regat nu este posibil";
    AskSquareIs: "{place} este {square}";
    AskWhichIsWrong: "care spațiu este greșit, și ce se află de fapt acolo?";
    AskOneOfThese: "piesele domino s-ar potrivi dacă un spațiu ar fi diferit, de exemplu:";
    AskShown: "citit ca {notation}: {total} puncte";
    AskWhichSquare: "numește și spațiul, ca în r2c4=forest:1 sau r2c4=F1";
    AskNothingToUndo: "nu este niciun răspuns de retras";
    AlsoChanged: "cu acest răspuns se citesc altfel și: {squares}";
    AskPrompt: "Enter = 1, număr sau F1; a = tot corect, u = înapoi, ? = ajutor, q = gata:";
    AskWholePrompt: "număr sau r2c4=F1; a = corect, Enter = lasă, u = înapoi, ? = ajutor, q = gata:";
    HelpWord: "ajutor";
    AskHelp:
        "Enter confirmă ce a fost citit sau sare peste o întrebare despre tot regatul, iar un număr alege o citire. Orice altceva se scrie ca un cuvânt sau în \
         notație: {squares}. Alte spații se corectează pe nume, și mai multe deodată: r2c4=F1 r1c1=lake. - lasă \
         spațiul nesigur, u retrage ultimul răspuns, q nu mai întreabă nimic, iar a confirmă tot regatul cum s-a \
         citit. Literele mari și mici sunt la fel.";
    AskHelpPieces:
        "Ce stă acolo se adaugă cu +, ca în wheat+knight, G2+queen sau town+church+tower*2. Clădiri: {buildings}. O clădire \
         singură, ca church, lasă cavalerul, turnurile și Regina cum s-au citit; town+church spune că altceva nu mai stă acolo.";
    AskNumber: "numerele sunt de la 1 la {last}";
    NothingToAsk: "niciun spațiu nu este nesigur";
    PictureWritten: "scris: {path}";
    RepeatWith: "pentru a repeta fără întrebări: {options}";
    GoesOn: "pentru a continua cu răspunsurile de până acum:";

    // Why a reading needs checking.
    ImpossibleKingdom:
        "piesele domino ale niciunei cutii nu se apropie de ce s-a citit, așa că fiecare spațiu este citit cum arată; \
         cel puțin unul este citit greșit, sau o piesă este din altă cutie sau ediție";
    ContradictedSquares:
        "piesele domino ale cutiei se potrivesc numai dacă aceste spații nu sunt ce par limpede; o piesă poate fi din \
         altă cutie sau ediție, ceva poate sta pe o piesă vecină, sau un spațiu vecin este citit greșit";
    ImpossibleGame:
        "{kingdom} și celelalte regate ale acestui joc nu pot fi din aceleași cutii; de aceea acest regat a fost \
         citit separat; verifică spațiile lui, și că fiecare fotografie e din acest joc";
    OneOfImpossibleGame:
        "cel puțin unul dintre {kingdoms} nu poate fi din aceleași cutii ca celelalte regate ale acestui joc; de \
         aceea acest regat a fost citit separat; verifică spațiile lui, și că fiecare fotografie e din acest joc";
    ChangedByGame:
        "aceste spații par piese domino pe care le au deja celelalte regate ale acestui joc; verifică spațiile, și că \
         toate fotografiile sunt din același joc";
    TooManyKingdoms:
        "s-au citit {found} regate diferite, dar un joc de {size}x{size} are cel mult {most}, așa că fiecare a fost \
         citit singur; lasă afară fotografiile altor jocuri, sau dă --size";
    PhotosDisagree:
        "fotografiile acestui regat ({photos}) arată aici limpede spații diferite; au fost făcute în momente diferite?";
    ImprobableKingdom:
        "piesele domino ale cutiei permit numai o citire improbabilă; verifică spațiile și dacă grila stă pe rândurile \
         și coloanele corecte; o piesă poate fi din altă cutie sau ediție";
    WithGiants: "{what}. Cu piesele domino din Epoca uriașilor este posibil: dă --box giants";
    TooManyDoubts: "sunt prea multe spații nesigure pentru a compara toate regatele posibile; verifică spațiile";
    DoubtfulTotal: "totalul este corect cu o probabilitate de numai {percent} %; verifică spațiile nesigure";
    DoubtfulBorder: "poate că regatul nu se termină aici: poate mai este {tiles}; este acesta întregul regat?";
    NoCastle: "nu s-a găsit niciun castel; fiecare regat are unul";
    DoubtfulCastle: "locul castelului este ghicit; verifică unde stă";
    DoubtfulGame: "citit ca {game}, cu o probabilitate de numai {percent} %; poate fi {other}; alege jocul cu --game";
    TilesOfAnotherGame:
        "aceste spații arată ca niște orașe, pe care {game} nu le are; dacă sunt, dă --game queendomino";
    NothingOfTheGame:
        "nu s-a găsit niciun oraș, nicio clădire, niciun cavaler și niciun turn din {game}; dacă jocul este {other}, \
         dă --game kingdomino";
    PiecesNotLookedFor:
        "clădirile, cavalerii, turnurile și Regina nu au fost căutate și contează ca absente; alege jocul cu --game, \
         sau corectează spații cu --fix, ca r2c4=town+church";
    SquaresApart: "aceste spații nu se leagă de regat printr-o muchie";
    ExpansionNotLookedFor:
        "uriașii, precum și lanurile, pădurile și lacurile cu două coroane, nu se caută în fotografii; adaugă-le cu \
         --fix, ca r2c4=mine:2+giant sau r1c1=wheat:2, ori confirmă cu --as-read că nu mai sunt altele";
    CoveredSquares:
        "ceva stă pe aceste spații și poate ascunde coroane sau terenul; ia-l de acolo și fotografiază regatul din \
         nou, sau corectează spațiile";
    UncertainGrid: "grila este nesigură; verifică dacă stă pe rândurile și coloanele regatului";
    DamagedPhoto: "fișierul fotografiei este deteriorat sau incomplet; copiaz-o din nou, sau verifică fiecare spațiu";
    CutByPhoto:
        "regatul ajunge la marginea fotografiei, deci o parte poate fi tăiată; verifică să nu lipsească un rând, o \
         coloană, un spațiu sau o coroană, sau fă fotografia de mai departe";
    UncertainSize:
        "regatul este poate mai mare de 5x5, sau altceva stă pe aceleași rânduri sau coloane; verifică rândurile și \
         coloanele de la margine, și dă --size";
    UnreadKingdom:
        "fotografia arată încă un regat care nu s-a putut citi ({error}); scanează din nou fotografia, sau numai \
         acel regat cu --corners {corners}";
    PoorPhoto: "fotografia se citește greu: {why}";
    UnlikeTiles:
        "aceasta nu arată a Kingdomino sau Queendomino: numai {seen} din {squares} spații arată limpede ca piesele lor; piesele \
         altui joc nu se pot socoti";
    LargerThanAnyGrid:
        "niciun regat găsit: spațiile legate cuprind {rows} x {cols}, dar un regat are cel mult 7 x 7; dacă sunt mai \
         multe alături, lasă goluri între ele, fotografiază-le pe rând sau dă colțurile unuia";
    SmallSquares: "spațiile au {px} pixeli lățime, dar este nevoie de {least}: apropie-te";
    DarkPhoto: "este întunecată (în medie {light} din 255, este nevoie de {least}): dă mai multă lumină";
    AskewPhoto: "este făcută pieziș, la vreo {degrees} de grade, și limita este {most}: fă-o drept de sus";
    ColourlessPhoto: "nu are culori, dar terenurile se deosebesc după culori: fă-o color";
    BlurredPhoto:
        "muchiile sunt neclare pe {px} pixeli, dar la spații de această mărime sunt îngăduiți numai {most}: ține \
         nemișcat și focalizează";
    UnreadTiles:
        "fotografia arată {n} spații cu plăci care nu sunt ale niciunui regat citit, de la {from} până la {to} (pixeli ai \
         fotografiei drepte); acolo poate fi încă un regat: fotografiază-l singur, sau dă-i colțurile cu --corners";
    LeftOutTiles: "se văd piese pe spații citite ca goale, și nu se socotesc: {tiles}; {stake}";
    TilesBeside:
        "se văd piese în afara rândurilor și coloanelor regatului, și nu se socotesc: {tiles}; {stake}; dacă aparțin \
         regatului, dă-i colțurile cu --corners";
    TileOn: "{tile} pe {square}";
    TileBeside: "{tile} lângă {square} ({where})";
    RowsAbove: "{n} rând mai sus|{n} rânduri mai sus";
    RowsBelow: "{n} rând mai jos|{n} rânduri mai jos";
    ColumnsToTheLeft: "{n} coloană la stânga|{n} coloane la stânga";
    ColumnsToTheRight: "{n} coloană la dreapta|{n} coloane la dreapta";
    TotalWithThem: "totalul ar fi {total} cu ele";
    ScoreByThemselves: "singure aduc {points}";
    TooFarToScore: "sunt prea departe unele de altele pentru un singur regat";
    SecondLookFailed:
        "din cauza mărimii lui sau a ceva de lângă el, regatul trebuia citit a doua oară, și nu s-a putut ({error}); \
         scanează fotografia din nou";

    // Standings.
    RanksToCheck: "totalurile și locurile cu ? pot fi greșite.";
    MightyDuel: "Marele duel";
    Grid: "{size}x{size}";
    RankHead: "loc";
    PlayerHead: "jucător"; // R
    TieHead: "remiză"; // R
    GameHead: "jocul {number}";
    WinsTie: "câștigă remiza {with}";
    LosesTie: "pierde remiza {with}";
    SharesPlace: "împarte locul: și cele mai mari teritorii sunt la fel de mari ({squares})";
    SharesPlaceWithoutRule: "împarte locul: nicio regulă nu desparte remiza unei dinastii";
    TypedKingdom: "regatul jucătorului {player} a fost introdus, nu citit dintr-o fotografie";
    NamesAlike:
        "{players} sunt poate același nume: dacă este un singur jucător, lasă deoparte unul dintre regate; dacă nu, dă fiecăruia un nume care îi deosebește, ca în `Zoe M.=zoe.jpg`";
    TieUnknown:
        "împarte locul deocamdată, fiindcă la remiză hotărăște cel mai mare teritoriu, iar la un total introdus el nu \
         se știe";
    TypedTotalOf: "{player} (total introdus)";
    TypedTotals: "totalul a fost introdus, fără regat: {players}";
    TieOfTypedTotal:
        "{players} sunt în remiză cu {total}, iar cel mai mare teritoriu hotărăște: dă regatul în locul totalului \
         introdus pentru {typed}";
    WithoutLand: "fără niciun teren";
    TiesByCrowns: "remizele sunt hotărâte, cum s-a convenit, după cel mai mare teritoriu de numărul coroanelor: o regulă a casei, care nu stă în niciun regulament";
    TieByCrowns:
        "o remiză a fost hotărâtă de numărul coroanelor, cum s-a convenit: o regulă a casei, care nu stă în niciun \
         regulament";
    InGame: "jocul {number}: {message}";
    PlayerInGame: "{player}, jocul {number}";
    SeveralGames: "fișierele sunt din jocuri diferite (`game_id`): {ids}; verifică dacă țin împreună";
    NoCoinsOf: "monedele nu sunt date pentru {players}, socotite 0; fiecare {each} monede aduc 1 punct";
    QueenByTowers: "Regina vine la {player}, singurul cu cele mai multe turnuri ({towers})";
    QueenAgainstTowers:
        "Regina vine la {player}, dar după reguli vine la un jucător cu cele mai multe turnuri: {leaders} ({towers})";
    QueenWithoutAnyTower: "Regina vine la {player}, dar nu se văd turnuri: după reguli atunci nu vine la nimeni";
    DoubtfulByFacts:
        "{player}: un spațiu nesigur schimbă totalul, dar numai din cauza datelor despre acest jucător, cum ar fi \
         Regina sau cavalerii; verifică spațiile nesigure";
    Nobody: "nimeni";
    NoTowers: "nu se văd turnuri, deci Regina nu vine la nimeni";
    Kingdoms: "{n} regat|{n} regate"; // R
    UnusualNumber: "{kingdoms}: după regulamente, {game} de {size}x{size} este pentru {known} jucători";
    FromTo: "{fewest} până la {most}";

    // The photos of one game.
    ReadTogether: "citit împreună cu {kingdoms}: toate sunt din aceeași cutie";
    SameKingdom: "același regat ca în {kingdoms}; citit din toate fotografiile sale, și socotit o dată";
    OnlyOneKingdom:
        "nu s-a citit alt regat al acestui joc, deci acesta nu s-a putut compara cu altele din aceeași cutie";
    KingdomMissing:
        "{photo} nu s-a citit, deci poate lipsi un regat, și locurile se pot schimba; fă fotografia din nou, sau las-o \
         afară";
    PhotoChanged:
        "{photo} s-a schimbat de când jocul a fost salvat; contează citirea salvată; pentru a citi fotografia din nou, \
         dă-o din nou";
    GameSaved: "salvat în {path}; continuă cu `kingdom-scanner game {path}`";
    WholeToSayHead: "dacă totul este corect, rulează acest rând";
    AllAsItLooks: "așa cum arată: {points}, deși nicio cutie nu conține singură toate aceste piese";
    AllAsRead: "așa cum este arătat, și acesta este întregul regat: {points}";
    OrElse: "sau {square}";
    NoTotalYet: "{square}: încă niciun total, fiindcă după acest răspuns mai trebuie și altele";
    AgainstTheBox: "{square}, ceea ce nu se potrivește cu cutia sau cu vecinii";
    SaidAgainstTheBox:
        "corectura ta {said} nu se potrivește nici cu celelalte spații, nici cu piesele domino din cutie; verific-o, \
         sau las-o deoparte";
    FixHead:
        "Compară aceste spații cu regatul adevărat, apoi rulează acest rând. El confirmă cuvântul de după fiecare `=`. \
         Unde este greșit sau lipsește, scrie mai întâi alt cuvânt din tabel sau oricare altul, de exemplu castle sau \
         empty:";
    AskHead: "pentru a răspunde la întrebări pas cu pas, cu imagini:";
    WhoseKingdom: "{kingdom}: al cui este acest regat?";
    WhosePrompt: "un nume, sau Enter pentru {label}:";
    WhoseTaken: "{player} are deja alt regat";
    WhoseAlike:
        "{player} este poate același jucător ca {other}, care are deja alt regat; este altcineva? (da, sau Enter = \
         nu):";
    WhoseNoName: "un nume nu poate avea caractere de control";
    WhoHead: "{n} fotografie nu are încă proprietar: a cui este?|{n} fotografii nu au încă proprietar: ale cui sunt?";
    ManifestEncoding: "{manifest} nu este în UTF-8: citit ca {encoding}; dacă literele unui nume sunt greșite, salvează lista ca UTF-8";
    WhoHelp:
        "`/` începe cu această fotografie altă masă, `<` merge înapoi, `?` arată acest rând, `q` încheie întrebările; \
         răspunsurile se păstrează";
    WhoGroup: "{n} fotografie, se pare de la o masă: {photos}|{n} fotografii, se pare de la o masă: {photos}";
    WhoRound: "runda, Enter pentru {name}:";
    WhoTable: "masa, Enter pentru {name}:";
    WhosePhoto: "{photo}: al cui este acest regat? Dacă sunt mai multe, din stânga sus: Anna, Ben";
    WhosePhotoPrompt: "un nume, sau Enter pentru nimeni:";
    WhoIsKept: "numele sunt salvate în {file} și contează de acum înainte";
    WhoHasManifest: "{file} nu a fost folosit, fiindcă are mai mult decât foto, rundă, masă și jucător: dă-l cu --manifest";
    NotNamed:
        "nu se știe ale cui sunt aceste regate: {kingdoms}; numește-le cu --player, câte unul pentru fiecare, sau ca \
         în Anna={example}";

    // A tournament.
    ReportTitle: "Kingdomino: clasament";
    Photos: "{n} fotografie|{n} fotografii";
    Tables: "{n} masă|{n} mese";
    Rounds: "{n} rundă|{n} runde"; // R
    RoundName: "Runda {round}";
    TableName: "Masa {table}";
    DynastyOfTable: "Dinastie, masa {table}";
    AllRounds: "Toate rundele";
    KingdomsHead: "regate";
    RemarkHead: "observație";
    PhotoHead: "fotografie";
    LargestTerritoryHead: "cel mai larg teritoriu"; // R
    SharesPlaceOfSeveralRounds: "împarte locul";
    Missing: "lipsește {n} regat|lipsesc {n} regate";
    KingdomsToCheck: "{n} regat de verificat|{n} regate de verificat";
    NoKingdomRead: "niciun regat";
    SheetHead: "tablă de scor"; // R
    LookHead: "De privit";
    QuestionsHead: "De hotărât";
    PhotosToLookAt: "{n} fotografie de privit|{n} fotografii de privit";
    QuestionsToDecide: "{n} întrebare de hotărât|{n} întrebări de hotărât";
    NothingToLookAt: "Nimic nu este de verificat.";
    BackToReport: "Clasamentul, și ce este de verificat";
    PreviousPage: "Pagina dinainte";
    NextPage: "Pagina următoare";
    RankingHead: "Clasament";
    TablesFromTo: "Mesele {first} până la {last}";
    ShowAll: "Arată toate cele {n}";
    LooseHead: "Fotografii care nu țin de nicio masă";
    DuplicatesHead: "Aceeași fotografie de două ori";
    SameAs: "{photo} este aceeași ca {of}";
    StaleHead: "Corecturi care nu mai contează";
    CorrectedByHand: "privită de un om";
    LeftOut: "lăsată afară de un om";
    ReadBetweenCorners: "citit între colțurile puse";
    PhotosLeftOut:
        "{n} fotografie a fost lăsată afară de un om și nu contează nicăieri: {photos}; ca să anulezi, deschide-o \
         într-o revizuire și scrie u|{n} fotografii au fost lăsate afară de un om și nu contează nicăieri: {photos}; \
         ca să anulezi, deschide una într-o revizuire și scrie u";
    ShowsKingdoms: "fotografia arată {n} regat, dar trebuie unul|fotografia arată {n} regate, dar trebuie unul";
    ShowsOtherNumber:
        "fotografia arată {n} regat, dar sunt numiți {players} jucători|fotografia arată {n} regate, dar sunt numiți \
         {players} jucători";
    RoundsWithoutPhoto: "nicio fotografie din {n} rundă|nicio fotografie din {n} runde";
    SameAsSomebodyElses: "aceeași fotografie ca {of}, care este a altcuiva";
    NoKingdomInPhoto:
        "nu s-a găsit niciun regat; fă fotografia din nou de sus, cu tot regatul în ea, castelul ridicat și piesele \
         libere date la o parte, sau scrie regatul într-un `review`";
    PhotoNotRead: "fotografia nu se poate citi; copiaz-o din nou, sau salveaz-o ca JPEG";
    ReadInPart:
        "restul programului (8 MB) nu s-a putut încărca, așa că această fotografie s-a citit fără el; se citește din \
         nou când există o conexiune";
    LinkLeadsOut:
        "această legătură duce în afara dosarului cu fotografii, de aceea nu este urmată; pune acolo fotografia \
         însăși, sau folosește --follow-links";
    TooManyLinks: "peste {n} legături duc la acest dosar; celelalte nu sunt urmate";
    PhotoInCloud: "aici este doar înlocuitorul lăsat de cloud; descarcă fotografia însăși cu aplicația cloudului";
    PhotoHalfCopied: "descărcarea sau copierea fotografiei nu s-a încheiat; ia fotografia din nou";
    VideoNotPhoto: "acesta este un film; salvează o imagine din el ca fotografie";
    LeftOutOfSystems:
        "{n} dosar sau fișier al sistemului sau al unui program a fost lăsat deoparte: {names}|\
         {n} dosare și fișiere ale sistemului sau ale unui program au fost lăsate deoparte: {names}";
    LeftOutVideos:
        "{n} film nu a fost citit: {names}. Dacă arată un regat, salvează o imagine din el ca fotografie|\
         {n} filme nu au fost citite: {names}. Dacă unul arată un regat, salvează o imagine din el ca fotografie";
    NoNameOfFile:
        "numele dosarelor și al fișierului spun unde ține o fotografie, dar aici unul dintre aceste nume este gol sau \
         are sfârșituri de rând ori alte caractere de control; schimbă-l, sau dă runda, masa și jucătorul în manifest";
    NoNameInManifest:
        "rândul {number} din manifest are `{name}` ca {column}, dar un nume nu poate avea sfârșituri de rând sau alte \
         caractere de control";
    NamedPhotoMissing: "rândul {number} din manifest numește această fotografie, dar nu există o astfel de fotografie";
    NamedPhotoUnclear:
        "rândul {number} din manifest numește această fotografie, dar se potrivesc mai multe: {photos}; scrie calea \
         uneia";
    NamedPhotoMissingNear:
        "rândul {number} din manifest numește această fotografie, dar nu există o astfel de fotografie; te-ai referit \
         la `{near}`?";
    GivenDifferently: "fotografiile acestui regat au valori diferite pentru `{column}`; contează prima";
    SeveralTables:
        "{player} este la mai multe mese ale unei runde ({tables}): dacă sunt oameni diferiți, dă-le nume diferite";
    MayBeOnePlayer:
        "{players} sunt aproape același nume și nu joacă niciodată în aceeași rundă: dacă este un singur jucător, dă \
         fotografiilor același nume; dacă nu, scrie numele la `different_players` în tournament.toml";
    AlikeInTournament:
        "{players} sunt poate același nume: dacă este un singur jucător, dă fotografiilor același nume; dacă nu, scrie \
         numele la `different_players` în tournament.toml";
    PictureName:
        "{photo} este un nume dat de o cameră sau de un program, nu al unui jucător: dă fotografiei numele \
         jucătorului, sau numește-l în manifest; las-o deoparte dacă nu arată regatul nimănui";
    NumberedName:
        "{players} sunt poate un singur jucător cu două fotografii: pune-le pe amândouă într-un dosar cu numele lui; \
         dacă sunt doi, scrie numele la `different_players` în tournament.toml";
    SpeltDifferently:
        "{players} diferă numai prin litere mari și mici: dacă este un singur jucător, scrie numele la fel peste tot";
    KingdomsWithoutTable:
        "{n} fotografie arată un regat, dar nu ține de nicio masă, deci nu contează nicăieri: {photos}; dă-i masa în \
         manifest, sau pune-o într-un dosar ca masa-3|{n} fotografii arată regate, dar nu țin de nicio masă, deci nu \
         contează nicăieri: {photos}; dă-le mesele în manifest, sau pune-le în dosare ca masa-3";
    NotListed: "manifestul nu numește această fotografie, deci nu contează nicăieri: las-o afară, sau adaugă-i un rând";
    CorrectedDifferently:
        "fotografiile acestui regat au fost corectate diferit ({photos}), și contează prima: corectează una într-un \
         `review`, sau las-o afară";
    QueenTied: "{players} au câte {towers}: scrie la cine vine Regina în coloana `queen` a manifestului";
    CheckTheQueen: "{what}; verifică turnurile, și coloana `queen` a manifestului";
    QueenMayCome: "Regina poate veni în acest regat";
    WonByAgreement: "{player} a câștigat locul întâi împărțit, prin înțelegere; punctele nu se schimbă";
    QueenByDoubtfulTowers: "vizita Reginei depinde de turnurile unor regate încă de verificat: {players}";
    QueenUnknown:
        "lipsește un regat, care poate avea cele mai multe turnuri: scrie la cine vine Regina în coloana `queen` a \
         manifestului";
    QueenTwice: "Regina este dată sau văzută și la {first}, și la {second}, dar vine cel mult la un jucător";
    QueenStandsElsewhere: "Regina stă în regatul lui {player} pe {square}, dar după date nu vine la {player}";
    DifferentGames:
        "regatele lui {first} și {second} sunt din jocuri sau grile diferite; este una dintre fotografii de la altă \
         masă?";
    DifferentVariants:
        "{first} și {second} joacă după variante diferite, dar toți cei de la o masă joacă după aceleași";
    NotThreeKingdoms: "{player} are {kingdoms}; într-o dinastie fiecare are câte unul în fiecare din trei jocuri";
    NotThreeRounds: "{n} joc la această masă; o dinastie are trei|{n} jocuri la această masă; o dinastie are trei";
    PhotoWithTotal: "{photo} ({total})";
    PhotosReadDifferently: "fotografiile acestui regat au fost citite diferit: {photos}";
    ReviewPrompt: "Enter = 1, număr sau F1; a = tot corect, n = apoi, ? = ajutor, q = gata:";
    ReviewWholePrompt: "r2c4=F1, număr, regat; a corect, x afară, n apoi, ? ajutor, q gata:";
    ReviewKingdomPrompt: "al jucătorului: k1-k{last} sau scris; x = afară, n = apoi, ? ajutor, q = gata:";
    ReviewCountsNowhere: "nu ține de nicio masă, deci nu contează nicăieri";
    ReviewNothingReadPrompt: "niciun regat citit: scrie-l; x = afară, n = apoi, ? = ajutor, q = gata:";
    MoreInReport: "încă {n} în raport|încă {n} în raport";
    Wrote: "scris: {path}";
    GameNotSaved: "nesalvat; adaugă --save ca să rămână în {path}";
    ReviewEndPrompt: "nimic de întrebat; Enter = gata, b = fotografia dinainte, /nume = aceea:";
    ReviewSure: "să conteze totuși? (da, sau Enter = nu):";
    ReviewHelp:
        "Pentru toată fotografia: a = totul este corect cum s-a citit. k2 = al doilea regat din fotografie este al \
         jucătorului. F1WC/L1W. k5 = acesta este regatul, rând cu rând (W grâu, F pădure, L lac, G preerie, S \
         mlaștină, M munte, T oraș, C castel, . gol, fiecare urmat de numărul de coroane), apoi k5 sau k7. x = lasă \
         fotografia afară. n = fotografia următoare; aceasta rămâne de verificat. b = fotografia dinainte. /anna = \
         fotografia cu acest nume. u = retrage ultimul răspuns despre această fotografie. q = gata; nu se pierde \
         nimic.";
    SeveralPlayers:
        "fotografii ale unor jucători diferiți arată acest regat: {photos}; fotografia unuia lipsește, sau arată \
         regatul altuia";
    CorrectedBefore:
        "fișierul s-a schimbat de când fotografia a fost corectată ({said}): aceste corecturi nu mai contează, \
         verific-o din nou";
    CorrectedOtherwiseRead:
        "această fotografie a fost corectată ({said}) când era citită altfel, de aceea aceste corecturi nu contează; \
         corecteaz-o din nou";
    CorrectedPhotoGone:
        "{photo} a fost corectată ({said}), dar fotografia nu mai este acolo: pune-o la loc sub orice nume, sau \
         renunță la corectură cu `review`";
    ReviewGonePrompt: "Enter = păstrează corectura, d = renunță la ea, q = gata:";
    ReviewLeft: "{n} fotografie de verificat|{n} fotografii de verificat";
    ReviewStays: "rămâne de verificat";
    ReviewNothingToAsk: "Despre nicio fotografie nu mai este de întrebat. Așa deschizi una din nou: {line}";
    ReviewTakenBack: "ultimul răspuns despre această fotografie a fost retras";
    ReviewCorrectedLater:
        "ultimul răspuns de aici a schimbat și {photo}, care a fost corectată din nou de atunci: retrage întâi acel \
         răspuns";
    ReviewIsLeftOut: "această fotografie este lăsată afară; u retrage asta";
    ReviewNothingSaid: "această fotografie nu are corecturi";
    ReviewNoPhotoBefore: "aceasta este prima fotografie arătată";
    ReviewNoSuchPhoto: "`{name}`: nicio fotografie nu se numește așa";
    ReviewWhichPhoto: "`{name}` se potrivește cu mai multe fotografii: {photos}; numește una";
    ReviewOtherGame: "acesta nu este un regat al jocului și al mărimii cu care au fost citite fotografiile";
    ReviewNoKingdomRead: "aici nu s-a citit niciun regat: scrie-l în notație, sau x pentru a lăsa fotografia afară";
    ReviewPictureShows: "imaginea arată limpede: {squares}";
    SquareShows: "{place} {square}";
    CountsNow: "acum contează {total}";
    MaybeSquare: "{square}: {best} ({percent} %) sau {second}";

    // The rules of a tournament, and the seating of its next round.
    RulesHead: "Reguli";
    RuleByPoints: "hotărăște suma punctelor din runde";
    RuleByPlacing:
        "hotărăsc punctele de loc: {points} pentru locurile la o masă, începând cu primul, și 0 pentru celelalte; cine \
         împarte locuri primește media";
    RuleBestRounds: "pentru fiecare contează cea mai bună {n} rundă|pentru fiecare contează cele mai bune {n} runde";
    RuleDroppedRounds: "aceste runde nu contează: {rounds}";
    RuleNotCounted: "punctele în paranteze nu contează";
    RuleTieBreaks: "la aceeași sumă hotărăsc, în această ordine: {by}; cine este tot egal împarte locul";
    RuleTiesShared: "cine are aceeași sumă împarte locul";
    RuleFinal: "primii {players} joacă finala, runda {round}; ea schimbă numai ordinea lor";
    RankedByPoints: "punctele tuturor rundelor";
    RankedByWins: "victorii la mese";
    RankedByBestRound: "cea mai bună rundă";
    RankedByTerritories: "suma celor mai mari teritorii";
    RankedByDirectGame: "locurile în jocurile dintre cei egali";
    TieOverRounds: "la aceeași sumă: {by}";
    NameAndValue: "{name} {value}";
    DecimalNumber: "{whole},{part}";
    FinalHead: "Finala ({round})";
    PlacingPointsHead: "puncte de loc";
    FinalByOthers: "au jucat finala fără să fie printre primii {most}, deci locul lor nu se schimbă: {players}";
    FinalWithout: "au fost printre primii, dar nu au jucat finala, deci vin după cei care au jucat-o: {players}";
    SeatingHead: "Așezarea la mese, runda {round}";
    SeatingToCheck:
        "punctele a {n} jucător sunt încă de verificat și pot schimba așezarea: verifică-le cu `review`|punctele a {n} \
         jucători sunt încă de verificat și pot schimba așezarea: verifică-le cu `review`";
    SeatingMeetAgain: "{n} pereche se întâlnește din nou: {pairs}|{n} perechi se întâlnesc din nou: {pairs}";
    SeatingAllNew: "nu se întâlnesc din nou doi jucători";
    PairOfPlayers: "{one} și {other}";

    // Heads of standings.
    RoundHead: "runda";
    TableHead: "masa";
    SharedHead: "împărțit";
    MissingHead: "lipsă";
    DoubtfulKingdomsHead: "de verificat";
    ProblemHead: "problemă";
    AbsentHead: "absent";
    MayChangeHead: "se poate schimba";
    Yes: "da";
    No: "nu";
    RoundsHead: "Runde";
    TablesHead: "Mese";

    // Territories and taxes.
    TerritoryHead: "teritoriu"; // R
    SizeHead: "mărime";
    CrownsHead: "coroane"; // R
    KnightsHead: "cavaleri"; // R
    IncomeHead: "venit";
    IncomeWith: "venit = mărime + {extra}";
    IncomeWithBoth: "venit = mărime + {knights} + {towers}";
    UnknownEffects:
        "{buildings}: nu este socotit fiecare efect pe durata jocului; uită-te la cartonașe și dă efectele lor cu \
         --per-knight și --per-tower";
    OneKnightInSupply: "cavalerii din rezervă nu sunt dați; se presupune 1, cavalerul care se așază";
    NoKnightToPlace: "niciun cavaler în rezervă: acum nu se poate așeza niciunul";
    PhotoIsKingdomino: "fotografia a fost citită ca Kingdomino, deci numai mărimile și coroanele teritoriilor";
    NoTaxes: "Kingdomino nu are cavaleri și taxe";

    // The audit's findings.
    WithSquares: "{what} ({squares})";
    VerdictPossible: "posibil";
    VerdictMisplayed: "posibil, dar jucat greșit";
    VerdictUnknown: "nehotărât";
    VerdictImpossible: "imposibil";
    Together: "împreună";
    OfKingdom: "{kingdom}: {what}";
    Or: "{words} sau {last}";
    CertainDominoes: "piese domino sigure";
    DominoAt: "{domino} pe {squares}";
    RepairOne: "piesele domino s-ar potrivi dacă oricare dintre aceste spații ar fi altul:";
    RepairTogether: "piesele domino s-ar potrivi dacă {squares} spații ar fi diferite, de exemplu:";
    RepairMoreThan:
        "piesele domino s-ar potrivi numai dacă mai mult de {n} spațiu ar fi altul|piesele domino s-ar potrivi numai \
         dacă mai mult de {n} spații ar fi altele";
    RepairUnknown: "a durat prea mult să se afle ce spații ar trebui să fie altele ca piesele domino să se potrivească";
    KingdomWithoutCastle: "niciun castel: fiecare regat are unul";
    MoreThanTheBox: "{squares} ({square}): piesele domino din {game} au numai {in_the_box}";
    HalfADomino: "{squares}: piesele domino acoperă un număr par";
    NoTiling: "piesele domino din {game} nu se pot așeza așa: cel puțin un spațiu este greșit";
    NoTilingTogether:
        "piesele domino din {game} ajung pentru fiecare regat în parte, dar nu pentru toate împreună: cel puțin un \
         spațiu este greșit";
    TooManyBuildings: "{tiles} cartonașe {building}: cutia are {copies}";
    TooManyCourtBuildings: "{tiles} cartonașe {building} pe {terrain}: cutia are {copies} pentru acest teren";
    TooManyTowers: "{towers} turnuri: cutia are {in_the_box}";
    TooManyGiants: "{giants} uriași: cutia Epocii uriașilor are {in_the_box}";
    TooManyKnights:
        "{knights} cavaleri în regate și rezerve: cutia are {in_the_box} (19 după regulamentul în română)"; // R
    TooManyCoins: "monede în valoare de {coins}: cutia are monede în valoare de {in_the_box}";
    SeveralQueens: "Regina vine la {queens} jucători, dar este o singură Regină";
    TilingUnknown: "a durat prea mult să se afle dacă piesele domino pot sta așa";
    SquaresMisplayed:
        "jucat greșit: după regula de conectare nicio piesă domino nu s-a putut așeza pe aceste spații"; // R
    Misplayed: "jucat greșit: regula de conectare nu permite așezarea acestor piese domino în nicio ordine";
    MisplayedTogether:
        "jucat greșit: cu piesele domino ale unui singur joc nu s-au putut așeza toate regatele după regula de \
         conectare";
    MoreOfOneBox:
        "jucat greșit: cele două cutii se folosesc pe rând, rundă cu rundă, deci nimeni nu poate fi tras mai mult de \
         {most} piese domino dintr-una"; // R
    LayingUnknown:
        "a durat prea mult să se afle dacă regula de conectare permite așezarea acestor piese domino în vreo ordine";
    QueenWithoutTowers:
        "Regina vine într-un regat fără turnuri, dar după reguli vine la jucătorul cu cele mai multe turnuri";
    TowersWithoutBuilding: "turnuri pe spații fără clădire; un turn stă pe clădirea care l-a adus";
    NoKnight: "niciun cavaler în regat și rezervă; fiecare jucător începe cu unul și nu îl pierde niciodată";

    // Rules on which the sheets leave room for interpretation.
    MiddleOfTheGrid:
        "Regatul de mijloc: castelul nu este la mijlocul rândurilor și coloanelor așezate, deci nu aduce puncte; poate \
         este la mijlocul întregii grile de {size}x{size}, pentru care unii ar da {points}";
    CornersOfTheGrid:
        "{quest}: regatul cuprinde mai puține rânduri sau coloane decât grila de {size}x{size}; acest program \
         socotește colțurile rândurilor și coloanelor așezate, dar unii ar socoti pe ale întregii grile";
    QueenOnBleakTerritory:
        "Regele mohorât: Regina contează ca o coroană, de aceea un teritoriu fără altă coroană nu contează aici; unii \
         ar socoti {points} pentru el";

    // Facts that were not given.
    NoCoins: "monedele nu sunt date, socotite 0; fiecare {each} monede aduc 1 punct";
    NoKnightsInSupply:
        "cavalerii din rezervă nu sunt dați, socotiți 0; fiecare aduce {points} prin terenurile de antrenament";
    NoKnightsAtAll:
        "cavalerii din rezervă nu sunt dați, socotiți 0, deși fiecare jucător are cel puțin unul; fiecare aduce \
         {points} prin terenurile de antrenament";
    QueenMoves: "Regina stă pe {square}; la final contează pe cel mai larg teritoriu, de {squares}";
    NoQueen: "vizita Reginei nu este dată, socotită la alt jucător; aici ar aduce {points}";

    // What the server prints and answers.
    LanguageName: "Română";
    ServeInNetwork: "oricine deschide această adresă poate vedea și schimba jocurile; oprește serverul când ai terminat";
    ServeOtherAddresses: "dacă telefoanele nu găsesc nimic acolo, încearcă altă adresă a acestui calculator; --address IP îi arată codul QR";
    ServeForeignAddress:
        "acest calculator nu are adresa {address}: telefoanele ajung acolo la server numai dacă alt calculator le \
         redirecționează";
    ServeNoNetwork: "telefoanele nu pot ajunge la acest calculator: nu este în nicio rețea. Intră într-o rețea Wi-Fi sau deschide un hotspot, apoi pornește serverul din nou";
    ServeCtrlC: "Ctrl-C oprește serverul";
    ServeNotFound: "la această adresă nu există nimic";
    ServeBusy: "se citesc prea multe fotografii; încearcă din nou peste o clipă";
    ServeTooManyListen: "sunt deschise prea multe pagini; închide câteva dintre ele";
    ServeBroken: "ceva nu a mers; terminalul serverului spune ce";
    ServeBrokenInTab: "ceva nu a mers; încarcă pagina din nou: jocurile ei se păstrează, dacă acest browser nu uită totul";
    ServeEnding: "serverul se oprește";
    ServeMethod: "aici nu se poate face asta";
    ServeBadHost: "cererea trebuie să numească exact o gazdă validă";
    ServeForeignHost: "{host} nu este acest server; deschide adresa pe care a scris-o, sau pornește-l cu --allow-host {host}";
    ServeForeignOrigin: "această cerere a venit de la alt site, de aceea a fost refuzată";
    ServeNoToken: "jetonul lipsește sau este greșit; deschide din nou adresa pe care a scris-o serverul, sau scanează codul QR";
    ServeBadQuery: "adresa nu se poate înțelege: {why}";
    ServeBadJson: "cererea nu se poate înțelege: {problem}";
    ServeBadBody: "încărcarea s-a întrerupt, sau conținutul nu este comprimat cum spune Content-Encoding";
    ServeBadEncoding: "acest Content-Encoding nu se poate despacheta aici: trimite conținutul așa cum este, sau cu gzip ori deflate";
    ServeNoPhotoInForm: "în acest formular nu se găsește nicio fotografie: trimite fotografia ca singurul câmp, cum face curl -F photo=@foto.jpg, sau ca întregul conținut";
    ServeMoreThanPhoto: "formularul are mai multe câmpuri ({fields}): trimite o singură fotografie și pune tot restul în adresă, după semnul întrebării";
    ServeTooLarge: "prea mare: limita este {most}";
    ServeTooSlow: "încărcarea a durat prea mult";
    ServeBadName:
        "un nume trebuie să aibă 1 până la {most} caractere, fără caractere de control, și nu poate fi cuvântul nobody";
    ServeSameName: "{player} este numit de două ori; dă unuia dintre ei alt nume";
    ServeBadNumber: "trebuie un număr întreg de la 0 la {most}";
    ServeTotalOfKingdom: "{player} are deja un regat, și contează totalul acestuia";
    ServeTypedTotalUnused: "contează regatul jucătorului {player}, nu totalul introdus de {total}";
    ServeTooManyPlayers: "un joc are cel mult {most} jucători";
    ServeTooManyPhotos: "un joc are cel mult {most} fotografii; scoate întâi câteva";
    ServeTooManyCorrections: "un joc are cel mult {most} corecturi";
    ServeChangedMeanwhile: "jocul a fost schimbat între timp; încearcă din nou";
    ServePhotoGone: "fotografia nu mai este acolo; scoate-o și alege-o din nou";
    ServeBadCorners: "trebuie patru colțuri, și între ele 1 până la {most} rânduri și coloane";
    ServeNoFrame: "aceasta nu este o imagine care poate fi privită: {problem}";
    ServeNoGameFile: "acesta nu este un joc salvat, sau este al altei versiuni a programului; alege un fișier ca game.json, pe care îl face „Salvează jocul ca fișier” sub un joc";
    ServeGameOfOtherVersion: "fotografiile acestui joc au fost citite de altă versiune a programului, sau fișierul a fost modificat; începe un joc nou cu fotografiile";
    ServeOtherTieBreak:
        "acest joc decide egalitățile după regula `{rule}`, dar jocurile paginii după cea din regulamente; continuă-l \
         în terminal";
    ServeFull:
        "nu s-a putut salva: memoria este plină sau nu se poate scrie; fă loc, de pildă ștergând jocuri cu \
         fotografiile lor, și încearcă din nou";
    ServeNothingInCorners: "între aceste colțuri nu se poate citi nimic; trage-le la colțurile din afară ale regatului";
    ServeBadKingdom:
        "acesta nu este un regat valid: pictează castelul și terenul din jurul lui, cel mult {most} rânduri și \
         coloane; fără castel, cel puțin zece spații";
    ServeNoSuchSquare: "regatul nu are spațiu în rândul {row}, coloana {col}";
    ServeBadCorrection: "spațiul nu poate fi acesta: {why}";
    ServeNothingToUndo: "nu este nimic de retras sau de făcut din nou";
    ServeNoKingdomYet: "niciun regat încă: fă câte o fotografie a fiecăruia, sau una a mesei";
    ServeUnranked: "regatele nu pot fi clasate împreună; uită-te la jucători și reguli";
    ServeTwoKingdoms:
        "{player} are două regate ({photos}), dar un jucător are numai unul: spune al cui este celălalt, sau scoate o \
         fotografie";
    ServeTiedTowers: "{players} au cele mai multe turnuri: spune la cine vine Regina";
    ServeTwoGames: "regatele lui {one} și {other} au fost citite ca din jocuri sau grile diferite: pune amândouă la reguli";
    ServePhotoWithoutKingdom:
        "nu s-a găsit niciun regat: fă fotografia din nou de sus, cu tot regatul în ea și piesele libere date la o parte, sau \
         arată-i colțurile";
    ServePlayerWithoutKingdom: "{player} nu are încă un regat, deci locurile nu sunt definitive";
    ServeNobodysKingdom: "{kingdom} nu este încă al nimănui; spune al cui este";
    ServeNothingToLearn:
        "nimic de învățat: corectează sau confirmă spații, până nu mai rămâne nimic de verificat la regatul lor";
    ServeUnfit: "o corectură ({square}) nu se potrivește cu ce se citește acum, de aceea nu contează";
    ServeSquareOutside: "acest spațiu este în afara rândurilor și coloanelor citite; pune colțurile cu mâna";
    ServeContradiction: "{one} și {other} nu pot fi pe același spațiu";
    ServeTwoCastles: "un regat are un singur castel";
    ServeTwoPhotos: "altă fotografie a aceluiași regat a fost corectată aici altfel";
    ServeNotInGame: "{game} nu are orașe, clădiri, cavaleri, turnuri sau Regină; alege mai întâi alt joc la reguli";
    ServeNotWithoutGiants:
        "uriașii, și grâul, pădurea și lacul cu două coroane, există numai în Age of Giants; alege mai întâi acest joc \
         la reguli";
    ServeNoSuchSquareWord: "`{word}` nu este un spațiu posibil în Kingdomino sau Queendomino";
    ServeImpossible: "niciun regat nu poate fi așezat așa";
    ServeNoSharedPlace: "numai cine împarte locul întâi îl poate câștiga prin înțelegere";
    ServeTooManyQuests: "un joc are cel mult {most} misiuni, inclusiv Armonia și Regatul din mijloc";
    ServeWouldDrop: "s-ar pierde: {what}";
    ServeAllOfPlayer: "{player}: tot ce s-a introdus despre jucător";
    ServeWholeKingdom: "{kingdom}: tot regatul";
    ServeChanged: "alt telefon a schimbat asta între timp; mai uită-te o dată";
    ServeTableClaimed: "alt telefon este la această masă; preia-o, sau alege alta";
    ServeWholeTable: "o fotografie a unei mese întregi se poate verifica numai spațiu cu spațiu";
    ServeUnnoted:
        "fișierul fotografiei nu a putut fi citit, deci nu se poate salva niciun răspuns despre această fotografie";
    ServeNotSure: "regatul poate fi încă greșit: {why}";
    ServeStillDoubtful: "{n} spațiu este încă îndoielnic|{n} spații sunt încă îndoielnice";
    ServeTournamentWithoutPhotos: "serverul nu știe unde sunt fotografiile turneului; oprește-l și pornește-l cu {flag}";
    ServeTournamentPhotoGone: "fotografia nu mai este unde era când a fost citită, sau s-a schimbat";
    ServeBadFileName:
        "runda, masa și jucătorul au nevoie de nume de 1 până la {most} litere care pot fi nume de dosare: fără bare, \
         două puncte, asteriscuri, semne de întrebare, ghilimele și altele asemenea, și fără punct la început sau la \
         sfârșit";
    ServeNotAdded: "fotografia nu a fost adăugată: {why}";
    ServeNotNoted: "nu s-a salvat nimic: {why}";
    ServeSeatsAreGiven:
        "proprietarii acestor fotografii sunt dați de dosare sau de un manifest; schimbă-i acolo și pornește `batch` \
         din nou";
    ServeNotTheirs:
        "programul nu a putut pune această fotografie astfel încât să conteze ca a jucătorului {player}; copiaz-o cu \
         mâna în dosarul potrivit și rulează din nou `batch`";
    ServeSamePhoto: "este același fișier ca {photo}";
    ServeOthersChange:
        "{photo} lipsește, nu se poate citi sau s-a schimbat, sau s-au schimbat datele ei; oprește serverul și rulează \
         din nou `batch`";
    ServeOtherVersion:
        "altă versiune a programului a citit această fotografie, deci spațiile nu se pot corecta unul câte unul; lasă \
         fotografia afară, sau confirmă că totul este corect";
    ServeOtherPhotos: "fotografiile din dosar nu sunt cele ale rezultatelor; oprește serverul și rulează din nou `batch`";

    // Versions of messages above for the page: they say what to tap, and name no flags.
    PageChooseInRules: "alege în „Jucători și reguli”";
    PageTellOrganiser: "spune organizatorului";
    PageWithGiants: "{what}. Cu piesele domino din Epoca uriașilor este posibil: {choose}";
    PageTooManyKingdoms:
        "s-au citit {found} regate diferite, dar un joc de {size}x{size} are cel mult {most}, așa că fiecare a fost \
         citit singur; lasă afară fotografiile altor jocuri, sau, dacă grila era alta, {choose}";
    PageDoubtfulGame:
        "citit ca {game}, cu o probabilitate de numai {percent} %; poate fi {other}; dacă știi jocul, {choose}";
    PageTilesOfAnotherGame: "aceste spații arată ca niște orașe, pe care {game} nu le are; dacă este alt joc, {choose}";
    PageNothingOfTheGame:
        "nu s-a găsit niciun oraș, nicio clădire, niciun cavaler și niciun turn din {game}; dacă jocul este {other}, \
         {choose}";
    PageUncertainSize:
        "regatul este poate mai mare de 5x5, sau altceva stă pe aceleași rânduri sau coloane; verifică rândurile și \
         coloanele de la margine; dacă știi grila, {choose}";
    PagePiecesNotLookedFor:
        "clădirile, cavalerii, turnurile și Regina nu au fost căutate și contează ca absente; atinge fiecare spațiu pe \
         care stă ceva din acestea";
    PageExpansionNotLookedFor:
        "uriașii, precum și lanurile, pădurile și lacurile cu două coroane, nu se caută în fotografii; atinge spațiile \
         unde sunt, apoi confirmă că restul este corect";
    PageUnreadKingdom: "fotografia arată încă un regat care nu s-a putut citi; fotografiază singur acel regat";
    PageUnreadTiles:
        "fotografia arată {n} spații cu plăci care nu sunt ale niciunui regat citit; acolo poate fi încă un regat: \
         fotografiază-l singur";
    PageTilesBeside:
        "se văd piese în afara rândurilor și coloanelor regatului, și nu se socotesc: {tiles}; {stake}; dacă aparțin \
         regatului, arată-i colțurile cu mâna";
    PageLinkLeadsOut:
        "această legătură duce în afara dosarului cu fotografii, de aceea nu este urmată; pune acolo fotografia însăși";
    PageDynastyAlone: "o Dinastie nu schimbă nimic pe această foaie, fiindcă o hotărăște suma a trei jocuri";
}
