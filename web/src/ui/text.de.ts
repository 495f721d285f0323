import type { FieldIssue } from './form-values.ts'
import type { UiText } from './text.tsx'

const percent = new Intl.NumberFormat('de', { style: 'percent' })

const wordedFormats: Record<string, string> = {
  email: 'Eine E-Mail-Adresse eingeben, etwa name@firma.de',
  url: 'Eine Webadresse eingeben, etwa https://firma.de',
  date: 'Ein Datum eingeben',
  datetime: 'Datum und Uhrzeit eingeben',
  uuid: 'Diese Kennung ist ungültig',
}

function germanFieldIssue(issue: FieldIssue): string {
  const { code, origin, minimum, maximum } = issue
  if (issue.lacks) return issue.lacks === 'tick' ? 'Dieses Kästchen ankreuzen' : 'Dieses Feld ausfüllen'
  if (code === 'too_small' && origin === 'string') {
    return minimum === 1 ? 'Dieses Feld ausfüllen' : `Mindestens ${minimum} Zeichen eingeben`
  }
  if (code === 'too_big' && origin === 'string') return `Höchstens ${maximum} Zeichen eingeben`
  if (code === 'too_small' && origin === 'array') return `Mindestens ${minimum} auswählen`
  if (code === 'too_big' && origin === 'array') return `Höchstens ${maximum} auswählen`
  if (code === 'too_small') return `${minimum} oder mehr eingeben`
  if (code === 'too_big') return `Höchstens ${maximum} eingeben`
  if (code === 'invalid_format') return wordedFormats[issue.format ?? ''] ?? 'Die Schreibweise ist ungültig'
  if (code === 'invalid_value') return 'Einen der Werte auswählen'
  if (code === 'invalid_type') return 'Dieser Wert passt hier nicht'
  return issue.message
}

const german: UiText = {
  locale: 'de',
  keys: {
    Space: 'Leertaste',
    Home: 'Pos1',
    Shift: 'Umschalt',
    Ctrl: 'Strg',
    Enter: 'Eingabe',
    Delete: 'Entf',
  },
  close: 'Schließen',
  cancel: 'Abbrechen',
  clear: 'Leeren',
  remove: (name) => `${name} entfernen`,
  loading: 'Wird geladen …',
  loadFailed: 'Das konnte nicht geladen werden',
  tryAgain: 'Erneut versuchen',
  noResults: 'Keine Treffer',
  showMore: (count) => `${count} weitere`,
  showOptions: 'Auswahl anzeigen',
  optionsUnread: 'Noch nicht geladen. Ein neuer Versuch folgt gleich.',
  searchFailed: 'Die Suche ist fehlgeschlagen. Zum Wiederholen weitertippen.',
  opensNewTab: '(öffnet einen neuen Tab)',
  show: 'Anzeigen',
  hide: 'Verbergen',
  showPassword: 'Passwort anzeigen',
  hidePassword: 'Passwort verbergen',
  increase: 'Erhöhen',
  decrease: 'Verringern',
  codeDigit: (digit, of) => `Ziffer ${digit} von ${of}`,
  checkFields: (count) => (count === 1 ? 'Ein Feld prüfen' : `${count} Felder prüfen`),
  fieldIssue: germanFieldIssue,
  inField: (label, problem) => `${label}: ${problem}`,
  discardQuestion: 'Schließen, ohne die Änderungen zu speichern?',
  keepEditing: 'Weiter bearbeiten',
  discard: 'Verwerfen',
  draftRestored: 'Ihre nicht gespeicherten Änderungen sind wieder da.',
  success: 'Erledigt',
  changesApplied: 'Änderungen übernommen',
  error: 'Fehler',
  serverError: 'Serverfehler',
  notCopied: 'Der Browser hat nicht kopiert.',
  notifications: 'Meldungen',
  selectAll: 'Alle auswählen',
  selectRow: (row) => `${row} auswählen`,
  openRow: (row) => `${row} öffnen`,
  resize: 'Größe der Bereiche ändern',
  sheetHeight: 'Höhe des Bereichs',
  showAsTable: 'Als Tabelle anzeigen',
  showAsChart: 'Als Diagramm anzeigen',
  total: 'Gesamt',
  label: 'Bezeichnung',
  value: 'Wert',
  chooseFile: (many) => (many ? 'Dateien auswählen' : 'Datei auswählen'),
  dropHere: 'oder hier ablegen oder einfügen',
  fileTooLarge: (limit) => `Diese Datei ist größer als ${limit}`,
  fileWrongType: (types) => `Erlaubt: ${types}`,
  fileTooMany: (limit) => (limit === 1 ? 'Nur eine Datei auswählen' : `Höchstens ${limit} Dateien auswählen`),
  fileEmpty: 'Diese Datei ist leer',
  uploadPicture: 'Bild hochladen',
  uploadImage: 'Bild auswählen',
  pictureHelp: (limit) => `JPG oder PNG, höchstens ${limit}`,
  pictureWrongType: 'Ein Bild im Format JPG oder PNG auswählen',
  pictureTooMany: 'Nur ein Bild auswählen',
  pictureFrame: 'Sichtbarer Bildausschnitt',
  pictureFrameHelp: 'Ziehen oder mit den Pfeiltasten sowie + und − anpassen.',
  pictureSaved: 'Gespeichert. Zum Ändern des Ausschnitts das Bild verschieben oder zoomen.',
  zoom: 'Zoom',
  percent: (part) => percent.format(part),
  uploading: 'Wird hochgeladen …',
  uploadFailed: 'Das Bild konnte nicht hochgeladen werden',
  chooseAnother: 'Anderes Bild',
  removePicture: 'Bild entfernen',
  save: 'Speichern',
  done: 'Fertig',
  copy: 'Kopieren',
  copied: 'Kopiert',
  needsConnection: 'Dafür ist eine Verbindung nötig',
  status: {
    OPEN: 'Offen',
    IN_PROGRESS: 'In Arbeit',
    RESOLVED: 'Gelöst',
    REOPENED: 'Wieder offen',
    CLOSED: 'Geschlossen',
    VOID: 'Verworfen',
  },
  priority: { LOW: 'Niedrig', MEDIUM: 'Mittel', HIGH: 'Hoch', CRITICAL: 'Kritisch' },
}
export default german
