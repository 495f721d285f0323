import { catalogue } from '../base/language.ts'

const english = {
  claim: 'Building models and their issues in one place, for everyone on site and in the office.',
  points: [
    'Drop an IFC file and open it in 3D, also on a phone.',
    'Click an element, press C, enter a title: the issue is filed with its location and view.',
    'Everyone sees it at once.',
  ],
  language: 'Language',
  help: 'Help',
  contact: 'Contact us',
  logIn: 'Log in',
  createAccount: 'Create account',
  haveCode: 'I have a project code',
  openDemo: 'Open the demo project',
  demoLogin: 'Demo login',
  couldNotSignIn: 'We could not sign you in. Log in again.',
  youAreOffline: 'You are offline',
  signedOut: 'You were signed out. Log in to continue.',
  locked:
    'Your account is locked by the operator of this server, and you were signed out. Ask them or the administrator of your company.',
  merged:
    'Your account was merged into another account of yours, and you were signed out. Log in with the address of that account; an e-mail names it.',
  email: 'E-mail',
  password: 'Password',
  newPassword: 'New password',
  passwordHelp: 'At least 12 characters, such as a few words.',
  strength: ['', 'Too short', 'Could be longer', 'Good', 'Strong'],
  forgot: 'Forgot password?',
  passkey: 'Log in with a passkey',
  passkeyFailed: 'This passkey did not work. Log in with your password.',
  secondStep: 'Confirm that it is you',
  secondStepHint: 'Enter the current code from your authenticator app.',
  code: 'Code',
  wrongCode: 'Wrong code. Each one works once, for 30 seconds.',
  useRecoveryCode: 'Use a recovery code',
  recoveryHint: 'Enter one of the recovery codes you saved during setup. Each works once.',
  recoveryCode: 'Recovery code',
  wrongRecoveryCode: 'This recovery code is wrong or already used.',
  useApp: 'Use the authenticator app',
  back: 'Back',
  signupTitle: 'Create your account',
  signupHint: 'We send a link to your address.',
  continue: 'Continue',
  checkMail: 'Check your mail',
  sentTo: (email: string) =>
    `We sent a link and a 6-digit key to ${email}. Follow the link, or enter the key here.`,
  key: 'Key',
  wrongKey: 'Wrong key',
  otherAddress: 'Use another address',
  sendAgain: 'Send a new one',
  sendAgainIn: (seconds: number) => `Send a new one in ${seconds} s`,
  sent: 'A new e-mail is on its way',
  openInbox: 'Open the local inbox',
  firstName: 'First name',
  lastName: 'Last name',
  acceptTerms: 'I accept the terms',
  readTerms: 'Read the terms',
  terms: 'Terms',
  expired: 'Verification link expired',
  expiredHint: 'Links work once, for 24 hours.',
  expiredSignupHint: 'Links work once, for 24 hours. Enter your address to get a new one.',
  requestNew: 'Request a new link',
  notReached: 'Could not reach the server',
  tryAgain: 'Try again',
  emailTaken: 'There is an account with this e-mail.',
  logInInstead: 'Log in instead.',
  for: (email: string) => `For ${email}`,
  joinTitle: (name: string) => `Join ${name}`,
  invitedBy: (name: string, email: string) => `${name} invited you. Your account is for ${email}.`,
  join: 'Create account and join',
  resetTitle: 'Set a new password',
  resetHint: 'We send a link to your address.',
  resetSent: 'If the address has an account, a message is on its way',
  send: 'Send link',
  save: 'Save and log in',
  haveAccount: 'I have an account',
  offline: 'You need a connection to log in',
}
export type AuthText = typeof english

declare module '../base/language.ts' {
  interface Texts {
    auth: AuthText
  }
}

export const useAuthText = catalogue('auth', english)
