import { counter } from '../../base/language.ts'
import type { ComposerText } from './text.ts'

const count = counter('fr')

const french: ComposerText = {
  formatting: 'Mise en forme',
  formats: {
    bold: 'Gras',
    italic: 'Italique',
    code: 'Code',
    link: 'Lien',
    quote: 'Citation',
    list: 'Liste',
    numbers: 'Liste numérotée',
  },
  mention: 'Mentionner quelqu’un',
  mentionIssue: 'Mentionner une remarque',
  attach: 'Joindre des fichiers',
  photo: 'Prendre une photo',
  people: 'Personnes',
  issues: 'Remarques',
  found: (number) => `${count(number, 'proposition', 'propositions')}, à choisir avec les flèches`,
  outside: 'hors de ce projet',
  outsideHint: (names) => `Hors de ce projet, donc sans notification : ${names}.`,
  invite: 'Inviter',
  cancel: 'Annuler',
  tooLong: (most) => `${most} caractères au plus`,
}
export default french
