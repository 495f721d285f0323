import type { AuthorizeText } from './authorize-text.ts'

const french: AuthorizeText = {
  title: 'Un programme demande un accès',
  signedIn: (email) => `Vous êtes connecté en tant que ${email}.`,
  program: 'Programme',
  unverified: 'Non vérifié',
  unverifiedHint:
    'N’importe qui peut donner n’importe quel nom à un programme. N’autorisez que ce que vous venez de lancer vous-même.',
  saysOfItself: 'Il dit de lui-même',
  returnsTo: 'La réponse va à',
  thisDevice: (address) => `un programme sur cet appareil (${address})`,
  may: 'Il peut, avec vos droits dans chaque projet :',
  mayList: [
    'lire et modifier les remarques, leurs commentaires, vues et documents',
    'voir qui travaille dans vos projets, et renommer ceux que vous administrez',
  ],
  mayNot: 'Il ne peut modifier ni votre compte, ni les entreprises, ni les membres des projets.',
  until: 'Cela vaut jusqu’à ce que vous le déconnectiez dans votre profil, sous « Accès à l’API ».',
  allow: 'Autoriser',
  refuse: 'Ne pas autoriser',
  returned: 'Retournez au programme',
  returnedHint: 'Il a sa réponse. Vous pouvez fermer cette page.',
  wrong: 'Impossible d’autoriser cela',
  wrongHint: 'Le programme a demandé d’une façon qui n’est pas possible ici. Rien ne lui a été envoyé.',
  tryAgain: 'Réessayer',
  home: 'Vers vos projets',
}
export default french
