import { counter } from '../app/language.ts'
import type { BimText } from './text.ts'

const count = counter('de')

const german: BimText = {
  models: 'Modelle',
  addModel: 'Modell hinzufügen',
  drop: 'IFC-Datei hier ablegen',
  dropHint:
    'IFC2X3, IFC4 oder IFC4X3, als .ifc oder .ifczip. Sie wird geprüft, umgewandelt und kann dann in 3D geöffnet werden.',
  dropHelp: 'IFC als .ifc oder .ifczip',
  viewersMayNot: 'Nur Bearbeiter und Administratoren können Modelle hochladen',
  name: 'Name',
  version: 'Version',
  versionNumber: (number) => `Version ${number}`,
  size: 'Größe',
  state: 'Status',
  issues: 'Issues',
  uploadedBy: 'Hochgeladen von',
  when: 'Datum',
  actions: 'Aktionen',
  wholeBuilding: 'Ganzes Bauwerk',
  open: 'Öffnen',
  openOne: 'In 3D öffnen',
  openAll: 'Alle in 3D öffnen',
  newVersion: 'Neue Version',
  download: 'Herunterladen',
  stop: 'Anhalten',
  restart: 'Neu starten',
  more: (name) => `Mehr zu ${name}`,
  uploading: 'Wird hochgeladen',
  uploadOf: (name) => `Hochladen von ${name}`,
  ofBytes: (sent, total) => `${sent} von ${total}`,
  waiting: 'Wartet',
  ready: 'Bereit',
  failed: 'Fehlgeschlagen',
  stopped: 'Angehalten',
  cancel: 'Abbrechen',
  stages: {
    VALIDATE: 'Datei wird geprüft',
    PARSE: 'Struktur wird gelesen',
    GEOMETRY: 'Geometrie wird erzeugt',
    INDEX: 'Eigenschaften werden erfasst',
    TILES: '3D-Daten werden gepackt',
    DIFF: 'Versionen werden verglichen',
    CHECK: 'Ergebnis wird geprüft',
  },
  notShown: (number) =>
    number === 1
      ? '1 Element konnte nicht dargestellt werden'
      : `${count(number, 'Element', 'Elemente')} konnten nicht dargestellt werden`,
  warnings: 'Hinweise zu dieser Datei',
  uploadFailed: 'Das Hochladen ist fehlgeschlagen',
  uploadCut:
    'Die Verbindung ist unterbrochen. Sobald sie wieder da ist, geht das Hochladen von selbst weiter.',
  loadFailed: 'Die Modelle konnten nicht geladen werden',
  tryAgain: 'Erneut versuchen',
}
export default german
