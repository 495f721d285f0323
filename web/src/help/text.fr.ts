import type { HelpText } from './text.ts'

const text: HelpText = {
  title: 'Aide',
  home: 'Plumbline, vers l’application',
  toApp: 'Ouvrir Plumbline',
  elsewhere: 'L’aide de ce serveur se trouve sur une page de son exploitant',
  open: 'Ouvrir la page d’aide',
  heading: 'Guide d’utilisation',
  intro:
    'Tout ce que fait Plumbline, dans l’ordre où vous en aurez besoin. La recherche porte sur tous les chapitres.',
  contents: 'Tous les chapitres',
  chapters: 'Chapitres',
  search: 'Rechercher dans le guide',
  found: (number) => (number > 1 ? `${number} sections trouvées` : `${number} section trouvée`),
  nothing: 'Rien dans le guide ne correspond',
  nothingHint:
    'Essayez moins de mots ou d’autres mots, ou écrivez-nous : « Nous contacter » dans le menu d’aide.',
  noChapter: 'Ce chapitre n’existe pas',
  noChapterHint: 'L’adresse est peut-être erronée. Tous les chapitres figurent à côté de ce texte.',
  next: 'Chapitre suivant :',
}
export default text
