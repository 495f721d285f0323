import * as z from 'zod/mini'
import { Email, Id, Instant, LineField, Password } from '../fields.ts'
import { endpoint } from '../http.ts'
import { Me } from '../users/users.ts'
import { CurrentPassword, MailCode, PublicKeyCredential, PublicKeyOptions, SecondFactor } from './auth.ts'

/** How somebody signs in, as they change it themselves: sessions, password, e-mail address, two-step sign-in, passkeys. */

export const Session = z.object({
  id: Id,
  user_agent: z.string(),
  ip: z.string(),
  created_at: Instant,
  seen_at: Instant,
  is_current: z.boolean(),
})
export type Session = z.output<typeof Session>

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/auth/session',
  access: 'user',
  summary: 'Where the caller is signed in, the latest used first',
  reply: z.array(Session),
  hears: ['user.updated'],
})

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/auth/session/:sessionId',
  access: 'user',
  summary: 'Sign one device out',
  reply: null,
  refuses: ['not_found'],
  tells: ['user.updated'],
})

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/auth/session',
  access: 'user',
  summary: 'Sign all other devices out',
  reply: null,
  tells: ['user.updated'],
})

export const changePassword = endpoint({
  method: 'PUT',
  path: '/api/me/password',
  access: 'user',
  summary: 'Change the password; ends all other sessions',
  body: z.object({ current_password: CurrentPassword, password: Password }),
  reply: null,
  refuses: ['bad_password', 'too_many_requests'],
  tells: ['user.updated'],
  example: { body: { current_password: 'a long passphrase', password: 'another long passphrase' } },
})

export const changeEmail = endpoint({
  method: 'POST',
  path: '/api/me/email',
  access: 'user',
  summary:
    'Ask for another e-mail address; links in mails to the old and the new one both have to be followed',
  body: z.object({ email: Email, password: CurrentPassword }),
  reply: Me,
  status: 202,
  refuses: ['bad_password', 'too_many_requests'],
  tells: ['user.updated'],
  example: { body: { email: 'ines@example.org', password: 'a long passphrase' } },
})

export const confirmEmail = endpoint({
  method: 'PUT',
  path: '/api/me/email',
  access: 'user',
  summary: 'Confirm a change of address with a code from one of the two mails; the second one completes it',
  body: z.object({ code: MailCode }),
  reply: Me,
  refuses: ['link_expired', 'already_exists'],
  tells: ['user.updated'],
  example: { body: { code: '…' } },
})

export const cancelEmailChange = endpoint({
  method: 'DELETE',
  path: '/api/me/email',
  access: 'user',
  summary: 'Give up a change of address that is not confirmed yet',
  reply: Me,
  tells: ['user.updated'],
})

export const startTotp = endpoint({
  method: 'POST',
  path: '/api/me/totp',
  access: 'user',
  summary: 'Begin two-step sign-in: a secret for an authenticator app (RFC 6238), in force once confirmed',
  body: z.object({ password: CurrentPassword }),
  reply: z.object({
    /** base32, for typing */
    secret: z.string(),
    /** otpauth: address for a QR code */
    uri: z.string(),
  }),
  refuses: ['bad_password', 'wrong_state', 'too_many_requests'],
  example: { body: { password: 'a long passphrase' } },
})

export const confirmTotp = endpoint({
  method: 'PUT',
  path: '/api/me/totp',
  access: 'user',
  summary: 'Switch two-step sign-in on with a code of the app; answers the recovery codes, shown this once',
  body: z.object({ code: z.string().check(z.trim(), z.regex(/^\d{6}$/)) }),
  reply: z.object({ recovery_codes: z.array(z.string()) }),
  refuses: ['bad_key', 'wrong_state', 'too_many_requests'],
  tells: ['user.updated'],
  example: { body: { code: '482913' } },
})

export const stopTotp = endpoint({
  method: 'DELETE',
  path: '/api/me/totp',
  access: 'user',
  summary: 'Switch two-step sign-in off',
  body: z.object({ password: CurrentPassword, second_factor: SecondFactor }),
  reply: Me,
  refuses: ['bad_password', 'bad_key', 'wrong_state', 'too_many_requests'],
  tells: ['user.updated'],
  example: { body: { password: 'a long passphrase', second_factor: '482913' } },
})

export const Passkey = z.object({
  id: Id,
  name: z.string(),
  created_at: Instant,
  used_at: z.nullable(Instant),
})
export type Passkey = z.output<typeof Passkey>

export const listPasskeys = endpoint({
  method: 'GET',
  path: '/api/me/passkey',
  access: 'user',
  summary: 'The caller’s passkeys',
  reply: z.array(Passkey),
  hears: ['user.updated'],
})

export const startPasskey = endpoint({
  method: 'POST',
  path: '/api/me/passkey/options',
  access: 'user',
  summary: 'A challenge to create a passkey in this browser',
  body: z.object({ password: CurrentPassword }),
  reply: PublicKeyOptions,
  refuses: ['bad_password', 'too_many_requests'],
  example: { body: { password: 'a long passphrase' } },
})

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/me/passkey',
  access: 'user',
  summary: 'Keep the passkey that the browser has created',
  body: z.object({ name: LineField(1, 80), response: PublicKeyCredential }),
  reply: Passkey,
  status: 201,
  refuses: ['bad_key', 'conflict'],
  tells: ['user.updated'],
  example: { body: { name: 'Laptop', response: { id: '…' } } },
})

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/api/me/passkey/:passkeyId',
  access: 'user',
  summary: 'Remove a passkey',
  reply: null,
  refuses: ['not_found'],
  tells: ['user.updated'],
})
