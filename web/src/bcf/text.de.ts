import { counter } from '../base/language.ts'
import type { BcfText } from './text.ts'

const count = counter('de')
const issues = (number: number) => count(number, 'Issue', 'Issues')
const numbers = new Intl.NumberFormat('de')

const german: BcfText = {
  importBcf: 'BCF importieren',
  onlyEditors: 'Nur Bearbeiter und Administratoren des Projekts können Issues importieren',
  file: 'BCF-Dateien',
  chooseFile: 'BCF-Dateien wählen',
  fileHelp:
    'BCF 1.0 bis 3.0 (.bcf, .bcfzip), je höchstens 2 GB. Bevor sich etwas ändert, sehen Sie eine Vorschau.',
  fileTooLarge: 'Eine BCF-Datei darf höchstens 2 GB groß sein. Exportieren Sie weniger Issues auf einmal.',
  fileWrongType: 'Wählen Sie eine Datei mit der Endung .bcf oder .bcfzip',
  offline: 'Sie sind offline. Dateien lassen sich nicht hochladen.',
  sending: (name, at, of) => `${name} wird hochgeladen${of > 1 ? ` (${at} von ${of})` : ''}`,
  cancelUpload: 'Hochladen abbrechen',
  continuesWhenClosed: 'Läuft weiter, wenn der Dialog geschlossen wird.',
  recent: 'Importe der letzten 30 Tage',
  noRecent: 'In den letzten 30 Tagen wurde keine BCF-Datei importiert',
  recentFailed: 'Die früheren Importe ließen sich nicht laden',
  by: (name, at) => `${name}, ${at}`,
  somebody: 'Ehemaliges Mitglied',
  states: {
    READING: 'Wird gelesen',
    READY: 'Wartet auf Entscheidung',
    APPLYING: 'Wird importiert',
    DONE: 'Importiert',
    FAILED: 'Fehlgeschlagen',
    CANCELLED: 'Verworfen',
  },
  topics: issues,

  loadFailed: 'Dieser Import ließ sich nicht laden, oder es gibt ihn nicht mehr',
  reading: (name) => `${name} wird gelesen`,
  applying: (name) => `${name} wird importiert`,
  another: 'Andere Datei wählen',
  close: 'Schließen',
  finish: 'Fertig',
  later: 'Später entscheiden',
  discard: 'Diesen Import verwerfen',
  bcfVersionAndProject: (version, project) => `BCF ${version}${project ? `, Projekt „${project}“` : ''}`,
  importThem: (number) => `${issues(number)} importieren`,
  onlyNew: (number) => `Nur neue importieren (${numbers.format(number)})`,
  nothing: 'Es gibt nichts zu importieren',
  warnings: 'Probleme in der Datei',
  times: (number) => `${numbers.format(number)}-mal`,

  outcomes: {
    NEW: 'Neu',
    CHANGED: 'Geändert',
    CONFLICT: 'Konflikte',
    SAME: 'Unverändert',
    DELETED: 'Hier gelöscht',
  },
  outcomeHelp: {
    NEW: 'Diese Issues sind noch nicht in diesem Projekt.',
    CHANGED:
      'Diese Issues gibt es hier schon. Sie unterscheiden sich in Feldern oder bekommen neue Kommentare, Ansichten oder Dokumente.',
    CONFLICT:
      'Felder dieser Issues wurden seit dem letzten Austausch hier und in der Datei geändert. Die spätere Änderung gilt.',
    SAME: 'Die Datei bringt für diese Issues nichts Neues. Unterschiede sind seit dem letzten Austausch hier entstanden.',
    DELETED: 'Diese Issues wurden hier gelöscht und bleiben gelöscht.',
  },
  preview: 'Importvorschau',
  rowsFailed: 'Die Issues ließen sich nicht laden',
  more: 'Mehr zeigen',
  adds: (comments, views, documents) =>
    [
      comments > 0 && count(comments, 'Kommentar', 'Kommentare'),
      views > 0 && count(views, 'Ansicht', 'Ansichten'),
      documents > 0 && count(documents, 'Dokument', 'Dokumente'),
    ]
      .filter(Boolean)
      .join(', '),
  added: (what) => `Dazu: ${what}`,
  ours: 'Hier',
  theirs: 'In der Datei',
  empty: 'leer',
  why: {
    together: 'Beide: zusammengeführt',
    fileOnly: 'Datei: nur dort geändert',
    fileLater: 'Datei: später geändert',
    hereOnly: 'Hier: nur hier geändert',
    hereLater: 'Hier: später geändert',
  },
  fields: {
    title: 'Titel',
    description: 'Beschreibung',
    topic_type: 'Art',
    topic_status: 'Status',
    priority: 'Priorität',
    labels: 'Labels',
    reference_links: 'Links',
    trade: 'Gewerk',
    level: 'Geschoss',
    section: 'Bauabschnitt',
    assigned_to: 'Zuständig',
    due_date: 'Fällig',
    comment: 'Kommentar',
    stage: 'Phase',
    index: 'Reihenfolge',
    bim_snippet: 'Snippet',
    files: 'Modelle',
  },

  people: 'Personen',
  peopleHint:
    'Diese Adressen gehören keinem Mitglied des Projekts. Wählen Sie für jede ein Mitglied oder behalten Sie die Adresse aus der Datei.',
  knownPeople: (number) => `${count(number, 'Adresse gehört', 'Adressen gehören')} einem Mitglied.`,
  inTopics: (number) => `in ${issues(number)}`,
  keepAddress: 'Adresse behalten',
  memberFor: (author) => `Mitglied für ${author}`,

  doneTitle: (number) => `${issues(number)} importiert`,
  doneNothing: 'Es waren keine Änderungen nötig',
  doneCounts: (outcome, number) => `${outcome}: ${numbers.format(number)}`,
  showTheseIssues: 'Diese Issues zeigen',
  showIssues: 'Issues aus BCF zeigen',
  cancelled: 'Dieser Import wurde verworfen. Es wurde nichts importiert.',
}
export default german
