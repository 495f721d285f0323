import { catalogue, count } from './language.ts'

/** Texts of the frame: splash, top bar, errors. */
const english = {
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
  reconnecting: 'Reconnecting…',
  pageFailed: 'Could not load this page',
  pageFailedHint: 'The connection may be gone, or the application has been updated.',
  tryAgain: 'Try again',
  toProjects: 'Go to projects',
  notFound: 'This page does not exist',
  notFoundHint: 'The address may be mistyped, or what was here is gone.',
  restricted: 'You do not have access',
  restrictedHint: 'Ask somebody who works on it to add you, or switch to another company.',
  payment: 'This company’s subscription needs attention',
  paymentHint: 'Everything stays readable. Whoever owns the company can settle it.',
  broken: 'Something went wrong on our side',
  brokenHint: 'Nothing you saved is lost. Try again; if it happens again, send us this page’s address.',
}
export type AppText = typeof english

export const useAppText = catalogue('app', english)
