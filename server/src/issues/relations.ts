import type * as api from '@plumbline/contract/issues/issues'
import type { LogKind } from '@plumbline/contract/issues/timeline'
import { fill } from '@plumbline/contract/sentences'
import type { Input, ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { recordIssues } from './log.ts'
import { demand } from './may.ts'
import { recording } from './part-changed.ts'
import { type FoundIssue, findIssue, issueAudience } from './visible.ts'

const MOST = 100

interface Pair {
  issue: FoundIssue
  other: FoundIssue
  ids: { a_id: string; b_id: string }
}

/** Both ends, held in one order; the caller sees both and may edit the one that is spoken of. */
async function holdPair(
  ctx: ProjectCtx,
  { issueId, otherId }: { issueId: string; otherId: string },
): Promise<Pair> {
  // a path may spell an id in capitals, which order otherwise
  const [a_id = '', b_id = ''] = [issueId.toLowerCase(), otherId.toLowerCase()].sort()
  const first = await findIssue(ctx, a_id, true)
  const second = await findIssue(ctx, b_id, true)
  const [issue, other] = first.id === issueId.toLowerCase() ? [first, second] : [second, first]
  demand(ctx.member, issue, 'EDIT')
  return { issue, other, ids: { a_id, b_id } }
}

/** Each end is newer and has it in its log; of each those hear who see it. */
async function pairChanged(ctx: ProjectCtx, { issue, other, ids }: Pair, kind: LogKind) {
  await ctx.tx
    .updateTable('issues')
    .set({ updated_at: ctx.now().toISOString() })
    .where('id', 'in', [ids.a_id, ids.b_id])
    .execute()
  await recordIssues(ctx.tx, recording(ctx), [
    { issue_id: issue.id, kind, data: { other_id: other.id } },
    { issue_id: other.id, kind, data: { other_id: issue.id } },
  ])
  for (const end of [issue, other])
    await ctx.tell('issue.updated', {
      project_id: end.project_id,
      data: { issue_id: end.id },
      audience: await issueAudience(ctx.tx, end),
    })
}

async function refuseMoreThanMost({ tx }: ProjectCtx, { id }: FoundIssue) {
  const { count } = await tx
    .selectFrom('issue_relations')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where((eb) => eb.or([eb('a_id', '=', id), eb('b_id', '=', id)]))
    .executeTakeFirstOrThrow()
  if (count > MOST)
    throw new Refusal('conflict', {
      message: fill('An issue has at most {count} related issues', { count: MOST }),
    })
}

export async function relate(
  ctx: ProjectCtx,
  { params }: Pick<Input<typeof api.relateIssue>, 'params'>,
): Promise<void> {
  const pair = await holdPair(ctx, params)
  if (pair.issue.id === pair.other.id)
    throw new Refusal('conflict', { message: 'An issue cannot be related to itself' })
  const made = await ctx.tx
    .insertInto('issue_relations')
    .values(pair.ids)
    .onConflict((conflict) => conflict.doNothing())
    .returning('a_id')
    .executeTakeFirst()
  if (!made) return
  await refuseMoreThanMost(ctx, pair.issue)
  await refuseMoreThanMost(ctx, pair.other)
  await pairChanged(ctx, pair, 'RELATED')
}

export async function unrelate(
  ctx: ProjectCtx,
  { params }: Pick<Input<typeof api.unrelateIssue>, 'params'>,
): Promise<void> {
  const pair = await holdPair(ctx, params)
  const gone = await ctx.tx
    .deleteFrom('issue_relations')
    .where('a_id', '=', pair.ids.a_id)
    .where('b_id', '=', pair.ids.b_id)
    .returning('a_id')
    .executeTakeFirst()
  if (!gone) throw new Refusal('not_found')
  await pairChanged(ctx, pair, 'UNRELATED')
}
