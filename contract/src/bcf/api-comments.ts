import * as z from 'zod/mini'
import { TextField } from '../fields.ts'
import { endpoint } from '../http.ts'
import { TopicRef } from './api-topics.ts'
import {
  type BcfApiVersion,
  BcfGuid,
  bcfBody,
  bcfProjectsPath,
  commentActions,
  odata,
  topicEvents,
  versionFields,
  withAuthorization,
} from './api-version.ts'

export const CommentRef = z.extend(TopicRef, { commentGuid: BcfGuid })

const shared = { comment: z.optional(TextField(10_000)), viewpoint_guid: z.optional(BcfGuid) }
export const CommentFields = z.object(shared).check(
  z.refine(({ comment, viewpoint_guid }) => Boolean(comment || viewpoint_guid), {
    error: 'A comment has a text, a viewpoint or both',
    path: ['comment'],
  }),
)
export type CommentFields = z.output<typeof CommentFields>

function commentOf(version: BcfApiVersion) {
  const { until21 } = versionFields(version)
  return z.object({
    guid: z.string(),
    date: z.string(),
    author: z.string(),
    comment: z.string(),
    topic_guid: z.string(),
    viewpoint_guid: z.optional(z.string()),
    /** comments have no threads: ignored */
    ...until21({ reply_to_comment_guid: z.optional(z.string()) }),
    modified_date: z.optional(z.string()),
    modified_author: z.optional(z.string()),
    authorization: z.optional(z.object({ comment_actions: z.array(z.enum(commentActions)) })),
  })
}
export type CommentReply = z.output<ReturnType<typeof commentOf>>

export function commentServices(version: BcfApiVersion) {
  const { since30 } = versionFields(version)
  const at = `${bcfProjectsPath(version)}/:id/topics/:topicGuid/comments` as const
  const Comment = commentOf(version)
  return {
    listComments: endpoint({
      method: 'GET',
      path: at,
      access: 'project:VIEWER',
      summary: `BCF API ${version}: comments on a topic, filtered and ordered by OData`,
      params: TopicRef,
      query: z.object({ ...odata, ...withAuthorization }),
      reply: z.array(Comment),
      refuses: ['too_large'],
      hears: topicEvents,
    }),
    postComment: endpoint({
      method: 'POST',
      path: at,
      access: 'project:CONTRIBUTOR',
      summary: `BCF API ${version}: add a comment to a topic`,
      params: TopicRef,
      body: bcfBody(
        z.extend(z.object(shared), since30({ guid: z.optional(BcfGuid) })).check(
          z.refine(({ comment, viewpoint_guid }) => Boolean(comment || viewpoint_guid), {
            error: 'A comment has a text, a viewpoint or both',
            path: ['comment'],
          }),
        ),
      ),
      reply: Comment,
      status: 201,
      refuses: ['not_found', 'already_exists'],
      tells: ['comment.updated'],
      example: { body: { comment: 'Moved the duct to axis C' } },
    }),
    getComment: endpoint({
      method: 'GET',
      path: `${at}/:commentGuid`,
      access: 'project:VIEWER',
      summary: `BCF API ${version}: one comment`,
      params: CommentRef,
      query: z.object(withAuthorization),
      reply: Comment,
      hears: topicEvents,
    }),
    putComment: endpoint({
      method: 'PUT',
      path: `${at}/:commentGuid`,
      access: 'project:CONTRIBUTOR',
      summary: `BCF API ${version}: update a comment of one’s own`,
      params: CommentRef,
      body: bcfBody(CommentFields),
      reply: Comment,
      refuses: ['forbidden', 'stale'],
      tells: ['comment.updated'],
      example: { body: { comment: 'Moved the duct to axis D' } },
    }),
    deleteComment: endpoint({
      method: 'DELETE',
      path: `${at}/:commentGuid`,
      access: 'project:CONTRIBUTOR',
      summary: `BCF API ${version}: delete a comment of one’s own or, as ADMIN, any comment`,
      params: CommentRef,
      reply: null,
      status: 200,
      refuses: ['forbidden', 'stale'],
      tells: ['comment.updated'],
    }),
  }
}
