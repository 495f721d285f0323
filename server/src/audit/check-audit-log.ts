import type * as api from '@plumbline/contract/audit/audit'
import type { Input, TeamCtx } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { verifyChain } from '../db/hash-chain.ts'
import { computeAuditHash, hashAuditDetails } from './record-audit.ts'

/** entries in memory at a time */
const ENTRIES_PER_READ = 1000

const readEntries = (tx: Tx, team_id: string, seq: number, last: number) =>
  tx
    .selectFrom('audit_log as l')
    .leftJoin('audit_details as d', (join) =>
      join.onRef('d.team_id', '=', 'l.team_id').onRef('d.seq', '=', 'l.seq'),
    )
    .selectAll('l')
    .select(['d.salt', 'd.details'])
    .where('l.team_id', '=', team_id)
    .where('l.seq', '>', seq)
    .where('l.seq', '<=', last)
    .orderBy('l.seq')
    .limit(ENTRIES_PER_READ)
    .execute()

/** Erased details are not a violation, changed ones are. */
export async function checkAuditLog(
  { tx, team: { team_id } }: TeamCtx,
  _input: Input<typeof api.checkAuditLog>,
) {
  const head = await tx
    .selectFrom('audit_chains')
    .select(['seq', 'hash'])
    .where('team_id', '=', team_id)
    .executeTakeFirst()
  return verifyChain({
    head,
    readPage: (seq, last) => readEntries(tx, team_id, seq, last),
    computeHash: (previous, { at, by_user_id: by, hash: _, salt, details, data: stored, ...row }) => {
      const data = stored as Record<string, unknown>
      if (salt !== null && hashAuditDetails(salt, details) !== data.details_sha256) return null
      return computeAuditHash(previous, { ...row, by, data, at: new Date(at).toISOString() })
    },
  })
}
