import type { CommentReply } from '@plumbline/contract/bcf/api-comments'
import { evaluateIssueAction } from '@plumbline/contract/issues/issues.rules'
import { sql } from 'kysely'
import type { ProjectCtx } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import { asRead } from '../named-people.ts'
import { guidOf, nobody } from '../topic-of.ts'
import { findTopic, findViewpoint } from './find.ts'
import { tagged } from './tags.ts'
import { type Asked, asksAuthorization } from './topics.ts'

export interface Ref {
  params: { topicGuid: string }
}
export interface CommentRef {
  params: { topicGuid: string; commentGuid: string }
}

/** by e-mail, or as the file named them that the comment came in with */
export const author = sql<string>`coalesce(author.email, c.bcf->>'author', ${nobody}::text)`
/** Comments on an issue that the caller sees. */
export const commentRows = ({ tx }: ProjectCtx, issueId: string) =>
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
    !member.archived && evaluateIssueAction(member, topic, action) === true
  return {
    comment_actions: [
      ...(may({ reword: created_by }) ? (['update'] as const) : []),
      ...(may({ erase: created_by }) ? (['delete'] as const) : []),
    ],
  }
}

export function replyOf(ctx: ProjectCtx, topic: Topic, row: CommentRow, asked: Asked): CommentReply {
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

export async function readComment(ctx: ProjectCtx, { params }: CommentRef, asked: Asked = {}) {
  const topic = await findTopic(ctx, params.topicGuid)
  const row = await commentRows(ctx, topic.id).where(guidOf('c'), '=', params.commentGuid).executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return tagged(ctx.http, replyOf(ctx, topic, row, asked))
}

/** The view that a comment shows, by its GUID in the topic. */
export async function viewOf(
  ctx: ProjectCtx,
  issueId: string,
  guid: string | undefined,
): Promise<string | null> {
  if (!guid) return null
  try {
    return await findViewpoint(ctx, issueId, guid)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new Refusal('bad_request', { fields: { viewpoint_guid: 'Not a part of this issue' } })
  }
}
