import type { VocabularyText } from './text.ts'

const french: VocabularyText = {
  title: 'Types, corps d’état et statuts',
  hint: 'Renommez ce que ce projet appelle autrement et désactivez ce qu’il n’utilise pas, ou ajoutez des types et des corps d’état. Un nom propre au projet s’affiche chez tous tel que vous l’écrivez.',
  companyHint:
    'Les nouveaux projets de l’entreprise commencent avec ces noms et ces choix, sauf s’ils sont créés à partir d’un autre projet. Les projets existants gardent les leurs.',
  failed: 'Les noms n’ont pas pu être chargés',
  kinds: { type: 'Types', trade: 'Corps d’état', status: 'Statuts' },
  builtIn: (name) => `Nom d’origine : ${name}`,
  add: { type: 'Ajouter un type', trade: 'Ajouter un corps d’état' },
  own: 'Ajouté dans ce projet',
  ownHint: 'S’affiche chez tous tel que vous l’écrivez.',
  off: 'Non proposé',
  edit: (name) => `Modifier ${name}`,
  name: 'Nom',
  nameHint: (name) =>
    `Laissez vide pour le nom d’origine « ${name} », que chacun voit dans sa propre langue.`,
  offered: {
    type: 'Proposer pour les nouvelles remarques',
    trade: 'Proposer pour les nouvelles remarques et les nouveaux modèles',
  },
  offeredHint: 'Ce qui porte déjà cette valeur la garde.',
  isDefault: 'Tout nouvel élément commence par cette valeur, elle reste donc proposée.',
  reset: 'Utiliser le nom d’origine',
  save: 'Enregistrer',
}
export default french
