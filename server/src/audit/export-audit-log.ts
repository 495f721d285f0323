import type * as api from '@plumbline/contract/audit/audit'
import type { QueryOf } from '@plumbline/contract/http'
import type { BytesReply, Handler, TeamCtx } from '../context.ts'
import { formatCsvLine, sendCsv } from '../http/csv.ts'
import { recordAuditOfRead } from './record-audit.ts'
import { selectAudit } from './select-audit.ts'

const ENTRIES_PER_READ = 500
const MAX_EXPORTS = 60
const WINDOW_S = 600

/** Names for programs, the same in every language. */
const heads = [
  'number',
  'time',
  'kind',
  'by_id',
  'by_name',
  'by_email',
  'person_id',
  'person_name',
  'person_email',
  'project_id',
  'project_name',
  'data',
  'address',
  'ip',
  'user_agent',
  'hash',
]

const fullName = (person: { first_name: string; last_name: string } | null) =>
  person ? `${person.first_name} ${person.last_name}`.trim() : ''

async function* formatEntries({ db, team }: TeamCtx, filters: QueryOf<typeof api.exportAuditLog>) {
  for (let seq = 0; ; ) {
    const rows = await selectAudit(db, team.team_id, filters)
      .where('l.seq', '>', seq)
      .orderBy('l.seq')
      .limit(ENTRIES_PER_READ)
      .execute()
    yield rows
      .map((row) =>
        formatCsvLine([
          String(row.seq),
          row.at,
          row.kind,
          row.by_id ?? '',
          fullName(row.by),
          row.by_email ?? '',
          row.person_id ?? '',
          fullName(row.person),
          row.person_email ?? '',
          row.project_id ?? '',
          row.project_name ?? '',
          JSON.stringify(row.data),
          row.email ?? '',
          row.ip ?? '',
          row.user_agent ?? '',
          row.hash.toString('hex'),
        ]),
      )
      .join('')
    const last = rows.at(-1)
    if (!last || rows.length < ENTRIES_PER_READ) return
    seq = last.seq
  }
}

/** The export itself is an entry, and the last one in its file unless a filter leaves it out. */
export const exportAuditLog: Handler<typeof api.exportAuditLog, void> = {
  prepare: (ctx) => ctx.limit(`audit-export:${ctx.actor.user_id}`, MAX_EXPORTS, WINDOW_S),
  handle: async (ctx, { query }): Promise<BytesReply> => {
    await recordAuditOfRead(ctx, { team_id: ctx.team.team_id }, { kind: 'AUDIT_EXPORTED' })
    const name = `audit-${ctx.now().toISOString().slice(0, 10)}.csv`
    return sendCsv(heads, formatEntries(ctx, query), name)
  },
}
