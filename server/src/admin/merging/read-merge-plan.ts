import type { MergePlan, MergeSide } from '@plumbline/contract/admin/people'
import { openStatuses } from '@plumbline/contract/issues/issues.rules'
import { reason } from '@plumbline/contract/reasons'
import { sql } from 'kysely'
import type { PublicCtx } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { Refusal } from '../../http/refusal.ts'
import { readAccount } from '../get-account.ts'
import { checkMerge } from './check-merge.ts'
import { countIssuesNaming, MAX_ISSUES } from './merge-issues.ts'
import type { MergedPair } from './move-references.ts'

type PlanContext = Pick<PublicCtx, 'tx' | 'now'>

const MAX_MEMBERSHIPS = 200

// past visible.ts: an operator compares two accounts by a count
const countOf = async (tx: Tx, userId: string) => {
  const { rows } = await sql<Pick<MergeSide, 'assigned_issues' | 'conversations' | 'programs'>>`
    select (select count(*)::int from issues i join projects p on p.id = i.project_id where i.assignee_id = ${userId}
        and i.deleted_at is null and p.deleted_at is null and i.status = any (${[...openStatuses]}::text[])) as assigned_issues,
      (select count(*)::int from chat_members m join chats c on c.id = m.chat_id
        where m.user_id = ${userId} and c.kind <> 'PROJECT' and c.message_count > 0) as conversations,
      (select count(*)::int from api_tokens t where t.user_id = ${userId})
        + (select count(*)::int from oauth_grants g where g.user_id = ${userId}) as programs`.execute(tx)
  return rows[0] as (typeof rows)[number]
}

async function readSide(ctx: PlanContext, userId: string): Promise<MergeSide> {
  const account = await readAccount(ctx, userId)
  const memberships = await ctx.tx
    .selectFrom('project_members as m')
    .innerJoin('projects as p', 'p.id', 'm.project_id')
    .innerJoin('teams', 'teams.id', 'p.team_id')
    .select(['m.project_id', 'p.name', 'teams.name as company', 'm.permission_level'])
    .where('m.user_id', '=', userId)
    .where('p.deleted_at', 'is', null)
    .orderBy('p.name')
    .limit(MAX_MEMBERSHIPS)
    .execute()
  return { ...account, memberships, ...(await countOf(ctx.tx, userId)) }
}

async function findProblem(
  { tx }: PlanContext,
  pair: MergedPair,
  issues: number,
  { kept, given_up }: Record<'kept' | 'given_up', MergeSide>,
) {
  const people = new Map(
    [kept, given_up].map((side) => [side.id, { ...side, merged_into: side.merged_into?.id ?? null }]),
  )
  try {
    await checkMerge(tx, pair, people)
    if (issues > MAX_ISSUES) throw new Refusal('conflict', reason('merge_too_large', { count: MAX_ISSUES }))
    return null
  } catch (error) {
    const why = error instanceof Refusal ? error.details.reason : undefined
    if (!why || !('code' in why)) throw error
    return { reason: why, message: (error as Refusal).message }
  }
}

/** Both accounts with the obstacles to their merge. */
export async function readMergePlan(ctx: PlanContext, pair: MergedPair): Promise<MergePlan> {
  const kept = await readSide(ctx, pair.kept)
  const given_up = await readSide(ctx, pair.given_up)
  const issues = await countIssuesNaming(ctx.tx, pair)
  return { kept, given_up, issues, problem: await findProblem(ctx, pair, issues, { kept, given_up }) }
}
