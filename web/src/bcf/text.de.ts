import { counter } from '../base/language.ts'
import type { BcfText } from './text.ts'

const count = counter('de')
const issues = (number: number) => count(number, 'Issue', 'Issues')
const numbers = new Intl.NumberFormat('de')

const german: BcfText = {
  importBcf: 'BCF importieren',
  onlyEditors: 'Nur Bearbeiter und Administratoren des Projekts importieren Issues',
  file: 'BCF-Dateien',
  chooseFile: 'BCF-Dateien wählen',
  fileHelp:
    'BCF 2.0, 2.1 oder 3.0 (.bcf, .bcfzip), je höchstens 2 GB. Die Dateien werden zuerst verglichen; noch ändert sich nichts.',
  fileTooLarge: 'Eine BCF-Datei hat höchstens 2 GB. Exportieren Sie weniger Issues auf einmal.',
  fileWrongType: 'Wählen Sie eine Datei mit der Endung .bcf oder .bcfzip',
  offline: 'Ohne Netz lässt sich keine Datei senden',
  sending: (name, at, of) => `${name} wird gesendet${of > 1 ? ` (${at} von ${of})` : ''}`,
  stop: 'Anhalten',
  goesOn: 'Es geht weiter, auch wenn der Dialog geschlossen ist.',
  recent: 'Importe der letzten 30 Tage',
  noRecent: 'In den letzten 30 Tagen wurde keine BCF-Datei importiert',
  recentFailed: 'Die früheren Importe ließen sich nicht laden',
  tryAgain: 'Erneut versuchen',
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
  facts: (version, project) => `BCF ${version}${project ? `, Projekt „${project}“` : ''}`,
  importThem: (number) => `${issues(number)} importieren`,
  onlyNew: (number) => `Nur neue (${numbers.format(number)})`,
  nothing: 'Die Datei ändert hier nichts',
  warnings: 'Nicht alles in der Datei ist, wie es sein sollte',
  times: (number) => `${numbers.format(number)}-mal`,

  outcomes: {
    NEW: 'Neu',
    CHANGED: 'Geändert',
    CONFLICT: 'Im Konflikt',
    SAME: 'Gleich',
    DELETED: 'Hier gelöscht',
  },
  outcomeHelp: {
    NEW: 'Diese Issues sind noch nicht in diesem Projekt.',
    CHANGED:
      'Diese Issues gibt es hier schon; sie unterscheiden sich in Feldern oder bekommen Kommentare, Ansichten oder Dokumente.',
    CONFLICT:
      'Felder dieser Issues wurden seit dem letzten Austausch hier und in der Datei geändert; die spätere Änderung gilt.',
    SAME: 'Diese Issues enthalten nichts, was nicht schon hier ist.',
    DELETED: 'Diese Issues wurden hier gelöscht und bleiben gelöscht.',
  },
  preview: 'Was der Import täte',
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
    together: 'Beide: zusammengenommen',
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
    'Diese Adressen gehören keinem Mitglied des Projekts. Sagen Sie, wer es ist, oder lassen Sie sie, wie die Datei sie nennt.',
  knownPeople: (number) => `${count(number, 'Adresse gehört', 'Adressen gehören')} einem Mitglied.`,
  inTopics: (number) => `in ${issues(number)}`,
  asTheFile: 'Wie in der Datei',
  whoIs: (author) => `Wer ist ${author}`,

  doneTitle: (number) => `${issues(number)} importiert`,
  doneNothing: 'Nichts musste geändert werden',
  doneCounts: (outcome, number) => `${outcome}: ${numbers.format(number)}`,
  showTheseIssues: 'Diese Issues zeigen',
  showIssues: 'Issues aus BCF zeigen',
  cancelled: 'Dieser Import wurde verworfen. Nichts davon wurde importiert.',
}
export default german
