import type * as api from '@plumbline/contract/issues/timeline'
import type { Input, ProjectCtx } from '../context.ts'
import { TimeSlices } from '../loop/time-slices.ts'
import { computeEntryHash, GENESIS_HASH } from './log.ts'

/** entries in memory at a time */
const ENTRIES_PER_READ = 1000

/** Verifies the hash chain of a project's log from its first entry; entries added meanwhile are left to the next check. */
export async function checkLog(
  { tx, member: { project_id } }: ProjectCtx,
  _input: Input<typeof api.checkLog>,
) {
  const end = await tx
    .selectFrom('issue_chains')
    .select(['seq', 'hash'])
    .where('project_id', '=', project_id)
    .executeTakeFirst()
  const last = end?.seq ?? 0
  const slices = new TimeSlices()
  let seq = 0
  let hash: Buffer = GENESIS_HASH
  const result = (broken_at: number | null) => ({ entries: seq, head: hash.toString('hex'), broken_at })
  while (seq < last) {
    const rows = await tx
      .selectFrom('issue_log')
      .selectAll()
      .where('project_id', '=', project_id)
      .where('seq', '>', seq)
      .where('seq', '<=', last)
      .orderBy('seq')
      .limit(ENTRIES_PER_READ)
      .execute()
    for (const { at, by_user_id: by, bulk_id, hash: stored, ...row } of rows) {
      if (slices.isOver) await slices.yieldToLoop()
      const entry = { ...row, by, bulk_id: bulk_id ?? undefined, at: new Date(at).toISOString() }
      const computed = computeEntryHash(hash, entry)
      if (row.seq !== seq + 1 || !computed.equals(stored)) return result(seq + 1)
      seq = row.seq
      hash = computed
    }
    // the chain head counts more entries than the table holds
    if (rows.length === 0) return result(seq + 1)
  }
  return result(end && !hash.equals(end.hash) ? last : null)
}
