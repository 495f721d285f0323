import { clientAuthentications, oauthScope } from '@plumbline/contract/auth/oauth'
import type { PublicCtx } from '../../context.ts'

/** What programs can find out by themselves: where they register, ask, and get tokens. */

export const issuerOf = ({ config }: Pick<PublicCtx, 'config'>) => config.publicUrl.replace(/\/$/, '')

const addresses = (ctx: Pick<PublicCtx, 'config'>) => {
  const issuer = issuerOf(ctx)
  return {
    authorize: `${issuer}/oauth/authorize`,
    token: `${issuer}/oauth/token`,
    register: `${issuer}/oauth/register`,
    revoke: `${issuer}/oauth/revoke`,
  }
}

export async function foundationAuth(ctx: PublicCtx) {
  const { authorize, token, register } = addresses(ctx)
  return {
    oauth2_auth_url: authorize,
    oauth2_token_url: token,
    oauth2_dynamic_client_reg_url: register,
    http_basic_supported: false,
    supported_oauth2_flows: ['authorization_code_grant'],
  }
}

export async function authorizationServer(ctx: PublicCtx) {
  const { authorize, token, register, revoke } = addresses(ctx)
  return {
    issuer: issuerOf(ctx),
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
