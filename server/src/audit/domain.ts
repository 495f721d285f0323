import { sql } from 'kysely'
import type { Server, UserCtx } from '../context.ts'
import type { Domain } from '../domain.ts'
import { deletedUser, type Reaction } from '../live/tell.ts'
import type { ExportPart } from '../users/export-parts.ts'
import { listOwnIds } from '../users/merged-people.ts'
import { auditRoutes } from './routes.ts'

/** Addresses and devices are kept for a year. */
const DETAILS_MS = 365 * 24 * 3600 * 1000

/** Erases the address of a deleted account from entries by others; its own entries lose it with its row. */
const forgetAddress: Reaction = async (tx, event) => {
  const userId = deletedUser(event)
  if (userId === null) return
  await sql`delete from audit_details d using users u
    where (u.id = ${userId} or u.merged_into = ${userId}) and d.email is not null and lower(d.email) = lower(u.email)`.execute(
    tx,
  )
}

const ENTRIES_PER_READ = 500

const selectOwnEntries = ({ tx }: UserCtx, ids: string[]) => {
  const own = sql<string>`any (${ids}::uuid[])`
  return tx
    .selectFrom('audit_log as l')
    .where((eb) => eb.or([eb('l.by_user_id', '=', own), eb('l.person_id', '=', own)]))
}

async function* readOwnEntries(ctx: UserCtx): AsyncIterable<object> {
  const { user_id } = ctx.actor
  const ids = await listOwnIds(ctx.tx, user_id)
  const teams = await selectOwnEntries(ctx, ids).select('l.team_id').distinct().orderBy('l.team_id').execute()
  for (const { team_id } of teams)
    for (let seq = 0; ; ) {
      const rows = await selectOwnEntries(ctx, ids)
        .leftJoin('audit_details as d', (join) =>
          join.onRef('d.team_id', '=', 'l.team_id').onRef('d.seq', '=', 'l.seq'),
        )
        .select(['l.team_id', 'l.seq', 'l.at', 'l.kind', 'l.project_id', 'l.data'])
        .select(sql<unknown>`case when d.user_id = ${user_id} then d.details end`.as('details'))
        .where('l.team_id', '=', team_id)
        .where('l.seq', '>', seq)
        .orderBy('l.seq')
        .limit(ENTRIES_PER_READ)
        .execute()
      yield* rows
      const last = rows.at(-1)
      if (!last || rows.length < ENTRIES_PER_READ) break
      seq = last.seq
    }
}

/** Data export: entries about the user in the logs of their companies. */
const auditPart: ExportPart = {
  name: 'audit-log',
  rows: readOwnEntries,
}

async function purgeDetails({ db, now }: Server) {
  await db
    .deleteFrom('audit_details')
    .where('at', '<', new Date(now().getTime() - DETAILS_MS).toISOString())
    .execute()
}

export const auditDomain: Domain = {
  routes: auditRoutes,
  exportParts: [auditPart],
  reactions: [forgetAddress],
  purges: [purgeDetails],
}
