import type { FileNotes } from './file-notes.ts'

const german: FileNotes = {
  ACTIVE_CONTENT:
    'Die Zeichnung enthält ein Skript oder eine Webseite. Exportieren Sie sie ohne Skripte und Links.',
  DOCTYPE: 'Die Zeichnung gibt einen Dokumenttyp an. Exportieren Sie sie als einfaches SVG 1.1 ohne DOCTYPE.',
  EXTERNAL_FILES:
    'Die Zeichnung verweist auf Dateien, die nicht in ihr sind. Betten Sie Bilder und Schriften beim Export ein.',
  ARCHIVE:
    'Das Archiv lässt sich nicht lesen oder enthält nicht genau ein Modell. Laden Sie die .ifc-Datei selbst hoch.',
  ARCHIVE_LIMIT: 'Das Archiv ist entpackt zu groß. Laden Sie die .ifc-Datei selbst hoch.',
  CRASHED:
    'Die Verarbeitung ist unerwartet abgebrochen. Versuchen Sie es noch einmal; sonst exportieren oder teilen Sie das Modell neu.',
  DAMAGED: 'Die Datei ist beschädigt. Exportieren Sie sie neu und laden Sie sie noch einmal hoch.',
  EMPTY: 'Die Datei ist leer. Exportieren Sie das Modell neu.',
  ENCODING: 'Die Zeichnung ist nicht in UTF-8 geschrieben. Exportieren Sie sie als UTF-8.',
  INTERNAL: 'Der Server konnte diese Datei nicht verarbeiten. Starten Sie neu oder fragen Sie den Betreiber.',
  KILLED:
    'Das System des Servers hat die Verarbeitung beendet, wie es bei knappem Speicher geschieht. Teilen Sie das Modell oder fragen Sie den Betreiber.',
  NOT_IFC: 'Das ist keine IFC-Datei. Exportieren Sie das Modell als IFC aus Ihrem Planungsprogramm.',
  NO_GEOMETRY:
    'Kein Teil des Modells ließ sich zeigen. Prüfen Sie es in Ihrem Planungsprogramm und exportieren Sie es neu.',
  NO_INDEX:
    'Zu diesem Modell ist kein Elementverzeichnis der jetzigen Version gespeichert. Laden Sie die Datei noch einmal hoch, oder lassen Sie sie von einer neueren Version des Servers noch einmal umwandeln.',
  NO_PROJECT: 'Die Datei enthält kein Projekt (IfcProject) und ist damit kein Bauwerksmodell.',
  OUT_OF_MEMORY: 'Das Modell braucht mehr Speicher als erlaubt. Teilen Sie es nach Geschossen oder Gewerken.',
  STALLED: 'Die Verarbeitung kam zum Stillstand. Exportieren Sie das Modell neu oder teilen Sie es.',
  STOPPED: 'Die Verarbeitung wurde angehalten. Starten Sie sie neu, wenn Sie das Modell brauchen.',
  SYNTAX: 'Eine Zeile der Datei ist nicht lesbar. Exportieren Sie das Modell neu.',
  TIMED_OUT:
    'Die Verarbeitung hat länger gedauert als erlaubt. Teilen Sie das Modell nach Geschossen oder Gewerken.',
  TOO_COMPLEX: 'Die Datei hat mehr Teile, als gezeigt werden können. Vereinfachen oder teilen Sie sie.',
  TOO_LARGE: 'Die Datei ist zu groß, um gezeigt zu werden. Exportieren Sie sie kleiner oder als PDF.',
  TRUNCATED:
    'Die Datei ist abgeschnitten: Ihr Ende fehlt. Exportieren Sie sie neu oder laden Sie sie noch einmal hoch.',
  UNKNOWN_SCHEMA: 'Diese IFC-Version wird nicht gelesen. Wählen Sie beim Export IFC2X3, IFC4 oder IFC4X3.',
  DISK_FULL:
    'Der Speicher dieses Servers ist voll. Bitten Sie seinen Betreiber um Platz und starten Sie dann neu.',
  WORKER_LOST:
    'Die Verarbeitung wurde zweimal unterbrochen. Starten Sie neu; vielleicht ist die Datei zu groß für diesen Server.',
  WRONG_CONTENT:
    'Der Inhalt der Datei ist nicht, was ihr Name sagt. Speichern Sie sie mit der richtigen Endung.',
  WRONG_SUM:
    'Die angekommenen Bytes sind nicht die gesendeten. Laden Sie die Datei als neue Version noch einmal hoch.',
  COORDINATE: 'Einige Teile haben unmögliche Koordinaten und werden nicht gezeigt.',
  CUT_AWAY: 'Einige Teile sind nicht zu sehen, weil ihre Öffnungen nichts von ihnen übrig lassen.',
  DANGLING_REFERENCE: 'Die Datei verweist auf Teile, die nicht in ihr sind.',
  DUPLICATE_NUMBER: 'Nummern sind doppelt vergeben; die erste gilt.',
  GEOMETRY: 'Einige Teile haben eine Form, die sich nicht zeigen ließ.',
  GRID_PLACEMENT:
    'Bauteile stehen an Achsen eines Rasters, die nicht ausgewertet werden konnten; sie können falsch liegen.',
  LINEAR_PLACEMENT:
    'Teile stehen entlang einer Trasse, die sich nicht auswerten ließ oder ihrer angegebenen Lage widerspricht; prüfen Sie ihre Lage.',
  LINES_ONLY: 'Die Datei enthält nur Linien, etwa Trassen, Raster oder Anmerkungen.',
  LINES_UNREAD:
    'Einige Linien, etwa Achsen oder Anmerkungen, ließen sich nicht lesen und werden nicht gezeichnet.',
  LINES_LIMIT: 'Die Datei enthält mehr Linien, als sich zeichnen lassen; einige fehlen.',
  LAYER_OFF:
    'Einige Ebenen (Layer) sind in der Datei ausgeschaltet oder gefroren; ihre Bauteile werden trotzdem gezeigt.',
  LEFT_OUT: 'Die Datei enthält auch Termine, Kosten, Vorgaben oder Lasten, die nicht gezeigt werden.',
  XML_UNREAD: 'Einige Teile des XML sind in IFC4 nicht bekannt und wurden nicht gelesen.',
  MISSING_SHAPE: 'Einige Teile verweisen auf eine Form, die nicht in der Datei ist.',
  NO_SHAPES: 'Die Datei enthält keine Formen; nur Struktur und Eigenschaften sind zu sehen.',
  PARTS_UNKNOWN:
    'Einige Bauteile werden ohne die Flächen oder Körper gezeigt, deren Art sich nicht zeichnen lässt.',
  PLACEMENT_LOOP: 'Einige Lagen verweisen auf sich selbst; die Teile stehen vielleicht falsch.',
  POINT_NUMBERS:
    'Einige Formen nummerieren ihre Punkte so, dass es sich nicht auswerten ließ; sie können falsch sein.',
  PROPERTIES_LIMIT:
    'Einige Elemente werden ohne Eigenschaften gezeigt, weil die Datei mehr enthält, als gespeichert werden kann.',
  RELATED_LIMIT:
    'Einige Elemente haben mehr Eigenschaftssätze, Materialien, Dokumente oder Verbindungen, als gezeigt werden: die ersten 400.',
  SECOND_ENGINE:
    'Einige Teile ließen sich nur auf einem zweiten Weg zeichnen; vergleichen Sie sie mit Ihrem Planungsprogramm.',
  SPATIAL_LOOP:
    'Einige Teile liegen in sich selbst oder an zwei Stellen des Baums; jedes wird einmal gezeigt.',
  TEXT_ENCODING: 'Einige Texte sind falsch kodiert und werden so gut wie möglich gezeigt.',
  UNIT: 'Einheiten sind unvollständig angegeben; prüfen Sie ein bekanntes Maß.',
  SHAPE_LOOP: 'Einige Teile haben eine Form, die sich selbst enthält, und werden nicht gezeigt.',
  TOO_MANY_PARTS: 'Einige Teile wiederholen ihre Bestandteile so oft, dass sie nicht gezeigt werden können.',
  WRONG_REFERENCE:
    'Einige Angaben verweisen auf ein Objekt der falschen Art oder auf keines; was sie sagen, ist unvollständig oder am falschen Ort.',
  WRONG_ARGUMENTS:
    'Einigen Angaben fehlen vorgeschriebene Werte, oder sie haben zu viele; was sie beschreiben, ist vielleicht falsch oder nicht zu sehen.',
  WRONG_VALUE:
    'Einige Formen haben eine Größe, die nicht über null liegt, oder eine Richtung der Länge null; sie sind vielleicht falsch oder nicht zu sehen.',
  SEVERAL_PROJECTS: 'Die Datei enthält mehrere Projekte; es gelten Einheiten und Lage des ersten.',
  LARGE_NUMBER: 'Einige Nummern haben mehr als 32 Bit; sie wurden ersetzt.',
  SCALE: 'Die Einheiten der Datei lassen sich auf zwei Arten lesen; prüfen Sie ein bekanntes Maß.',
  BAD_GUID: 'Einige Teile haben keine gültige GlobalId; Issues und Vergleiche finden sie vielleicht nicht.',
  SAME_GUID:
    'Einige Teile teilen sich ihre GlobalId mit einem anderen; Issues und Vergleiche verwechseln sie vielleicht.',
  NOT_SHOWN_COORDINATE: 'Die Position ist keine gültige Zahl oder liegt weit außerhalb des Modells.',
  NOT_SHOWN_MISSING_SHAPE: 'Die Datei verweist auf eine Form, die sie nicht enthält.',
  NOT_SHOWN_CUT_AWAY: 'Die Öffnungen schneiden die ganze Form weg.',
  NOT_SHOWN_GEOMETRY:
    'Die Form ist leer, hat keine Ausdehnung oder ein Profil, das sich nicht zeichnen lässt.',
  NOT_SHOWN_UNKNOWN_SHAPE:
    'Die Form ist eine Fläche oder ein Körper einer Art, die sich nicht zeichnen lässt.',
  NOT_SHOWN_NESTED_CUTS: 'Die Form besteht aus zu vielen verschachtelten Schnitten.',
  NOT_SHOWN_SHAPE_LOOP: 'Die Form enthält sich selbst.',
  NOT_SHOWN_TOO_MANY_PARTS: 'Die Form besteht aus zu vielen wiederholten Teilen.',
  BCF_NOT_AN_ARCHIVE:
    'Das ist keine BCF-Datei, oder sie wurde abgeschnitten. Wählen Sie eine .bcf- oder .bcfzip-Datei.',
  BCF_DAMAGED: 'Die Datei ist beschädigt. Exportieren Sie die Issues neu.',
  BCF_TOO_MANY_ENTRIES: 'Das Archiv enthält zu viele Dateien. Exportieren Sie weniger Issues auf einmal.',
  BCF_LEADS_OUT:
    'Eine Datei des Archivs würde außerhalb abgelegt. Das schreibt kein Programm aus Versehen: Fragen Sie, woher die Datei kommt.',
  BCF_ABSOLUTE_NAME:
    'Eine Datei des Archivs nennt einen Ort auf einem Laufwerk. Fragen Sie, woher die Datei kommt.',
  BCF_BAD_NAME: 'Eine Datei des Archivs hat einen unerlaubten Namen. Fragen Sie, woher die Datei kommt.',
  BCF_LINK: 'Das Archiv enthält eine Verknüpfung statt einer Datei. Fragen Sie, woher die Datei kommt.',
  BCF_ENCRYPTED: 'Das Archiv ist verschlüsselt. Exportieren Sie es ohne Kennwort.',
  BCF_PACKED_OTHERWISE:
    'Das Archiv ist auf eine Weise gepackt, die BCF nicht kennt. Exportieren Sie die Issues neu.',
  BCF_SAME_NAME: 'Eine Datei ist zweimal im Archiv. Exportieren Sie die Issues neu.',
  BCF_OVERLAPPING: 'Dateien des Archivs teilen sich ihre Bytes. Fragen Sie, woher die Datei kommt.',
  BCF_BOMB: 'Eine Datei des Archivs wächst beim Entpacken ohne Ende. Fragen Sie, woher die Datei kommt.',
  BCF_ENTRY_TOO_LARGE: 'Eine Datei des Archivs ist zu groß. Exportieren Sie weniger Issues auf einmal.',
  BCF_ARCHIVE_TOO_LARGE: 'Entpackt ist das Archiv zu groß. Exportieren Sie weniger Issues auf einmal.',
  BCF_NO_VERSION:
    'Dem Archiv fehlt die Datei „bcf.version“. Wählen Sie eine BCF-Datei der Version 1.0 bis 3.0.',
  BCF_SEVERAL_VERSIONS: 'Das Archiv enthält mehrere BCF-Dateien. Importieren Sie jede für sich.',
  BCF_UNKNOWN_VERSION: 'Diese Version von BCF wird nicht gelesen. Exportieren Sie BCF 1.0 bis 3.0.',
  BCF_ENCODING:
    'Eine Datei des Archivs ist nicht in der Kodierung geschrieben, die sie angibt. Exportieren Sie die Issues neu.',
  BCF_DOCTYPE:
    'Eine Datei des Archivs gibt einen Dokumenttyp an, der Dateien des Servers lesen könnte. Fragen Sie, woher die Datei kommt.',
  BCF_ENTITY:
    'Eine Datei des Archivs benutzt eine Entität, die XML nicht kennt. Exportieren Sie die Issues neu.',
  BCF_NOT_XML: 'Eine Datei des Archivs ist kein lesbares XML. Exportieren Sie die Issues neu.',
  BCF_TOO_DEEP: 'Eine Datei des Archivs ist zu tief verschachtelt. Fragen Sie, woher die Datei kommt.',
  BCF_TOO_MANY_ATTRIBUTES:
    'Ein Element des Archivs hat zu viele Attribute. Fragen Sie, woher die Datei kommt.',
  BCF_TOO_MANY_ELEMENTS:
    'Eine Datei des Archivs hat zu viele Elemente. Exportieren Sie weniger Issues auf einmal.',
  BCF_TEXT_TOO_LONG: 'Ein Text im Archiv ist zu lang. Exportieren Sie weniger Issues auf einmal.',
  BCF_TOO_MUCH_XML: 'Das Archiv enthält zu viel XML. Exportieren Sie weniger Issues auf einmal.',
  BCF_OTHER_CONTENT:
    'Eine Datei des Archivs enthält etwas anderes, als ihr Name sagt. Exportieren Sie die Issues neu.',
  BCF_TOO_MANY:
    'Das Archiv enthält mehr Issues oder Teile davon, als gelesen werden. Exportieren Sie weniger auf einmal.',
  BCF_SAME_TOPIC: 'Ein Issue ist zweimal im Archiv. Exportieren Sie die Issues neu.',
  BCF_LOST:
    'Der Import wurde zweimal unterbrochen. Versuchen Sie es noch einmal; vielleicht ist die Datei zu groß für diesen Server.',
  BCF_INTERNAL:
    'Der Server konnte diese Datei nicht lesen. Versuchen Sie es noch einmal oder fragen Sie den Betreiber.',
  BCF_RIGHTS:
    'Wer diesen Import begann, darf das Projekt nicht mehr ändern. Bitten Sie einen Bearbeiter des Projekts darum.',
  BCF_MISSING_FILE: 'Genannte Dateien sind nicht im Archiv.',
  BCF_BAD_DATE: 'Einige Datumsangaben sind keine.',
  BCF_BAD_GUID: 'Ungültige GUIDs wurden ersetzt.',
  BCF_SAME_GUID: 'Mehrere Teile eines Issues haben dieselbe GUID: Die späteren bekamen eine andere.',
  BCF_MISSING_VALUE: 'Titel, Verfasser oder Daten fehlen.',
  BCF_BAD_GEOMETRY: 'Kameras, Ebenen oder Linien mit unmöglichen Zahlen wurden weggelassen.',
  BCF_BAD_COMPONENT: 'Bauteile ohne brauchbare Kennung wurden weggelassen.',
  BCF_EMPTY: 'Ansichten ohne Inhalt wurden weggelassen.',
  BCF_MISSING_VIEWPOINT: 'Kommentare zeigen Ansichten, die nicht in ihrem Issue sind.',
  BCF_LEFT_OUT: 'Was in BCF 3.0 keinen Platz hat, wurde weggelassen.',
  BCF_NO_PICTURE: 'Bilder, die weder PNG noch JPEG oder zu groß sind, wurden weggelassen.',
  BCF_TOO_MANY_DOCUMENTS: 'Dokumente über die 20 hinaus, die ein Issue haben kann, wurden weggelassen.',
}
export default german
