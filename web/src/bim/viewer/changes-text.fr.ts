import { counter } from '../../base/language.ts'
import type { ChangesText } from './changes-text.ts'

const count = counter('fr')

const french: ChangesText = {
  comparing: (from, to) => `Version ${from} avec ${to}`,
  compareWith: (version) => `Comparer avec la version ${version}`,
  changes: { added: 'Ajoutés', changed: 'Modifiés', removed: 'Supprimés' },
  reidentified: (number) => `${number} avec un autre GlobalId seulement`,
  same: (number) => count(number, 'inchangé', 'inchangés'),
  wholeMoved: (moved, turned) =>
    `Toute la maquette s’est déplacée de ${moved}${turned === null ? '' : ` et a tourné de ${turned}`}. Seules les autres modifications sont listées.`,
  changedParts: {
    name: 'Nom',
    type: 'Type',
    class: 'Classe',
    storey: 'Niveau',
    shape: 'Forme',
    place: 'Position',
    property: 'Propriété',
  },
  history: 'Historique',
  noHistory: 'L’historique de cet élément ne peut pas être lu.',
  historyKinds: {
    first: 'Dans le modèle à partir d’ici',
    added: 'Ajouté',
    changed: 'Modifié',
    reidentified: 'Autre GlobalId seulement',
    same: 'Inchangé',
    unknown: 'Non comparé à la version précédente',
  },
  slider: 'Entre les versions',
  versionAlone: (version) => `Version ${version}`,
  differences: 'Différences',
  whatChanged: 'Ce qui a changé',
  anyChange: 'Tout changement',
  noStorey: 'Sans niveau',
  allClasses: 'Toutes les classes',
  changesAsCsv: 'Télécharger le CSV',
  notCompared: 'Ces versions ne peuvent pas être comparées.',
}
export default french
