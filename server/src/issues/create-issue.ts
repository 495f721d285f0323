import type * as api from '@plumbline/contract/issues/issues'
import { reason } from '@plumbline/contract/reasons'
import { sql } from 'kysely'
import type { Handler, Input, ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { insertAnchor } from './anchors.ts'
import { checkReferences } from './check-references.ts'
import { insertWithGuid, type RowIds } from './insert-with-guid.ts'
import { pickLoggedFields, recordIssues } from './log.ts'
import { buildLogStamp } from './part-changes.ts'
import { readNewIssue } from './read-issue.ts'
import { insertViewpoint, type StoredViewpoint, storeViewpoints } from './viewpoints.ts'
import { readIssueAudience } from './visible.ts'
import { addWatchers, filterProjectMembers } from './watchers.ts'

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

/** Inserts an issue with its parts, records and publishes it. `guid`: the issue's GUID in another program. */
export async function insertIssue(ctx: ProjectCtx, body: NewIssue, stored: StoredViewpoint[], guid?: string) {
  const { anchors = [], watcher_ids = [], id: chosen, ...fields } = body
  const { project_id, user_id, team_id } = ctx.member
  await checkReferences(ctx, fields)
  const watchers = await filterProjectMembers(ctx, watcher_ids)
  // locks the project row: other issue creations in this project wait from here on
  const number = await nextNumber(ctx)
  const at = ctx.now().toISOString()
  const insert = (ids: RowIds) =>
    ctx.tx
      .insertInto('issues')
      .values({
        ...fields,
        ...ids,
        project_id,
        number,
        team_id,
        created_by: user_id,
        created_at: at,
        updated_by: user_id,
        updated_at: at,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst()
  const issue = await (chosen ? insert({ id: chosen }) : insertWithGuid(guid, insert))
  if (!issue) throw new Refusal('already_exists', reason('issue_id_taken'))
  const { id } = issue
  const watching = await addWatchers(ctx.tx, id, watchers)
  for (const [order, anchor] of anchors.entries())
    await insertAnchor(ctx, id, anchor, order, `anchors.${order}.bim_file_header_id`)
  for (const [index, view] of stored.entries()) await insertViewpoint(ctx, id, view, index)
  await recordIssues(ctx.tx, buildLogStamp(ctx), [
    { issue_id: id, kind: 'CREATED', data: { fields: pickLoggedFields(issue), watching } },
  ])
  await ctx.tell('issue.created', {
    project_id,
    data: { issue_id: id },
    audience: await readIssueAudience(ctx.tx, issue, ctx.member),
    cause: { kind: 'CREATED', by: user_id, issue },
  })
  return issue
}

export const createIssue: Handler<typeof api.createIssue, StoredViewpoint[]> = {
  unprepared: ({ body }) => (body.viewpoints?.length ? undefined : []),
  prepare: (ctx, { body }) => storeViewpoints(ctx, body.viewpoints ?? []),
  handle: async (ctx, { body: { viewpoints: _, ...body } }, stored) => {
    const issue = await insertIssue(ctx, body, stored)
    ctx.http.setVersionTag(issue.version)
    const { watcher_ids = [], anchors = [] } = body
    const has = {
      watchers: watcher_ids.length > 0,
      anchors: anchors.length > 0,
      viewpoints: stored.length > 0,
    }
    return readNewIssue(ctx, issue, has)
  },
}
