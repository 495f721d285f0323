import type { MineText } from './mine-text.ts'

const french: MineText = {
  title: 'Mes remarques',
  toDo: 'À faire',
  toCheck: 'À vérifier',
  kinds: 'Quelles remarques',
  nothingToDo: 'Rien à faire',
  nothingToDoHint: 'Les remarques de tous vos projets qui vous sont attribuées apparaissent ici.',
  nothingToCheck: 'Rien à vérifier',
  nothingToCheckHint: 'Les remarques que vous avez signalées apparaissent ici une fois résolues.',
  failed: 'Impossible de charger vos remarques',
  more: 'Afficher plus',
}
export default french
