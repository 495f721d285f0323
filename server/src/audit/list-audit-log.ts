import type * as api from '@plumbline/contract/audit/audit'
import type { Input, TeamCtx } from '../context.ts'
import { selectAudit } from './select-audit.ts'

const PAGE_SIZE = 50

export async function listAuditLog({ tx, team }: TeamCtx, { query }: Input<typeof api.listAuditLog>) {
  const { before: below, limit = PAGE_SIZE, ...filters } = query
  const rows = await selectAudit(tx, team.team_id, filters)
    .$if(below !== undefined, (found) => found.where('l.seq', '<', below ?? 0))
    .orderBy('l.seq', 'desc')
    .limit(limit + 1)
    .execute()
  const items = rows
    .slice(0, limit)
    .map(({ data, ...row }) => ({ ...row, data: data as Record<string, unknown> }))
  return { items, before: rows.length > limit ? (items.at(-1)?.seq ?? null) : null }
}
