import { catalogue, count } from './language.ts'

/** Texts of the frame: splash, top bar, errors. */
const english = {
  /** BCP 47, for lists and numbers */
  locale: 'en',
  loading: 'Loading…',
  skip: 'Skip to the content',
  home: 'Plumbline, to your projects',
  account: 'Account',
  chat: 'Chat',
  unread: (number: number) => count(number, 'unread message', 'unread messages'),
  help: 'Help center',
  profile: 'Your profile',
  companies: 'Companies',
  me: 'Your profile and data',
  settings: 'Settings',
  signOut: 'Sign out',
  appearance: 'Appearance',
  light: 'Light',
  dark: 'Dark',
  system: 'As the system',
  palette: 'Go to or do',
  shortcuts: 'Keyboard shortcuts',
  reconnecting: 'Reconnecting…',
  pageFailed: 'Could not load this page',
  pageFailedHint: 'The connection may be gone, or the application has been updated.',
  tryAgain: 'Try again',
  toProjects: 'Go to projects',
  notFound: 'This page does not exist',
  notFoundHint: 'The address may be mistyped, or what was here is gone.',
  restricted: 'You do not have access',
  restrictedHint:
    'Ask somebody who works on it to add you, request access with its code, or switch to another company.',
  askAdministrator: (names: string) => `Your permission level does not cover this. ${names} can change it.`,
  requestedOn: (project: string, date: string) =>
    `You requested access to ${project} on ${date}. An answer comes by mail.`,
  requestAccess: 'Request access',
  switchCompany: 'Switch company',
  errorId: 'Error id',
  copy: 'Copy',
  language: 'Language',
  broken: 'Something went wrong on our side',
  brokenHint: 'Nothing you saved is lost. Try again; if it happens again, send us this page’s address.',
}
export type AppText = typeof english

declare module './language.ts' {
  interface Texts {
    app: AppText
  }
}

export const useAppText = catalogue('app', english)
