import type { PublicCtx } from '../../context.ts'

/** URLs of the authorization server, as its metadata lists them. */

export const getIssuer = ({ config }: Pick<PublicCtx, 'config'>) => config.publicUrl.replace(/\/$/, '')

export const getOauthUrls = (ctx: Pick<PublicCtx, 'config'>) => {
  const issuer = getIssuer(ctx)
  return {
    authorize: `${issuer}/oauth/authorize`,
    token: `${issuer}/oauth/token`,
    register: `${issuer}/oauth/register`,
    revoke: `${issuer}/oauth/revoke`,
  }
}
