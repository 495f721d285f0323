import type { PublicCtx } from '../../context.ts'
import { getOauthUrls } from './urls.ts'

/** Foundation 1.0 and 1.1 and BCF 2.1 ask for the same at addresses of their own. */
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
