import type { Server } from '../../context.ts'

const HOUR_MS = 3600 * 1000
const DAY_MS = 24 * HOUR_MS

/** Deletes expired codes, tokens and grants, clients unused for a week after registration, and clients idle for 180 days. */
export async function sweepOauth({ db, now }: Server): Promise<void> {
  const before = (ms: number) => new Date(now().getTime() - ms).toISOString()
  await db.deleteFrom('oauth_codes').where('expires_at', '<', before(HOUR_MS)).execute()
  await db.deleteFrom('oauth_tokens').where('expires_at', '<', before(0)).execute()
  await db.deleteFrom('oauth_grants').where('expires_at', '<', before(0)).execute()
  await db
    .deleteFrom('oauth_clients as c')
    .where((eb) =>
      eb.or([
        eb.and([eb('c.used_at', 'is', null), eb('c.created_at', '<', before(7 * DAY_MS))]),
        eb.and([
          eb('c.used_at', '<', before(180 * DAY_MS)),
          eb.not(
            eb.exists(eb.selectFrom('oauth_grants as g').select('g.id').whereRef('g.client_id', '=', 'c.id')),
          ),
        ]),
      ]),
    )
    .execute()
}
