import type * as api from '@plumbline/contract/issues/issues'
import { sql } from 'kysely'
import type { Handler, Input, ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { insertAnchor } from './anchors.ts'
import { checkReferences } from './check-references.ts'
import { type ChosenId, insertWithGuid } from './chosen-id.ts'
import { fieldsOf, recordIssues } from './log.ts'
import { recording } from './part-changed.ts'
import { newIssueWithParts } from './read-issue.ts'
import { insertView, type StoredView, storeViews } from './viewpoints.ts'
import { issueAudience } from './visible.ts'
import { addWatchers, insiders } from './watch.ts'

async function nextNumber(ctx: ProjectCtx): Promise<number> {
  const { last_issue_number } = await ctx.tx
    .updateTable('projects')
    .set({ last_issue_number: sql`last_issue_number + 1` })
    .where('id', '=', ctx.member.project_id)
    .returning('last_issue_number')
    .executeTakeFirstOrThrow()
  return last_issue_number
}

type NewIssue = Omit<Input<typeof api.createIssue>['body'], 'viewpoints'>

/** `guid`: by which another program knows the issue. */
export async function insertIssue(ctx: ProjectCtx, body: NewIssue, stored: StoredView[], guid?: string) {
  const { anchors = [], watcher_ids = [], id: chosen, ...fields } = body
  const { project_id, user_id, team_id } = ctx.member
  await checkReferences(ctx, fields)
  const watchers = await insiders(ctx, watcher_ids)
  // from here on others who write into this project wait
  const number = await nextNumber(ctx)
  const at = ctx.now().toISOString()
  const insert = (ids: ChosenId) =>
    ctx.tx
      .insertInto('issues')
      .values({
        ...fields,
        ...{ ...ids, project_id, number, team_id },
        ...{ created_by: user_id, created_at: at, updated_by: user_id, updated_at: at },
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst()
  const issue = await (chosen ? insert({ id: chosen }) : insertWithGuid(guid, insert))
  if (!issue) throw new Refusal('already_exists', { message: 'There is an issue with this id' })
  const { id } = issue
  const watching = await addWatchers(ctx.tx, id, watchers)
  for (const [order, anchor] of anchors.entries())
    await insertAnchor(ctx, id, anchor, order, `anchors.${order}.bim_file_header_id`)
  for (const [index, view] of stored.entries()) await insertView(ctx, id, view, index)
  await recordIssues(ctx.tx, recording(ctx), [
    { issue_id: id, kind: 'CREATED', data: { fields: fieldsOf(issue), watching } },
  ])
  await ctx.tell('issue.created', {
    project_id,
    data: { issue_id: id },
    audience: await issueAudience(ctx.tx, issue),
    cause: { kind: 'CREATED', by: user_id, issue },
  })
  return issue
}

export const createIssue: Handler<typeof api.createIssue, StoredView[]> = {
  prepare: (ctx, { body }) => storeViews(ctx, body.viewpoints ?? []),
  handle: async (ctx, { body: { viewpoints: _, ...body } }, stored) => {
    const { id, version } = await insertIssue(ctx, body, stored)
    ctx.http.setVersionTag(version)
    return newIssueWithParts(ctx, id, { anchors: !!body.anchors?.length, viewpoints: stored.length > 0 })
  },
}
