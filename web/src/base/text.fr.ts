import { counter } from './language.ts'
import type { AppText } from './text.ts'

const count = counter('fr')

const french: AppText = {
  locale: 'fr',
  loading: 'Chargement…',
  skip: 'Aller au contenu',
  home: 'Plumbline, vers vos projets',
  account: 'Entreprise',
  chat: 'Messagerie',
  unread: (number) => count(number, 'message non lu', 'messages non lus'),
  help: 'Aide',
  guide: 'Guide d’utilisation',
  contact: 'Nous contacter',
  terms: 'Conditions d’utilisation',
  status: 'État du service',
  version: (name: string) => `Plumbline, version ${name}`,
  profile: 'Votre profil',
  companies: 'Entreprises',
  myIssues: 'Mes remarques',
  me: 'Votre profil et vos données',
  settings: 'Paramètres',
  administration: 'Administration',
  signOut: 'Se déconnecter',
  appearance: 'Apparence',
  light: 'Clair',
  dark: 'Sombre',
  system: 'Système',
  palette: 'Recherche et commandes',
  shortcuts: 'Raccourcis clavier',
  reconnecting: 'Reconnexion…',
  pageFailed: 'Cette page n’a pas pu être chargée',
  pageFailedHint: 'La connexion est peut-être interrompue, ou l’application a été mise à jour.',
  tryAgain: 'Réessayer',
  toProjects: 'Aller aux projets',
  notFound: 'Cette page n’existe pas',
  notFoundHint: 'L’adresse contient peut-être une faute de frappe, ou ce contenu a été supprimé.',
  restricted: 'Accès non autorisé',
  restrictedHint:
    'Demandez à un membre de vous ajouter, demandez l’accès avec le code du projet ou changez d’entreprise.',
  askAdministrator: (names) => `Votre niveau d’autorisation ne suffit pas. Adressez-vous à ${names}.`,
  requestedOn: (project, date) =>
    `Vous avez demandé l’accès au projet « ${project} » le ${date}. La réponse arrivera par e-mail.`,
  requestAccess: 'Demander l’accès',
  switchCompany: 'Changer d’entreprise',
  errorId: 'Numéro de l’erreur',
  copy: 'Copier',
  language: 'Langue',
  broken: 'Une erreur s’est produite de notre côté',
  brokenHint:
    'Rien de ce que vous avez enregistré n’est perdu. Réessayez ; si l’erreur se répète, envoyez-nous l’adresse de cette page.',
}
export default french
