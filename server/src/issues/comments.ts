import { createHash } from 'node:crypto'
import type { EventComment } from '@plumbline/contract/event-causes'
import { evaluateIssueAction } from '@plumbline/contract/issues/issues.rules'
import type * as api from '@plumbline/contract/issues/timeline'
import type { Comment } from '@plumbline/contract/issues/timeline'
import { reason } from '@plumbline/contract/reasons'
import { sql } from 'kysely'
import type { Input, ProjectCtx } from '../context.ts'
import { prepareHeldQuery } from '../db/prepared-query.ts'
import { Refusal } from '../http/refusal.ts'
import type { Audience, ForeseenFacts } from '../live/tell.ts'
import { insertWithGuid, type RowIds } from './insert-with-guid.ts'
import { type NewEntry, recordIssues } from './log.ts'
import { filterUsersWhoSeeIssue, formatPreview, parseMentions } from './mentions.ts'
import { buildLogStamp, recordPartChange } from './part-changes.ts'
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
async function addCommentWatchers(ctx: ProjectCtx, issue: FoundIssue, named: string[]) {
  const mentioned = await filterUsersWhoSeeIssue(ctx.tx, issue, named)
  const watching = await addWatchers(ctx.tx, issue.id, [ctx.member.user_id, ...mentioned])
  return { mentioned, watching }
}

interface CommentValues {
  id: string
  bcf_guid: string | null
  issue_id: string
  text: string
  attachment_ids: string[]
  viewpoint_id: string | null
  round: number
  created_by: string
  created_at: string
  /** ids of users who watch the issue from now on */
  watchers: string[]
}

/** Inserts a comment, counts it in its issue and adds watchers; no row: the id is taken. */
const writeComment = prepareHeldQuery<CommentValues, Comment & { watching: string[] }>((db, parameter) =>
  db
    .with('written', (query) =>
      query
        .insertInto('issue_comments')
        .values({
          id: parameter('id'),
          bcf_guid: parameter('bcf_guid'),
          issue_id: parameter('issue_id'),
          text: parameter('text'),
          attachment_ids: parameter('attachment_ids'),
          viewpoint_id: parameter('viewpoint_id'),
          round: parameter('round'),
          shows_fix: buildShowsFix(parameter('issue_id')),
          created_by: parameter('created_by'),
          created_at: parameter('created_at'),
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning(commentColumns),
    )
    .with('counted', (query) =>
      query
        .updateTable('issues')
        .set({ comments: sql`comments + 1`, updated_at: parameter('created_at') })
        .where('id', '=', parameter('issue_id'))
        .where(sql<boolean>`exists (select from written)`),
    )
    .with('watching', (query) =>
      query
        .insertInto('issue_watchers')
        .columns(['issue_id', 'user_id'])
        .expression((eb) =>
          eb
            .selectFrom('written')
            .select([
              sql<string>`${parameter('issue_id')}::uuid`.as('issue_id'),
              sql<string>`unnest(${parameter('watchers')}::uuid[])`.as('user_id'),
            ]),
        )
        .onConflict((conflict) => conflict.doNothing())
        .returning('user_id'),
    )
    .selectFrom('written')
    .selectAll()
    .select(sql<string[]>`array(select user_id from watching)`.as('watching')),
)

interface CommentOptions {
  /** the comment's GUID in another program */
  guid?: string | undefined
  /** called with the event's facts once the comment's insert is sent, to read data for the event in the same round trip */
  foresee?: (fact: EventComment) => Promise<ForeseenFacts>
}

/**
 * Inserts a comment on a locked issue, counts it, and makes its author and the people it mentions watchers. Returns its log
 * entry and event fact: the caller records the entry and publishes the event. Null: the id is taken.
 */
export async function insertComment(
  ctx: ProjectCtx,
  issue: FoundIssue,
  body: NewComment,
  { guid, foresee }: CommentOptions = {},
) {
  await checkCommentReferences(ctx, issue, body)
  const { tx, member } = ctx
  const mentioned = await filterUsersWhoSeeIssue(tx, issue, parseMentions(body.text))
  const values = {
    issue_id: issue.id,
    text: body.text,
    attachment_ids: [...new Set(body.attachment_ids ?? [])],
    viewpoint_id: body.viewpoint_id ?? null,
    round: issue.round,
    created_by: member.user_id,
    created_at: ctx.now().toISOString(),
    watchers: [...new Set([member.user_id, ...mentioned])].sort(),
  }
  const insert = async ({ id, bcf_guid }: RowIds) =>
    (await writeComment(tx, { ...values, id, bcf_guid: bcf_guid ?? null }))[0]
  const inserting = body.id ? insert({ id: body.id }) : insertWithGuid(guid, insert)
  // a failure also fails the statement that it is sent with
  inserting.catch(() => {})
  const known = { preview: formatPreview(body.text), mentioned, is_new: true }
  const foreseen = await foresee?.({ id: body.id ?? '', ...known })
  const written = await inserting
  if (!written) return null
  const { watching, ...comment } = written
  const shown = comment.viewpoint_id ? { viewpoint_id: comment.viewpoint_id } : {}
  const data = { comment_id: comment.id, sha256: computeSha256(comment.text), ...shown, watching }
  const entry: NewEntry = { issue_id: issue.id, kind: 'COMMENTED', data }
  const fact: EventComment = { id: comment.id, ...known }
  return { comment, entry, fact, foreseen }
}

const buildCommentEvent = (
  { member }: ProjectCtx,
  issue: FoundIssue,
  comment_id: string,
  audience: Audience,
  comment?: EventComment,
) => ({
  project_id: issue.project_id,
  data: { issue_id: issue.id, comment_id },
  audience,
  cause: comment
    ? { kind: 'WRITTEN' as const, by: member.user_id, issue, comment }
    : { kind: 'DELETED' as const },
})

export async function tellComment(
  ctx: ProjectCtx,
  issue: FoundIssue,
  comment_id: string,
  comment?: EventComment,
  foreseen?: ForeseenFacts,
) {
  const audience = await readIssueAudience(ctx.tx, issue, ctx.member)
  await ctx.tell('comment.updated', buildCommentEvent(ctx, issue, comment_id, audience, comment), foreseen)
}

/** Inserts a comment, records it and publishes its event. Null: the id is taken. */
export async function addCommentToIssue(ctx: ProjectCtx, issue: FoundIssue, body: NewComment, guid?: string) {
  // nothing is read by the audience, which may take queries to find
  const foresee = (fact: EventComment) =>
    ctx.tell.foresee('comment.updated', buildCommentEvent(ctx, issue, fact.id, { users: [] }, fact))
  const written = await insertComment(ctx, issue, body, { guid, foresee })
  if (!written) return null
  const { comment, entry, fact, foreseen } = written
  await recordIssues(ctx.tx, buildLogStamp(ctx), [entry])
  await tellComment(ctx, issue, comment.id, fact, foreseen)
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
  const { mentioned, watching } = await addCommentWatchers(ctx, issue, named)
  const hash = hasNewText ? { sha256: computeSha256(comment.text) } : {}
  const shown = hasNewViewpoint ? { viewpoint_id: comment.viewpoint_id } : {}
  const data = { comment_id: comment.id, ...hash, ...shown, watching }
  await recordPartChange(ctx, issue, { kind: 'COMMENT_EDITED', data })
  const fact = { id: comment.id, preview: formatPreview(comment.text), mentioned, is_new: false }
  await tellComment(ctx, issue, comment.id, fact)
  return comment
}
