import { createHash } from 'node:crypto'
import type { EventComment } from '@plumbline/contract/event-causes'
import { issueAction } from '@plumbline/contract/issues/issues.rules'
import type * as api from '@plumbline/contract/issues/timeline'
import type { Comment } from '@plumbline/contract/issues/timeline'
import { sql } from 'kysely'
import type { Input, ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { type ChosenId, insertWithGuid } from './chosen-id.ts'
import type { NewEntry } from './log.ts'
import { mentionedIn, preview, whoSee } from './mentions.ts'
import { partRecorded } from './part-changed.ts'
import { type FoundIssue, issueAudience } from './visible.ts'
import { addWatchers } from './watch.ts'

type NewComment = Input<typeof api.addComment>['body']

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const refuse = (field: string) =>
  new Refusal('bad_request', { fields: { [field]: 'Not a part of this issue' } })

async function checkParts({ tx }: ProjectCtx, issue: FoundIssue, body: NewComment) {
  const files = [...new Set(body.attachment_ids ?? [])]
  if (files.length > 0) {
    const found = await tx
      .selectFrom('issue_attachments')
      .select('id')
      .where('issue_id', '=', issue.id)
      .where('id', 'in', files)
      .execute()
    if (found.length < files.length) throw refuse('attachment_ids')
  }
  if (!body.viewpoint_id) return
  const view = await tx
    .selectFrom('issue_viewpoints')
    .select('id')
    .where('issue_id', '=', issue.id)
    .where('id', '=', body.viewpoint_id)
    .executeTakeFirst()
  if (!view) throw refuse('viewpoint_id')
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
  // of a comment from a BCF file
  sql<string | null>`issue_comments.bcf->>'author'`.as('author'),
] as const

/** Makes watchers of whoever writes and of those named who see the issue; answers the named. */
async function drawIn(ctx: ProjectCtx, issue: FoundIssue, text: string, named = mentionedIn(text)) {
  const mentioned = await whoSee(ctx.tx, issue, named)
  const watching = await addWatchers(ctx.tx, issue.id, [ctx.member.user_id, ...mentioned])
  return { mentioned, watching }
}

/**
 * Writes a comment on an issue that is held; who calls counts, records and tells it. `guid`: by which another program
 * knows it. Null: there is one with its id.
 */
export async function writeComment(ctx: ProjectCtx, issue: FoundIssue, body: NewComment, guid?: string) {
  await checkParts(ctx, issue, body)
  const insert = (ids: ChosenId) =>
    ctx.tx
      .insertInto('issue_comments')
      .values({
        ...body,
        ...ids,
        attachment_ids: [...new Set(body.attachment_ids ?? [])],
        issue_id: issue.id,
        round: issue.round,
        created_by: ctx.member.user_id,
        created_at: ctx.now().toISOString(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning(commentColumns)
      .executeTakeFirst()
  const comment = await (body.id ? insert({ id: body.id }) : insertWithGuid(guid, insert))
  if (!comment) return null
  const { mentioned, watching } = await drawIn(ctx, issue, comment.text)
  const shown = comment.viewpoint_id ? { viewpoint_id: comment.viewpoint_id } : {}
  const data = { comment_id: comment.id, sha256: sha256(comment.text), ...shown, watching }
  const entry: NewEntry = { issue_id: issue.id, kind: 'COMMENTED', data }
  const fact: EventComment = { id: comment.id, preview: preview(comment.text), mentioned, is_new: true }
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
    audience: await issueAudience(ctx.tx, issue),
    cause: comment ? { kind: 'WRITTEN', by: ctx.member.user_id, issue, comment } : { kind: 'DELETED' },
  })
}

/** Null: there is one with its id. */
export async function addCommentToIssue(ctx: ProjectCtx, issue: FoundIssue, body: NewComment, guid?: string) {
  const written = await writeComment(ctx, issue, body, guid)
  if (!written) return null
  const { comment, entry, fact } = written
  await partRecorded(ctx, issue, entry, { comments: 1 })
  await tellComment(ctx, issue, comment.id, fact)
  return comment
}

/** A comment that is still there, of an issue that is held. */
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

/** Changes a comment of an issue that is held; `viewpoint_id` only where it is given. */
export async function updateComment(
  ctx: ProjectCtx,
  issue: FoundIssue,
  id: string,
  body: Pick<NewComment, 'text' | 'viewpoint_id'>,
): Promise<Comment> {
  const before = await findComment(ctx, issue, id)
  if (issueAction(ctx.member, issue, { reword: before.created_by }) !== true) throw new Refusal('forbidden')
  const { text, viewpoint_id = before.viewpoint_id } = body
  const isSaidAnew = before.text !== text
  const isShownAnew = before.viewpoint_id !== viewpoint_id
  if (!isSaidAnew && !isShownAnew) return before
  await checkParts(ctx, issue, { text, viewpoint_id })
  const comment = await ctx.tx
    .updateTable('issue_comments')
    .set({ text, viewpoint_id, edited_at: ctx.now().toISOString() })
    .where('id', '=', before.id)
    .returning(commentColumns)
    .executeTakeFirstOrThrow()
  const named = mentionedIn(comment.text).filter((id) => !mentionedIn(before.text).includes(id))
  const { mentioned, watching } = await drawIn(ctx, issue, comment.text, named)
  const said = isSaidAnew ? { sha256: sha256(comment.text) } : {}
  const shown = isShownAnew ? { viewpoint_id: comment.viewpoint_id } : {}
  const data = { comment_id: comment.id, ...said, ...shown, watching }
  await partRecorded(ctx, issue, { kind: 'COMMENT_EDITED', data })
  const fact = { id: comment.id, preview: preview(comment.text), mentioned, is_new: false }
  await tellComment(ctx, issue, comment.id, fact)
  return comment
}
