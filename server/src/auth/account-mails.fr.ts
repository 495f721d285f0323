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
    line: 'Le mot de passe de votre compte Plumbline a été modifié, et tous les autres appareils ont été déconnectés. Les clés d’accès, jetons d’API et programmes connectés restent : vérifiez-les dans votre profil et retirez ceux que vous ne connaissez pas.',
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
  removedByOperator: {
    subject: 'Votre compte a été supprimé',
    line: 'L’exploitant de ce serveur Plumbline a supprimé votre compte et vos données personnelles. Ce que vous avez écrit dans les projets des autres y reste sans votre nom.',
    action: 'Découvrir Plumbline',
    closing:
      'Si vous ne vous y attendiez pas, adressez-vous à l’exploitant du serveur ou à l’administrateur de votre entreprise.',
  },
  lockedByOperator: {
    subject: 'Votre compte a été verrouillé',
    line: 'L’exploitant de ce serveur Plumbline a verrouillé votre compte. Vous êtes déconnecté partout, et ni vous ni vos programmes ne pouvez vous connecter tant qu’il n’est pas déverrouillé. Rien n’a été supprimé.',
    action: 'Ouvrir Plumbline',
    closing:
      'Si vous ne vous y attendiez pas, adressez-vous à l’exploitant du serveur ou à l’administrateur de votre entreprise.',
  },
  unlockedByOperator: {
    subject: 'Votre compte a été déverrouillé',
    line: 'L’exploitant de ce serveur Plumbline a déverrouillé votre compte. Vous pouvez de nouveau vous connecter.',
    action: 'Se connecter',
    closing: 'Tout est comme avant.',
  },
  totpResetByOperator: {
    subject: 'La connexion en deux étapes a été réinitialisée',
    line: 'L’exploitant de ce serveur Plumbline a désactivé la connexion en deux étapes de votre compte et supprimé ses codes de secours. Connectez-vous avec votre mot de passe et configurez-la de nouveau.',
    action: 'Ouvrir votre profil',
    closing: 'Si vous ne l’avez pas demandé, changez immédiatement de mot de passe et prévenez l’exploitant.',
  },
  signedOutByOperator: {
    subject: 'Vous avez été déconnecté partout',
    line: 'L’exploitant de ce serveur Plumbline a déconnecté votre compte de tous les appareils. Vous pouvez vous reconnecter à tout moment.',
    action: 'Se connecter',
    closing: 'Si vous ne vous y attendiez pas, changez de mot de passe par précaution.',
  },
  mergedIntoThis: (email) => ({
    subject: 'Vos deux comptes n’en font plus qu’un',
    line: `L’exploitant de ce serveur Plumbline a fusionné votre compte ${email} avec celui-ci. Les entreprises, projets, remarques, commentaires et conversations des deux comptes sont désormais ici. Connectez-vous avec cette adresse comme avant ; l’autre ne permet plus de se connecter, et ses jetons d’API et programmes connectés ont été révoqués.`,
    action: 'Ouvrir Plumbline',
    closing:
      'Si l’autre compte n’était pas le vôtre, prévenez aussitôt l’exploitant du serveur ou l’administrateur de votre entreprise.',
  }),
  mergedIntoOther: (email) => ({
    subject: 'Vos deux comptes n’en font plus qu’un',
    line: `L’exploitant de ce serveur Plumbline a fusionné ce compte avec votre compte ${email}. Les entreprises, projets, remarques, commentaires et conversations des deux comptes s’y trouvent désormais. Connectez-vous avec ${email} ; cette adresse ne permet plus de se connecter, et les jetons d’API et programmes connectés de ce compte ont été révoqués.`,
    action: 'Se connecter',
    closing:
      'Si l’autre compte n’est pas le vôtre, prévenez aussitôt l’exploitant du serveur ou l’administrateur de votre entreprise.',
  }),
  mergedAddress: (email) => ({
    subject: 'Votre compte a une autre adresse',
    line: `Quelqu’un, sans doute vous, a voulu se connecter ou créer un compte Plumbline avec cette adresse. Son compte a été fusionné avec votre compte ${email} : connectez-vous avec cette dernière.`,
    action: 'Se connecter',
    closing: 'Si ce n’était pas vous, ignorez cet e-mail : rien n’a été modifié.',
  }),
  operatorAdded: {
    subject: 'Vous administrez maintenant ce serveur',
    line: 'Votre compte Plumbline est désormais exploitant de ce serveur : le menu du profil contient « Administration ».',
    action: 'Ouvrir l’administration',
    closing: 'Si vous ne vous y attendiez pas, prévenez les personnes qui exploitent le serveur.',
  },
  operatorRemoved: {
    subject: 'Vous n’administrez plus ce serveur',
    line: 'Votre compte Plumbline n’est plus exploitant de ce serveur.',
    action: 'Ouvrir Plumbline',
    closing: 'Vos projets et vos entreprises restent inchangés.',
  },
}
