import type * as api from '@plumbline/contract/issues/timeline'
import type { Input, ProjectCtx } from '../context.ts'
import { TimeSlices } from '../loop/time-slices.ts'
import { GENESIS, hashOf } from './log.ts'

/** Recomputes a project's log from its first entry on. What is added meanwhile is left to the next check. */

/** entries in memory at a time */
const PAGE = 1000

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
  let hash: Buffer = GENESIS
  const result = (broken_at: number | null) => ({ entries: seq, head: hash.toString('hex'), broken_at })
  while (seq < last) {
    const rows = await tx
      .selectFrom('issue_log')
      .selectAll()
      .where('project_id', '=', project_id)
      .where('seq', '>', seq)
      .where('seq', '<=', last)
      .orderBy('seq')
      .limit(PAGE)
      .execute()
    for (const { at, by_user_id: by, bulk_id, hash: stored, ...row } of rows) {
      if (slices.isOver) await slices.yieldToLoop()
      const entry = { ...row, by, bulk_id: bulk_id ?? undefined, at: new Date(at).toISOString() }
      const computed = hashOf(hash, entry)
      if (row.seq !== seq + 1 || !computed.equals(stored)) return result(seq + 1)
      seq = row.seq
      hash = computed
    }
    // the chain is longer than what is there
    if (rows.length === 0) return result(seq + 1)
  }
  return result(end && !hash.equals(end.hash) ? last : null)
}
