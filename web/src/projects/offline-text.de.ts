import { count } from '../base/language.ts'
import type { OfflineText } from './offline-text.ts'

const german: OfflineText = {
  title: 'Offline verfügbar',
  hint: (project) =>
    `${project} bleibt mit Issues, deren Bildern, Personen und Geschossen auf diesem Gerät und funktioniert dort ohne Verbindung.`,
  files: 'Modelle und Pläne',
  size: (size) => `Etwa ${size} auf diesem Gerät`,
  free: (size) => `${size} sind frei`,
  plenty: (size) => `${size} oder mehr sind frei`,
  start: 'Verfügbar machen',
  update: 'Aktualisieren',
  remove: 'Von diesem Gerät entfernen',
  stop: 'Anhalten',
  issues: (number) => count(number, 'Issue', 'Issues'),
  progress: 'Kommt auf dieses Gerät',
  asOf: (time) => `Auf diesem Gerät, Stand ${time}`,
  safe: 'Der Browser behält es, bis Sie es entfernen.',
  unsafe: 'Der Browser kann es löschen, wenn auf diesem Gerät der Platz ausgeht.',
  failed: 'Es ist nicht vollständig angekommen. Was da ist, bleibt; starten Sie erneut, um fortzufahren.',
  done: (project) => `${project} ist offline verfügbar`,
}
export default german
