import {
  type CustomField,
  type CustomValues,
  mergeCustomValues,
} from '@plumbline/contract/issues/custom-fields'
import type * as api from '@plumbline/contract/issues/issues'
import { reason } from '@plumbline/contract/reasons'
import { sql } from 'kysely'
import type { Handler, Input, ProjectCtx } from '../context.ts'
import { toJsonb } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import { insertAnchor } from './anchors.ts'
import { checkReferences, holdNamedPeopleAndDefaults } from './check-references.ts'
import { checkCustomValues, checkRequiredValues, listDefaults } from './custom-fields/check-values.ts'
import { insertWithGuid, type RowIds } from './insert-with-guid.ts'
import { pickLoggedFields, recordIssues } from './log.ts'
import { buildLogStamp } from './part-changes.ts'
import { readNewIssue } from './read-issue.ts'
import { insertViewpoint, type StoredViewpoint, storeViewpoints } from './viewpoints.ts'
import { readIssueAudience } from './visible.ts'
import { addWatchers, filterProjectMembers } from './watchers.ts'

/** The next number, and the project's custom fields with it: a further query would hold up other creations. */
async function nextNumber(ctx: ProjectCtx): Promise<{ number: number; own: CustomField[] }> {
  return ctx.tx
    .updateTable('projects')
    .set({ last_issue_number: sql`last_issue_number + 1` })
    .where('id', '=', ctx.member.project_id)
    .returning([
      'last_issue_number as number',
      sql<CustomField[]>`(select coalesce(json_agg(f order by "order"), '[]') from custom_fields f
        where f.project_id = projects.id and not f.archived)`.as('own'),
    ])
    .executeTakeFirstOrThrow()
}

type NewIssue = Omit<Input<typeof api.createIssue>['body'], 'viewpoints'>

/** Values of the project's custom fields: the given ones, and defaults for the rest. */
async function buildCustomValues(
  ctx: ProjectCtx,
  own: CustomField[],
  { custom_fields = {}, type = 'DEFECT' }: NewIssue,
  options: InsertOptions,
): Promise<CustomValues> {
  const given = await checkCustomValues(ctx, own, custom_fields)
  const values = mergeCustomValues(await listDefaults(ctx, own, given), given)
  if (!options.isIncomplete) checkRequiredValues(own, values, type)
  return values
}

interface InsertOptions {
  /** the issue's GUID in another program */
  guid?: string | undefined
  /** sent by a program that does not know the fields required by its type */
  isIncomplete?: boolean
}

/** Inserts an issue with its parts, records and publishes it. */
export async function insertIssue(
  ctx: ProjectCtx,
  body: NewIssue,
  stored: StoredViewpoint[],
  options: InsertOptions = {},
) {
  const { anchors = [], watcher_ids = [], id: chosen, custom_fields: _, ...fields } = body
  const { project_id, user_id, team_id } = ctx.member
  holdNamedPeopleAndDefaults(ctx, body)
  await checkReferences(ctx, fields)
  const watchers = await filterProjectMembers(ctx, watcher_ids)
  // locks the project row: other issue creations in this project wait from here on
  const { number, own } = await nextNumber(ctx)
  const custom_fields = await buildCustomValues(ctx, own, body, options)
  const at = ctx.now().toISOString()
  const insert = (ids: RowIds) =>
    ctx.tx
      .insertInto('issues')
      .values({
        ...fields,
        ...ids,
        custom_fields: toJsonb(custom_fields),
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
  const issue = await (chosen ? insert({ id: chosen }) : insertWithGuid(options.guid, insert))
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
