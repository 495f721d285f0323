import type { PublicCtx } from '../../context.ts'
import { getOauthUrls } from './urls.ts'

/** Shared by Foundation 1.0 and 1.1 and BCF 2.1, which have the same reply at different paths. */
export async function getFoundationAuth(ctx: PublicCtx) {
  const { authorize, token, register } = getOauthUrls(ctx)
  return {
    oauth2_auth_url: authorize,
    oauth2_token_url: token,
    oauth2_dynamic_client_reg_url: register,
    http_basic_supported: false,
    supported_oauth2_flows: ['authorization_code_grant'],
  }
}
