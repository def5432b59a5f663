//! German. A comment `Q` marks words of Queendomino's German rule sheet, and `K` words of Kingdomino's sheet
//! of 2017 and its score pad. All other words are on no sheet.

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

    // The Court. These words are on no sheet; they are ours.
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

    // The quests of Age of Giants. Their German names are on no sheet; they are ours.
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
        "lege von jeder Art ein Gebäudeplättchen aus, Kante an Kante, in Reihen zu {n} und in dieser Reihenfolge; die \
         letzten Plätze bleiben leer:";
    TwinTiles:
        "die Plättchen für {one} und {other} sehen fast gleich aus: Liegt ein Gebäude doppelt, oder ist eines der \
         beiden ein anderes?";
    OrderContradicted:
        "die meisten Plättchen sehen nicht nach dem Gebäude aus, das an ihrem Platz liegen soll ({tiles}): Liegen die \
         Plättchen in der Reihenfolge, die `learn --buildings` nennt? Wenn nicht, mach es mit `learn --forget {photo}` \
         rückgängig";
    TownsContradicted:
        "die meisten der {n} Felder sehen nicht nach Stadt aus ({squares}): Sind sie etwas anderes, mach es mit `learn \
         --forget {photo}` rückgängig";
    TileLooksLike: "{given} sieht aus wie {read}";
    DoubtfulNotLearnt: "{n} noch unsicher und nicht gelernt ({squares})";
    KingdomNotLearnt:
        "{photo}: ein Königreich wurde nicht gelernt, weil daran nichts berichtigt oder bestätigt wurde oder weil es \
         noch zu prüfen ist";
    HiddenNotLearnt: "{n} verdeckt und nicht gelernt ({squares})";
    SquaresForgotten: "{n} Feld vergessen|{n} Felder vergessen";
    AllForgotten:
        "alles Gelernte wurde vergessen; nichts davon war zu gebrauchen, weil es mit einem anderen Netz gelernt wurde \
         oder beschädigt ist";
    GalleryEmpty: "{path}: noch nichts gelernt";

    // The score sheet: its heads, and its lines other than terrains and buildings.
    LineHead: "Zeile";
    PointsHead: "Punkte"; // Q
    HowHead: "Rechnung";
    WhereHead: "Felder";
    CoinsLine: "Münzen"; // Q
    FixedPointsLine: "feste Punkte";
    CourtLine: "Hof";
    BonusLine: "Sonderpunkte"; // K
    TotalLine: "Gesamt"; // K

    // The score sheet: how points were worked out.
    CoinsDivided: "{coins} : {each} = {points}"; // Q
    CoinsRoundedDown: "{coins} : {each} = {points}, abgerundet";
    Product: "{count} x {each} = {points}"; // Q
    CrownsAndQueen: "({crowns} + Queen)";
    QueenAlone: "Krone der Queen";
    NoCrown: "ohne Krone";
    Uncrowned: "{squares} ohne Krone";
    FixedPoints: "{building}: {points}";
    FixedPointsByElimination: "{building}: {points} (wahrscheinlich, durch Ausschluss ermittelt)";
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
    AtTheCorners: "an {n} Ecke|an {n} Ecken";
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
    SizeNotGiven:
        "`size` ist nicht angegeben; 5 wird angenommen, weil das Königreich in 5x5 passt (die Harmonie hängt davon ab)";
    UnusedFacts: "Münzen, Ritter im Vorrat und die Queen zählen bei Kingdomino nicht";
    DynastyAlone:
        "eine Dynastie ändert an diesem Zettel nichts, denn sie entscheidet die Summe von drei Partien: gib die \
         Königreiche aller drei Partien bei `standings --variant dynasty` an";
    FlagDiffers: "{flag} ist {given}, und das zählt, obwohl in der Datei {stated} steht";

    // A photo that was read.
    ScanHead: "{rows} x {cols} Felder, gelesen für das Spiel auf {size}x{size}";
    KingdomOfSeveral:
        "Königreich {number} von {count}: {rows} x {cols} Felder, gelesen für das Spiel auf {size}x{size}";
    OfGame: "{what}, {game}";
    DoubtfulBuilding: "Gebäude?";
    SomeBuilding: "{ground}+{building} {best}";
    FurtherPieces: "{n} anderes|eines von {n} anderen";
    SameTotal: "was gleich viel zählt";
    BareSite: "kein Gebäude";
    ChangedLine:
        "dieses Königreich wurde von Hand geändert, nachdem es im Foto gelesen worden war; das geänderte Königreich \
         zählt";
    ToCheckHead: "BITTE PRÜFEN";
    ToCheck: "Die Gesamtpunktzahl kann falsch sein.";
    KingdomToCheck: "Dieses Königreich kann falsch gelesen sein.";
    DoubtfulHead: "unsichere Felder";
    SquareHead: "Feld";
    CouldBeHead: "kann sein";
    WordHead: "Wort";
    LaterSquares: "Felder ohne Wort folgen, sobald die anderen geklärt sind";
    Likely: "{square} ({percent} %)";
    FiguresMark: "Ziffern sind Kronen";
    PiecesMark: "Figuren oder Gebäude";
    DoubtfulMark: "unsicher";
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
    AskNoKingdom: "{square}: dann ist kein Königreich möglich";
    AskSquareIs: "{place} ist {square}";
    AskWhichIsWrong: "Welches Feld stimmt nicht, und was liegt dort wirklich?";
    AskOneOfThese: "die Dominosteine würden passen, wenn ein Feld anders wäre, zum Beispiel:";
    AskShown: "gelesen als {notation}: {total} Punkte";
    AskWhichSquare: "Bitte auch das Feld nennen, wie in r2c4=forest:1 oder r2c4=F1";
    AskNothingToUndo: "es gibt keine Antwort, die zurückgenommen werden könnte";
    AlsoChanged: "mit dieser Antwort wird auch dies anders gelesen: {squares}";
    AskPrompt: "Enter = 1, Zahl oder F1; a = alles richtig, u = zurück, ? = Hilfe, q = Ende:";
    AskWholePrompt: "Zahl oder r2c4=F1; a = stimmt, Enter = offen, u = zurück, ? = Hilfe, q = Ende:";
    HelpWord: "hilfe";
    AskHelp:
        "Enter bestätigt das Gelesene oder überspringt eine Frage zum ganzen Königreich, eine Zahl wählt aus. Alles andere wird als Wort oder in Notation getippt: \
         {squares}. Andere Felder werden mit Namen korrigiert, auch mehrere: r2c4=F1 r1c1=lake. - lässt das Feld \
         unsicher, u nimmt die letzte Antwort zurück, q fragt nichts mehr, und a bestätigt das ganze Königreich, wie \
         es gelesen ist. Groß- und Kleinschreibung sind gleich.";
    AskHelpPieces:
        "Was dort steht, kommt mit + dazu, etwa wheat+knight, G2+queen oder town+church+tower*2. Gebäude: {buildings}. \
         Ein Gebäude allein, etwa church, lässt Ritter, Türme und Queen, wie sie gelesen sind; town+church sagt, dass \
         dort sonst nichts steht.";
    AskNumber: "die Zahlen gehen von 1 bis {last}";
    NothingToAsk: "kein Feld ist unsicher";
    PictureWritten: "geschrieben: {path}";
    RepeatWith: "um das ohne Fragen zu wiederholen: {options}";
    GoesOn: "um mit den bisherigen Antworten weiterzumachen:";

    // Why a reading needs checking.
    ImpossibleKingdom:
        "die Dominosteine keiner Schachtel kommen dem Gelesenen nahe, deshalb ist jedes Feld gelesen, wie es aussieht; \
         mindestens eines ist falsch gelesen, oder ein Plättchen ist aus einer anderen Schachtel oder Ausgabe";
    ContradictedSquares:
        "die Dominosteine der Schachtel passen nur, wenn diese Felder nicht sind, wonach sie klar aussehen; vielleicht \
         ist ein Plättchen aus einer anderen Schachtel oder Ausgabe, auf einem Nachbarfeld liegt etwas, oder ein \
         Nachbarfeld ist falsch gelesen";
    ImpossibleGame:
        "{kingdom} und die anderen Königreiche dieser Partie können nicht aus denselben Schachteln sein; darum wurde \
         dieses Königreich für sich gelesen; bitte prüfe seine Felder, und ob jedes Foto aus dieser Partie ist";
    OneOfImpossibleGame:
        "mindestens eines von {kingdoms} kann nicht aus denselben Schachteln sein wie die anderen Königreiche dieser \
         Partie; darum wurde dieses Königreich für sich gelesen; bitte prüfe seine Felder, und ob jedes Foto aus \
         dieser Partie ist";
    ChangedByGame:
        "diese Felder sehen nach Dominosteinen aus, die schon in den anderen Königreichen dieser Partie liegen; bitte \
         prüfe die Felder, und ob alle Fotos von einer Partie sind";
    TooManyKingdoms:
        "{found} verschiedene Königreiche wurden gelesen, aber eine Partie auf {size}x{size} hat höchstens {most}; \
         darum wurde jedes für sich gelesen; lass Fotos anderer Partien weg, oder gib --size an";
    PhotosDisagree:
        "die Fotos dieses Königreichs ({photos}) zeigen hier eindeutig verschiedene Felder; wurden sie zu \
         verschiedenen Zeiten gemacht?";
    CoveredSquares:
        "auf diesen Feldern liegt etwas, das Kronen oder die Landschaft verdecken kann; nimm es weg und fotografiere \
         noch einmal, oder korrigiere die Felder";
    ImprobableKingdom:
        "die Dominosteine der Schachtel lassen nur eine unwahrscheinliche Lesart zu; bitte prüfe die Felder, und ob \
         das Raster auf den richtigen Zeilen und Spalten liegt; vielleicht ist ein Plättchen aus einer anderen \
         Schachtel oder Ausgabe";
    WithGiants: "{what}. Mit den Dominosteinen von Zeitalter der Giganten ist es möglich: gib --box giants an";
    TooManyDoubts:
        "zu viele Felder sind unsicher, um alle möglichen Königreiche zu vergleichen; bitte prüfe die Felder";
    DoubtfulTotal:
        "die Gesamtpunktzahl stimmt nur mit {percent} % Wahrscheinlichkeit; bitte prüfe die unsicheren Felder";
    DoubtfulBorder:
        "vielleicht endet das Königreich nicht hier: da könnte noch {tiles} liegen; ist das das ganze Königreich?";
    NoCastle: "kein Schloss gefunden; jedes Königreich hat eines";
    DoubtfulCastle: "wo das Schloss steht, ist geraten; bitte prüfe das";
    DoubtfulGame:
        "als {game} gelesen, was nur zu {percent} % wahrscheinlich ist; vielleicht ist es {other}; wähle das Spiel mit \
         --game";
    TilesOfAnotherGame:
        "diese Felder sehen aus wie Städte, die es in {game} nicht gibt; sind es welche, gib --game queendomino an";
    NothingOfTheGame:
        "von {game} ist keine Stadt, kein Gebäude, kein Ritter und kein Turm zu sehen; ist das Spiel {other}, gib \
         --game kingdomino an";
    PiecesNotLookedFor:
        "nach Gebäuden, Rittern, Türmen und der Queen wurde nicht gesucht; sie zählen als nicht vorhanden; wähle das \
         Spiel mit --game, oder korrigiere einzelne Felder mit --fix, etwa r2c4=town+church";
    SquaresApart: "diese Felder hängen an keiner Kante mit dem Königreich zusammen";
    ExpansionNotLookedFor:
        "Riesen sowie Getreidefeld, Wald und See mit zwei Kronen werden in Fotos nicht gesucht; gib sie mit --fix an, \
         etwa r2c4=mine:2+giant oder r1c1=wheat:2, oder bestätige mit --as-read, dass es keine weiteren gibt";
    UncertainGrid: "das Raster ist unsicher; bitte prüfe, ob es auf den Zeilen und Spalten des Königreichs liegt";
    DamagedPhoto:
        "die Datei des Fotos ist beschädigt oder unvollständig; bitte kopiere das Foto noch einmal, oder prüfe jedes \
         Feld";
    CutByPhoto:
        "das Königreich reicht bis an den Rand des Fotos, ein Teil kann also abgeschnitten sein; bitte prüfe, ob eine \
         Zeile, eine Spalte, ein Feld oder eine Krone fehlt, oder fotografiere von weiter weg";
    UncertainSize:
        "das Königreich ist vielleicht größer als 5x5, oder etwas anderes liegt in denselben Zeilen oder Spalten; \
         bitte prüfe die Zeilen und Spalten am Rand, und gib --size an";
    UnreadKingdom:
        "das Foto zeigt ein weiteres Königreich, das nicht gelesen werden konnte ({error}); lies das Foto noch \
         einmal, oder dieses Königreich allein mit --corners {corners}";
    PoorPhoto: "das Foto ist schwer zu lesen: {why}";
    UnlikeTiles:
        "das sieht nicht nach Kingdomino oder Queendomino aus: nur {seen} von {squares} Feldern sehen klar nach deren Plättchen \
         aus; die Plättchen anderer Spiele lassen sich nicht werten";
    LargerThanAnyGrid:
        "kein Königreich gefunden: die zusammenhängenden Felder reichen über {rows} x {cols}, aber ein Königreich hat \
         höchstens 7 x 7; liegen mehrere nebeneinander, lass Lücken dazwischen, fotografiere jedes allein, oder gib \
         die Ecken eines davon an";
    SmallSquares: "die Felder sind {px} Pixel breit, nötig sind {least}: geh näher heran";
    DarkPhoto: "es ist dunkel (im Mittel {light} von 255, nötig sind {least}): mach mehr Licht";
    AskewPhoto: "es ist um etwa {degrees} Grad schräg aufgenommen, höchstens {most} gehen gut: nimm es gerade von oben auf";
    ColourlessPhoto:
        "es hat keine Farben, die Landschaften sind aber an ihren Farben zu erkennen: nimm es in Farbe auf";
    BlurredPhoto:
        "Kanten sind über {px} Pixel unscharf, bei so großen Feldern gehen nur {most}: halte still und stell scharf";
    UnreadTiles:
        "das Foto zeigt {n} Felder mit Plättchen, die zu keinem gelesenen Königreich gehören, von {from} bis {to} (Pixel \
         des aufrechten Fotos); dort kann noch ein Königreich liegen: fotografiere es allein, oder gib seine Ecken mit \
         --corners an";
    LeftOutTiles: "auf Feldern, die leer gelesen wurden, sind Plättchen zu sehen; sie zählen nicht: {tiles}; {stake}";
    TilesBeside:
        "außerhalb der Zeilen und Spalten des Königreichs sind Plättchen zu sehen; sie zählen nicht: {tiles}; {stake}; \
         gehören sie dazu, gib die Ecken des Königreichs mit --corners an";
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
        "wegen seiner Größe oder wegen etwas daneben musste das Königreich ein zweites Mal gelesen werden, und das ist \
         gescheitert ({error}); lies das Foto noch einmal";

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
    TieUnknown:
        "teilt sich vorerst den Platz, denn bei Gleichstand entscheidet das größte Gebiet, und das ist bei einer \
         eingegebenen Summe nicht bekannt";
    TypedTotalOf: "{player} (Summe eingegeben)";
    TypedTotals: "die Summe wurde eingegeben, ohne Königreich: {players}";
    TieOfTypedTotal:
        "{players} haben Gleichstand mit {total}, und das größte Gebiet entscheidet: gib statt der eingegebenen Summe \
         von {typed} das Königreich an";
    WithoutLand: "ohne Land";
    TiesByCrowns: "Gleichstände entscheidet wie vereinbart nach dem größten Gebiet die Zahl der Kronen: eine Hausregel, die in keiner Anleitung steht";
    TieByCrowns:
        "ein Gleichstand wurde wie vereinbart nach der Zahl der Kronen entschieden: eine Hausregel, die in keiner \
         Anleitung steht";
    InGame: "Partie {number}: {message}";
    PlayerInGame: "{player}, Partie {number}";
    SeveralGames: "die Dateien gehören zu verschiedenen Partien (`game_id`): {ids}; prüfe, ob sie zusammengehören";
    NoCoinsOf: "Münzen nicht angegeben für {players}, als 0 gezählt; je {each} bringen 1 Prestigepunkt";
    QueenByTowers: "die Queen besucht {player}: nur dort stehen die meisten Türme ({towers})";
    QueenAgainstTowers:
        "die Queen besucht {player}, nach den Regeln aber einen Spieler mit den meisten Türmen: {leaders} ({towers})";
    QueenWithoutAnyTower: "die Queen besucht {player}, aber es sind keine Türme zu sehen: nach den Regeln besucht sie dann niemanden";
    DoubtfulByFacts:
        "{player}: ein unsicheres Feld ändert die Gesamtpunktzahl, aber nur wegen der Angaben zu diesem Spieler, etwa \
         der Queen oder der Ritter; bitte prüfe die unsicheren Felder";
    Nobody: "niemanden";
    NoTowers: "es sind keine Türme zu sehen; die Queen besucht daher niemanden";
    Kingdoms: "{n} Königreich|{n} Königreiche"; // Q
    UnusualNumber: "{kingdoms}: nach den Spielanleitungen ist {game} auf {size}x{size} für {known} Spieler";
    FromTo: "{fewest} bis {most}";

    // The photos of one game.
    ReadTogether: "zusammen gelesen mit {kingdoms}: alle sind aus demselben Satz gelegt";
    SameKingdom: "dasselbe Königreich wie in {kingdoms}; aus allen seinen Fotos gelesen, und einmal gezählt";
    OnlyOneKingdom:
        "kein anderes Königreich dieser Partie wurde gelesen; dieses ließ sich also nicht mit anderen aus demselben \
         Satz vergleichen";
    KingdomMissing:
        "{photo} wurde nicht gelesen; ein Königreich kann also fehlen, und die Plätze können sich ändern; mach das \
         Foto noch einmal, oder lass es weg";
    PhotoChanged:
        "{photo} hat sich geändert, seit das Spiel gespeichert wurde; es gilt, was gespeichert ist; gib das Foto noch \
         einmal an, um es neu zu lesen";
    GameSaved: "gespeichert in {path}; weiter geht es mit `kingdom-scanner game {path}`";
    WholeToSayHead: "wenn alles stimmt, führe diese Zeile aus";
    AllAsItLooks: "wie es aussieht: {points}, obwohl keine einzelne Schachtel alle diese Plättchen enthält";
    AllAsRead: "wie es hier steht, und das ist das ganze Königreich: {points}";
    OrElse: "oder {square}";
    NoTotalYet: "{square}: noch keine Gesamtpunktzahl, denn nach dieser Antwort sind weitere nötig";
    AgainstTheBox: "{square}; das passt nicht zur Schachtel oder zu den Nachbarn";
    SaidAgainstTheBox:
        "deine Korrektur {said} passt weder zu den anderen Feldern noch zu den Dominosteinen der Schachtel; prüfe sie, \
         oder lass sie weg";
    FixHead:
        "Vergleiche diese Felder mit dem echten Königreich, dann führe diese Zeile aus. Sie bestätigt das Wort hinter \
         jedem `=`. Wo es falsch ist oder fehlt, gib vorher ein anderes Wort aus der Tabelle ein oder irgendein \
         anderes, etwa castle oder empty:";
    AskHead: "um Fragen Schritt für Schritt zu beantworten, mit Bildern:";
    WhoseKingdom: "{kingdom}: wessen Königreich ist das?";
    WhosePrompt: "ein Name, oder Enter für {label}:";
    WhoseTaken: "{player} hat schon ein anderes Königreich";
    WhoseAlike:
        "{player} und {other} sind vielleicht dieselbe Person, und die hat schon ein anderes Königreich; ist es jemand \
         anders? (ja, oder Enter = nein):";
    WhoseNoName: "ein Name darf keine Steuerzeichen enthalten";
    WhoHead: "{n} Foto gehört noch niemandem: wem gehört es?|{n} Fotos gehören noch niemandem: wem gehören sie?";
    ManifestEncoding: "{manifest} ist nicht in UTF-8: gelesen als {encoding}; stimmen Buchstaben eines Namens nicht, speichere die Liste als UTF-8";
    WhoHelp:
        "`/` beginnt mit diesem Foto einen anderen Tisch, `<` geht zurück, `?` zeigt diese Zeile, `q` beendet die \
         Fragen; deine Antworten bleiben erhalten";
    WhoGroup: "{n} Foto, anscheinend von einem Tisch: {photos}|{n} Fotos, anscheinend von einem Tisch: {photos}";
    WhoRound: "Runde, Enter für {name}:";
    WhoTable: "Tisch, Enter für {name}:";
    WhosePhoto: "{photo}: wessen Königreich ist das? Bei mehreren von links oben an: Anna, Ben";
    WhosePhotoPrompt: "ein Name, oder Enter für niemanden:";
    WhoIsKept: "die Namen sind in {file} gespeichert und gelten von jetzt an";
    WhoHasManifest: "{file} gilt nicht, denn darin steht mehr als Foto, Runde, Tisch und Spieler: gib die Datei mit --manifest an";
    NotNamed:
        "wem diese Königreiche gehören, ist nicht bekannt: {kingdoms}; nenne jeden Namen mit --player, oder wie in \
         Anna={example}";

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
    ReadBetweenCorners: "zwischen gesetzten Ecken gelesen";
    PhotosLeftOut:
        "{n} Foto wurde von Hand ausgeschlossen und zählt nirgends: {photos}; um das zurückzunehmen, öffne es in einer \
         Durchsicht und tippe u|{n} Fotos wurden von Hand ausgeschlossen und zählen nirgends: {photos}; um das \
         zurückzunehmen, öffne eines in einer Durchsicht und tippe u";
    ShowsKingdoms: "das Foto zeigt {n} Königreich, nötig ist eines|das Foto zeigt {n} Königreiche, nötig ist eines";
    ShowsOtherNumber:
        "das Foto zeigt {n} Königreich, genannt sind aber {players} Spieler|das Foto zeigt {n} Königreiche, genannt \
         sind aber {players} Spieler";
    RoundsWithoutPhoto: "kein Foto von {n} Runde|kein Foto von {n} Runden";
    SameAsSomebodyElses: "dasselbe Foto wie {of}, das jemand anderem gehört";
    NoKingdomInPhoto:
        "kein Königreich gefunden; bitte noch einmal von oben fotografieren, mit dem ganzen Königreich im Bild, ohne \
         das Schloss darauf und ohne lose Plättchen daneben, oder das Königreich in einer Durchsicht (`review`) \
         eintippen";
    PhotoNotRead: "das Foto lässt sich nicht lesen; bitte noch einmal kopieren oder als JPEG speichern";
    ReadInPart:
        "der Rest des Programms (8 MB) ließ sich nicht laden, deshalb wurde dieses Foto ohne ihn gelesen; sobald eine \
         Verbindung da ist, wird es noch einmal gelesen";
    LinkLeadsOut:
        "dieser Verweis führt aus dem Ordner der Fotos hinaus, deshalb wird ihm nicht gefolgt; leg das Foto selbst \
         dorthin oder nimm --follow-links";
    TooManyLinks: "zu diesem Ordner führen mehr als {n} Verweise; den weiteren wird nicht gefolgt";
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
        "wohin ein Foto gehört, sagen die Namen von Ordnern und Datei, aber hier ist einer dieser Namen leer oder \
         enthält Zeilenumbrüche oder andere Steuerzeichen; ändere ihn, oder gib Runde, Tisch und Spieler in der Liste \
         an";
    NoNameInManifest:
        "Zeile {number} der Liste hat `{name}` als {column}, aber ein Name darf keine Zeilenumbrüche oder andere \
         Steuerzeichen enthalten";
    NamedPhotoMissing: "Zeile {number} der Liste nennt dieses Foto, aber es gibt kein solches Foto";
    NamedPhotoUnclear:
        "Zeile {number} der Liste nennt dieses Foto, aber mehrere Fotos passen: {photos}; schreib den Pfad von einem";
    NamedPhotoMissingNear:
        "Zeile {number} der Liste nennt dieses Foto, aber es gibt kein solches Foto; ist `{near}` gemeint?";
    GivenDifferently: "Fotos dieses Königreichs haben verschiedene Angaben für `{column}`; es zählt die erste";
    SeveralTables:
        "{player} sitzt in einer Runde an mehreren Tischen ({tables}): sind es verschiedene Leute, gib ihnen \
         verschiedene Namen";
    MayBeOnePlayer:
        "{players} sind fast derselbe Name und spielen nie in derselben Runde: ist es eine Person, gib den Fotos \
         denselben Namen; sonst nenne die Namen unter `different_players` in tournament.toml";
    AlikeInTournament:
        "{players} sind vielleicht derselbe Name: ist es eine Person, gib den Fotos denselben Namen; sonst nenne die \
         Namen unter `different_players` in tournament.toml";
    PictureName:
        "{photo} ist ein Name, den eine Kamera oder ein Programm vergibt, nicht der einer Person: gib dem Foto den \
         Namen der Person, oder nenne sie in der Liste; lass es weg, wenn es niemandes Königreich zeigt";
    NumberedName:
        "{players} sind vielleicht eine Person mit zwei Fotos: leg beide in einen Ordner mit ihrem Namen; sind es \
         zwei, nenne die Namen unter `different_players` in tournament.toml";
    SpeltDifferently:
        "{players} unterscheiden sich nur in Groß- und Kleinschreibung: ist es eine Person, schreib den Namen überall \
         gleich";
    KingdomsWithoutTable:
        "{n} Foto zeigt ein Königreich, gehört aber zu keinem Tisch und zählt deshalb nirgends: {photos}; nenne seinen \
         Tisch in der Liste, oder lege es in einen Ordner wie tisch-3|{n} Fotos zeigen Königreiche, gehören aber zu \
         keinem Tisch und zählen deshalb nirgends: {photos}; nenne ihre Tische in der Liste, oder lege sie in Ordner \
         wie tisch-3";
    NotListed: "die Liste nennt dieses Foto nicht, also zählt es nirgends: schließ es aus, oder gib ihm eine Zeile";
    CorrectedDifferently:
        "Fotos dieses Königreichs wurden verschieden korrigiert ({photos}), und das erste zählt: berichtige eines in \
         einer Durchsicht (`review`), oder schließ es aus";
    QueenTied: "{players} haben je {towers}: trag in der Spalte `queen` der Liste ein, wen die Queen besucht";
    CheckTheQueen: "{what}; bitte prüfe die Türme und die Spalte `queen` der Liste";
    QueenMayCome: "die Queen ist vielleicht hier zu Besuch";
    WonByAgreement: "{player} hat den geteilten ersten Platz nach Absprache gewonnen, an den Punkten ändert das nichts";
    QueenByDoubtfulTowers: "der Besuch der Queen hängt von den Türmen noch zu prüfender Königreiche ab: {players}";
    QueenUnknown:
        "ein Königreich fehlt und könnte die meisten Türme haben: trag in der Spalte `queen` der Liste ein, wen die \
         Queen besucht";
    QueenTwice:
        "die Queen ist sowohl bei {first} als auch bei {second} angegeben oder zu sehen, besucht aber höchstens einen";
    QueenStandsElsewhere:
        "die Queen steht im Königreich von {player} auf {square}, aber nach den Angaben besucht sie {player} nicht";
    DifferentGames:
        "die Königreiche von {first} und {second} sind aus verschiedenen Spielen oder Rastern; ist eines der Fotos \
         von einem anderen Tisch?";
    DifferentVariants:
        "{first} und {second} spielen nach verschiedenen Varianten, aber an einem Tisch gelten für alle dieselben";
    NotThreeKingdoms: "{player} hat {kingdoms}; bei einer Dynastie hat jeder eines in jeder von drei Partien";
    NotThreeRounds:
        "{n} Partie an diesem Tisch; eine Dynastie hat drei|{n} Partien an diesem Tisch; eine Dynastie hat drei";
    PhotoWithTotal: "{photo} ({total})";
    PhotosReadDifferently: "Fotos dieses Königreichs wurden verschieden gelesen: {photos}";
    ReviewPrompt: "Enter = 1, Zahl oder F1; a = alles richtig, n = weiter, ? = Hilfe, q = Ende:";
    ReviewWholePrompt: "r2c4=F1, Zahl, Königreich; a stimmt, x weg, n weiter, ? Hilfe, q Ende:";
    ReviewKingdomPrompt: "des Spielers ist k1 bis k{last}; x = weg, n = weiter, ? = Hilfe, q = Ende:";
    ReviewCountsNowhere: "gehört zu keinem Tisch, zählt also nirgends";
    ReviewNothingReadPrompt: "kein Königreich gelesen: tippe es; x = weg, n = weiter, ? = Hilfe, q = Ende:";
    MoreInReport: "{n} weiteres im Bericht|{n} weitere im Bericht";
    Wrote: "geschrieben: {path}";
    GameNotSaved: "nicht gespeichert; mit --save gilt dies von nun an in {path}";
    ReviewEndPrompt: "alles gefragt; Enter = Ende, b = voriges Foto, /name = dieses Foto:";
    ReviewSure: "trotzdem zählen? (ja, oder Enter = nein):";
    ReviewHelp:
        "Für das ganze Foto: a = alles ist richtig gelesen. k2 = das zweite Königreich des Fotos gehört dem Spieler. \
         F1WC/L1W. k5 = so ist das Königreich, Zeile für Zeile (W Getreidefeld, F Wald, L See, G Weideland, S Sumpf, M \
         Gebirge, T Stadt, C Schloss, . leer, dahinter jeweils die Zahl der Kronen), dann k5 oder k7. x = das Foto \
         auslassen. n = nächstes Foto; dieses bleibt zu prüfen. b = voriges Foto. /anna = das Foto mit diesem Namen. u \
         = die letzte Antwort zu diesem Foto zurücknehmen. q = Ende; nichts geht verloren.";
    SeveralPlayers:
        "Fotos verschiedener Spieler zeigen dieses Königreich: {photos}; von einem fehlt das Foto, oder es zeigt ein \
         fremdes";
    CorrectedBefore:
        "die Datei ist seit der Korrektur dieses Fotos ({said}) eine andere: die Korrektur zählt nicht mehr, bitte noch \
         einmal prüfen";
    CorrectedOtherwiseRead:
        "dieses Foto wurde korrigiert ({said}), als es anders gelesen wurde; diese Korrekturen zählen deshalb nicht, \
         bitte noch einmal korrigieren";
    CorrectedPhotoGone:
        "{photo} wurde korrigiert ({said}), aber dieses Foto ist nicht mehr da: lege es unter irgendeinem Namen wieder \
         dazu, oder verwirf die Korrektur mit `review`";
    ReviewGonePrompt: "Enter = diese Korrektur behalten, d = verwerfen, q = Ende:";
    ReviewLeft: "{n} Foto zu prüfen|{n} Fotos zu prüfen";
    ReviewStays: "bleibt zu prüfen";
    ReviewNothingToAsk: "Zu keinem Foto ist etwas zu fragen. So öffnest du eines noch einmal: {line}";
    ReviewTakenBack: "die letzte Antwort zu diesem Foto wurde zurückgenommen";
    ReviewCorrectedLater:
        "deine letzte Antwort hier hat auch {photo} geändert, und das wurde seither noch einmal korrigiert: nimm \
         zuerst diese Korrektur zurück";
    ReviewIsLeftOut: "dieses Foto ist ausgeschlossen; u nimmt das zurück";
    ReviewNothingSaid: "zu diesem Foto gibt es keine Korrekturen";
    ReviewNoPhotoBefore: "das ist das erste gezeigte Foto";
    ReviewNoSuchPhoto: "`{name}`: so heißt kein Foto";
    ReviewWhichPhoto: "`{name}` passt auf mehrere Fotos: {photos}; nenne eines davon";
    ReviewOtherGame: "das ist kein Reich des Spiels und der Rastergröße, mit denen die Fotos gelesen wurden";
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
        "es entscheiden Platzpunkte: {points} für die Plätze an einem Tisch, vom ersten an, und 0 für die übrigen; wer \
         sich Plätze teilt, erhält den Durchschnitt";
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
    RankedByDirectGame: "Plätze in den Spielen untereinander";
    TieOverRounds: "bei gleicher Summe: {by}";
    NameAndValue: "{name} {value}";
    DecimalNumber: "{whole},{part}";
    FinalHead: "Finale ({round})";
    PlacingPointsHead: "Platzpunkte";
    FinalByOthers: "im Finale, aber nicht unter den ersten {most}, deshalb ändert sich ihr Platz nicht: {players}";
    FinalWithout:
        "unter den ersten, haben das Finale aber nicht gespielt und kommen deshalb hinter denen, die es gespielt \
         haben: {players}";
    SeatingHead: "Sitzplan, Runde {round}";
    SeatingToCheck:
        "die Punkte von {n} Person sind noch zu prüfen und können den Sitzplan ändern: prüfe sie mit `review`|die \
         Punkte von {n} Personen sind noch zu prüfen und können den Sitzplan ändern: prüfe sie mit `review`";
    SeatingMeetAgain: "{n} Paar trifft sich wieder: {pairs}|{n} Paare treffen sich wieder: {pairs}";
    SeatingAllNew: "keine zwei Spieler treffen sich wieder";
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
        "{buildings}: nicht jeder dauerhafte Vorteil ist gezählt; sieh auf die Plättchen, und gib ihre Vorteile mit \
         --per-knight und --per-tower an";
    OneKnightInSupply: "Ritter im Vorrat nicht angegeben; 1 wird angenommen: der Ritter, der gesetzt wird";
    NoKnightToPlace: "kein Ritter im Vorrat: jetzt kann keiner gesetzt werden";
    PhotoIsKingdomino: "das Foto wurde als Kingdomino gelesen, daher nur Größen und Kronen seiner Gebiete";
    NoTaxes: "bei Kingdomino gibt es weder Ritter noch Steuern";

    // The audit's findings.
    WithSquares: "{what} ({squares})";
    VerdictPossible: "möglich";
    VerdictMisplayed: "möglich, aber falsch gelegt";
    VerdictUnknown: "nicht entschieden";
    VerdictImpossible: "unmöglich";
    Together: "zusammen";
    OfKingdom: "{kingdom}: {what}";
    Or: "{words} oder {last}";
    CertainDominoes: "sichere Dominosteine";
    DominoAt: "{domino} auf {squares}";
    RepairOne: "die Dominosteine würden passen, wenn eines dieser Felder anders wäre:";
    RepairTogether: "die Dominosteine würden passen, wenn {squares} Felder anders wären, zum Beispiel:";
    RepairMoreThan:
        "die Dominosteine würden nur passen, wenn mehr als {n} Feld anders wäre|die Dominosteine würden nur passen, \
         wenn mehr als {n} Felder anders wären";
    RepairUnknown:
        "welche Felder anders sein müssten, damit die Dominosteine passen, ließ sich nicht in vertretbarer Zeit klären";
    KingdomWithoutCastle: "kein Schloss: jedes Königreich hat eines";
    MoreThanTheBox: "{squares} ({square}): auf den Dominosteinen von {game} gibt es nur {in_the_box}";
    HalfADomino: "{squares}: Dominosteine bedecken immer eine gerade Zahl von Feldern";
    NoTiling: "die Dominosteine von {game} lassen sich nicht so legen: mindestens ein Feld ist falsch";
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
    SeveralQueens: "die Queen ist bei {queens} Spielern zu Besuch, aber es gibt nur eine Queen";
    TilingUnknown: "ob Dominosteine so liegen können, ließ sich nicht in vertretbarer Zeit klären";
    SquaresMisplayed: "falsch gelegt: nach der Anschlussregel konnte auf diese Felder kein Dominostein gelegt werden";
    Misplayed: "falsch gelegt: die Anschlussregel lässt diese Dominosteine in keiner Reihenfolge zu";
    MisplayedTogether:
        "falsch gelegt: mit den Dominosteinen eines Spiels können nicht alle Königreiche nach der Anschlussregel \
         gelegt worden sein";
    MoreOfOneBox:
        "falsch gelegt: die beiden Schachteln kommen Runde für Runde abwechselnd dran, deshalb kann niemand mehr als \
         {most} Dominosteine aus einer davon gezogen haben";
    LayingUnknown:
        "ob die Anschlussregel diese Dominosteine in irgendeiner Reihenfolge zulässt, ließ sich nicht in vertretbarer \
         Zeit klären";
    QueenWithoutTowers:
        "die Queen ist in einem Königreich ohne Türme zu Besuch, aber nach den Regeln besucht sie den Spieler mit den \
         meisten Türmen";
    TowersWithoutBuilding: "Türme auf Feldern ohne Gebäude; ein Turm steht auf dem Gebäude, das ihn gebracht hat";
    NoKnight: "kein Ritter in Königreich und Vorrat; jeder Spieler beginnt mit einem und verliert ihn nie";

    // Rules on which the sheets leave room for interpretation.
    MiddleOfTheGrid:
        "Reich der Mitte: das Schloss liegt nicht in der Mitte der belegten Zeilen und Spalten und zählt deshalb \
         nicht; vielleicht liegt es in der Mitte des ganzen Rasters von {size}x{size}, wofür manche {points} zählen \
         würden";

    CornersOfTheGrid:
        "{quest}: das Königreich umfasst weniger Zeilen oder Spalten als sein Raster von {size}x{size}; dieses \
         Programm zählt die Ecken der belegten Zeilen und Spalten, manche würden die des ganzen Rasters zählen";
    QueenOnBleakTerritory:
        "Trister König: die Queen zählt als Krone, deshalb zählt ein Gebiet ohne andere Krone hier nicht; manche \
         würden dafür {points} zählen";

    // Facts that were not given.
    NoCoins: "Münzen nicht angegeben, als 0 gezählt; je {each} bringen 1 Prestigepunkt";
    NoKnightsInSupply: "Ritter im Vorrat nicht angegeben, als 0 gezählt; jeder bringt durch die Übungsplätze {points}";
    NoKnightsAtAll:
        "Ritter im Vorrat nicht angegeben, als 0 gezählt, obwohl jeder mindestens einen besitzt; jeder bringt durch \
         die Übungsplätze {points}";
    QueenMoves: "die Queen steht auf {square}; am Ende zählt sie im größten Gebiet ({squares})";
    NoQueen: "Besuch der Queen nicht angegeben, als nicht zu Besuch gezählt; hier brächte sie {points}";

    // What the server prints and answers.
    LanguageName: "Deutsch";
    ServeInNetwork: "alle, die diese Adresse öffnen, können die Spiele sehen und ändern; den Server am Ende beenden";
    ServeOtherAddresses: "finden Handys dort nichts, eine andere Adresse dieses Rechners versuchen; --address IP zeigt ihren QR-Code";
    ServeForeignAddress:
        "dieser Rechner hat die Adresse {address} nicht: Handys erreichen den Server dort nur, wenn ein anderer \
         Rechner sie weiterleitet";
    ServeNoNetwork: "Handys erreichen diesen Rechner nicht: er ist in keinem Netz. Einem WLAN beitreten oder einen Hotspot öffnen, dann den Server neu starten";
    ServeCtrlC: "Strg-C beendet den Server";
    ServeNotFound: "unter dieser Adresse gibt es nichts";
    ServeBusy: "es werden gerade zu viele Fotos gelesen; gleich noch einmal versuchen";
    ServeTooManyListen: "es sind zu viele Seiten offen; einige davon schließen";
    ServeBroken: "etwas ist fehlgeschlagen; im Terminal des Servers steht, was";
    ServeBrokenInTab: "etwas ist fehlgeschlagen; lade die Seite neu: ihre Spiele bleiben, wenn dieser Browser nicht alles vergisst";
    ServeEnding: "der Server wird gerade beendet";
    ServeMethod: "das geht hier nicht";
    ServeBadHost: "die Anfrage muss genau einen gültigen Host nennen";
    ServeForeignHost:
        "{host} ist nicht dieser Server; die ausgegebene Adresse öffnen oder ihn mit --allow-host {host} starten";
    ServeForeignOrigin: "diese Anfrage kam von einer anderen Website und wurde deshalb abgelehnt";
    ServeNoToken:
        "das Token fehlt oder ist falsch; die Adresse öffnen, die der Server ausgegeben hat, oder seinen QR-Code noch einmal \
         scannen";
    ServeBadQuery: "die Adresse ist nicht zu verstehen: {why}";
    ServeBadJson: "die Anfrage ist nicht zu verstehen: {problem}";
    ServeBadBody: "das Hochladen brach ab, oder der Inhalt ist nicht so komprimiert, wie Content-Encoding sagt";
    ServeBadEncoding: "diese Content-Encoding lässt sich hier nicht auspacken: den Inhalt unverändert senden oder mit gzip oder deflate";
    ServeNoPhotoInForm: "in diesem Formular ist kein Foto zu finden: das Foto als einziges Feld senden, wie curl -F photo=@foto.jpg, oder als ganzen Inhalt";
    ServeMoreThanPhoto:
        "das Formular hat mehrere Felder ({fields}): nur ein Foto senden und alles andere in die Adresse schreiben, \
         hinter das Fragezeichen";
    ServeTooLarge: "zu groß: die Grenze ist {most}";
    ServeTooSlow: "das Hochladen dauerte zu lange";
    ServeBadName: "ein Name braucht 1 bis {most} Zeichen ohne Steuerzeichen und darf nicht das Wort nobody sein";
    ServeSameName: "{player} ist zweimal genannt; bitte einen anderen Namen geben";
    ServeBadNumber: "eine ganze Zahl von 0 bis {most} wird gebraucht";
    ServeTotalOfKingdom: "{player} hat schon ein Königreich, und dessen Summe zählt";
    ServeTypedTotalUnused: "es zählt das Königreich von {player}, nicht die eingegebene Summe {total}";
    ServeTooManyPlayers: "ein Spiel hat höchstens {most} Spieler";
    ServeTooManyPhotos: "ein Spiel hat höchstens {most} Fotos; zuerst einige wegnehmen";
    ServeTooManyCorrections: "ein Spiel hat höchstens {most} Korrekturen";
    ServeChangedMeanwhile: "das Spiel wurde inzwischen geändert; noch einmal versuchen";
    ServePhotoGone: "das Foto ist nicht mehr da; wegnehmen und noch einmal auswählen";
    ServeBadCorners: "vier Ecken werden gebraucht und 1 bis {most} Zeilen und Spalten dazwischen";
    ServeNoFrame: "das ist kein Bild, das sich ansehen lässt: {problem}";
    ServeNoGameFile:
        "das ist kein gespeichertes Spiel, oder es ist von einer anderen Version des Programms; wähle eine Datei wie \
         game.json, die „Spiel als Datei speichern“ unter einem Spiel macht";
    ServeGameOfOtherVersion: "die Fotos dieses Spiels hat eine andere Version des Programms gelesen, oder die Datei wurde geändert; mit den Fotos ein neues Spiel beginnen";
    ServeOtherTieBreak:
        "dieses Spiel entscheidet Gleichstände nach der Regel `{rule}`, Spiele der Seite aber nach der Regel der \
         Spielanleitungen; es geht im Terminal weiter";
    ServeFull:
        "das ließ sich nicht speichern: Der Speicher ist voll oder nicht beschreibbar; Platz schaffen, etwa Spiele mit \
         ihren Fotos löschen, und es noch einmal versuchen";
    ServeNothingInCorners: "zwischen diesen Ecken ist nichts zu lesen; sie auf die äußeren Ecken des Königreichs ziehen";
    ServeBadKingdom:
        "das ist kein gültiges Königreich: male das Schloss und das Land darum, höchstens {most} Zeilen und Spalten; \
         ohne Schloss mindestens zehn Felder";
    ServeNoSuchSquare: "das Königreich hat kein Feld in Zeile {row}, Spalte {col}";
    ServeBadCorrection: "das kann auf dem Feld nicht liegen: {why}";
    ServeNothingToUndo: "es gibt nichts zurückzunehmen oder zu wiederholen";
    ServeNoKingdomYet: "noch kein Königreich: von jedem ein Foto machen oder eines vom Tisch";
    ServeUnranked: "die Königreiche können nicht miteinander gereiht werden; Spieler und Regeln durchsehen";
    ServeTwoKingdoms:
        "{player} hat zwei Königreiche ({photos}), aber ein Spieler hat nur eines: bitte sagen, wessen das andere ist, \
         oder ein Foto wegnehmen";
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
        "nichts zu lernen: Felder korrigieren oder bestätigen, bis an ihrem Königreich nichts mehr zu prüfen ist";
    ServeUnfit: "eine Korrektur ({square}) passt nicht zu dem, was jetzt gelesen ist, und zählt deshalb nicht";
    ServeSquareOutside: "dieses Feld liegt außerhalb der gelesenen Zeilen und Spalten; die Ecken von Hand setzen";
    ServeContradiction: "{one} und {other} können nicht auf demselben Feld liegen";
    ServeTwoCastles: "ein Königreich hat ein Schloss";
    ServeTwoPhotos: "ein anderes Foto desselben Königreichs wurde hier zu etwas anderem korrigiert";
    ServeNotInGame:
        "{game} hat keine Städte, Gebäude, Ritter, Türme und keine Queen; zuerst in den Regeln ein anderes Spiel \
         wählen";
    ServeNotWithoutGiants:
        "Riesen, und Getreide, Wald und See mit zwei Kronen, gibt es nur in Age of Giants; zuerst in den Regeln dieses \
         Spiel wählen";
    ServeNoSuchSquareWord: "`{word}` ist kein mögliches Feld in Kingdomino oder Queendomino";
    ServeImpossible: "so kann kein Königreich liegen";
    ServeNoSharedPlace: "nur wer den ersten Platz teilt, kann ihn nach Absprache gewinnen";
    ServeTooManyQuests: "ein Spiel hat höchstens {most} Aufgaben, Harmonie und Das mittlere Königreich eingeschlossen";
    ServeWouldDrop: "das ginge verloren: {what}";
    ServeAllOfPlayer: "{player}: alles, was dazu eingegeben wurde";
    ServeWholeKingdom: "{kingdom}: das ganze Königreich";
    ServeChanged: "ein anderes Telefon hat das inzwischen geändert; noch einmal ansehen";
    ServeTableClaimed: "ein anderes Telefon ist an diesem Tisch; ihn übernehmen oder einen anderen wählen";
    ServeWholeTable: "ein Foto eines ganzen Tischs lässt sich nur Feld für Feld prüfen";
    ServeUnnoted: "die Datei des Fotos war nicht lesbar, deshalb lässt sich keine Antwort zu diesem Foto speichern";
    ServeNotSure: "das Königreich ist vielleicht noch falsch: {why}";
    ServeStillDoubtful: "{n} Feld ist noch unsicher|{n} Felder sind noch unsicher";
    ServeTournamentWithoutPhotos: "der Server weiß nicht, wo die Fotos des Turniers liegen; ihn beenden und mit {flag} neu starten";
    ServeTournamentPhotoGone: "das Foto ist nicht mehr da, wo es beim Lesen war, oder es hat sich geändert";
    ServeBadFileName:
        "Runde, Tisch und Spieler brauchen Namen von 1 bis {most} Buchstaben, die Ordnernamen sein können: ohne \
         Schrägstriche, Doppelpunkte, Sterne, Fragezeichen, Anführungszeichen und Ähnliches und ohne Punkt am Anfang \
         oder Ende";
    ServeNotAdded: "das Foto wurde nicht hinzugefügt: {why}";
    ServeNotNoted: "nichts wurde gespeichert: {why}";
    ServeSeatsAreGiven:
        "die Besitzer dieser Fotos stehen in Ordnern oder in einem Manifest; ändere sie dort, und starte `batch` noch \
         einmal";
    ServeNotTheirs:
        "das Programm konnte dieses Foto nicht so ablegen, dass es als das von {player} gilt; kopiere es von Hand in \
         den richtigen Ordner, und führe `batch` noch einmal aus";
    ServeSamePhoto: "es ist dieselbe Datei wie {photo}";
    ServeOthersChange:
        "{photo} fehlt, ist nicht lesbar oder hat sich geändert, oder die Angaben dazu haben sich geändert; den Server \
         beenden und `batch` noch einmal ausführen";
    ServeOtherVersion:
        "eine andere Version des Programms hat dieses Foto gelesen, einzelne Felder lassen sich deshalb nicht \
         korrigieren; lass das Foto weg, oder bestätige, dass alles richtig ist";
    ServeOtherPhotos: "die Fotos im Ordner sind nicht die der Ergebnisse; den Server beenden und `batch` noch einmal ausführen";

    // Versions of messages above for the page: they say what to tap, and name no flags.
    PageChooseInRules: "unter „Mitspielende und Regeln“ auswählen";
    PageTellOrganiser: "der Turnierleitung Bescheid sagen";
    PageWithGiants: "{what}. Mit den Dominosteinen von Zeitalter der Giganten ist es möglich: {choose}";
    PageTooManyKingdoms:
        "{found} verschiedene Königreiche wurden gelesen, aber eine Partie auf {size}x{size} hat höchstens {most}; \
         darum wurde jedes für sich gelesen; Fotos anderer Partien weglassen, oder bei einem anderen Raster {choose}";
    PageDoubtfulGame:
        "als {game} gelesen, was nur zu {percent} % wahrscheinlich ist; vielleicht ist es {other}; ist das Spiel \
         bekannt: {choose}";
    PageTilesOfAnotherGame:
        "diese Felder sehen aus wie Städte, die es in {game} nicht gibt; ist es ein anderes Spiel: {choose}";
    PageNothingOfTheGame:
        "von {game} ist keine Stadt, kein Gebäude, kein Ritter und kein Turm zu sehen; ist das Spiel {other}: {choose}";
    PageUncertainSize:
        "das Königreich ist vielleicht größer als 5x5, oder etwas anderes liegt in denselben Zeilen oder Spalten; \
         bitte prüfe die Zeilen und Spalten am Rand; ist das Raster bekannt: {choose}";
    PagePiecesNotLookedFor:
        "nach Gebäuden, Rittern, Türmen und der Queen wurde nicht gesucht; sie zählen als nicht vorhanden; jedes Feld \
         antippen, auf dem etwas davon steht";
    PageExpansionNotLookedFor:
        "Riesen sowie Getreidefeld, Wald und See mit zwei Kronen werden in Fotos nicht gesucht; die Felder antippen, \
         auf denen sie sind, und dann bestätigen, dass alles andere richtig ist";
    PageUnreadKingdom:
        "das Foto zeigt ein weiteres Königreich, das nicht gelesen werden konnte; fotografiere dieses Königreich allein";
    PageUnreadTiles:
        "das Foto zeigt {n} Felder mit Plättchen, die zu keinem gelesenen Königreich gehören; dort kann noch ein \
         Königreich liegen: fotografiere es allein";
    PageTilesBeside:
        "außerhalb der Zeilen und Spalten des Königreichs sind Plättchen zu sehen; sie zählen nicht: {tiles}; {stake}; \
         gehören sie dazu, setze die Ecken des Königreichs von Hand";
    PageLinkLeadsOut:
        "dieser Verweis führt aus dem Ordner der Fotos hinaus, deshalb wird ihm nicht gefolgt; leg das Foto selbst \
         dorthin";
    PageDynastyAlone: "eine Dynastie ändert an diesem Zettel nichts, denn sie entscheidet die Summe von drei Partien";
}
