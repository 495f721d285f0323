import { counter } from '../../base/language.ts'
import type { ApiAccessText } from './text.ts'

const count = counter('fr')

const french: ApiAccessText = {
  title: 'Accès à l’API',
  hint: 'Des programmes qui travaillent pour vous, avec vos droits et jamais plus.',
  documentation: 'Documentation de l’API',
  tokens: 'Jetons d’API',
  tokensHint: 'Pour vos propres scripts et services. Vous déconnecter ailleurs n’y met pas fin.',
  noTokens: 'Vous n’avez aucun jeton d’API.',
  newToken: 'Nouveau jeton d’API',
  name: 'Nom',
  nameHelp: 'Pour le reconnaître, par exemple à quoi il sert.',
  scope: 'Ce qu’il permet',
  scopes: { READ: 'Lecture seule', WRITE: 'Lire et modifier', BCF: 'BCF seulement' },
  scopeHelp: {
    READ: 'Tout ce que vous voyez.',
    WRITE: 'Aussi tout ce que vous pouvez modifier dans les projets.',
    BCF: 'Lire et modifier les remarques par l’API BCF, et rien d’autre.',
  },
  project: 'Uniquement dans ce projet',
  projectHelp: 'Vide : dans tous vos projets.',
  allProjects: 'Tous les projets',
  projectGone: 'Un projet que vous ne voyez plus',
  ends: 'Valable pendant',
  never: 'Sans limite',
  days: (number) => count(number, 'jour', 'jours'),
  password: 'Votre mot de passe',
  create: 'Créer le jeton',
  madeTitle: 'Copiez votre jeton',
  madeHint:
    'Il n’est affiché que maintenant. Gardez-le comme un mot de passe : quiconque l’a peut faire ce qu’il permet.',
  copyToken: 'Copier le jeton',
  done: 'Terminé',
  endsWith: (end) => `finit par ${end}`,
  made: (date) => `Créé le ${date}`,
  used: (time) => `dernière utilisation ${time}`,
  neverUsed: 'jamais utilisé',
  expires: (date) => `valable jusqu’au ${date}`,
  expired: 'Expiré',
  revoke: 'Révoquer',
  revokeNamed: (name) => `Révoquer ${name}`,
  revokeToken: 'Révoquer le jeton',
  revokeHint: (name) => `Les programmes qui utilisent « ${name} » n’ont plus accès, tout de suite.`,
  programs: 'Programmes connectés',
  programsHint: 'Les programmes que vous avez autorisés à travailler sur vos remarques par l’API BCF.',
  noPrograms: 'Aucun programme n’est connecté.',
  connected: (date) => `Connecté le ${date}`,
  disconnect: 'Déconnecter',
  disconnectNamed: (name) => `Déconnecter ${name}`,
  disconnectProgram: 'Déconnecter le programme',
  disconnectHint: (name) =>
    `« ${name} » n’a plus accès à rien ici tant que vous ne l’autorisez pas à nouveau.`,
}
export default french
