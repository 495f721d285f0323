import { createHash } from 'node:crypto'
import type { EventComment } from '@plumbline/contract/event-causes'
import { evaluateIssueAction } from '@plumbline/contract/issues/issues.rules'
import type * as api from '@plumbline/contract/issues/timeline'
import type { Comment } from '@plumbline/contract/issues/timeline'
import { reason } from '@plumbline/contract/reasons'
import { sql } from 'kysely'
import type { Input, ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { insertWithGuid, type RowIds } from './insert-with-guid.ts'
import type { NewEntry } from './log.ts'
import { filterUsersWhoSeeIssue, formatPreview, parseMentions } from './mentions.ts'
import { recordPartChange } from './part-changes.ts'
import { buildShowsFix } from './proof.ts'
import { type FoundIssue, readIssueAudience } from './visible.ts'
import { addWatchers } from './watchers.ts'

type NewComment = Input<typeof api.addComment>['body']

const computeSha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const createReferenceRefusal = (field: string) =>
  new Refusal('bad_request', { fields: { [field]: reason('not_in_issue') } })

async function checkCommentReferences({ tx }: ProjectCtx, issue: FoundIssue, body: NewComment) {
  const files = [...new Set(body.attachment_ids ?? [])]
  if (files.length > 0) {
    const found = await tx
      .selectFrom('issue_attachments')
      .select('id')
      .where('issue_id', '=', issue.id)
      .where('id', 'in', files)
      .execute()
    if (found.length < files.length) throw createReferenceRefusal('attachment_ids')
  }
  if (!body.viewpoint_id) return
  const view = await tx
    .selectFrom('issue_viewpoints')
    .select('id')
    .where('issue_id', '=', issue.id)
    .where('id', '=', body.viewpoint_id)
    .executeTakeFirst()
  if (!view) throw createReferenceRefusal('viewpoint_id')
}

export const commentColumns = [
  'id',
  'text',
  'created_by',
  'created_at',
  'edited_at',
  'deleted_at',
  'attachment_ids',
  'viewpoint_id',
  // the author's address, for comments imported from a BCF file
  sql<string | null>`issue_comments.bcf->>'author'`.as('author'),
] as const

/** Adds the author and the mentioned users who may see the issue as watchers. */
async function addCommentWatchers(
  ctx: ProjectCtx,
  issue: FoundIssue,
  text: string,
  named = parseMentions(text),
) {
  const mentioned = await filterUsersWhoSeeIssue(ctx.tx, issue, named)
  const watching = await addWatchers(ctx.tx, issue.id, [ctx.member.user_id, ...mentioned])
  return { mentioned, watching }
}

/**
 * Inserts a comment on a locked issue and returns its log entry and event fact: the caller updates the issue's comment
 * count, records the entry and publishes the event. `guid`: the comment's GUID in another program. Null: the id is taken.
 */
export async function insertComment(ctx: ProjectCtx, issue: FoundIssue, body: NewComment, guid?: string) {
  await checkCommentReferences(ctx, issue, body)
  const insert = (ids: RowIds) =>
    ctx.tx
      .insertInto('issue_comments')
      .values({
        ...body,
        ...ids,
        attachment_ids: [...new Set(body.attachment_ids ?? [])],
        issue_id: issue.id,
        round: issue.round,
        shows_fix: buildShowsFix(issue.id),
        created_by: ctx.member.user_id,
        created_at: ctx.now().toISOString(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning(commentColumns)
      .executeTakeFirst()
  const comment = await (body.id ? insert({ id: body.id }) : insertWithGuid(guid, insert))
  if (!comment) return null
  const { mentioned, watching } = await addCommentWatchers(ctx, issue, comment.text)
  const shown = comment.viewpoint_id ? { viewpoint_id: comment.viewpoint_id } : {}
  const data = { comment_id: comment.id, sha256: computeSha256(comment.text), ...shown, watching }
  const entry: NewEntry = { issue_id: issue.id, kind: 'COMMENTED', data }
  const fact: EventComment = { id: comment.id, preview: formatPreview(comment.text), mentioned, is_new: true }
  return { comment, entry, fact }
}

export async function tellComment(
  ctx: ProjectCtx,
  issue: FoundIssue,
  comment_id: string,
  comment?: EventComment,
) {
  await ctx.tell('comment.updated', {
    project_id: issue.project_id,
    data: { issue_id: issue.id, comment_id },
    audience: await readIssueAudience(ctx.tx, issue, ctx.member),
    cause: comment ? { kind: 'WRITTEN', by: ctx.member.user_id, issue, comment } : { kind: 'DELETED' },
  })
}

/** Inserts a comment, counts and records it and publishes its event. Null: the id is taken. */
export async function addCommentToIssue(ctx: ProjectCtx, issue: FoundIssue, body: NewComment, guid?: string) {
  const written = await insertComment(ctx, issue, body, guid)
  if (!written) return null
  const { comment, entry, fact } = written
  await recordPartChange(ctx, issue, entry, { comments: 1 })
  await tellComment(ctx, issue, comment.id, fact)
  return comment
}

/** A comment of the issue that is not deleted. @throws Refusal not_found */
export async function findComment(ctx: ProjectCtx, issue: FoundIssue, id: string) {
  const comment = await ctx.tx
    .selectFrom('issue_comments')
    .select(commentColumns)
    .where('id', '=', id)
    .where('issue_id', '=', issue.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!comment) throw new Refusal('not_found')
  return comment
}

/** Updates the text and, if given, the viewpoint of a comment on a locked issue. */
export async function updateComment(
  ctx: ProjectCtx,
  issue: FoundIssue,
  id: string,
  body: Pick<NewComment, 'text' | 'viewpoint_id'>,
): Promise<Comment> {
  const before = await findComment(ctx, issue, id)
  if (evaluateIssueAction(ctx.member, issue, { reword: before.created_by }) !== true)
    throw new Refusal('forbidden')
  const { text, viewpoint_id = before.viewpoint_id } = body
  const hasNewText = before.text !== text
  const hasNewViewpoint = before.viewpoint_id !== viewpoint_id
  if (!hasNewText && !hasNewViewpoint) return before
  await checkCommentReferences(ctx, issue, { text, viewpoint_id })
  const comment = await ctx.tx
    .updateTable('issue_comments')
    .set({ text, viewpoint_id, edited_at: ctx.now().toISOString() })
    .where('id', '=', before.id)
    .returning(commentColumns)
    .executeTakeFirstOrThrow()
  const named = parseMentions(comment.text).filter((id) => !parseMentions(before.text).includes(id))
  const { mentioned, watching } = await addCommentWatchers(ctx, issue, comment.text, named)
  const hash = hasNewText ? { sha256: computeSha256(comment.text) } : {}
  const shown = hasNewViewpoint ? { viewpoint_id: comment.viewpoint_id } : {}
  const data = { comment_id: comment.id, ...hash, ...shown, watching }
  await recordPartChange(ctx, issue, { kind: 'COMMENT_EDITED', data })
  const fact = { id: comment.id, preview: formatPreview(comment.text), mentioned, is_new: false }
  await tellComment(ctx, issue, comment.id, fact)
  return comment
}
