import { randomUUIDv7 } from 'node:crypto'
import type * as api from '@plumbline/contract/issues/bulk'
import { reason } from '@plumbline/contract/reasons'
import { sql } from 'kysely'
import type { Handler, Input, ProjectCtx } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import { formatJsonBatches, mapInSlices } from '../../loop/time-slices.ts'
import { readProjectWords } from '../../projects/vocabulary.ts'
import { checkReferences, holdNamedPeople } from '../check-references.ts'
import { checkCustomValues } from '../custom-fields/check-values.ts'
import { readCustomFields } from '../custom-fields/custom-fields.ts'
import { recordIssues } from '../log.ts'
import { buildLogStamp } from '../part-changes.ts'
import { type AppliedChanges, applyChanges, computeVersionAfter, type IssueChange } from './apply-changes.ts'
import { buildBulkReply } from './bulk-reply.ts'
import { findNumbersByFilter, findProvenIssues, lockIssues } from './lock-issues.ts'
import { type PlannedIssue, planIssueChange } from './plan-issue-change.ts'
import { tellBulkChange } from './tell-bulk-change.ts'

type Body = Input<typeof api.bulkChangeIssues>['body']

/** Stores the overwritten values, for `undoBulk`. */
async function recordOverwrittenFields(
  ctx: ProjectCtx,
  bulk_id: string,
  changes: IssueChange[],
  { comments }: AppliedChanges,
) {
  const { project_id, user_id } = ctx.member
  const at = ctx.now().toISOString()
  await ctx.tx
    .insertInto('issue_bulks')
    .values({ id: bulk_id, project_id, created_by: user_id, created_at: at })
    .execute()
  const rows = await mapInSlices(changes, (change) => {
    const { before, fields } = change
    const names = Object.keys(fields) as (keyof typeof fields)[]
    return {
      issue_id: before.id,
      version: computeVersionAfter(change),
      before: Object.fromEntries(names.map((name) => [name, before[name]])),
      comment_id: comments.get(before.id) ?? null,
    }
  })
  for await (const json of formatJsonBatches(rows))
    await sql`
    insert into issue_bulk_rows (bulk_id, issue_id, version, before, comment_id)
    select ${bulk_id}::uuid, issue_id, version, before, comment_id
    from jsonb_to_recordset(${json}::jsonb)
      as v (issue_id uuid, version integer, before jsonb, comment_id uuid)`.execute(ctx.tx)
}

async function planChanges(
  ctx: ProjectCtx,
  { change: asked, ids }: Body,
  numbers: number[],
): Promise<PlannedIssue[]> {
  holdNamedPeople(ctx, asked)
  await checkReferences(ctx, asked)
  const own = asked.custom_fields ? await readCustomFields(ctx.tx, ctx.member.project_id) : []
  const custom_fields = await checkCustomValues(ctx, own, asked.custom_fields ?? {})
  const change = { ...asked, custom_fields }
  const held = await lockIssues(ctx, ids ? { ids } : { numbers })
  const isResolving = change.status === 'RESOLVED' && change.comment === undefined
  const proven = isResolving
    ? await findProvenIssues(
        ctx.tx,
        held.map(({ id }) => id),
      )
    : new Set<string>()
  const words = change.status ? await readProjectWords(ctx.tx, ctx.member.project_id) : null
  const status_names = words?.vocabulary.status.names ?? {}
  const doing = { who: ctx.member, at: ctx.now().toISOString(), proven, own, status_names }
  return mapInSlices(held, (before) => planIssueChange(before, change, doing))
}

export const bulkChangeIssues: Handler<typeof api.bulkChangeIssues, number[]> = {
  async prepare(ctx, { body }) {
    if (Object.values(body.change).every((value) => value === undefined))
      throw new Refusal('bad_request', { fields: { change: { text: 'Name at least one field' } } })
    if (body.ids) return []
    if (body.filter === undefined) throw new Refusal('bad_request', { fields: { ids: reason('missing') } })
    return findNumbersByFilter(ctx, body.filter)
  },
  async handle(ctx, { body }, numbers) {
    const planned = await planChanges(ctx, body, numbers)
    const changes = planned.flatMap(({ change }) => change ?? [])
    if (body.preview || changes.length === 0) return buildBulkReply(planned, null)
    const bulk_id = randomUUIDv7()
    const applied = await applyChanges(ctx, changes)
    await recordOverwrittenFields(ctx, bulk_id, changes, applied)
    await recordIssues(ctx.tx, { ...buildLogStamp(ctx), bulk_id }, applied.entries)
    await tellBulkChange(ctx, body.change.deleted ? 'issue.deleted' : 'issue.updated', changes)
    return buildBulkReply(planned, bulk_id)
  },
}
