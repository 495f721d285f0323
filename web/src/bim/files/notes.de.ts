import bcf from '../../bcf/notes.de.ts'
import type { Texts } from '../../languages/texts.ts'

const german: Texts['fileNotes'] = {
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
  WORKER_LOST:
    'Die Verarbeitung wurde zweimal unterbrochen. Starten Sie neu; vielleicht ist die Datei zu groß für diesen Server.',
  WRONG_CONTENT:
    'Der Inhalt der Datei ist nicht, was ihr Name sagt. Speichern Sie sie mit der richtigen Endung.',
  WRONG_SUM:
    'Die angekommenen Bytes sind nicht die gesendeten. Laden Sie die Datei als neue Version noch einmal hoch.',
  COMPRESSION:
    'Sie ist so komprimiert, dass sie hier nicht gezeigt werden kann: herunterladen, oder mit meshopt oder unkomprimiert exportieren.',
  COORDINATE: 'Einige Teile haben unmögliche Koordinaten und werden nicht gezeigt.',
  CUT_AWAY: 'Einige Teile sind nicht zu sehen, weil ihre Öffnungen nichts von ihnen übrig lassen.',
  DANGLING_REFERENCE: 'Die Datei verweist auf Teile, die nicht in ihr sind.',
  DUPLICATE_NUMBER: 'Nummern sind doppelt vergeben; die erste gilt.',
  GEOMETRY: 'Einige Teile haben eine Form, die sich nicht zeigen ließ.',
  LINEAR_PLACEMENT: 'Teile stehen entlang einer Trasse; prüfen Sie ihre Lage, bevor Sie darauf bauen.',
  MISSING_SHAPE: 'Einige Teile verweisen auf eine Form, die nicht in der Datei ist.',
  NO_SHAPES: 'Die Datei enthält keine Formen; nur Struktur und Eigenschaften sind zu sehen.',
  PLACEMENT_LOOP: 'Einige Lagen verweisen auf sich selbst; die Teile stehen vielleicht falsch.',
  PROPERTIES_LIMIT:
    'Einige Elemente werden ohne Eigenschaften gezeigt, weil die Datei mehr enthält, als gespeichert werden kann.',
  SECOND_ENGINE:
    'Einige Teile ließen sich nur auf einem zweiten Weg zeichnen; vergleichen Sie sie mit Ihrem Planungsprogramm.',
  SPATIAL_LOOP:
    'Einige Teile liegen in sich selbst oder an zwei Stellen des Baums; jedes wird einmal gezeigt.',
  TEXT_ENCODING: 'Einige Texte sind falsch kodiert und werden so gut wie möglich gezeigt.',
  UNIT: 'Einheiten sind unvollständig angegeben; prüfen Sie ein bekanntes Maß.',
  ...bcf,
}
export default german
