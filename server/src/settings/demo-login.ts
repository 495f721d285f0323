import type { PublicCtx } from '../context.ts'

export const demoUser = { email: 'demo@plumbline.example', password: 'plumbline-demo' }

/** The demo credentials that /welcome offers; null on a server without the demo. */
export async function getDemoLogin(ctx: Pick<PublicCtx, 'config' | 'tx'>) {
  if (!ctx.config.demo) return null
  const found = await ctx.tx
    .selectFrom('users')
    .select('id')
    .where('email', '=', demoUser.email)
    .executeTakeFirst()
  return found ? demoUser : null
}
