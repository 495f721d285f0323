import { SignJWT } from 'jose'
import type { UserCtx } from '../context.ts'

const DAY_S = 24 * 3600

/** Creates a user token for GetStream, signed with the operator's API secret; null without one. */
export async function getStreamToken({ config, actor, now }: UserCtx) {
  const { streamSecret, settings } = config
  if (!streamSecret || !settings.GETSTREAM_KEY) return { token: null, provider: 'builtin' as const }
  const issued = Math.floor(now().getTime() / 1000)
  const token = await new SignJWT({ user_id: actor.user_id })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(issued)
    .setExpirationTime(issued + DAY_S)
    .sign(new TextEncoder().encode(streamSecret))
  return { token, provider: 'stream' as const }
}
