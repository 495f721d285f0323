import { catalogue } from '../base/language.ts'

const english = {
  title: 'A program asks for access',
  /** before the address of who is signed in */
  signedIn: (email: string) => `You are signed in as ${email}.`,
  program: 'Program',
  unverified: 'Not verified',
  unverifiedHint:
    'Anybody can give a program any name. Allow it only if you have just started this yourself.',
  saysOfItself: 'It says of itself',
  returnsTo: 'The answer goes to',
  thisDevice: (address: string) => `a program on this device (${address})`,
  may: 'It may, with your rights in each project:',
  mayList: [
    'read and change issues, their comments, views and documents',
    'see who works in your projects, and rename those that you administer',
  ],
  mayNot: 'It cannot change your account, companies or who is in a project.',
  until: 'It may do so until you disconnect it in your profile, under “API access”.',
  allow: 'Allow',
  refuse: 'Do not allow',
  returned: 'Go back to the program',
  returnedHint: 'It has its answer. You can close this page.',
  wrong: 'This cannot be allowed',
  wrongHint: 'The program asked in a way that is not possible here. Nothing was sent to it.',
  tryAgain: 'Try again',
  home: 'To your projects',
}
export type AuthorizeText = typeof english

declare module '../base/language.ts' {
  interface Texts {
    authorize: AuthorizeText
  }
}
export const useAuthorizeText = catalogue('authorize', english)
