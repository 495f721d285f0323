import * as z from 'zod/mini'
import { Email, Id, Instant, Line, Password, PersonName } from './fields.ts'
import { endpoint } from './http.ts'
import { locales, Me } from './users.ts'

/** A one-time code from a mail's link. */
const Code = z.string().check(z.minLength(1), z.maxLength(200))
const CodeQuery = z.object({ code: Code })

const CurrentPassword = z.string().check(z.minLength(1), z.maxLength(1000))
/** Six digits of an authenticator app (RFC 6238), or one of the recovery codes. */
const SecondFactor = z.string().check(z.trim(), z.minLength(6), z.maxLength(20))
/** What the browser's credential API gives and takes, as JSON (WebAuthn level 3). */
const PublicKeyCredential = z.looseObject({ id: z.string().check(z.maxLength(2000)) })
const PublicKeyOptions = z.looseObject({ challenge: z.string() })
/** The language of the mail, for an address that has no account yet. */
const MailLocale = z.optional(z.enum(locales))

export const login = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  access: 'public',
  summary: 'Sign in; sets the session and anti-forgery cookies',
  body: z.object({
    email: Email,
    password: CurrentPassword,
    /** of the authenticator app, or a recovery code; asked for by second_factor_required */
    second_factor: z.optional(SecondFactor),
  }),
  reply: Me,
  refuses: ['bad_credentials', 'second_factor_required', 'bad_key', 'too_many_requests'],
  example: { body: { email: 'ines@example.com', password: 'a long passphrase' } },
})

export const logout = endpoint({
  method: 'DELETE',
  path: '/api/auth/logout',
  access: 'user',
  summary: 'Sign out: this session ends at once',
  reply: null,
})

export const startSignup = endpoint({
  method: 'POST',
  path: '/api/signup',
  access: 'public',
  summary: 'Ask for a verification mail; answers the same whether or not the address is known',
  body: z.object({
    email: Email,
    custom_signup_code: z.optional(z.string().check(z.maxLength(60))),
    locale: MailLocale,
  }),
  reply: z.object({ email: z.string() }),
  status: 202,
  refuses: ['too_many_requests'],
  example: { body: { email: 'ines@example.com' } },
})

export const exchangeSignupKey = endpoint({
  method: 'POST',
  path: '/api/signup/key',
  access: 'public',
  summary: 'Exchange the 6-digit key of the verification mail for its code',
  body: z.object({ email: Email, key: z.string().check(z.regex(/^\d{6}$/)) }),
  reply: z.object({ code: z.string() }),
  refuses: ['link_expired', 'bad_key', 'too_many_requests'],
  example: { body: { email: 'ines@example.com', key: '482913' } },
})

export const checkSignupCode = endpoint({
  method: 'GET',
  path: '/api/signup/code',
  access: 'public',
  summary: 'Whether a sign-up code is still good, and for which address',
  query: CodeQuery,
  reply: z.object({ email: z.string() }),
  refuses: ['link_expired'],
})

export const completeSignup = endpoint({
  method: 'PUT',
  path: '/api/signup',
  access: 'public',
  summary: 'Create the account with a code from the mail, and sign in',
  body: z.object({
    code: Code,
    first_name: PersonName,
    last_name: PersonName,
    password: Password,
    terms_accepted: z.literal(true),
    locale: MailLocale,
    custom_signup_code: z.optional(z.string().check(z.maxLength(60))),
  }),
  reply: Me,
  status: 201,
  refuses: ['link_expired', 'bad_password', 'already_exists'],
  example: {
    body: {
      code: '…',
      first_name: 'Ines',
      last_name: 'Okafor',
      password: 'a long passphrase',
      terms_accepted: true,
    },
  },
})

export const startReset = endpoint({
  method: 'POST',
  path: '/api/reset',
  access: 'public',
  summary: 'Ask for a password-reset mail; answers the same whether or not the address is known',
  body: z.object({ email: Email }),
  reply: z.object({ email: z.string() }),
  status: 202,
  refuses: ['too_many_requests'],
  example: { body: { email: 'ines@example.com' } },
})

export const checkResetCode = endpoint({
  method: 'GET',
  path: '/api/reset/code',
  access: 'public',
  summary: 'Whether a reset code is still good, and for which address',
  query: CodeQuery,
  reply: z.object({ email: z.string() }),
  refuses: ['link_expired'],
})

export const completeReset = endpoint({
  method: 'PUT',
  path: '/api/reset',
  access: 'public',
  summary: 'Set a new password with a code from the mail; ends all other sessions and signs in',
  body: z.object({
    code: Code,
    password: Password,
    /** as for login: a mailbox alone does not replace the second step */
    second_factor: z.optional(SecondFactor),
  }),
  reply: Me,
  refuses: ['link_expired', 'bad_password', 'second_factor_required', 'bad_key', 'too_many_requests'],
  example: { body: { code: '…', password: 'another long passphrase' } },
})

export const startPasskeyLogin = endpoint({
  method: 'POST',
  path: '/api/auth/login/passkey/options',
  access: 'public',
  summary: 'A challenge to sign in with a passkey of this browser',
  reply: PublicKeyOptions,
  refuses: ['too_many_requests'],
})

export const loginWithPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/login/passkey',
  access: 'public',
  summary: 'Sign in with the answer of a passkey; no second factor is asked for',
  body: z.object({ response: PublicKeyCredential }),
  reply: Me,
  refuses: ['bad_credentials', 'too_many_requests'],
  example: { body: { response: { id: '…' } } },
})

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
  body: z.object({ code: Code }),
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
  body: z.object({ name: Line(1, 80), response: PublicKeyCredential }),
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
