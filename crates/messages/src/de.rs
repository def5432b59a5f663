//! German. Words with a `Q` are those of Queendomino's German rule sheet, with a `K` those of Kingdomino's of 2017, its score
//! pad included; the others stand on no sheet.

super::catalogue::texts! {
    // Terrains.
    Wheat: "Getreidefeld"; // Q
    Forest: "Wald"; // Q
    Lake: "See"; // Q
    Grassland: "Weideland"; // Q
    Swamp: "Sumpf"; // Q
    Mine: "Gebirge"; // Q
    Town: "Stadt"; // Q
    WheatTerritories: "{n} Getreidegebiet|{n} Getreidegebiete"; // Q
    ForestTerritories: "{n} Waldgebiet|{n} Waldgebiete"; // Q
    LakeTerritories: "{n} Seegebiet|{n} Seegebiete";
    GrasslandTerritories: "{n} Weidegebiet|{n} Weidegebiete";
    SwampTerritories: "{n} Sumpfgebiet|{n} Sumpfgebiete";
    MineTerritories: "{n} Gebirgsgebiet|{n} Gebirgsgebiete";
    TownTerritories: "{n} Stadtgebiet|{n} Stadtgebiete"; // Q
    WithWheat: "mit einem Getreidegebiet von {n} Feld|mit einem Getreidegebiet von {n} Feldern";
    WithForest: "mit einem Waldgebiet von {n} Feld|mit einem Waldgebiet von {n} Feldern";
    WithLake: "mit einem Seegebiet von {n} Feld|mit einem Seegebiet von {n} Feldern";
    WithGrassland: "mit einem Weidegebiet von {n} Feld|mit einem Weidegebiet von {n} Feldern";
    WithSwamp: "mit einem Sumpfgebiet von {n} Feld|mit einem Sumpfgebiet von {n} Feldern";
    WithMine: "mit einem Gebirgsgebiet von {n} Feld|mit einem Gebirgsgebiet von {n} Feldern";
    WithTown: "mit einem Stadtgebiet von {n} Feld|mit einem Stadtgebiet von {n} Feldern";
    WithCrowns: "mit {n} Krone|mit {n} Kronen";

    // Buildings.
    Bakery: "Bäckerei"; // Q
    Sawmill: "Sägewerk"; // Q
    Fishery: "Fischerei"; // Q
    Tailor: "Näherei"; // Q
    WizardSchool: "Zaubererschule"; // Q
    Foundry: "Gießerei"; // Q
    Church: "Kirche"; // Q
    TaxOffice: "Steueramt"; // The one tile without a name.
    TreasureChest: "Schatztruhe"; // Q
    SmallTavern: "Kleine Taverne"; // Q
    LargeTavern: "Große Taverne"; // Q
    Watchtower: "Wachturm"; // Q
    Fortress: "Festung"; // Q
    TravellingCastle: "Das wandelnde Schloss"; // Q
    TrainingGround: "Übungsplatz"; // Q
    Statue: "Statue"; // Q
    QueensTower: "Turm der Queen"; // Q

    // Variants and games.
    Harmony: "Harmonie"; // K
    MiddleKingdom: "Reich der Mitte"; // K
    Dynasty: "Dynastie"; // K
    Kingdomino: "Kingdomino"; // K
    Queendomino: "Queendomino"; // Q
    RoyalWedding: "Kingdomino und Queendomino"; // Q
    KingdominoAgeOfGiants: "Kingdomino: Zeitalter der Giganten";
    QueendominoAgeOfGiants: "Queendomino: Zeitalter der Giganten";

    // The Court. No sheet has these words: they are ours.
    Resource: "Rohstoff";
    CourtBuilding: "Hofgebäude";
    GreatCourtBuilding: "großes Hofgebäude";
    Farmer: "Bäuerin";
    Lumberjack: "Holzfäller";
    Fisherman: "Fischer";
    Shepherdess: "Schäferin";
    Merchant: "Händler";
    King: "König";
    CourtQueen: "Königin des Hofes";
    Captain: "Hauptmann";
    AxeWarrior: "Krieger mit Axt";
    SwordWarrior: "Krieger mit Schwert";
    Archer: "Bogenschütze";

    // The quests of Age of Giants. No sheet has their German names: these are ours.
    LocalBusinessWheat: "Rund ums Schloss: Getreidefeld";
    LocalBusinessForest: "Rund ums Schloss: Wald";
    LocalBusinessLake: "Rund ums Schloss: See";
    LocalBusinessGrassland: "Rund ums Schloss: Weideland";
    LocalBusinessSwamp: "Rund ums Schloss: Sumpf";
    LocalBusinessMine: "Rund ums Schloss: Gebirge";
    FourCornersWheat: "Vier Ecken: Getreidefeld";
    FourCornersForest: "Vier Ecken: Wald";
    FourCornersLake: "Vier Ecken: See";
    FourCornersGrassland: "Vier Ecken: Weideland";
    FourCornersSwamp: "Vier Ecken: Sumpf";
    FourCornersMine: "Vier Ecken: Gebirge";
    LostCorner: "Verlorene Ecke";
    FolieDesGrandeurs: "Größenwahn";
    BleakKing: "Trister König";

    // Squares and pieces.
    Castle: "Schloss"; // Q
    Empty: "leer";
    Queen: "die Queen"; // Q
    Verbatim: "{text}";
    Without: "{square}, ohne {pieces}";
    List: "{words}";

    // Countable things.
    Squares: "{n} Feld|{n} Felder"; // Q
    LandSquares: "{n} Feld mit Landschaft|{n} Felder mit Landschaft";
    Crowns: "{n} Krone|{n} Kronen"; // Q
    Coins: "{n} Münze|{n} Münzen"; // Q
    Knights: "{n} Ritter|{n} Ritter"; // Q
    Towers: "{n} Turm|{n} Türme"; // Q
    Giants: "{n} Riese|{n} Riesen";
    Resources: "{n} Rohstoff|{n} Rohstoffe";
    ResourcesOf: "{n} Rohstoff ({terrain})|{n} Rohstoffe ({terrain})";
    Characters: "{n} Figur|{n} Figuren";
    Warriors: "{n} Krieger|{n} Krieger";
    Points: "{n} Prestigepunkt|{n} Prestigepunkte"; // Q

    // The gallery of learnt squares.
    SquaresLearnt: "{photo}: {n} Feld gelernt|{photo}: {n} Felder gelernt";
    TilesMisread:
        "{n} davon wäre für ein anderes Gebäude gehalten worden|{n} davon wären für ein anderes Gebäude gehalten \
         worden";
    SheetOrder:
        "von jeder Art ein Gebäudeplättchen, Kante an Kante, in Reihen zu {n} und in dieser Folge, die letzten Plätze \
         leer:";
    TwinTiles: "{one} und {other} sehen fast gleich aus: Liegt ein Plättchen doppelt, oder eines von anderer Art?";
    OrderContradicted:
        "die meisten Plättchen sehen nach anderen Gebäuden aus, als ihre Plätze sagen ({tiles}): Liegen sie in der \
         Folge, die `learn --buildings` nennt? Wenn nicht: `learn --forget {photo}` nimmt es zurück";
    TownsContradicted:
        "die meisten der {n} Felder sehen nach anderem aus als nach Stadt ({squares}): Wenn sie das sind, nimmt es \
         `learn --forget {photo}` zurück";
    TileLooksLike: "{given} sieht aus wie {read}";
    DoubtfulNotLearnt: "{n} noch unsicher und nicht gelernt ({squares})";
    KingdomNotLearnt:
        "{photo}: ein Königreich, an dem nichts berichtigt oder bestätigt wurde oder das noch zu prüfen ist, wird \
         nicht gelernt";
    HiddenNotLearnt: "{n} verdeckt und nicht gelernt ({squares})";
    SquaresForgotten: "{n} Feld vergessen|{n} Felder vergessen";
    AllForgotten: "alles vergessen, was nicht zu brauchen war: mit einem anderen Netz gelernt oder beschädigt";
    GalleryEmpty: "{path}: noch nichts gelernt";

    // The score sheet: its heads, and the lines that are no terrain and no building.
    LineHead: "Zeile";
    PointsHead: "Punkte"; // Q
    HowHead: "Rechnung";
    WhereHead: "Felder";
    CoinsLine: "Münzen"; // Q
    FixedPointsLine: "feste Punkte";
    CourtLine: "Hof";
    BonusLine: "Sonderpunkte"; // K
    TotalLine: "Gesamt"; // K

    // The score sheet: how points came about.
    CoinsDivided: "{coins} : {each} = {points}"; // Q
    CoinsRoundedDown: "{coins} : {each} = {points}, abgerundet";
    Product: "{count} x {each} = {points}"; // Q
    CrownsAndQueen: "({crowns} + Queen)";
    QueenAlone: "Krone der Queen";
    NoCrown: "ohne Krone";
    Uncrowned: "{squares} ohne Krone";
    FixedPoints: "{building}: {points}";
    FixedPointsByElimination: "{building}: {points} (wahrscheinlich: durch Ausschluss bekannt)";
    CrownedBuilding: "{building}: {crowns} für sein Stadtgebiet";
    UnderGiants: "{how} ({n} weitere Krone unter einem Riesen)|{how} ({n} weitere Kronen unter Riesen)";
    Character: "{character}: {points}, {reason}";
    BaseAndEach: "{base} + {each} x {counted} ringsum";
    NoNeighbours: "wo auch immer";
    Bonus: "{variant}: {points}, {reason}";
    GridIsFull: "alle Felder belegt"; // K
    EmptySquares: "{n} Feld nicht belegt|{n} Felder nicht belegt";
    CastleInTheMiddle: "Schloss im Zentrum"; // K
    CastleNotInTheMiddle: "Schloss nicht im Zentrum";
    NoCastleSeen: "kein Schloss zu sehen";
    CastleAtACorner: "Schloss in einer Ecke";
    CastleNotAtACorner: "Schloss nicht in einer Ecke";
    AroundTheCastle: "{n} solches Feld rund ums Schloss|{n} solche Felder rund ums Schloss";
    AtTheCorners: "{n} der Ecken|{n} der Ecken";
    CrownedLines: "{n} Linie aus drei Feldern mit Kronen|{n} Linien aus drei Feldern mit Kronen";
    BleakTerritories:
        "{n} Gebiet ohne Krone von {squares} Feldern oder mehr|{n} Gebiete ohne Krone von {squares} Feldern oder mehr";

    // A kingdom, and notes about it.
    PiecesAt: "{square} {pieces}";
    NotationHead: "Notation";
    NoteHead: "Hinweis";
    WarningHead: "Warnung";
    StatedScore: "`score` in der Datei stimmt nicht: {differences}";
    StatedPoints: "{line}: {points} statt {stated}";
    SizeNotGiven: "`size` ist nicht angegeben; 5 angenommen, da das Königreich in 5x5 passt (wichtig für die Harmonie)";
    UnusedFacts: "Münzen, Ritter im Vorrat und die Queen zählen bei Kingdomino nicht";
    DynastyAlone:
        "eine Dynastie sind drei Partien, deren Summe entscheidet; dieser Zettel ist mit und ohne sie gleich: gib die \
         Königreiche aller Partien bei `standings --variant dynasty` an";
    FlagDiffers: "{flag} ist {given}, nicht {stated} wie in der Datei";

    // A photo that was read.
    ScanHead: "{rows} x {cols} Felder, gelesen für das Spiel auf {size}x{size}";
    KingdomOfSeveral:
        "Königreich {number} von {count}: {rows} x {cols} Felder, gelesen für das Spiel auf {size}x{size}";
    OfGame: "{what}, {game}";
    DoubtfulBuilding: "Gebäude?";
    BestBuilding: "{ground}+{building} {best} ({percent} %): gesamt {total}";
    OtherPiece: "oder {piece} ({percent} %): gesamt {total}";
    OtherPieceIsNoKingdom: "oder {piece} ({percent} %): kein Königreich";
    FurtherPieces: "oder {n} anderes|oder eines von {n} anderen";
    SameTotal: "was gleich viel zählt";
    BareSite: "kein Gebäude";
    ChangedLine:
        "das Königreich ist nicht so, wie es im Foto gelesen wurde: es wurde von Hand geändert und zählt, wie es da \
         steht";
    ToCheckHead: "BITTE PRÜFEN";
    ToCheck: "Die Gesamtpunktzahl kann falsch sein.";
    KingdomToCheck: "Dieses Königreich kann falsch gelesen sein.";
    DoubtfulHead: "unsichere Felder";
    BestReading: "{square} ({percent} %): gesamt {total}";
    SecondReading: "oder {square}: gesamt {total}";
    SecondIsNoKingdom: "oder {square}: kein Königreich";
    InferredMark: "nicht im Bild zu erkennen, aus den Dominosteinen erschlossen";
    CorrectedMark: "von einem Menschen angegeben oder bestätigt";
    AllConfirmed: "alle anderen Felder wurden bestätigt";
    CorrectedHead: "berichtigte Felder";
    ReadAs: "gelesen: {square}";
    CorrectedTo: "angegeben: {square}";
    Confirmed: "bestätigt";
    NowAt: "jetzt {square}";

    // Asking a person.
    AskSquare: "{square}: Was liegt dort?";
    AskTotal: "{square}: gesamt {total}";
    AskNoKingdom: "{square}: kein Königreich";
    AskSquareIs: "{place} ist {square}";
    AskWhichIsWrong: "Welches Feld ist ein anderes, und was liegt dort?";
    AskOneOfThese: "Dominosteine könnten so liegen, wenn ein Feld ein anderes wäre, etwa:";
    AskShown: "gelesen als {notation}: {total} Punkte";
    AskWhichSquare: "Bitte auch das Feld nennen, wie in r2c4=forest:1 oder r2c4=F1";
    AskNothingToUndo: "es gibt keine Antwort, die zurückgenommen werden könnte";
    AlsoChanged: "mit dieser Antwort wird auch dies anders gelesen: {squares}";
    AskPrompt: "Enter für 1, Zahl, Feld F1; a alles richtig; u zurück, ? Hilfe, q Ende:";
    AskWholePrompt: "Zahl oder r2c4=F1; a stimmt; Enter lässt es offen; u zurück, ? Hilfe, q Ende:";
    HelpWord: "hilfe";
    AskHelp:
        "Enter bestätigt das Gelesene, eine Zahl wählt aus. Jedes andere Feld wird als Wort oder in Notation getippt: \
         {squares}. Andere Felder werden mit Namen korrigiert, auch mehrere: r2c4=F1 r1c1=lake. - lässt das Feld \
         unsicher, u nimmt die letzte Antwort zurück, q fragt nichts mehr, und a sagt, dass \
         dieses Königreich ganz richtig gelesen ist. Groß und klein geschrieben ist gleich.";
    AskHelpPieces:
        "Was dort steht, kommt mit + dazu, etwa wheat+knight, G2+queen oder town+church+tower*2. Gebäude: {buildings}. Ein \
         Gebäude allein, etwa church, lässt Ritter, Türme und Queen, wie sie gelesen sind; town+church sagt, dass sonst nichts \
         dort steht.";
    AskNumber: "die Zahlen gehen von 1 bis {last}";
    NothingToAsk: "kein Feld ist unsicher";
    PictureWritten: "geschrieben: {path}";
    RepeatWith: "dasselbe noch einmal ohne Fragen: {options}";
    GoesOn: "mit dem, was bisher gesagt wurde, geht diese Zeile weiter:";

    // Why a reading is to check.
    ImpossibleKingdom:
        "kein Satz Dominosteine ergibt etwas, das dem Gelesenen nahe kommt, deshalb ist jedes Feld gelesen, wie es \
         aussieht; mindestens eines ist falsch gelesen, oder ein Plättchen ist aus einer anderen Schachtel oder \
         Ausgabe";
    ContradictedSquares:
        "die Dominosteine der Schachtel passen nur, wenn diese Felder nicht sind, wonach sie klar aussehen; \
         vielleicht ist ein Plättchen aus einer anderen Schachtel oder Ausgabe, es liegt etwas auf einem Feld \
         daneben, oder eines dort ist falsch gelesen";
    ImpossibleGame:
        "keine wahrscheinliche Lesart von {kingdoms} passt mit den anderen Königreichen dieser Partie in einen Satz; darum \
         ist dieses Königreich für sich gelesen";
    ChangedByGame:
        "die anderen Königreiche dieser Partie lassen keine Dominosteine für das übrig, wonach diese Felder aussehen; \
         bitte prüfe sie, und ob alle Fotos von einer Partie sind";
    TooManyKingdoms:
        "{found} verschiedene Königreiche wurden gelesen, und eine Partie auf {size}x{size} hat höchstens {most}; \
         jedes wurde für sich gelesen; lass Fotos anderer Partien weg, oder gib --size an";
    PhotosDisagree:
        "die Fotos dieses Königreichs ({photos}) zeigen hier sicher verschiedene Felder; sind sie von verschiedenen \
         Zeitpunkten?";
    CoveredSquares:
        "auf diesen Feldern liegt etwas, das Kronen oder die Landschaft verdecken kann; bitte nimm es weg und \
         fotografiere noch einmal, oder sag, was dort liegt";
    ImprobableKingdom:
        "nur eine unwahrscheinliche Lesart lässt sich mit den Dominosteinen legen; bitte prüfe die Felder, und ob das \
         Raster auf den richtigen Zeilen und Spalten liegt; vielleicht ist ein Plättchen aus einer anderen Schachtel \
         oder Ausgabe";
    WithGiants: "{what}. Mit den Dominosteinen von Zeitalter der Giganten ist es möglich: gib --box giants an";
    TooManyDoubts:
        "so viele Felder sind unsicher, dass nicht alle Königreiche abgewogen werden konnten; bitte prüfe die Felder";
    DoubtfulTotal:
        "die Gesamtpunktzahl stimmt nur mit {percent} % Wahrscheinlichkeit; bitte prüfe die unsicheren Felder";
    DoubtfulBorder:
        "es ist nicht sicher, dass das Königreich hier endet: vielleicht liegt da {tiles}; ist das das ganze Königreich?";
    NoCastle: "kein Schloss gefunden; jedes Königreich hat eines";
    DoubtfulCastle: "wo das Schloss steht, ist geraten; bitte prüfe das";
    DoubtfulGame:
        "nur mit {percent} % Wahrscheinlichkeit ein Königreich von {game}; vielleicht auch von {other}; gib --game an";
    TilesOfAnotherGame:
        "diese Felder sehen aus wie Städte, die es in {game} nicht gibt; sind es welche, gib --game queendomino an";
    NothingOfTheGame:
        "keine Stadt, kein Gebäude, kein Ritter und kein Turm von {game} ist zu sehen; ist es {other}, gib --game kingdomino an";
    PiecesNotLookedFor:
        "Nach Gebäuden, Rittern, Türmen und der Queen hat niemand gesehen; sie zählen, als ob keine da wären; gib \
         --game an, oder mit --fix, was auf einem Feld steht, etwa r2c4=town+church";
    SquaresApart: "diese Felder hängen an keiner Kante mit dem Königreich zusammen";
    ExpansionNotLookedFor:
        "Riesen sowie Getreidefeld, Wald und See mit zwei Kronen werden in Fotos nicht gesucht; sage mit --fix, wo \
         sie sind, etwa r2c4=mine:2+giant oder r1c1=wheat:2, oder mit --as-read, dass es keine weiteren gibt";
    UncertainGrid: "das Raster ist unsicher; bitte prüfe, ob es auf den Zeilen und Spalten des Königreichs liegt";
    DamagedPhoto:
        "die Datei des Fotos ist beschädigt oder unvollständig; bitte kopiere das Foto noch einmal, oder prüfe jedes \
         Feld";
    CutByPhoto:
        "das Königreich reicht an den Rand des Fotos, wo mehr davon abgeschnitten sein kann; bitte prüfe, ob eine \
         Zeile, eine Spalte, ein Feld oder eine Krone fehlt, oder fotografiere von weiter weg";
    UncertainSize:
        "etwas liegt in einer Linie mit einem 5x5-Königreich, oder es ist größer als 5 Felder; bitte prüfe die Zeilen \
         und Spalten am Rand, und gib --size an";
    UnreadKingdom:
        "das Foto zeigt ein weiteres Königreich, das nicht gelesen werden konnte ({error}); lies das Foto noch \
         einmal, oder dieses Königreich allein mit --corners {corners}";
    PoorPhoto: "das Foto ist schwer zu lesen: {why}";
    UnlikeTiles:
        "das sieht nicht nach Kingdomino oder Queendomino aus: nur {seen} von {squares} Feldern sehen klar nach deren Plättchen \
         aus; die Plättchen anderer Spiele lassen sich nicht werten";
    LargerThanAnyGrid:
        "kein Königreich gefunden: die Felder reichen zusammenhängend über {rows} x {cols}, und ein Königreich hat höchstens 7 \
         x 7; liegen mehrere nebeneinander, lass Lücken dazwischen, fotografiere jedes allein, oder gib die Ecken eines davon \
         an";
    SmallSquares: "die Felder sind {px} Pixel breit, {least} sind nötig: geh näher heran";
    DarkPhoto: "es ist dunkel, im Mittel {light} von 255, {least} sind nötig: mach mehr Licht";
    AskewPhoto: "es ist um etwa {degrees} Grad schräg aufgenommen, höchstens {most} gehen gut: nimm es gerade von oben auf";
    ColourlessPhoto: "es hat keine Farben, und an ihnen sind die Landschaften zu erkennen: nimm es in Farbe auf";
    BlurredPhoto:
        "Kanten sind über {px} Pixel unscharf, {most} sind bei solchen Feldern erlaubt: halte still und stell scharf";
    UnreadTiles:
        "das Foto zeigt {n} Felder mit Plättchen, die zu keinem gelesenen Königreich gehören, von {from} bis {to} (Pixel \
         des aufrechten Fotos); dort kann noch ein Königreich liegen: fotografiere es allein, oder gib seine Ecken mit \
         --corners an";
    LeftOutTiles: "Plättchen sind zu sehen, wo keines gelesen wurde, und zählen nicht: {tiles}; {stake}";
    TilesBeside:
        "in einer Linie mit dem Königreich, neben seinen Zeilen und Spalten, sind Plättchen zu sehen, und sie zählen \
         nicht: {tiles}; {stake}; gehören sie dazu, gib seine Ecken mit --corners an";
    TileOn: "{tile} auf {square}";
    TileBeside: "{tile} neben {square} ({where})";
    RowsAbove: "{n} Zeile darüber|{n} Zeilen darüber";
    RowsBelow: "{n} Zeile darunter|{n} Zeilen darunter";
    ColumnsToTheLeft: "{n} Spalte links|{n} Spalten links";
    ColumnsToTheRight: "{n} Spalte rechts|{n} Spalten rechts";
    TotalWithThem: "mit ihnen wäre die Gesamtpunktzahl {total}";
    ScoreByThemselves: "für sich allein bringen sie {points}";
    TooFarToScore: "für ein Königreich liegen sie zu weit auseinander";
    SecondLookFailed:
        "es war ein zweiter Blick nötig, auf seine Größe oder auf das, was daneben liegt, und der ist gescheitert \
         ({error}); lies das Foto noch einmal";

    // Standings.
    RanksToCheck: "Mit ? bezeichnete Gesamtpunktzahlen und Plätze können falsch sein.";
    MightyDuel: "Das große Duell"; // K
    Grid: "{size}x{size}";
    RankHead: "Platz";
    PlayerHead: "Spieler"; // Q
    TieHead: "Gleichstand"; // Q
    GameHead: "Partie {number}"; // Q
    WinsTie: "gewinnt bei Gleichstand {with}";
    LosesTie: "unterliegt bei Gleichstand {with}";
    SharesPlace: "teilt sich den Platz: auch die größten Gebiete sind gleich groß ({squares})";
    SharesPlaceWithoutRule: "teilt sich den Platz: bei einer Dynastie regelt keine Anleitung den Gleichstand";
    TypedKingdom: "das Königreich von {player} wurde eingegeben, nicht von einem Foto gelesen";
    NamesAlike:
        "{players} sind vielleicht derselbe Name: ist es eine Person, lass eines der Königreiche weg; sonst gib jeder einen Namen, der sie unterscheidet, wie in `Zoe M.=zoe.jpg`";
    TieUnknown: "teilt sich vorerst den Platz: das größte Gebiet entscheidet, und eine eingegebene Summe nennt es nicht";
    TypedTotalOf: "{player} (Summe eingegeben)";
    TypedTotals: "die Summe wurde eingegeben, ohne Königreich: {players}";
    TieOfTypedTotal:
        "{players} haben Gleichstand mit {total}, und das größte Gebiet entscheidet: statt der eingegebenen Summe von {typed} wird das Königreich gebraucht";
    WithoutLand: "ohne Land";
    TiesByCrowns: "Gleichstände entscheidet wie vereinbart nach dem größten Gebiet die Zahl der Kronen: eine Hausregel, die in keiner Anleitung steht";
    TieByCrowns:
        "ein Gleichstand wurde wie vereinbart nach der Zahl der Kronen entschieden: eine Hausregel, die in keiner \
         Anleitung steht";
    InGame: "Partie {number}: {message}";
    PlayerInGame: "{player}, Partie {number}";
    SeveralGames: "die Dateien nennen verschiedene Partien (`game_id`): {ids}";
    NoCoinsOf: "Münzen nicht angegeben für {players}, als 0 gezählt; je {each} bringen 1 Prestigepunkt";
    QueenByTowers: "die Queen besucht {player}: nur dort stehen die meisten Türme ({towers})";
    QueenAgainstTowers:
        "die Queen besucht {player}, nach den Regeln aber einen Spieler mit den meisten Türmen: {leaders} ({towers})";
    QueenWithoutAnyTower: "die Queen besucht {player}, aber es sind keine Türme zu sehen: nach den Regeln besucht sie dann niemanden";
    DoubtfulByFacts:
        "{player}: durch das, was neben dem Foto angegeben ist, oder durch die Queen ändert ein unsicheres Feld die \
         Gesamtpunktzahl; bitte prüfe die unsicheren Felder";
    Nobody: "niemanden";
    NoTowers: "es sind keine Türme zu sehen; die Queen besucht daher niemanden";
    Kingdoms: "{n} Königreich|{n} Königreiche"; // Q
    UnusualNumber: "{kingdoms}: keine Anleitung kennt {game} auf {size}x{size} für so viele, nur für {known}";
    FromTo: "{fewest} bis {most}";

    // The photos of one game.
    ReadTogether: "zusammen gelesen mit {kingdoms}: alle sind aus demselben Satz gelegt";
    SameKingdom: "dasselbe Königreich wie in {kingdoms}; aus allen seinen Fotos gelesen, und einmal gezählt";
    OnlyOneKingdom:
        "kein anderes Königreich dieser Partie wurde gelesen; der Satz beweist also nicht mehr als bei einem \
         einzelnen Foto";
    KingdomMissing:
        "{photo} wurde nicht gelesen: ein Königreich kann fehlen, und die Plätze können andere sein; mach das Foto noch \
         einmal, oder lass es weg";
    PhotoChanged:
        "{photo} hat sich geändert, seit das Spiel gespeichert wurde; es gilt, was gespeichert ist, und ein Foto, das du \
         noch einmal angibst, wird neu gelesen";
    GameSaved: "gespeichert in {path}; weiter geht es mit `kingdom-scanner game {path}`";
    ToSayHead: "sieh nach, was dort liegt, und gib die Zeile darunter ein";
    WholeToSayHead: "wenn alles stimmt, diese Zeile eingeben";
    AllAsItLooks: "wie es aussieht: {points}; diese Plättchen sind nicht aus einer Schachtel";
    AllAsRead: "wie es hier steht, und das ist das ganze Königreich: {points}";
    OtherDoubtfulHead: "andere unsichere Felder";
    AsRead: "{square}, wie gelesen ({percent} %)";
    AsAllowed: "{square}, wie der Satz es zulässt ({percent} %)";
    OrElse: "oder {square}";
    NoTotalYet: "{square}: noch keine Gesamtpunktzahl, dann ist mehr anzugeben";
    AgainstTheBox: "{square}; das passt nicht zu den Dominosteinen des Satzes oder zu den Feldern daneben";
    SaidAgainstTheBox:
        "was angegeben wurde, passt nicht zu dem, was die anderen Felder zeigen, oder nicht zu den Dominosteinen: {said}; sieh \
         noch einmal nach, oder lass es weg";
    SomethingElse: "ist es etwas anderes, gib das hinter dem `=` an, etwa forest:1, castle oder empty";
    AskHead: "um Schritt für Schritt gefragt zu werden, mit Bildern:";
    WhoseKingdom: "{kingdom}: wessen Königreich ist das?";
    WhosePrompt: "ein Name, oder Enter für {label}:";
    WhoseTaken: "{player} hat schon ein anderes Königreich";
    WhoseAlike: "{player} ist vielleicht der Name von {other}, und da ist schon ein anderes Königreich; ist es jemand anders? ja, Enter nein:";
    WhoseNoName: "ein Name hat keine Steuerzeichen";
    WhoHead: "von {n} Foto sagt nichts, wessen es ist|von {n} Fotos sagt nichts, wessen sie sind";
    ManifestEncoding: "{manifest} ist nicht in UTF-8: gelesen als {encoding}; stimmen Buchstaben eines Namens nicht, speichere die Liste als UTF-8";
    WhoHelp: "`/` beginnt mit diesem Foto einen anderen Tisch, `<` geht zurück, `?` zeigt diese Zeile, `q` beendet die Fragen; was du sagst, bleibt";
    WhoGroup: "{n} Foto eines Tisches, wie es scheint: {photos}|{n} Fotos eines Tisches, wie es scheint: {photos}";
    WhoRound: "Runde, Enter für {name}:";
    WhoTable: "Tisch, Enter für {name}:";
    WhosePhoto: "{photo}: wessen Königreich ist das? Bei mehreren von links oben an: Anna, Ben";
    WhosePhotoPrompt: "ein Name, oder Enter für niemanden:";
    WhoIsKept: "wer wer ist, steht in {file} und gilt von jetzt an";
    WhoHasManifest: "{file} sagt mehr, als wer wer ist: gib es mit --manifest an";
    NotNamed: "wessen Königreiche das sind, ist nicht bekannt: {kingdoms}; nenne jeden Namen mit --player, oder wie in Anna={example}";

    // A tournament.
    ReportTitle: "Kingdomino: Rangliste";
    Photos: "{n} Foto|{n} Fotos";
    Tables: "{n} Tisch|{n} Tische";
    Rounds: "{n} Runde|{n} Runden";
    RoundName: "Runde {round}";
    TableName: "Tisch {table}";
    DynastyOfTable: "Dynastie, Tisch {table}";
    AllRounds: "Alle Runden";
    KingdomsHead: "Königreiche"; // Q
    RemarkHead: "Bemerkung";
    PhotoHead: "Foto";
    LargestTerritoryHead: "größtes Gebiet";
    SharesPlaceOfSeveralRounds: "teilt sich den Platz";
    Missing: "{n} Königreich fehlt|{n} Königreiche fehlen";
    KingdomsToCheck: "{n} Königreich zu prüfen|{n} Königreiche zu prüfen";
    NoKingdomRead: "kein Königreich";
    SheetHead: "Wertung";
    LookHead: "Bitte ansehen";
    QuestionsHead: "Bitte entscheiden";
    PhotosToLookAt: "{n} Foto bitte ansehen|{n} Fotos bitte ansehen";
    QuestionsToDecide: "{n} Frage bitte entscheiden|{n} Fragen bitte entscheiden";
    NothingToLookAt: "Nichts ist unsicher.";
    BackToReport: "Ranglisten, und was zu prüfen ist";
    PreviousPage: "Vorige Seite";
    NextPage: "Nächste Seite";
    RankingHead: "Rangliste";
    TablesFromTo: "Tische {first} bis {last}";
    ShowAll: "Alle {n} zeigen";
    LooseHead: "Fotos, die zu keinem Tisch gehören";
    DuplicatesHead: "Doppelte Fotos";
    SameAs: "{photo} ist dasselbe wie {of}";
    StaleHead: "Korrekturen, die nicht mehr zählen";
    CorrectedByHand: "von Hand geprüft";
    LeftOut: "von Hand ausgeschlossen";
    PhotosLeftOut:
        "{n} Foto wurde von Hand ausgeschlossen und zählt nirgends: {photos}; öffne es in einer Durchsicht, und u nimmt das zurück|{n} Fotos wurden \
         von Hand ausgeschlossen und zählen nirgends: {photos}; öffne eines in einer Durchsicht, und u nimmt das zurück";
    ShowsKingdoms: "das Foto zeigt {n} Königreich, nötig ist eines|das Foto zeigt {n} Königreiche, nötig ist eines";
    ShowsOtherNumber:
        "das Foto zeigt {n} Königreich, und genannt sind {players} Spieler|das Foto zeigt {n} Königreiche, und genannt \
         sind {players} Spieler";
    RoundsWithoutPhoto: "kein Foto von {n} Runde|kein Foto von {n} Runden";
    SameAsSomebodyElses: "dasselbe Foto wie {of}, das jemand anderem gehört";
    NoKingdomInPhoto:
        "kein Königreich gefunden; bitte noch einmal von oben fotografieren, mit dem ganzen Königreich im Bild, ohne \
         das Schloss darauf und ohne lose Plättchen daneben, oder es in einer Durchsicht (`review`) eintippen";
    PhotoNotRead: "das Foto lässt sich nicht lesen; bitte noch einmal kopieren oder als JPEG speichern";
    ReadInPart: "der Rest des Programms (8 MB) ließ sich nicht laden, deshalb wurde ohne ihn gelesen; mit einer Verbindung wird noch einmal gelesen";
    LinkLeadsOut:
        "das ist ein Verweis, der aus dem Ordner der Fotos hinausführt, und ihm wird nicht gefolgt; leg das Foto \
         selbst dorthin oder nimm --follow-links";
    TooManyLinks: "zu diesem Ordner führen mehr als {n} Verweise, und den weiteren wird nicht gefolgt";
    PhotoInCloud: "hier liegt nur der Platzhalter der Cloud; lade das Foto selbst mit der App der Cloud herunter";
    PhotoHalfCopied: "das Foto wurde nicht zu Ende heruntergeladen oder kopiert; hol es noch einmal";
    VideoNotPhoto: "das ist ein Video; speichere ein Bild daraus als Foto";
    LeftOutOfSystems:
        "{n} Ordner oder Datei des Systems oder eines Programms wurde ausgelassen: {names}|\
         {n} Ordner und Dateien des Systems oder eines Programms wurden ausgelassen: {names}";
    LeftOutVideos:
        "{n} Video wurde nicht gelesen: {names}. Zeigt es ein Königreich, speichere ein Bild daraus als Foto|\
         {n} Videos wurden nicht gelesen: {names}. Zeigt eines ein Königreich, speichere ein Bild daraus als Foto";
    NoNameOfFile:
        "wohin es gehört, sagen die Namen seiner Ordner und der Datei, und einer davon ist leer oder hat \
         Zeilenumbrüche oder andere Steuerzeichen; benenne ihn um, oder gib Runde, Tisch und Spieler in der Liste an";
    NoNameInManifest:
        "Nummer {number} der Liste hat `{name}` als {column}, und ein Name hat keine Zeilenumbrüche oder andere \
         Steuerzeichen";
    NamedPhotoMissing: "Nummer {number} der Liste nennt dieses Foto, und kein Bild hat diesen Pfad";
    NamedPhotoUnclear:
        "Nummer {number} der Liste nennt dieses Foto, und mehrere können gemeint sein: {photos}; schreib den Pfad von einem";
    NamedPhotoMissingNear:
        "Nummer {number} der Liste nennt dieses Foto, und kein Bild hat diesen Pfad; ist `{near}` gemeint?";
    GivenDifferently: "`{column}` ist bei Fotos dieses Königreichs verschieden angegeben; es zählt die erste Angabe";
    SeveralTables:
        "{player} sitzt in einer Runde an mehreren Tischen ({tables}): sind es verschiedene Leute, gib ihnen \
         verschiedene Namen";
    MayBeOnePlayer:
        "{players} sind fast derselbe Name und spielen nie in derselben Runde: ist es eine Person, gib den Fotos einen Namen; sonst sagt es `different_players` in tournament.toml";
    AlikeInTournament:
        "{players} sind vielleicht derselbe Name: ist es eine Person, gib den Fotos einen Namen; sonst sagt es `different_players` in tournament.toml";
    PictureName:
        "{photo}: so nennen Kameras und Programme Bilder, und niemand heißt so: gib dem Foto den Namen der Person, oder nenne sie in der Liste; \
         lass es weg, wenn es niemandes Königreich zeigt";
    NumberedName:
        "{players} sind vielleicht eine Person mit zwei Fotos: leg beide in einen Ordner mit ihrem Namen; sind es zwei, sagt es \
         `different_players` in tournament.toml";
    SpeltDifferently:
        "{players} unterscheiden sich nur in Groß- und Kleinschreibung: ist es eine Person, schreib den Namen überall \
         gleich";
    KingdomsWithoutTable:
        "{n} Foto zeigt ein Königreich und gehört zu keinem Tisch, zählt also nirgends: {photos}; nenne seinen Tisch in der \
         Liste, oder lege es in einen Ordner wie tisch-3|{n} Fotos zeigen Königreiche und gehören zu keinem Tisch, \
         zählen also nirgends: {photos}; nenne ihre Tische in der Liste, oder lege sie in Ordner wie tisch-3";
    NotListed: "die Liste nennt es nicht, also zählt es nirgends: schließ es aus, oder gib ihm eine Zeile";
    CorrectedDifferently:
        "Fotos dieses Königreichs wurden verschieden korrigiert, {photos}: das erste zählt; berichtige eines in einer \
         Durchsicht (`review`), oder schließ es aus";
    QueenTied: "{players} haben je {towers}: wen die Queen besucht, muss in der Spalte `queen` der Liste stehen";
    CheckTheQueen: "{what}; bitte prüfe die Türme und die Spalte `queen` der Liste";
    QueenMayCome: "die Queen ist vielleicht hier zu Besuch";
    QueenByDoubtfulTowers: "wen die Queen besucht, hängt an den Türmen unsicherer Königreiche: {players}";
    QueenUnknown:
        "ein Königreich fehlt und könnte die meisten Türme haben: wen die Queen besucht, muss in der Spalte `queen` \
         der Liste stehen";
    QueenTwice:
        "die Queen ist sowohl bei {first} als auch bei {second} angegeben oder zu sehen, und sie besucht höchstens \
         einen";
    QueenStandsElsewhere: "die Queen steht im Königreich von {player} auf {square}, ist aber anderswo angegeben";
    DifferentGames:
        "die Königreiche von {first} und {second} sind aus verschiedenen Spielen oder Rastern; ist eines der Fotos \
         von einem anderen Tisch?";
    DifferentVariants:
        "{first} und {second} spielen nach verschiedenen Varianten; an einem Tisch gelten für alle dieselben";
    NotThreeKingdoms: "{player} hat {kingdoms}; bei einer Dynastie hat jeder eines in jeder von drei Partien";
    NotThreeRounds:
        "{n} Partie an diesem Tisch; eine Dynastie hat drei|{n} Partien an diesem Tisch; eine Dynastie hat drei";
    PhotoWithTotal: "{photo} ({total})";
    PhotosReadDifferently: "Fotos dieses Königreichs wurden verschieden gelesen: {photos}";
    ReviewPrompt: "Enter für 1, Zahl, Feld F1; a alles richtig, n weiter, ? Hilfe, q Ende:";
    ReviewWholePrompt: "r2c4=F1, Zahl, Königreich; a stimmt, x weg, n weiter, ? Hilfe, q Ende:";
    ReviewKingdomPrompt: "des Spielers ist k1 bis k{last}; x weg, n weiter, ? Hilfe, q Ende:";
    ReviewCountsNowhere: "gehört zu keinem Tisch, zählt also nirgends";
    ReviewNothingReadPrompt: "kein Königreich gelesen: tippe es; x weg, n weiter, ? Hilfe, q Ende:";
    MoreInReport: "{n} weiteres im Bericht|{n} weitere im Bericht";
    Wrote: "geschrieben: {path}";
    GameNotSaved: "nichts ist gespeichert; mit --save gilt dies von nun an in {path}";
    ReviewEndPrompt: "alles gefragt; Enter hört auf, b das Foto davor, /name ein Foto:";
    ReviewSure: "trotzdem zählen? ja, Enter nein:";
    ReviewHelp:
        "Das ganze Foto: a, alles ist richtig gelesen. k2, von mehreren Königreichen gehört das zweite dem Spieler. \
         F1WC/L1W. k5, so ist das Königreich, Zeile für Zeile (W Getreidefeld, F Wald, L See, G Weideland, S Sumpf, M \
         Gebirge, T Stadt, C Schloss, . leer, und die Zahl der Kronen), dann k5 oder k7. x, das Foto auslassen. n, \
         nächstes Foto, dieses bleibt zu prüfen. b, das Foto davor. /anna, das Foto mit diesem Namen. u, die \
         letzte Antwort zu diesem Foto zurücknehmen. q, Ende: nichts geht verloren.";
    SeveralPlayers:
        "Fotos verschiedener Spieler zeigen dieses Königreich: {photos}; von einem fehlt das Foto, oder es zeigt ein \
         fremdes";
    CorrectedBefore:
        "die Datei ist seit der Korrektur dieses Fotos ({said}) eine andere: die Korrektur zählt nicht mehr, bitte noch \
         einmal prüfen";
    CorrectedOtherwiseRead:
        "es wurde korrigiert ({said}), als es anders gelesen wurde: das zählt nicht mehr, bitte noch einmal korrigieren";
    CorrectedPhotoGone:
        "{photo} wurde korrigiert ({said}), und dieses Foto ist nicht mehr da: lege es unter irgendeinem Namen wieder \
         dazu, oder verwirf die Korrektur mit `review`";
    ReviewGonePrompt: "Enter behält diese Korrektur, d verwirft sie, q Ende:";
    ReviewLeft: "{n} Foto zu prüfen|{n} Fotos zu prüfen";
    ReviewStays: "bleibt zu prüfen";
    ReviewNothingToAsk: "Zu keinem Foto ist etwas zu fragen. So öffnest du eines noch einmal: {line}";
    ReviewTakenBack: "die letzte Antwort zu diesem Foto zählt nicht mehr";
    ReviewCorrectedLater:
        "die letzte Antwort hier hat auch {photo} geändert, und das wurde seither noch einmal korrigiert: nimm zuerst \
         das zurück";
    ReviewIsLeftOut: "dieses Foto ist ausgeschlossen; u nimmt das zurück";
    ReviewNothingSaid: "zu diesem Foto wurde nichts gesagt";
    ReviewNoPhotoBefore: "das ist das erste gezeigte Foto";
    ReviewNoSuchPhoto: "`{name}`: so heißt kein Foto";
    ReviewWhichPhoto: "`{name}`: welches von {photos}?";
    ReviewNoKingdomRead:
        "hier wurde kein Königreich gelesen: bitte in Notation tippen, oder x, um das Foto auszulassen";
    ReviewPictureShows: "das Bild zeigt deutlich: {squares}";
    SquareShows: "{place} {square}";
    CountsNow: "zählt jetzt {total}";
    MaybeSquare: "{square}: {best} ({percent} %) oder {second}";

    // The rules of a tournament, and the seating of its next round.
    RulesHead: "Regeln";
    RuleByPoints: "es entscheidet die Summe der Punkte aller Runden";
    RuleByPlacing:
        "es entscheiden Platzpunkte: {points} für die Plätze an einem Tisch, vom ersten an, und danach 0; wer sich Plätze teilt, \
         erhält deren Durchschnitt";
    RuleBestRounds: "bei allen zählt die beste {n} Runde|bei allen zählen die besten {n} Runden";
    RuleDroppedRounds: "diese Runden zählen nicht: {rounds}";
    RuleNotCounted: "Punkte in Klammern zählen nicht";
    RuleTieBreaks: "bei gleicher Summe entscheidet, in dieser Reihenfolge: {by}; wer dann noch gleich ist, teilt sich den Platz";
    RuleTiesShared: "wer die gleiche Summe hat, teilt sich den Platz";
    RuleFinal: "die ersten {players} spielen das Finale, Runde {round}; es ändert nur ihre Reihenfolge";
    RankedByPoints: "Punkte aller Runden";
    RankedByWins: "Siege an den Tischen";
    RankedByBestRound: "beste Runde";
    RankedByTerritories: "Summe der größten Gebiete";
    RankedByDirectGame: "Plätze in den Spielen aller, die gleich sind";
    TieOverRounds: "bei gleicher Summe: {by}";
    NameAndValue: "{name} {value}";
    DecimalNumber: "{whole},{part}";
    FinalHead: "Finale ({round})";
    PlacingPointsHead: "Platzpunkte";
    FinalByOthers: "im Finale, aber nicht unter den ersten {most}, die allein Plätze tauschen: {players}";
    FinalWithout: "unter den ersten, aber nicht im Finale, daher hinter denen, die es gespielt haben: {players}";
    SeatingHead: "Sitzplan, Runde {round}";
    SeatingToCheck:
        "die Punkte von {n} Person sind zu prüfen, und wer wo sitzt, kann sich ändern: eine Durchsicht (`review`) klärt das|die Punkte \
         von {n} Personen sind zu prüfen, und wer wo sitzt, kann sich ändern: eine Durchsicht (`review`) klärt das";
    SeatingMeetAgain: "{n} Paar trifft sich wieder: {pairs}|{n} Paare treffen sich wieder: {pairs}";
    SeatingAllNew: "niemand trifft jemanden wieder";
    PairOfPlayers: "{one} und {other}";

    // Heads of standings.
    RoundHead: "Runde";
    TableHead: "Tisch";
    SharedHead: "geteilt";
    MissingHead: "fehlend";
    DoubtfulKingdomsHead: "zu prüfen";
    ProblemHead: "Problem";
    AbsentHead: "abwesend";
    MayChangeHead: "kann sich ändern";
    Yes: "ja";
    No: "nein";
    RoundsHead: "Runden";
    TablesHead: "Tische";

    // Territories and taxes.
    TerritoryHead: "Gebiet"; // Q
    SizeHead: "Größe"; // Q
    CrownsHead: "Kronen"; // Q
    KnightsHead: "Ritter"; // Q
    IncomeHead: "Einkünfte"; // Q
    IncomeWith: "Einkünfte = Größe + {extra}";
    IncomeWithBoth: "Einkünfte = Größe + {knights} + {towers}";
    UnknownEffects:
        "{buildings}: nicht jeder dauerhafte Vorteil ist gezählt; --per-knight und --per-tower geben an, was \
         abgebildet ist";
    OneKnightInSupply: "Ritter im Vorrat nicht angegeben, als 1 gezählt: der, der gesetzt wird";
    NoKnightToPlace: "kein Ritter im Vorrat: jetzt kann keiner gesetzt werden";
    PhotoIsKingdomino: "ein Foto wird als Kingdomino gelesen: nur Größen und Kronen";
    NoTaxes: "bei Kingdomino gibt es weder Ritter noch Steuern";

    // The audit's findings.
    WithSquares: "{what} ({squares})";
    VerdictPossible: "möglich";
    VerdictMisplayed: "möglich, aber falsch gelegt";
    VerdictUnknown: "nicht geklärt";
    VerdictImpossible: "unmöglich";
    Together: "zusammen";
    OfKingdom: "{kingdom}: {what}";
    Or: "{words} oder {last}";
    CertainDominoes: "sichere Dominosteine";
    DominoAt: "{domino} auf {squares}";
    RepairOne: "so könnten Dominosteine liegen, wenn eines dieser Felder anders wäre:";
    RepairTogether: "so könnten Dominosteine liegen, wenn {squares} Felder anders wären, zum Beispiel:";
    RepairMoreThan:
        "so könnten Dominosteine nur liegen, wenn mehr als {n} Feld anders wäre|so könnten Dominosteine nur liegen, \
         wenn mehr als {n} Felder anders wären";
    RepairUnknown: "welche Felder anders sein müssten, ließ sich nicht in vertretbarer Zeit klären";
    KingdomWithoutCastle: "kein Schloss: jedes Königreich hat eines";
    MoreThanTheBox: "{squares} ({square}): auf den Dominosteinen von {game} gibt es nur {in_the_box}";
    HalfADomino: "{squares}: Dominosteine bedecken immer eine gerade Zahl von Feldern";
    NoTiling: "so können keine Dominosteine von {game} liegen: mindestens ein Feld ist falsch";
    NoTilingTogether:
        "die Dominosteine von {game} reichen für jedes Königreich einzeln, aber nicht für alle zusammen: mindestens \
         ein Feld ist falsch";
    TooManyBuildings: "{tiles} Plättchen {building}: im Spiel sind {copies}";
    TooManyCourtBuildings: "{tiles} Plättchen {building} auf {terrain}: im Spiel sind {copies} für diese Landschaft";
    TooManyTowers: "{towers} Türme: im Spiel sind {in_the_box}";
    TooManyGiants: "{giants} Riesen: die Schachtel von Zeitalter der Giganten enthält {in_the_box}";
    TooManyKnights:
        "{knights} Ritter in Königreichen und Vorrat: im Spiel sind {in_the_box} (19 nach der rumänischen Spielregel)";
    TooManyCoins: "Münzen im Wert von {coins}: alle im Spiel sind {in_the_box} wert";
    SeveralQueens: "die Queen ist bei {queens} Spielern zu Besuch: es gibt nur eine Queen";
    TilingUnknown: "ob Dominosteine so liegen können, ließ sich nicht in vertretbarer Zeit klären";
    SquaresMisplayed: "falsch gelegt: nach der Anschlussregel konnte auf diese Felder kein Dominostein gelegt werden";
    Misplayed: "falsch gelegt: in keiner Reihenfolge wird die Anschlussregel eingehalten";
    MisplayedTogether:
        "falsch gelegt: mit den Dominosteinen eines Spiels können nicht alle Königreiche nach der Anschlussregel \
         gelegt worden sein";
    MoreOfOneBox:
        "falsch gelegt: die Runden wechseln zwischen beiden Schachteln, deshalb kann niemand mehr als {most} \
         Dominosteine aus einer davon gezogen haben";
    LayingUnknown: "ob eine Reihenfolge die Anschlussregel einhält, ließ sich nicht in vertretbarer Zeit klären";
    QueenWithoutTowers:
        "die Queen ist in einem Königreich ohne Türme zu Besuch; sie geht dorthin, wo die meisten Türme stehen";
    TowersWithoutBuilding: "Türme auf Feldern ohne Gebäude; ein Turm steht auf dem Gebäude, das ihn gebracht hat";
    NoKnight: "kein Ritter in Königreich und Vorrat; jeder Spieler beginnt mit einem und verliert ihn nie";

    // Rules that the sheets leave open.
    MiddleOfTheGrid:
        "Reich der Mitte: das Schloss liegt nicht in der Mitte der belegten Zeilen und Spalten, und danach wird hier \
         gezählt; im ganzen Raster von {size}x{size} kann es in der Mitte liegen, und manche zählen dafür {points}";

    CornersOfTheGrid:
        "{quest}: das Königreich umfasst weniger Reihen oder Spalten als sein Raster von {size}x{size}; hier zählen \
         die Ecken der gelegten, manche würden die des ganzen Rasters zählen";
    QueenOnBleakTerritory:
        "Trister König: die Queen ist eine Krone auf einem Gebiet ohne andere, deshalb zählt es hier nicht; manche würden dafür \
         {points} zählen";

    // What was not given.
    NoCoins: "Münzen nicht angegeben, als 0 gezählt; je {each} bringen 1 Prestigepunkt";
    NoKnightsInSupply: "Ritter im Vorrat nicht angegeben, als 0 gezählt; jeder bringt durch die Übungsplätze {points}";
    NoKnightsAtAll:
        "Ritter im Vorrat nicht angegeben, als 0 gezählt, obwohl jeder mindestens einen besitzt; jeder bringt durch \
         die Übungsplätze {points}";
    QueenMoves: "die Queen steht auf {square}; am Ende zählt sie im größten Gebiet ({squares})";
    NoQueen: "Queen nicht angegeben, als nicht zu Besuch gezählt; hier brächte sie {points}";

    // What the server says and answers.
    LanguageName: "Deutsch";
    ServeInNetwork: "alle, die diese Adresse öffnen, können die Spiele sehen und ändern; den Server am Ende beenden";
    ServeOtherAddresses: "finden Handys dort nichts, eine andere Adresse dieses Rechners versuchen; --address IP zeigt ihren QR-Code";
    ServeForeignAddress: "dieser Rechner hat die Adresse {address} nicht: Handys erreichen den Server dort nur, wenn ein anderer Rechner ihn weiterreicht";
    ServeNoNetwork: "Handys erreichen diesen Rechner nicht: er ist in keinem Netz. Einem WLAN beitreten oder einen Hotspot öffnen, dann den Server neu starten";
    ServeCtrlC: "Strg-C beendet den Server";
    ServeNotFound: "das gibt es hier nicht";
    ServeBusy: "es werden gerade zu viele Fotos gelesen; gleich noch einmal versuchen";
    ServeTooManyListen: "es sind zu viele Seiten offen; einige davon schließen";
    ServeBroken: "etwas ist fehlgeschlagen; im Terminal des Servers steht, was";
    ServeBrokenInTab: "etwas ist fehlgeschlagen; lade die Seite neu: ihre Spiele bleiben, wenn dieser Browser nicht alles vergisst";
    ServeEnding: "der Server wird gerade beendet";
    ServeMethod: "das geht hier nicht";
    ServeBadHost: "die Anfrage sagt nicht genau einmal, an wen sie geht";
    ServeForeignHost:
        "{host} ist nicht dieser Server; die ausgegebene Adresse öffnen oder ihn mit --allow-host {host} starten";
    ServeForeignOrigin: "eine andere Seite im Internet hat dies angefragt und bekommt nichts";
    ServeNoToken:
        "das Token fehlt oder ist falsch; die Adresse öffnen, die der Server ausgegeben hat, oder seinen QR-Code noch einmal \
         scannen";
    ServeBadQuery: "die Adresse ist nicht zu verstehen: {why}";
    ServeBadJson: "die Anfrage ist nicht zu verstehen: {problem}";
    ServeBadBody: "das Hochladen brach ab, oder der Inhalt ist nicht so gepackt, wie Content-Encoding sagt";
    ServeBadEncoding: "diese Content-Encoding lässt sich hier nicht auspacken: den Inhalt unverändert senden oder mit gzip oder deflate";
    ServeNoPhotoInForm: "in diesem Formular ist kein Foto zu finden: das Foto als einziges Feld senden, wie curl -F photo=@foto.jpg, oder als ganzen Inhalt";
    ServeMoreThanPhoto: "das Formular hat mehrere Felder ({fields}): ein einziges Foto senden und alles andere in die Adresse schreiben, hinter das Fragezeichen";
    ServeTooLarge: "zu groß: höchstens {most} werden angenommen";
    ServeTooSlow: "das Hochladen dauerte zu lange";
    ServeBadName: "ein Name hat 1 bis {most} Buchstaben, keine Steuerzeichen und ist nicht das Wort nobody";
    ServeSameName: "{player} ist zweimal genannt; bitte einen anderen Namen geben";
    ServeBadNumber: "eine ganze Zahl von 0 bis {most} wird gebraucht";
    ServeTotalOfKingdom: "das Königreich von {player} ist da und ergibt die Summe";
    ServeTypedTotalUnused: "es zählt das Königreich von {player}, nicht die eingegebene Summe {total}";
    ServeTooManyPlayers: "ein Spiel hat höchstens {most} Spieler";
    ServeTooManyPhotos: "ein Spiel hat höchstens {most} Fotos; zuerst einige wegnehmen";
    ServeTooManyCorrections: "ein Spiel hat höchstens {most} Korrekturen";
    ServeChangedMeanwhile: "das Spiel wurde inzwischen geändert; noch einmal versuchen";
    ServePhotoGone: "das Foto ist nicht mehr da; wegnehmen und noch einmal auswählen";
    ServeBadCorners: "vier Ecken werden gebraucht und 1 bis {most} Zeilen und Spalten dazwischen";
    ServeNoFrame: "das ist kein Bild, das sich ansehen lässt: {problem}";
    ServeNoGameFile: "das ist kein gespeichertes Spiel, oder eins einer anderen Version des Programms; gesucht ist eine Datei wie game.json, die „Spiel als Datei speichern“ unter einem Spiel macht";
    ServeGameOfOtherVersion: "die Fotos dieses Spiels hat eine andere Version des Programms gelesen, oder die Datei wurde geändert; mit den Fotos ein neues Spiel beginnen";
    ServeOtherTieBreak: "dieses Spiel entscheidet Gleichstände nach der Regel `{rule}`, Spiele der Seite nach der der Spielanleitungen; es geht im Terminal weiter";
    ServeFull: "das ließ sich nicht behalten: Der Speicher ist voll oder verweigert; Platz schaffen, etwa Spiele mit ihren Fotos löschen, und es noch einmal versuchen";
    ServeNothingInCorners: "zwischen diesen Ecken ist nichts zu lesen; sie auf die äußeren Ecken des Königreichs ziehen";
    ServeBadKingdom: "das ist kein Königreich: male das Schloss und das Land daran, höchstens {most} Zeilen und Spalten; ohne Burg mindestens zehn Felder";
    ServeNoSuchSquare: "das Königreich hat kein Feld in Zeile {row}, Spalte {col}";
    ServeBadCorrection: "das kann auf dem Feld nicht liegen: {why}";
    ServeNothingToUndo: "es gibt nichts zurückzunehmen oder zu wiederholen";
    ServeNoKingdomYet: "noch kein Königreich: von jedem ein Foto machen oder eines vom Tisch";
    ServeUnranked: "die Königreiche können nicht miteinander gereiht werden; Spieler und Regeln durchsehen";
    ServeTwoKingdoms:
        "{player} hat zwei Königreiche ({photos}), und ein Spieler hat eines: bitte sagen, wessen das andere ist, oder ein Foto \
         wegnehmen";
    ServeTiedTowers: "{players} haben die meisten Türme: bitte sagen, wen die Queen besucht";
    ServeTwoGames:
        "die Königreiche von {one} und {other} wurden als solche verschiedener Spiele oder Raster gelesen: beides in den Regeln \
         festlegen";
    ServePhotoWithoutKingdom:
        "kein Königreich gefunden: das Foto noch einmal von oben machen, mit dem ganzen Königreich darauf und ohne lose Plättchen, \
         oder seine Ecken markieren";
    ServePlayerWithoutKingdom: "{player} hat noch kein Königreich, die Rangfolge ist also nicht endgültig";
    ServeNobodysKingdom: "{kingdom} gehört noch niemandem; bitte sagen, wessen Königreich es ist";
    ServeNothingToLearn:
        "nichts zu lernen: ein Feld korrigieren oder bestätigen, bis an seinem Königreich nichts mehr zu prüfen ist";
    ServeUnfit: "eine Korrektur ({square}) passt nicht zu dem, was jetzt gelesen ist, und zählt nicht";
    ServeSquareOutside: "dieses Feld liegt neben den Zeilen und Spalten, die gelesen wurden; die Ecken von Hand setzen";
    ServeContradiction: "{one} und {other} können nicht auf demselben Feld liegen";
    ServeTwoCastles: "ein Königreich hat ein Schloss";
    ServeTwoPhotos: "ein anderes Foto desselben Königreichs wurde hier zu etwas anderem korrigiert";
    ServeNotInGame: "{game} hat weder Städte noch etwas, das auf einem Feld steht; zuerst in den Regeln ein anderes Spiel wählen";
    ServeNotWithoutGiants: "Riesen, und Getreide, Wald und See mit zwei Kronen, sind die von Age of Giants; zuerst in den Regeln dieses Spiel wählen";
    ServeNoSuchSquareWord: "`{word}` ist kein Feld dieser Spiele";
    ServeImpossible: "so kann kein Königreich liegen";
    ServeTooManyQuests: "ein Spiel hat höchstens {most} Aufgaben, Harmonie und Das mittlere Königreich eingeschlossen";
    ServeWouldDrop: "damit ginge verloren, was gesagt wurde: {what}";
    ServeAllOfPlayer: "{player}: alles, was dazu gesagt wurde";
    ServeWholeKingdom: "{kingdom}: das ganze Königreich";
    ServeChanged: "ein anderes Telefon hat das inzwischen geändert; noch einmal ansehen";
    ServeTableClaimed: "ein anderes Telefon ist an diesem Tisch; ihn übernehmen oder einen anderen wählen";
    ServeWholeTable: "ein Foto eines ganzen Tischs wird Feld für Feld geklärt";
    ServeUnnoted: "die Datei war nicht lesbar, deshalb lässt sich nichts dazu festhalten";
    ServeWhichKingdom: "zuerst sagen, welches Königreich das des Spielers ist";
    ServeNotSure: "etwas spricht dagegen: {why}";
    ServeStillDoubtful: "{n} Feld ist noch unsicher|{n} Felder sind noch unsicher";
    ServeTournamentWithoutPhotos: "der Server weiß nicht, wo die Fotos des Turniers liegen; ihn beenden und mit {flag} neu starten";
    ServeTournamentPhotoGone: "das Foto ist nicht mehr da, wo es beim Lesen war, oder es hat sich geändert";
    ServeBadFileName: "Runde, Tisch und Spieler brauchen Namen von 1 bis {most} Buchstaben, die ein Ordner haben kann: ohne Schrägstriche, Doppelpunkte, Sterne, Fragezeichen, Anführungszeichen und Ähnliches und ohne Punkt am Anfang oder Ende";
    ServeNotAdded: "das Foto wurde nicht hinzugefügt: {why}";
    ServeNotNoted: "nichts wurde vermerkt: {why}";
    ServeSeatsAreGiven: "wem diese Fotos gehören, sagen ihre Ordner oder ein Manifest; ändere es dort und starte `batch` noch einmal";
    ServeNotTheirs: "nach seinem Platz im Ordner wäre es nicht das von {player}; es von Hand hineinlegen und `batch` noch einmal ausführen";
    ServeSamePhoto: "es ist dieselbe Datei wie {photo}";
    ServeOthersChange: "{photo} fehlt, ist nicht lesbar, hat sich geändert, oder von ihm ist inzwischen etwas anderes bekannt; den Server beenden und `batch` noch einmal ausführen";
    ServeOtherVersion: "eine andere Version des Programms hat es gelesen, einzelne Felder lassen sich deshalb nicht korrigieren; es kann weggelassen oder für richtig erklärt werden";
    ServeOtherPhotos: "die Fotos im Ordner sind nicht die der Ergebnisse; den Server beenden und `batch` noch einmal ausführen";

    // The same where the page shows it: what to tap, and no flags.
    PageChooseInRules: "unter „Mitspielende und Regeln“ auswählen";
    PageTellOrganiser: "der Turnierleitung Bescheid sagen";
    PageWithGiants: "{what}. Mit den Dominosteinen von Zeitalter der Giganten ist es möglich: {choose}";
    PageTooManyKingdoms:
        "{found} verschiedene Königreiche wurden gelesen, und eine Partie auf {size}x{size} hat höchstens {most}; \
         jedes wurde für sich gelesen; Fotos anderer Partien weglassen, oder bei einem anderen Raster {choose}";
    PageDoubtfulGame:
        "nur mit {percent} % Wahrscheinlichkeit ein Königreich von {game}; vielleicht auch von {other}; ist das Spiel \
         bekannt: {choose}";
    PageTilesOfAnotherGame:
        "diese Felder sehen aus wie Städte, die es in {game} nicht gibt; ist es ein anderes Spiel: {choose}";
    PageNothingOfTheGame:
        "keine Stadt, kein Gebäude, kein Ritter und kein Turm von {game} ist zu sehen; ist es {other}: {choose}";
    PageUncertainSize:
        "etwas liegt in einer Linie mit einem 5x5-Königreich, oder es ist größer als 5 Felder; bitte prüfe die Zeilen \
         und Spalten am Rand; ist das Raster bekannt: {choose}";
    PagePiecesNotLookedFor:
        "Nach Gebäuden, Rittern, Türmen und der Queen hat niemand gesehen; sie zählen, als ob keine da wären; jedes \
         Feld antippen, auf dem etwas steht";
    PageExpansionNotLookedFor:
        "Riesen sowie Getreidefeld, Wald und See mit zwei Kronen werden in Fotos nicht gesucht; die Felder antippen, auf \
         denen sie sind, und dann sagen, dass alles andere richtig ist";
    PageUnreadKingdom:
        "das Foto zeigt ein weiteres Königreich, das nicht gelesen werden konnte; fotografiere dieses Königreich allein";
    PageUnreadTiles:
        "das Foto zeigt {n} Felder mit Plättchen, die zu keinem gelesenen Königreich gehören; dort kann noch ein \
         Königreich liegen: fotografiere es allein";
    PageTilesBeside:
        "in einer Linie mit dem Königreich, neben seinen Zeilen und Spalten, sind Plättchen zu sehen, und sie zählen \
         nicht: {tiles}; {stake}; gehören sie dazu, setze seine Ecken von Hand";
    PageLinkLeadsOut:
        "das ist ein Verweis, der aus dem Ordner der Fotos hinausführt, und ihm wird nicht gefolgt; leg das Foto \
         selbst dorthin";
    PageDynastyAlone:
        "eine Dynastie sind drei Partien, deren Summen entscheiden; dieser Zettel ist mit und ohne sie derselbe";
}
