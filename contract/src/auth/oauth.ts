import * as z from 'zod/mini'
import { Id, Instant } from '../fields.ts'
import { endpoint } from '../http.ts'

/**
 * OAuth 2 for programs that call the API on behalf of users: authorization code with PKCE, rotating refresh tokens and
 * dynamic client registration. Its tokens reach only the BCF API.
 */

export const oauthScope = 'bcf'

const Param = (max: number) => z.optional(z.string().check(z.maxLength(max)))
const url = z.string()

const foundationAuth = <P extends string>(path: P) =>
  endpoint({
    method: 'GET',
    path,
    access: 'public',
    summary: 'Get the OAuth 2 endpoints, in the format of the OpenCDE Foundation API',
    reply: z.object({
      oauth2_auth_url: url,
      oauth2_token_url: url,
      oauth2_dynamic_client_reg_url: url,
      http_basic_supported: z.boolean(),
      supported_oauth2_flows: z.array(z.string()),
    }),
  })
export const getFoundationAuth10 = foundationAuth('/foundation/1.0/auth')
export const getFoundationAuth11 = foundationAuth('/foundation/1.1/auth')
export const getBcfAuth21 = foundationAuth('/bcf/2.1/auth')

export const getAuthorizationServer = endpoint({
  method: 'GET',
  path: '/.well-known/oauth-authorization-server',
  access: 'public',
  summary: 'Metadata of the authorization server (RFC 8414)',
  reply: z.object({
    issuer: url,
    authorization_endpoint: url,
    token_endpoint: url,
    registration_endpoint: url,
    revocation_endpoint: url,
    scopes_supported: z.array(z.string()),
    response_types_supported: z.array(z.string()),
    response_modes_supported: z.array(z.string()),
    grant_types_supported: z.array(z.string()),
    token_endpoint_auth_methods_supported: z.array(z.string()),
    revocation_endpoint_auth_methods_supported: z.array(z.string()),
    code_challenge_methods_supported: z.array(z.string()),
    authorization_response_iss_parameter_supported: z.boolean(),
  }),
})

export const clientAuthentications = ['none', 'client_secret_basic', 'client_secret_post'] as const

export const registerClient = endpoint({
  method: 'POST',
  path: '/oauth/register',
  access: 'public',
  secret: true,
  summary: 'Register a client, with the fields of RFC 7591 or of the OpenCDE Foundation API',
  body: z.object({
    client_name: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
    redirect_uris: z.optional(z.array(z.string().check(z.maxLength(2000))).check(z.maxLength(10))),
    client_uri: Param(2000),
    token_endpoint_auth_method: z.optional(z.enum(clientAuthentications)),
    /** the Foundation API's names of these fields; a client that uses them gets a secret */
    redirect_url: Param(2000),
    client_url: Param(2000),
    client_description: Param(1000),
  }),
  reply: z.object({
    client_id: z.string(),
    client_secret: z.optional(z.string()),
    client_id_issued_at: z.number(),
    client_secret_expires_at: z.optional(z.number()),
    client_name: z.string(),
    client_uri: z.optional(z.string()),
    redirect_uris: z.array(z.string()),
    token_endpoint_auth_method: z.enum(clientAuthentications),
    grant_types: z.array(z.string()),
    response_types: z.array(z.string()),
    scope: z.string(),
  }),
  status: 201,
  refuses: ['invalid_client_metadata', 'invalid_redirect_uri', 'too_many_requests'],
  example: {
    body: {
      client_name: 'Clash checker',
      redirect_uris: ['http://127.0.0.1/callback'],
      token_endpoint_auth_method: 'none',
    },
  },
})

/** Query parameters of the consent page (RFC 6749, RFC 7636). */
export const AuthorizationRequest = z.object({
  response_type: Param(100),
  client_id: Param(100),
  redirect_uri: Param(2000),
  scope: Param(1000),
  state: Param(4000),
  code_challenge: Param(200),
  code_challenge_method: Param(20),
})
export type AuthorizationRequest = z.output<typeof AuthorizationRequest>

