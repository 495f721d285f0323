import type { CommentReply } from '@plumbline/contract/bcf/api-comments'
import { evaluateIssueAction } from '@plumbline/contract/issues/issues.rules'
import { reason } from '@plumbline/contract/reasons'
import { sql } from 'kysely'
import type { ProjectCtx } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import { guidColumn, unknownAuthor } from '../build-topic.ts'
import { formatMentions } from '../mentions.ts'
import { tagEntity } from './tags.ts'
import { getTopicRow, getViewpointId } from './topic-rows.ts'
import { type AuthorizationQuery, isAuthorizationRequested } from './topics.ts'

export interface CommentInput {
  params: { topicGuid: string; commentGuid: string }
}

/** SQL: the author's e-mail address, or the author named by the imported file */
export const commentAuthor = sql<string>`coalesce(author.email, c.bcf->>'author', ${unknownAuthor}::text)`
/** Selects the comments of an issue. */
export const selectComments = ({ tx }: ProjectCtx, issueId: string) =>
  tx
    .selectFrom('issue_comments as c')
    .leftJoin('users as author', 'author.id', 'c.created_by')
    .leftJoin('issue_viewpoints as v', 'v.id', 'c.viewpoint_id')
    .where('c.issue_id', '=', issueId)
    .where('c.deleted_at', 'is', null)
    .select(['c.text', 'c.created_by', 'c.created_at', 'c.edited_at', commentAuthor.as('author')])
    .select([guidColumn('c').as('guid'), guidColumn('v').as('viewpoint_guid')])

type CommentRow = Awaited<ReturnType<ReturnType<typeof selectComments>['executeTakeFirstOrThrow']>>
type Topic = Awaited<ReturnType<typeof getTopicRow>>

/** Only its author may edit a comment. */
function buildAuthorization({ member }: ProjectCtx, topic: Topic, { created_by }: CommentRow) {
  const may = (action: { reword: string | null } | { erase: string | null }) =>
    !member.archived && evaluateIssueAction(member, topic, action) === true
  return {
    comment_actions: [
      ...(may({ reword: created_by }) ? (['update'] as const) : []),
      ...(may({ erase: created_by }) ? (['delete'] as const) : []),
    ],
  }
}

export function buildCommentReply(
  ctx: ProjectCtx,
  topic: Topic,
  row: CommentRow,
  query: AuthorizationQuery,
): CommentReply {
  return {
    guid: row.guid,
    date: row.created_at,
    author: row.author,
    comment: formatMentions(row.text),
    topic_guid: topic.guid,
    viewpoint_guid: row.viewpoint_guid ?? undefined,
    ...(row.edited_at ? { modified_date: row.edited_at, modified_author: row.author } : {}),
    ...(isAuthorizationRequested(query) ? { authorization: buildAuthorization(ctx, topic, row) } : {}),
  }
}

export async function getCommentReply(
  ctx: ProjectCtx,
  { params }: CommentInput,
  query: AuthorizationQuery = {},
) {
  const topic = await getTopicRow(ctx, params.topicGuid)
  const row = await selectComments(ctx, topic.id)
    .where(guidColumn('c'), '=', params.commentGuid)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return tagEntity(ctx.http, buildCommentReply(ctx, topic, row, query))
}

/** Id of the viewpoint that a comment refers to. @throws Refusal if the topic has no such viewpoint */
export async function findCommentViewpointId(
  ctx: ProjectCtx,
  issueId: string,
  guid: string | undefined,
): Promise<string | null> {
  if (!guid) return null
  try {
    return await getViewpointId(ctx, issueId, guid)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new Refusal('bad_request', { fields: { viewpoint_guid: reason('not_in_issue') } })
  }
}
