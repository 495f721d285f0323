import { randomUUIDv7 } from 'node:crypto'
import type * as api from '@plumbline/contract/issues/bulk'
import { asUntranslated } from '@plumbline/contract/sentences'
import { sql } from 'kysely'
import type { Handler, Input, ProjectCtx } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import { formatJsonBatches, mapInSlices } from '../../loop/time-slices.ts'
import { checkReferences } from '../check-references.ts'
import { recordIssues } from '../log.ts'
import { recording } from '../part-changed.ts'
import { type Applied, applyChanges, type Change, versionAfter } from './apply.ts'
import { replyOf } from './change-issues.ts'
import { holdIssues, numbersOf, provenAmong } from './hold.ts'
import { type Planned, planOne } from './plan.ts'
import { tellMany } from './tell-many.ts'

type Body = Input<typeof api.bulkChangeIssues>['body']

/** What the change wrote over, so that it can be taken back. */
async function keep(ctx: ProjectCtx, bulk_id: string, changes: Change[], { comments }: Applied) {
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
      version: versionAfter(change),
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

async function plan(ctx: ProjectCtx, { change, ids }: Body, numbers: number[]): Promise<Planned[]> {
  await checkReferences(ctx, change)
  const held = await holdIssues(ctx, ids ? { ids } : { numbers })
  const isResolving = change.status === 'RESOLVED' && change.comment === undefined
  const proven = isResolving
    ? await provenAmong(
        ctx.tx,
        held.map(({ id }) => id),
      )
    : new Set<string>()
  const doing = { who: ctx.member, at: ctx.now().toISOString(), proven }
  return mapInSlices(held, (before) => planOne(before, change, doing))
}

export const bulkChangeIssues: Handler<typeof api.bulkChangeIssues, number[]> = {
  async prepare(ctx, { body }) {
    if (Object.values(body.change).every((value) => value === undefined))
      throw new Refusal('bad_request', { fields: { change: asUntranslated('Name at least one field') } })
    if (body.ids) return []
    if (body.filter === undefined) throw new Refusal('bad_request', { fields: { ids: 'Missing' } })
    return numbersOf(ctx, body.filter)
  },
  async handle(ctx, { body }, numbers) {
    const planned = await plan(ctx, body, numbers)
    const changes = planned.flatMap(({ change }) => change ?? [])
    if (body.preview || changes.length === 0) return replyOf(planned, null)
    const bulk_id = randomUUIDv7()
    const applied = await applyChanges(ctx, changes)
    await keep(ctx, bulk_id, changes, applied)
    await recordIssues(ctx.tx, { ...recording(ctx), bulk_id }, applied.entries)
    await tellMany(ctx, body.change.deleted ? 'issue.deleted' : 'issue.updated', changes)
    return replyOf(planned, bulk_id)
  },
}
