import type { AccountMailTexts } from './account-mails.ts'

export const accountMailsEn: AccountMailTexts = {
  verification: {
    subject: 'Confirm your e-mail address',
    line: 'Follow the link to create your Plumbline account, or type this key where you signed up:',
    action: 'Create your account',
    closing:
      'The link works for 24 hours, the key for 10 minutes. If you did not request an account, you can ignore this e-mail.',
  },
  knownAddress: {
    subject: 'You already have an account',
    line: 'Someone, probably you, tried to create a Plumbline account with this address. You already have one: log in, or set a new password if you forgot the old one.',
    action: 'Log in',
    closing: 'If this was not you, you can ignore this e-mail: nothing was changed.',
  },
  reset: {
    subject: 'Set a new password',
    line: 'Follow the link to set a new password for your Plumbline account.',
    action: 'Set a new password',
    closing: 'The link works once, within 24 hours. If you did not request it, you can ignore this e-mail.',
  },
  passwordChanged: {
    subject: 'Your password was changed',
    line: 'The password of your Plumbline account was changed, and all other devices were signed out. Passkeys, API tokens and connected programs remain: check them in your profile and remove those that you do not know.',
    action: 'Open your profile',
    closing:
      'If this was not you, set a new password immediately with “Forgot your password?” on the login page.',
  },
  emailFromOld: (email) => ({
    subject: 'Confirm the change of your e-mail address',
    line: `You asked to change the address of your Plumbline account to ${email}. Follow the link to confirm; the new address has to be confirmed, too.`,
    action: 'Confirm the change',
    closing:
      'The link works for 24 hours. If this was not you, change your password: nothing has changed yet.',
  }),
  emailToNew: (email) => ({
    subject: 'Confirm your new e-mail address',
    line: `The owner of the Plumbline account ${email} wants to use this address. Follow the link to confirm that it is yours; the old address has to be confirmed, too.`,
    action: 'Confirm this address',
    closing: 'The link works for 24 hours. If you did not request it, you can ignore this e-mail.',
  }),
  emailTaken: {
    subject: 'You already have an account',
    line: 'Someone, probably you, tried to use this address for another Plumbline account. It already belongs to an account, so nothing was changed.',
    action: 'Log in',
    closing: 'If this was not you, you can ignore this e-mail.',
  },
  emailChanged: (email) => ({
    subject: 'Your e-mail address was changed',
    line: `Your Plumbline account now has the address ${email}. All other devices were signed out.`,
    action: 'Open your profile',
    closing: 'You can no longer log in with this address.',
  }),
  totpOn: {
    subject: 'Two-step sign-in is on',
    line: 'Your Plumbline account now asks for a code from your authenticator app after the password. Keep the recovery codes where you can find them without your phone.',
    action: 'Open your profile',
    closing: 'If this was not you, set a new password immediately.',
  },
  totpOff: {
    subject: 'Two-step sign-in is off',
    line: 'Your Plumbline account no longer asks for a code from an authenticator app.',
    action: 'Open your profile',
    closing: 'If this was not you, set a new password immediately.',
  },
  passkeyAdded: (name) => ({
    subject: 'A passkey was added',
    line: `The passkey “${name}” can now be used to log in to your Plumbline account.`,
    action: 'Open your profile',
    closing: 'If this was not you, remove the passkey and set a new password immediately.',
  }),
  tokenCreated: (name) => ({
    subject: 'An API token was created',
    line: `Programs can now access Plumbline on your behalf with the API token “${name}”.`,
    action: 'Open API access',
    closing: 'If this was not you, revoke the token and set a new password immediately.',
  }),
  programConnected: (name) => ({
    subject: 'A program was connected',
    line: `A program named “${name}” can now access the issues of your projects on your behalf, because you approved it.`,
    action: 'Open API access',
    closing: 'If this was not you, disconnect the program and set a new password immediately.',
  }),
  goodbye: {
    subject: 'Your account was deleted',
    line: 'Your Plumbline account and your personal data were deleted. What you wrote in other people’s projects stays there without your name.',
    action: 'Visit Plumbline',
    closing: 'This address can be used for a new account at any time.',
  },
  removedByOperator: {
    subject: 'Your account was deleted',
    line: 'The operator of this Plumbline server deleted your account and your personal data. What you wrote in other people’s projects stays there without your name.',
    action: 'Visit Plumbline',
    closing:
      'If you did not expect this, ask the operator of the server or the administrator of your company.',
  },
  lockedByOperator: {
    subject: 'Your account was locked',
    line: 'The operator of this Plumbline server locked your account. You are signed out everywhere, and neither you nor your programs can sign in until it is unlocked. Nothing was deleted.',
    action: 'Open Plumbline',
    closing:
      'If you did not expect this, ask the operator of the server or the administrator of your company.',
  },
  unlockedByOperator: {
    subject: 'Your account was unlocked',
    line: 'The operator of this Plumbline server unlocked your account. You can log in again.',
    action: 'Log in',
    closing: 'Everything is as it was before.',
  },
  totpResetByOperator: {
    subject: 'Two-step sign-in was reset',
    line: 'The operator of this Plumbline server turned off two-step sign-in for your account and deleted its recovery codes. Log in with your password and set it up again.',
    action: 'Open your profile',
    closing: 'If you did not ask for this, set a new password immediately and tell the operator.',
  },
  signedOutByOperator: {
    subject: 'You were signed out everywhere',
    line: 'The operator of this Plumbline server signed your account out on all devices. You can log in again at any time.',
    action: 'Log in',
    closing: 'If you did not expect this, set a new password to be safe.',
  },
  mergedIntoThis: (email) => ({
    subject: 'Your two accounts are one now',
    line: `The operator of this Plumbline server merged your account ${email} into this one. Companies, projects, issues, comments and conversations of both are here now. Log in with this address as before; the other one no longer signs in, and its API tokens and connected programs were revoked.`,
    action: 'Open Plumbline',
    closing:
      'If the other account was not yours, tell the operator of the server or the administrator of your company at once.',
  }),
  mergedIntoOther: (email) => ({
    subject: 'Your two accounts are one now',
    line: `The operator of this Plumbline server merged this account into your account ${email}. Companies, projects, issues, comments and conversations of both are there now. Log in with ${email}; this address no longer signs in, and the API tokens and connected programs of this account were revoked.`,
    action: 'Log in',
    closing:
      'If the other account is not yours, tell the operator of the server or the administrator of your company at once.',
  }),
  mergedAddress: (email) => ({
    subject: 'Your account has another address',
    line: `Someone, probably you, tried to log in or to create a Plumbline account with this address. Its account was merged into your account ${email}: log in with that address.`,
    action: 'Log in',
    closing: 'If this was not you, you can ignore this e-mail: nothing was changed.',
  }),
  operatorAdded: {
    subject: 'You now administer this server',
    line: 'Your Plumbline account was made an operator of this server: the profile menu now has “Administration”.',
    action: 'Open administration',
    closing: 'If you did not expect this, tell whoever runs the server.',
  },
  operatorRemoved: {
    subject: 'You no longer administer this server',
    line: 'Your Plumbline account is no longer an operator of this server.',
    action: 'Open Plumbline',
    closing: 'Your projects and companies stay as they are.',
  },
}
