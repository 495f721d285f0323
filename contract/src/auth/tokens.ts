import * as z from 'zod/mini'
import { Id, Instant, LineField } from '../fields.ts'
import { type EndpointSpec, endpoint, type TokenReach } from '../http.ts'

/** API tokens, with which a user's own programs call the API. */

/** READ: GET calls; WRITE: all calls; BCF: all calls, but only of the BCF API. */
export const tokenScopes = ['READ', 'WRITE', 'BCF'] as const
export type TokenScope = (typeof tokenScopes)[number]

/** lifetimes in days; null in a token: it never expires */
export const tokenDays = [30, 90, 365] as const

const isOpenCde = (path: string) => /^\/(bcf|foundation)\//.test(path)

/**
 * The default token reach of an endpoint: project endpoints, by the user's level, and reads for company members.
 * Account, sign-in, company and billing endpoints are not open to tokens.
 */
export function getTokenReach({ access, method, by_token }: EndpointSpec): TokenReach {
  if (by_token) return by_token
  if (access.startsWith('project:')) return 'narrowed'
  return access === 'team:MEMBER' && method === 'GET' ? 'whole' : 'never'
}

export interface TokenRights {
  scope: TokenScope
  project_id: string | null
}

/** True if a token with these rights reaches the endpoint; the user's level is checked separately. */
export function mayTokenCall({ scope, project_id }: TokenRights, call: EndpointSpec): boolean {
  const reach = getTokenReach(call)
  if (reach === 'never' || (reach === 'whole' && project_id !== null)) return false
  if (scope === 'BCF') return isOpenCde(call.path)
  return scope === 'WRITE' || call.method === 'GET'
}

export const ApiToken = z.object({
  id: Id,
  name: z.string(),
  scope: z.enum(tokenScopes),
  /** null: every project of the user */
  project_id: z.nullable(Id),
  /** its last four characters */
  ends_with: z.string(),
  created_at: Instant,
  /** accurate to a few minutes */
  used_at: z.nullable(Instant),
  expires_at: z.nullable(Instant),
})
export type ApiToken = z.output<typeof ApiToken>

export const listTokens = endpoint({
  method: 'GET',
  path: '/api/me/token',
  access: 'user',
  summary: 'List the caller’s API tokens without their secrets, the newest first',
  reply: z.array(ApiToken),
  hears: ['user.updated'],
})

export const createToken = endpoint({
  method: 'POST',
  path: '/api/me/token',
  access: 'user',
  secret: true,
  summary: 'Create an API token; its secret is returned only once',
  body: z.object({
    name: LineField(1, 80),
    scope: z.enum(tokenScopes),
    project_id: z.nullable(Id),
    expires_in_days: z.nullable(z.literal(tokenDays)),
    password: z.string().check(z.minLength(1), z.maxLength(1000)),
  }),
  reply: z.extend(ApiToken, { token: z.string() }),
  status: 201,
  refuses: ['bad_password', 'not_found', 'payment_required', 'conflict', 'too_many_requests'],
  tells: ['user.updated'],
  example: {
    body: {
      name: 'Nightly report',
      scope: 'READ',
      project_id: null,
      expires_in_days: 90,
      password: 'a long passphrase',
    },
  },
})

export const revokeToken = endpoint({
  method: 'DELETE',
  path: '/api/me/token/:tokenId',
  access: 'user',
  summary: 'Revoke an API token with immediate effect',
  reply: null,
  refuses: ['not_found'],
  tells: ['user.updated'],
})
