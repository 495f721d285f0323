import { layOutMail } from '../mail/layout.ts'
import type { Mail } from '../mail/mail.ts'

/** The mails of signing up and resetting, as functions of the address and the server's own address. */

export function verificationMail(to: string, publicUrl: string, code: string, key: string): Mail {
  return layOutMail(to, {
    subject: 'Confirm your e-mail address',
    lines: ['Follow the link to create your Plumbline account, or type this key where you signed up:'],
    key,
    action: { label: 'Create your account', url: `${publicUrl}/signup?code=${encodeURIComponent(code)}` },
    closing:
      'The link works for 24 hours, the key for 10 minutes. If you did not ask for an account, you can ignore this mail.',
  })
}

export function knownAddressMail(to: string, publicUrl: string): Mail {
  return layOutMail(to, {
    subject: 'You already have an account',
    lines: [
      'Somebody, probably you, asked for a Plumbline account with this address. There is one already: log in, or set a new password if you no longer know the old one.',
    ],
    action: { label: 'Log in', url: `${publicUrl}/login` },
    closing: 'If it was not you, you can ignore this mail: nothing was changed.',
  })
}

export function resetMail(to: string, publicUrl: string, code: string): Mail {
  return layOutMail(to, {
    subject: 'Set a new password',
    lines: ['Follow the link to set a new password for your Plumbline account.'],
    action: {
      label: 'Set a new password',
      url: `${publicUrl}/reset-password?code=${encodeURIComponent(code)}`,
    },
    closing: 'The link works for 24 hours, once. If you did not ask for it, you can ignore this mail.',
  })
}
