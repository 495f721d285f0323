import { catalogue, count } from './language.ts'

/** Texts of the shell: splash, top bar, error pages. */
const english = {
  /** BCP 47, for lists and numbers */
  locale: 'en',
  loading: 'Loading…',
  skip: 'Skip to content',
  home: 'Plumbline, go to projects',
  account: 'Account',
  chat: 'Chat',
  unread: (number: number) => count(number, 'unread message', 'unread messages'),
  help: 'Help',
  guide: 'User guide',
  contact: 'Contact us',
  terms: 'Terms of use',
  status: 'Service status',
  version: (name: string) => `Plumbline, version ${name}`,
  profile: 'Your profile',
  companies: 'Companies',
  myIssues: 'My issues',
  me: 'Your profile and data',
  settings: 'Settings',
  administration: 'Administration',
  signOut: 'Sign out',
  appearance: 'Appearance',
  light: 'Light',
  dark: 'Dark',
  system: 'System',
  palette: 'Search and commands',
  shortcuts: 'Keyboard shortcuts',
  reconnecting: 'Reconnecting…',
  pageFailed: 'Could not load this page',
  pageFailedHint: 'You may be offline, or the application was updated.',
  tryAgain: 'Try again',
  toProjects: 'Go to projects',
  notFound: 'This page does not exist',
  notFoundHint: 'The address may be wrong, or the page was deleted.',
  restricted: 'You do not have access',
  restrictedHint:
    'Ask a member to add you, request access with the project code, or switch to another company.',
  askAdministrator: (names: string) => `Your permission level does not allow this. ${names} can change it.`,
  requestedOn: (project: string, date: string) =>
    `You requested access to ${project} on ${date}. You will get the answer by e-mail.`,
  requestAccess: 'Request access',
  switchCompany: 'Switch company',
  errorId: 'Error ID',
  copy: 'Copy',
  language: 'Language',
  broken: 'Something went wrong on our side',
  brokenHint:
    'Nothing you saved is lost. Try again; if it keeps happening, send us the address of this page.',
}
export type AppText = typeof english

declare module './language.ts' {
  interface Texts {
    app: AppText
  }
}

export const useAppText = catalogue('app', english)
