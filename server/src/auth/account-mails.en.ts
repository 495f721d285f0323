import type { AccountMailTexts } from './account-mails.ts'

export const accountMailsEn: AccountMailTexts = {
  verification: {
    subject: 'Confirm your e-mail address',
    line: 'Follow the link to create your Plumbline account, or type this key where you signed up:',
    action: 'Create your account',
    closing:
      'The link works for 24 hours, the key for 10 minutes. If you did not ask for an account, you can ignore this mail.',
  },
  knownAddress: {
    subject: 'You already have an account',
    line: 'Somebody, probably you, asked for a Plumbline account with this address. There is one already: log in, or set a new password if you no longer know the old one.',
    action: 'Log in',
    closing: 'If it was not you, you can ignore this mail: nothing was changed.',
  },
  reset: {
    subject: 'Set a new password',
    line: 'Follow the link to set a new password for your Plumbline account.',
    action: 'Set a new password',
    closing: 'The link works for 24 hours, once. If you did not ask for it, you can ignore this mail.',
  },
  passwordChanged: {
    subject: 'Your password was changed',
    line: 'The password of your Plumbline account was changed, and all other devices were signed out.',
    action: 'Open your profile',
    closing: 'If it was not you, set a new password at once with “Forgot your password?” where you log in.',
  },
  emailFromOld: (email) => ({
    subject: 'Confirm the change of your e-mail address',
    line: `Your Plumbline account is to have the address ${email} from now on. Follow the link to agree; the mail to the new address has to be confirmed, too.`,
    action: 'Agree to the change',
    closing: 'The link works for 24 hours. If it was not you, change your password: nothing has changed yet.',
  }),
  emailToNew: (email) => ({
    subject: 'Confirm your new e-mail address',
    line: `The Plumbline account of ${email} is to have this address from now on. Follow the link to confirm that it is yours; the mail to the old address has to be confirmed, too.`,
    action: 'Confirm this address',
    closing: 'The link works for 24 hours. If you did not ask for it, you can ignore this mail.',
  }),
  emailTaken: {
    subject: 'You already have an account',
    line: 'Somebody, probably you, wanted to give this address to another Plumbline account. It belongs to an account already, so nothing was changed.',
    action: 'Log in',
    closing: 'If it was not you, you can ignore this mail.',
  },
  emailChanged: (email) => ({
    subject: 'Your e-mail address was changed',
    line: `Your Plumbline account now has the address ${email}. All other devices were signed out.`,
    action: 'Open your profile',
    closing: 'You no longer log in with this address.',
  }),
  totpOn: {
    subject: 'Two-step sign-in is on',
    line: 'From now on your Plumbline account asks for a code of your authenticator app after the password. Keep the recovery codes where you find them without your phone.',
    action: 'Open your profile',
    closing: 'If it was not you, set a new password at once.',
  },
  totpOff: {
    subject: 'Two-step sign-in is off',
    line: 'Your Plumbline account no longer asks for a code of an authenticator app.',
    action: 'Open your profile',
    closing: 'If it was not you, set a new password at once.',
  },
  passkeyAdded: (name) => ({
    subject: 'A passkey was added',
    line: `The passkey “${name}” can now be used to log in to your Plumbline account.`,
    action: 'Open your profile',
    closing: 'If it was not you, remove the passkey and set a new password at once.',
  }),
  tokenCreated: (name) => ({
    subject: 'An API token was made',
    line: `A program can now call for you with the API token “${name}”.`,
    action: 'Open API access',
    closing: 'If it was not you, revoke the token and set a new password at once.',
  }),
  programConnected: (name) => ({
    subject: 'A program was connected',
    line: `A program that calls itself “${name}” now works with the issues of your projects for you, because you agreed to it.`,
    action: 'Open API access',
    closing: 'If it was not you, disconnect the program and set a new password at once.',
  }),
  goodbye: {
    subject: 'Your account was deleted',
    line: 'Your Plumbline account and your personal data were deleted. What you wrote in projects of others stays there without your name.',
    action: 'Visit Plumbline',
    closing: 'This address can be used for a new account at any time.',
  },
}
