import type { CommentFields, CommentReply } from '@plumbline/contract/bcf/api-comments'
import { issueAction } from '@plumbline/contract/issues/issues.rules'
import { sql } from 'kysely'
import type { ProjectCtx } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import { changeComment, eraseComment, postComment } from '../../issues/comments.ts'
import { demand } from '../../issues/may.ts'
import { asRead, namedAgain } from '../named-people.ts'
import { guidOf, nobody } from '../topic-of.ts'
import { type Columns, orderedBy, wanted } from './filter-sql.ts'
import { findComment, findTopic, findViewpoint, holdTopic } from './find.ts'
import { demandMatch, tagged } from './tags.ts'
import { type Asked, asksAuthorization, type Page, rowsOf } from './topics.ts'

interface Ref {
  params: { topicGuid: string }
}
interface CommentRef {
  params: { topicGuid: string; commentGuid: string }
}

/** by e-mail, or as the file named them that the comment came in with */
const author = sql<string>`coalesce(author.email, c.bcf->>'author', ${nobody}::text)`

const columns = {
  author: { type: 'folded', sql: author },
  date: { type: 'instant', sql: sql`c.created_at` },
} as const satisfies Columns

/** Comments on an issue that the caller sees. */
const commentRows = ({ tx }: ProjectCtx, issueId: string) =>
  tx
    .selectFrom('issue_comments as c')
    .leftJoin('users as author', 'author.id', 'c.created_by')
    .leftJoin('issue_viewpoints as v', 'v.id', 'c.viewpoint_id')
    .where('c.issue_id', '=', issueId)
    .where('c.deleted_at', 'is', null)
    .select(['c.text', 'c.created_by', 'c.created_at', 'c.edited_at', author.as('author')])
    .select([guidOf('c').as('guid'), guidOf('v').as('viewpoint_guid')])

type CommentRow = Awaited<ReturnType<ReturnType<typeof commentRows>['executeTakeFirstOrThrow']>>
type Topic = Awaited<ReturnType<typeof findTopic>>

/** Only who wrote a comment changes it. */
function actionsOf({ member }: ProjectCtx, topic: Topic, { created_by }: CommentRow) {
  const may = (action: { reword: string | null } | { erase: string | null }) =>
    !member.archived && issueAction(member, topic, action) === true
  return {
    comment_actions: [
      ...(may({ reword: created_by }) ? (['update'] as const) : []),
      ...(may({ erase: created_by }) ? (['delete'] as const) : []),
    ],
  }
}

function replyOf(ctx: ProjectCtx, topic: Topic, row: CommentRow, asked: Asked): CommentReply {
  return {
    guid: row.guid,
    date: row.created_at,
    author: row.author,
    comment: asRead(row.text),
    topic_guid: topic.guid,
    viewpoint_guid: row.viewpoint_guid ?? undefined,
    ...(row.edited_at ? { modified_date: row.edited_at, modified_author: row.author } : {}),
    ...(asksAuthorization(asked) ? { authorization: actionsOf(ctx, topic, row) } : {}),
  }
}

export async function listComments(ctx: ProjectCtx, { params, query }: Ref & { query: Page & Asked }) {
  const topic = await findTopic(ctx, params.topicGuid)
  const { limit, offset } = rowsOf(query)
  let comments = commentRows(ctx, topic.id).where(wanted(query.$filter, columns))
  for (const order of orderedBy(query.$orderby, { date: columns.date.sql }))
    comments = comments.orderBy(order)
  const rows = await comments.orderBy('c.created_at').orderBy('c.id').limit(limit).offset(offset).execute()
  return rows.map((row) => replyOf(ctx, topic, row, query))
}

export async function readComment(ctx: ProjectCtx, { params }: CommentRef, asked: Asked = {}) {
  const topic = await findTopic(ctx, params.topicGuid)
  const row = await commentRows(ctx, topic.id).where(guidOf('c'), '=', params.commentGuid).executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return tagged(ctx.http, replyOf(ctx, topic, row, asked))
}

/** The view that a comment shows, by its GUID in the topic. */
async function viewOf(ctx: ProjectCtx, issueId: string, guid: string | undefined): Promise<string | null> {
  if (!guid) return null
  try {
    return await findViewpoint(ctx, issueId, guid)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new Refusal('bad_request', { fields: { viewpoint_guid: 'Not a part of this issue' } })
  }
}

export async function addComment(
  ctx: ProjectCtx,
  { params, body }: Ref & { body: CommentFields & { guid?: string | undefined } },
) {
  const issue = await holdTopic(ctx, params.topicGuid)
  demand(ctx.member, issue, 'COMMENT')
  const viewpoint_id = await viewOf(ctx, issue.id, body.viewpoint_guid)
  const said = { text: body.comment ?? '', viewpoint_id }
  const comment = await postComment(ctx, issue, said, body.guid)
  if (!comment) throw new Refusal('already_exists', { message: 'There is a comment with this id' })
  return readComment(ctx, { params: { ...params, commentGuid: body.guid ?? comment.id } })
}

export async function putComment(ctx: ProjectCtx, { params, body }: CommentRef & { body: CommentFields }) {
  const issue = await holdTopic(ctx, params.topicGuid)
  const { id, text: before } = await findComment(ctx, issue.id, params.commentGuid)
  await demandMatch(ctx.http, () => readComment(ctx, { params }))
  const viewpoint_id = await viewOf(ctx, issue.id, body.viewpoint_guid)
  const text = namedAgain(body.comment ?? '', before)
  await changeComment(ctx, issue, id, { text, viewpoint_id })
  return readComment(ctx, { params })
}

export async function removeComment(ctx: ProjectCtx, { params }: CommentRef): Promise<void> {
  const issue = await holdTopic(ctx, params.topicGuid)
  const { id: commentId } = await findComment(ctx, issue.id, params.commentGuid)
  await demandMatch(ctx.http, () => readComment(ctx, { params }))
  await eraseComment(ctx, { params: { id: issue.project_id, issueId: issue.id, commentId } })
}
