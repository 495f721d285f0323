import { counter } from '../../base/language.ts'
import type { ElementText } from './text.ts'

const count = counter('fr')

const french: ElementText = {
  elements: 'Éléments',
  search: 'Rechercher des éléments',
  searchHint: 'Mots, type ou GlobalId',
  backToModels: 'Maquettes',
  filters: (active) => (active === 0 ? 'Filtres' : `Filtres (${active})`),
  class: 'Classe',
  type: 'Type',
  storey: 'Niveau',
  system: 'Système',
  classification: 'Classification',
  material: 'Matériau',
  counted: (value, number) => `${value} (${number})`,
  property: 'Propriété',
  propertyHint: 'FireRating, Width…',
  operator: 'Comparaison',
  operators: {
    '=': 'est',
    '!=': 'n’est pas',
    '<': 'inférieur à',
    '<=': 'au plus',
    '>': 'supérieur à',
    '>=': 'au moins',
    '~': 'contient',
    exists: 'est renseigné',
  },
  value: 'Valeur',
  valueHint: (example) => `par exemple ${example}`,
  yes: 'Vrai',
  no: 'Faux',
  addCondition: 'Ajouter la condition',
  conditions: 'Conditions',
  removeCondition: (condition) => `Retirer ${condition}`,
  clear: 'Tout effacer',
  found: (number) => count(number, 'élément', 'éléments'),
  chosen: (number, most) =>
    number > most
      ? `${number} sélectionnés, les ${most} premiers sont montrés`
      : count(number, 'sélectionné', 'sélectionnés'),
  showInModel: 'Montrer dans la maquette',
  showFirst: (most) => `Montrer les ${most} premiers en 3D`,
  download: 'Télécharger en CSV',
  tooManyToDownload: (most) =>
    `Au plus ${count(most, 'élément', 'éléments')} peuvent être téléchargés à la fois. Affinez la recherche.`,
  name: 'Nom',
  file: 'Fichier',
  unnamed: 'Sans nom',
  more: 'Afficher plus',
  loadFailed: 'Les éléments n’ont pas pu être chargés.',
  noModels: 'Aucune maquette à parcourir pour l’instant',
  noModelsHint: 'Les éléments d’une maquette peuvent être recherchés ici dès qu’elle est traitée.',
  toModels: 'Ouvrir les maquettes',
  nothing: 'Aucun élément ne correspond',
  nothingHint: 'Essayez moins de mots, un autre niveau ou moins de conditions.',
}
export default french
