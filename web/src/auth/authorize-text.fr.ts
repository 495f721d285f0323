import type { AuthorizeText } from './authorize-text.ts'

const french: AuthorizeText = {
  title: 'Un programme demande un accès',
  signedIn: (email) => `Vous êtes connecté en tant que ${email}.`,
  program: 'Programme',
  unverified: 'Non vérifié',
  unverifiedHint:
    'Un programme peut prendre n’importe quel nom. N’autorisez l’accès que si vous l’avez demandé vous-même.',
  saysOfItself: 'Sa propre description',
  returnsTo: 'Vous serez redirigé vers',
  thisDevice: (address) => `un programme sur cet appareil (${address})`,
  may: 'Avec vos droits dans chaque projet, il pourra\u202f:',
  mayList: [
    'lire et modifier les remarques, leurs commentaires, vues et documents',
    'voir qui travaille dans vos projets, et renommer ceux que vous administrez',
  ],
  mayNot: 'Il ne peut modifier ni votre compte, ni les entreprises, ni les membres des projets.',
  until:
    'L’accès reste valable jusqu’à ce que vous déconnectiez le programme dans votre profil, sous «\u202fAccès à l’API\u202f».',
  allow: 'Autoriser',
  refuse: 'Refuser',
  returned: 'Retournez au programme',
  returnedHint: 'Votre décision a été transmise. Vous pouvez fermer cette page.',
  wrong: 'Accès impossible',
  wrongHint: 'La demande du programme n’est pas valide. Rien ne lui a été envoyé.',
  tryAgain: 'Réessayer',
  home: 'Aller aux projets',
}
export default french
