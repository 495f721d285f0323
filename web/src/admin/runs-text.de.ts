import { counter } from '../base/language.ts'
import type { RunsText } from './runs-text.ts'

const count = counter('de')

const german: RunsText = {
  run: {
    states: { RUNNING: 'Läuft', PAUSED: 'Angehalten', COMPLETED: 'Abgeschlossen', CANCELLED: 'Abgebrochen' },
    started: (time) => `Begonnen ${time}`,
    progress: 'Fortschritt',
    of: (done, all) => `${done} von ${all}`,
    done: 'Erledigt',
    skipped: 'Übersprungen',
    skippedHint: 'Inzwischen gelöscht oder nicht mehr nötig',
    failed: 'Fehlgeschlagen',
    left: 'Übrig',
    pause: 'Anhalten',
    resume: 'Fortsetzen',
    cancel: 'Abbrechen',
    failures: 'Fehlschläge',
    shown: (shown, all) => `Die ersten ${shown} von ${all} Fehlschlägen`,
    version: (number) => `Version ${number}`,
    isOpen: 'Ein Durchgang ist noch offen',
  },
  reconversion: {
    title: 'Modelle eines älteren Umwandlers',
    hint: 'Was diese Version des Servers aus Modellen liest, fehlt in denen, die eine ältere umgewandelt hat. Sie werden im Hintergrund noch einmal umgewandelt, eines nach dem anderen und nach dem, was Leute hochladen. Alle behalten das alte Ergebnis, bis das neue da ist, und auch, wenn eine Umwandlung fehlschlägt. Dasselbe wie npm run operator -- reconvert.',
    counted: (models, companies) =>
      `${count(models, 'Modell', 'Modelle')} ${companies === 1 ? 'eines Unternehmens' : `von ${companies} Unternehmen`} ${models === 1 ? 'wurde' : 'wurden'} von einer anderen Version umgewandelt.`,
    none: 'Alle Modelle wurden von dieser Version umgewandelt.',
    unread: (models) => `${count(models, 'Modell wird', 'Modelle werden')} noch angesehen.`,
    converter: (name) => `Dieser Server: ${name}`,
    all: 'Alle noch einmal umwandeln',
    again: 'Noch einmal umwandeln',
    companies: 'Unternehmen mit älteren Modellen',
    models: (models) => count(models, 'Modell', 'Modelle'),
    list: (company) => `Modelle von ${company}`,
    unknown: 'unbekannte Version',
    begun: (models) =>
      `${count(models, 'Modell wartet', 'Modelle warten')} darauf, noch einmal umgewandelt zu werden`,
  },
  reindex: {
    title: 'Abgeleitete Daten',
    hint: 'Elementindexe von Modellen, durchsuchbare Wörter von Issues und Nachrichten und Zähler von Issues werden mit dem verglichen, woraus sie entstehen, und berichtigt. Suchen finden die alten Zeilen, bis die neuen da sind. Läuft im Hintergrund, auch während einer Wartung. Dasselbe wie npm run operator -- reindex.',
    all: 'Alles neu aufbauen',
    one: 'Neu aufbauen',
    limit: 'Auswählen',
    companies: 'Unternehmen nach gespeicherten Bytes',
    list: (company) => `Projekte von ${company}`,
    begun: (items) => `${count(items, 'Index wartet', 'Indexe warten')} auf den Neuaufbau`,
    differed: (rows) =>
      `${count(rows, 'Zeile wich', 'Zeilen wichen')} von dem ab, woraus sie entstehen, und ${rows === 1 ? 'wurde' : 'wurden'} berichtigt.`,
    same: 'Keine Zeile wich von dem ab, woraus sie entsteht.',
  },
}
export default german