const exampleRequest = {
  response_type: 'code',
  client_id: '0195f3a8-7f6e-7cc4-9d1e-3b0e4a8f3f10',
  redirect_uri: 'http://127.0.0.1:49152/callback',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
}

export const getConsent = endpoint({
  method: 'GET',
  path: '/api/oauth/consent',
  access: 'user',
  summary: 'Get the client’s self-reported, unverified details for the consent page',
  query: AuthorizationRequest,
  reply: z.object({
    name: z.string(),
    description: z.string(),
    url: z.nullable(z.string()),
    /** target of the redirect: a host, or the scheme of an installed program */
    returns_to: z.string(),
    /** true if the redirect stays on the user's device */
    is_local: z.boolean(),
  }),
  refuses: ['not_found', 'invalid_request', 'invalid_redirect_uri'],
  example: { query: exampleRequest },
})

export const giveConsent = endpoint({
  method: 'POST',
  path: '/api/oauth/consent',
  access: 'user',
  summary: 'Grant or deny a client’s request; returns the URL to redirect to',
  body: z.extend(AuthorizationRequest, { agreed: z.boolean() }),
  reply: z.object({ redirect_to: z.string() }),
  refuses: ['not_found', 'invalid_request', 'invalid_redirect_uri', 'too_many_requests'],
  example: { body: { ...exampleRequest, agreed: true } },
})

/** Client credentials in the form, unless HTTP Basic is used. */
const credentials = { client_id: Param(100), client_secret: Param(200) }

export const exchangeToken = endpoint({
  method: 'POST',
  path: '/oauth/token',
  access: 'public',
  maintenance: 'allowed',
  secret: true,
  form: true,
  summary: 'Exchange a code or a refresh token for an access token and the next refresh token',
  body: z.object({
    grant_type: Param(100),
    code: Param(200),
    redirect_uri: Param(2000),
    code_verifier: Param(200),
    refresh_token: Param(200),
    scope: Param(1000),
    ...credentials,
  }),
  reply: z.object({
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    expires_in: z.number(),
    refresh_token: z.string(),
    scope: z.string(),
  }),
  refuses: ['invalid_request', 'invalid_client', 'invalid_grant', 'unsupported_grant_type'],
  tells: ['user.updated'],
  example: { body: { grant_type: 'refresh_token', refresh_token: 'plr_…', client_id: '…' } },
})

export const revokeAccess = endpoint({
  method: 'POST',
  path: '/oauth/revoke',
  access: 'public',
  maintenance: 'allowed',
  form: true,
  summary: 'Revoke a token (RFC 7009); a refresh token revokes its whole grant',
  body: z.object({ token: Param(200), token_type_hint: Param(100), ...credentials }),
  reply: null,
  status: 200,
  refuses: ['invalid_request', 'invalid_client'],
  tells: ['user.updated'],
  example: { body: { token: 'plr_…', client_id: '…' } },
})

/** A client that a user has granted access to. */
export const ConnectedProgram = z.object({
  client_id: Id,
  name: z.string(),
  url: z.nullable(z.string()),
  created_at: Instant,
  /** accurate to a few minutes */
  used_at: z.nullable(Instant),
})
export type ConnectedProgram = z.output<typeof ConnectedProgram>

export const listConnections = endpoint({
  method: 'GET',
  path: '/api/me/connection',
  access: 'user',
  summary: 'List the programs that the caller has granted access to',
  reply: z.array(ConnectedProgram),
  hears: ['user.updated'],
})

export const disconnectProgram = endpoint({
  method: 'DELETE',
  path: '/api/me/connection/:clientId',
  access: 'user',
  summary: 'Disconnect a program and revoke all of its tokens',
  reply: null,
  refuses: ['not_found'],
  tells: ['user.updated'],
})
