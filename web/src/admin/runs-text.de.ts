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
    isOpen: 'Ein Durchgang ist noch offen',
  },
}
export default german
