import type { MergeText } from './merge-text.ts'

const french: MergeText = {
  mergeAccounts: 'Fusionner des comptes',
  hint: 'Reprend dans ce compte un autre compte de la même personne, quand quelqu’un s’est inscrit deux fois.',
  mergedInto:
    'Ce compte a été fusionné avec un autre de la même personne. Tout ce que les deux avaient s’y trouve ; les journaux affichent pour ce compte le nom de l’autre.',
  openKept: 'Ouvrir le compte conservé',
  title: 'Fusionner deux comptes d’une même personne',
  kept: 'Ce compte est conservé',
  givenUp: 'Ce compte est abandonné',
  other: 'L’autre compte',
  otherHint: 'Début d’une adresse ou d’un nom',
  swap: 'Conserver plutôt l’autre compte',
  companies: 'Entreprises',
  projects: 'Projets',
  assigned: 'Remarques ouvertes attribuées',
  conversations: 'Conversations',
  programs: 'Jetons et programmes',
  issues: 'Remarques où il figure',
  more: (count) => `et ${count} de plus`,
  none: 'Aucun',
  what: 'Ce qui va se passer',
  consequences: [
    'Les entreprises et projets des deux comptes reviennent au compte conservé, avec le plus élevé des deux droits. Une entreprise dont le compte abandonné est propriétaire passe au compte conservé.',
    'Les remarques, commentaires, fichiers, messages, vues et webhooks du compte abandonné ont désormais le compte conservé comme auteur, responsable ou observateur. Les journaux gardent l’ancien identifiant et affichent le nom conservé.',
    'Les conversations des deux comptes avec la même personne n’en font plus qu’une. Ce que les deux comptes se sont écrit reste lisible.',
    'Le compte abandonné ne permet plus de se connecter : ses sessions, son mot de passe, ses clés d’accès, son second facteur, ses jetons d’API et ses programmes connectés prennent fin aussitôt. Ce qu’il a écrit hors connexion sans l’envoyer est perdu.',
    'Les réglages de notification, le mot de passe et le second facteur du compte conservé restent. Les invitations à l’adresse abandonnée parviennent au compte conservé.',
    'Les deux adresses en sont informées par e-mail. C’est irréversible : assurez-vous d’abord que les deux comptes appartiennent à la même personne.',
  ],
  address: 'Adresse du compte abandonné',
  addressHint: (email) => `Saisissez ${email} pour confirmer`,
  done: 'Comptes fusionnés',
}
export default french
