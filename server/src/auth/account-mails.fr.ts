import type { AccountMailTexts } from './account-mails.ts'

export const accountMailsFr: AccountMailTexts = {
  verification: {
    subject: 'Confirmez votre adresse e-mail',
    line: 'Suivez le lien pour créer votre compte Plumbline, ou saisissez cette clé là où vous vous êtes inscrit :',
    action: 'Créer votre compte',
    closing:
      'Le lien est valable 24 heures, la clé 10 minutes. Si vous n’avez pas demandé de compte, ignorez ce message.',
  },
  knownAddress: {
    subject: 'Vous avez déjà un compte',
    line: 'Quelqu’un, sans doute vous, a demandé un compte Plumbline avec cette adresse. Il en existe déjà un : connectez-vous, ou définissez un nouveau mot de passe si vous ne connaissez plus l’ancien.',
    action: 'Se connecter',
    closing: 'Si ce n’était pas vous, ignorez ce message : rien n’a été modifié.',
  },
  reset: {
    subject: 'Définissez un nouveau mot de passe',
    line: 'Suivez le lien pour définir un nouveau mot de passe pour votre compte Plumbline.',
    action: 'Définir un nouveau mot de passe',
    closing:
      'Le lien est valable 24 heures, une seule fois. Si vous n’avez rien demandé, ignorez ce message.',
  },
  passwordChanged: {
    subject: 'Votre mot de passe a été modifié',
    line: 'Le mot de passe de votre compte Plumbline a été modifié, et tous les autres appareils ont été déconnectés.',
    action: 'Ouvrir votre profil',
    closing:
      'Si ce n’était pas vous, définissez tout de suite un nouveau mot de passe avec « Mot de passe oublié ? » sur la page de connexion.',
  },
  emailFromOld: (email) => ({
    subject: 'Confirmez le changement de votre adresse e-mail',
    line: `Votre compte Plumbline doit désormais avoir l’adresse ${email}. Suivez le lien pour accepter ; le message envoyé à la nouvelle adresse doit aussi être confirmé.`,
    action: 'Accepter le changement',
    closing:
      'Le lien est valable 24 heures. Si ce n’était pas vous, changez votre mot de passe : rien n’est encore modifié.',
  }),
  emailToNew: (email) => ({
    subject: 'Confirmez votre nouvelle adresse e-mail',
    line: `Le compte Plumbline de ${email} doit désormais avoir cette adresse. Suivez le lien pour confirmer qu’elle est à vous ; le message envoyé à l’ancienne adresse doit aussi être confirmé.`,
    action: 'Confirmer cette adresse',
    closing: 'Le lien est valable 24 heures. Si vous n’avez rien demandé, ignorez ce message.',
  }),
  emailTaken: {
    subject: 'Vous avez déjà un compte',
    line: 'Quelqu’un, sans doute vous, a voulu donner cette adresse à un autre compte Plumbline. Elle appartient déjà à un compte : rien n’a été modifié.',
    action: 'Se connecter',
    closing: 'Si ce n’était pas vous, ignorez ce message.',
  },
  emailChanged: (email) => ({
    subject: 'Votre adresse e-mail a été modifiée',
    line: `Votre compte Plumbline a maintenant l’adresse ${email}. Tous les autres appareils ont été déconnectés.`,
    action: 'Ouvrir votre profil',
    closing: 'Vous ne vous connectez plus avec cette adresse-ci.',
  }),
  totpOn: {
    subject: 'La connexion en deux étapes est activée',
    line: 'Votre compte Plumbline demande désormais, après le mot de passe, un code de votre application d’authentification. Gardez les codes de secours là où vous les trouverez sans votre téléphone.',
    action: 'Ouvrir votre profil',
    closing: 'Si ce n’était pas vous, définissez tout de suite un nouveau mot de passe.',
  },
  totpOff: {
    subject: 'La connexion en deux étapes est désactivée',
    line: 'Votre compte Plumbline ne demande plus de code d’application d’authentification.',
    action: 'Ouvrir votre profil',
    closing: 'Si ce n’était pas vous, définissez tout de suite un nouveau mot de passe.',
  },
  passkeyAdded: (name) => ({
    subject: 'Une clé d’accès a été ajoutée',
    line: `La clé d’accès « ${name} » permet maintenant de se connecter à votre compte Plumbline.`,
    action: 'Ouvrir votre profil',
    closing:
      'Si ce n’était pas vous, supprimez la clé d’accès et définissez tout de suite un nouveau mot de passe.',
  }),
  tokenCreated: (name) => ({
    subject: 'Un jeton d’API a été créé',
    line: `Avec le jeton d’API « ${name} », un programme peut désormais agir en votre nom.`,
    action: 'Ouvrir les accès à l’API',
    closing: 'Si ce n’était pas vous, révoquez ce jeton et choisissez tout de suite un nouveau mot de passe.',
  }),
  programConnected: (name) => ({
    subject: 'Un programme a été connecté',
    line: `Un programme qui se nomme « ${name} » travaille désormais en votre nom, avec votre accord, sur les remarques de vos projets.`,
    action: 'Ouvrir les accès à l’API',
    closing:
      'Si ce n’était pas vous, déconnectez ce programme et choisissez tout de suite un nouveau mot de passe.',
  }),
  goodbye: {
    subject: 'Votre compte a été supprimé',
    line: 'Votre compte Plumbline et vos données personnelles ont été supprimés. Ce que vous avez écrit dans les projets d’autres personnes y reste, sans votre nom.',
    action: 'Visiter Plumbline',
    closing: 'Cette adresse peut servir à tout moment pour un nouveau compte.',
  },
}
