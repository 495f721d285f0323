import * as z from 'zod/mini'
import { Id, Instant, LineField } from '../fields.ts'
import { type EndpointSpec, endpoint, type TokenReach } from '../http.ts'

/** API tokens: how a program of one's own calls for one. */

/** READ: every GET; WRITE: changes as well; BCF: reads and changes, by the BCF API only. */
export const tokenScopes = ['READ', 'WRITE', 'BCF'] as const
export type TokenScope = (typeof tokenScopes)[number]

/** days after which a token ends; null: never by itself */
export const tokenDays = [30, 90, 365] as const

const isOpenCde = (path: string) => /^\/(bcf|foundation)\//.test(path)

/**
 * What tokens reach unless the call says otherwise: projects by the person's level in them, and what members of a
 * company may read of it. Who somebody is and how they sign in, companies and what is paid is for people.
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

/** Whether a token with these rights may make this call; of what, the level of its person says. */
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
  /** null: whatever the person may see */
  project_id: z.nullable(Id),
  /** its last characters */
  ends_with: z.string(),
  created_at: Instant,
  /** to a few minutes */
  used_at: z.nullable(Instant),
  expires_at: z.nullable(Instant),
})
export type ApiToken = z.output<typeof ApiToken>

export const listTokens = endpoint({
  method: 'GET',
  path: '/api/me/token',
  access: 'user',
  summary: 'The caller’s API tokens, the newest first; never what they are',
  reply: z.array(ApiToken),
  hears: ['user.updated'],
})

export const createToken = endpoint({
  method: 'POST',
  path: '/api/me/token',
  access: 'user',
  summary: 'Make an API token; it is answered this once',
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
  summary: 'Revoke an API token: from the next call on it is nothing',
  reply: null,
  refuses: ['not_found'],
  tells: ['user.updated'],
})
