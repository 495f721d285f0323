import { clientAuthentications, oauthScope } from '@plumbline/contract/auth/oauth'
import type { PublicCtx } from '../../context.ts'
import { getIssuer, getOauthUrls } from './urls.ts'

export async function getAuthorizationServer(ctx: PublicCtx) {
  const { authorize, token, register, revoke } = getOauthUrls(ctx)
  return {
    issuer: getIssuer(ctx),
    authorization_endpoint: authorize,
    token_endpoint: token,
    registration_endpoint: register,
    revocation_endpoint: revoke,
    scopes_supported: [oauthScope],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: [...clientAuthentications],
    revocation_endpoint_auth_methods_supported: [...clientAuthentications],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  }
}
