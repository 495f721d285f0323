import type { ChangesText } from './changes-text.ts'

const german: ChangesText = {
  comparing: (from, to) => `Version ${from} mit ${to}`,
  compareWith: (version) => `Mit Version ${version} vergleichen`,
  changes: { added: 'Neu', changed: 'Geändert', removed: 'Entfernt' },
  reidentified: (number) => `${number} nur mit anderer GlobalId`,
  same: (number) => `${number} unverändert`,
  wholeMoved: (moved, turned) =>
    `Das ganze Modell liegt um ${moved} anders${turned === null ? '' : ` und ist um ${turned} gedreht`}. Nur andere Änderungen sind aufgeführt.`,
  changedParts: {
    name: 'Name',
    type: 'Typ',
    class: 'Klasse',
    storey: 'Geschoss',
    shape: 'Form',
    place: 'Lage',
    property: 'Eigenschaft',
  },
  history: 'Verlauf',
  noHistory: 'Der Verlauf dieses Elements kann nicht gelesen werden.',
  historyKinds: {
    first: 'Ab hier im Modell',
    added: 'Neu',
    changed: 'Geändert',
    reidentified: 'Nur andere GlobalId',
    same: 'Unverändert',
    unknown: 'Nicht mit der vorigen Version verglichen',
  },
  slider: 'Zwischen den Versionen',
  versionAlone: (version) => `Version ${version}`,
  differences: 'Unterschiede',
  whatChanged: 'Was sich geändert hat',
  anyChange: 'Jede Änderung',
  noStorey: 'Kein Geschoss',
  allClasses: 'Alle Klassen',
  changesAsCsv: 'CSV herunterladen',
  notCompared: 'Diese Versionen können nicht verglichen werden.',
}
export default german
