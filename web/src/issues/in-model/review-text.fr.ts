import { counter } from '../../base/language.ts'
import type { ReviewText } from './review-text.ts'

const count = counter('fr')

const french: ReviewText = {
  needLook: (places) => count(places, 'emplacement à vérifier', 'emplacements à vérifier'),
  review: 'Vérifier',
  title: 'Emplacements à vérifier',
  back: 'Toutes les remarques',
  done: 'Aucun emplacement à vérifier',
  position: (one, of) => `${one} sur ${of}`,
  previous: 'Emplacement précédent',
  next: 'Emplacement suivant',
  before: 'Image de la version précédente',
  lookingFor: (element) => `Où se trouve « ${element} » maintenant ?`,
  proposals: 'Propositions',
  noProposals:
    'Rien de semblable n’a été trouvé. Sélectionnez l’élément dans le modèle ou indiquez qu’il a disparu.',
  away: (distance) => `à ${distance}`,
  confirm: 'Confirmer',
  isSelected: 'C’est l’élément sélectionné',
  putHere: 'Placer ici',
  pointNow: 'Appuyez sur l’emplacement dans le modèle.',
  cancel: 'Annuler',
  isGone: 'Il a disparu',
  decided: (number) => `Emplacement de la n° ${number} défini`,
  othersFollow: (others) => count(others, 'autre emplacement suit', 'autres emplacements suivent'),
  undo: 'Annuler la décision',
  movedAlike: (places) => `Confirmer tous ceux qui ont bougé de même (${places})`,
  allDecided: (places) => count(places, 'emplacement défini', 'emplacements définis'),
  someFailed: (places) =>
    count(places, 'emplacement n’a pas pu être défini', 'emplacements n’ont pas pu être définis'),
}
export default french
