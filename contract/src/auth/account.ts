import * as z from 'zod/mini'
import { Email, Id, Instant, LineField, Password } from '../fields.ts'
import { endpoint } from '../http.ts'
import { Me } from '../users/users.ts'
import { CurrentPassword, MailCode, PublicKeyCredential, PublicKeyOptions, SecondFactor } from './auth.ts'

/** Sign-in settings of the caller's account: sessions, password, e-mail address, two-step sign-in and passkeys. */

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
  summary: 'List the caller’s sessions, the most recently used first',
  reply: z.array(Session),
  hears: ['user.updated'],
})

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/auth/session/:sessionId',
  access: 'user',
  maintenance: 'allowed',
  summary: 'Sign out one device',
  reply: null,
  refuses: ['not_found'],
  tells: ['user.updated'],
})

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/auth/session',
  access: 'user',
  maintenance: 'allowed',
  summary: 'Sign out all other devices',
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
    'Request a new e-mail address; the change needs a confirmation from both the old and the new address',
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
  summary:
    'Confirm an e-mail change with the code from one of the two mails; the second confirmation completes it',
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
  summary: 'Cancel an unconfirmed change of the e-mail address',
  reply: Me,
  tells: ['user.updated'],
})

export const startTotp = endpoint({
  method: 'POST',
  path: '/api/me/totp',
  access: 'user',
  secret: true,
  summary:
    'Start two-step sign-in: returns a secret for an authenticator app (RFC 6238), which takes effect once confirmed',
  body: z.object({ password: CurrentPassword }),
  reply: z.object({
    /** base32, to type into the app */
    secret: z.string(),
    /** otpauth: URI for a QR code */
    uri: z.string(),
  }),
  refuses: ['bad_password', 'wrong_state', 'too_many_requests'],
  example: { body: { password: 'a long passphrase' } },
})

export const confirmTotp = endpoint({
  method: 'PUT',
  path: '/api/me/totp',
  access: 'user',
  secret: true,
  summary:
    'Turn two-step sign-in on with a code from the app; returns the recovery codes, which are shown only once',
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
  summary: 'Turn two-step sign-in off',
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
  summary: 'List the caller’s passkeys',
  reply: z.array(Passkey),
  hears: ['user.updated'],
})

export const startPasskey = endpoint({
  method: 'POST',
  path: '/api/me/passkey/options',
  access: 'user',
  summary: 'Get a WebAuthn challenge to create a passkey in this browser',
  body: z.object({ password: CurrentPassword }),
  reply: PublicKeyOptions,
  refuses: ['bad_password', 'too_many_requests'],
  example: { body: { password: 'a long passphrase' } },
})

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/me/passkey',
  access: 'user',
  summary: 'Add the passkey that the browser has created',
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
