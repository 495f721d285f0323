import type * as api from '@plumbline/contract/issues/timeline'
import type { Input, ProjectCtx } from '../context.ts'
import { verifyChain } from '../db/hash-chain.ts'
import { computeEntryHash } from './log.ts'

/** entries in memory at a time */
const ENTRIES_PER_READ = 1000

/** Verifies the hash chain of a project's log from its first entry. */
export async function checkLog(
  { tx, member: { project_id } }: ProjectCtx,
  _input: Input<typeof api.checkLog>,
) {
  const head = await tx
    .selectFrom('issue_chains')
    .select(['seq', 'hash'])
    .where('project_id', '=', project_id)
    .executeTakeFirst()
  return verifyChain({
    head,
    readPage: (seq, last) =>
      tx
        .selectFrom('issue_log')
        .selectAll()
        .where('project_id', '=', project_id)
        .where('seq', '>', seq)
        .where('seq', '<=', last)
        .orderBy('seq')
        .limit(ENTRIES_PER_READ)
        .execute(),
    computeHash: (previous, { at, by_user_id: by, bulk_id, hash: _, ...row }) =>
      computeEntryHash(previous, {
        ...row,
        by,
        bulk_id: bulk_id ?? undefined,
        at: new Date(at).toISOString(),
      }),
  })
}
