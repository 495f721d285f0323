import * as z from 'zod/mini'
import { Email, Id, Password, PersonName } from '../fields.ts'
import { endpoint } from '../http.ts'
import { locales, Me } from '../users/users.ts'

/** A one-time code from the link in a mail. */
export const MailCode = z.string().check(z.minLength(1), z.maxLength(200))
const CodeQuery = z.object({ code: MailCode })

export const CurrentPassword = z.string().check(z.minLength(1), z.maxLength(1000))
/** A six-digit code from an authenticator app (RFC 6238), or a recovery code. */
export const SecondFactor = z.string().check(z.trim(), z.minLength(6), z.maxLength(20))
/** JSON of the browser's credential API (WebAuthn level 3). */
export const PublicKeyCredential = z.looseObject({ id: z.string().check(z.maxLength(2000)) })
export const PublicKeyOptions = z.looseObject({ challenge: z.string() })
/** Language of the mail to an address without an account. */
const MailLocale = z.optional(z.enum(locales))

export const login = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  access: 'public',
  maintenance: 'allowed',
  summary: 'Sign in; sets the session and anti-forgery cookies',
  body: z.object({
    email: Email,
    password: CurrentPassword,
    /** code of the authenticator app or recovery code; required after `second_factor_required` */
    second_factor: z.optional(SecondFactor),
  }),
  reply: Me,
  refuses: ['unauthenticated', 'bad_credentials', 'second_factor_required', 'bad_key', 'too_many_requests'],
  example: { body: { email: 'ines@example.com', password: 'a long passphrase' } },
})

export const logout = endpoint({
  method: 'DELETE',
  path: '/api/auth/logout',
  access: 'user',
  maintenance: 'allowed',
  summary: 'Sign out and end this session',
  reply: null,
})

export const startSignup = endpoint({
  method: 'POST',
  path: '/api/signup',
  access: 'public',
  summary: 'Request a verification mail; the response does not reveal whether the address has an account',
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
  secret: true,
  summary: 'Exchange the 6-digit key of the verification mail for its code',
  body: z.object({ email: Email, key: z.string().check(z.regex(/^\d{6}$/)) }),
  reply: z.object({ code: z.string() }),
  refuses: ['link_expired', 'bad_key', 'too_many_requests'],
  example: { body: { email: 'ines@example.com', key: '482913' } },
})

/** The invitation whose mail contained a code. */
export const CodeInvitation = z.object({
  id: Id,
  /** null: an invitation to a company */
  project_id: z.nullable(Id),
  team_id: Id,
  /** name of the project or company */
  name: z.string(),
  /** empty if that person's account was deleted */
  invited_by: z.string(),
  is_pending: z.boolean(),
})
export type CodeInvitation = z.output<typeof CodeInvitation>

export const checkSignupCode = endpoint({
  method: 'GET',
  path: '/api/signup/code',
  access: 'public',
  summary: 'Check the code of a sign-up or invitation mail; returns its e-mail address and invitation',
  query: CodeQuery,
  reply: z.object({
    email: z.string(),
    /** true: the address has an account, which this code can no longer create */
    has_account: z.boolean(),
    invitation: z.nullable(CodeInvitation),
  }),
  refuses: ['link_expired'],
})

export const completeSignup = endpoint({
  method: 'PUT',
  path: '/api/signup',
  access: 'public',
  summary: 'Create the account with a code from the mail, and sign in',
  body: z.object({
    code: MailCode,
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
  summary: 'Request a password-reset mail; the response does not reveal whether the address has an account',
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
  summary: 'Check a reset code and get its e-mail address',
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
    code: MailCode,
    password: Password,
    /** required as for login: access to the mailbox does not replace the second factor */
    second_factor: z.optional(SecondFactor),
  }),
  reply: Me,
  refuses: [
    'unauthenticated',
    'link_expired',
    'bad_password',
    'second_factor_required',
    'bad_key',
    'too_many_requests',
  ],
  example: { body: { code: '…', password: 'another long passphrase' } },
})

export const startPasskeyLogin = endpoint({
  method: 'POST',
  path: '/api/auth/login/passkey/options',
  access: 'public',
  maintenance: 'allowed',
  summary: 'Get a WebAuthn challenge to sign in with a passkey',
  reply: PublicKeyOptions,
  refuses: ['too_many_requests'],
})

export const loginWithPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/login/passkey',
  access: 'public',
  maintenance: 'allowed',
  summary: 'Sign in with a passkey response; it needs no second factor',
  body: z.object({ response: PublicKeyCredential }),
  reply: Me,
  refuses: ['unauthenticated', 'bad_credentials', 'too_many_requests'],
  example: { body: { response: { id: '…' } } },
})
