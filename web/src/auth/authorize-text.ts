import { catalogue } from '../base/language.ts'

const english = {
  title: 'A program requests access',
  /** takes the e-mail address of the signed-in person */
  signedIn: (email: string) => `You are signed in as ${email}.`,
  program: 'Program',
  unverified: 'Not verified',
  unverifiedHint: 'Programs can use any name. Allow access only if you started this yourself.',
  saysOfItself: 'Its own description',
  returnsTo: 'You will be returned to',
  thisDevice: (address: string) => `a program on this device (${address})`,
  may: 'With your rights in each project, it will be able to:',
  mayList: [
    'read and change issues, their comments, views and documents',
    'see the members of your projects, and rename projects that you administer',
  ],
  mayNot: 'It cannot change your account, your companies or project members.',
  until: 'Access lasts until you disconnect the program in your profile, under “API access”.',
  allow: 'Allow',
  refuse: 'Deny',
  returned: 'Return to the program',
  returnedHint: 'Your decision was sent. You can close this page.',
  wrong: 'Access cannot be granted',
  wrongHint: 'The request of the program is not valid. Nothing was sent to it.',
  tryAgain: 'Try again',
  home: 'Go to projects',
}
export type AuthorizeText = typeof english

declare module '../base/language.ts' {
  interface Texts {
    authorize: AuthorizeText
  }
}
export const useAuthorizeText = catalogue('authorize', english)
