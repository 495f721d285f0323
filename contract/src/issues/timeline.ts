import * as z from 'zod/mini'
import { Day, Id, Instant, TextField } from '../fields.ts'
import { endpoint } from '../http.ts'
import { anchorStates, foundWays } from './anchors.ts'

/**
 * The timeline of an issue: comments and changes in order, from the project's append-only log, a hash chain in which each
 * entry carries the SHA-256 of itself and its predecessor.
 */

/** Markdown subset: bold, italic, code, quote, lists, links; `@[Name](user:<id>)` for people and `#12` for issues. */
export const CommentText = TextField(10_000).check(z.minLength(1))

export const Comment = z.object({
  id: Id,
  /** empty after its deletion */
  text: z.string(),
  created_by: z.nullable(Id),
  /** the author from a BCF file, for authors without an account */
  author: z.nullable(z.string()),
  created_at: Instant,
  edited_at: z.nullable(Instant),
  deleted_at: z.nullable(Instant),
  attachment_ids: z.array(Id),
  viewpoint_id: z.nullable(Id),
})
export type Comment = z.output<typeof Comment>

export const logKinds = [
  'CREATED',
  'CHANGED',
  'DELETED',
  'RESTORED',
  'COMMENTED',
  'COMMENT_EDITED',
  'COMMENT_DELETED',
  'ATTACHED',
  'DETACHED',
  'MARKED_UP',
  'VIEW_ADDED',
  'VIEW_REMOVED',
  'PLACED',
  'UNPLACED',
  'RELATED',
  'UNRELATED',
  'FOLLOWED',
  // views name or show the elements of another version of a model
  'VIEWS_FOLLOWED',
  'LOCATED',
  // the account of a person named in the issue was merged into another account
  'MERGED',
] as const
export type LogKind = (typeof logKinds)[number]

/** A change of one field; `from` and `to` are values of the issue's field, null for none. */
export const FieldChange = z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })
export type FieldChange = z.output<typeof FieldChange>

/** The result for a place in another version of its file. */
export const FollowedPlace = z.object({
  file: z.string(),
  version: z.number(),
  state: z.enum(anchorStates),
  found_by: z.nullable(z.enum(foundWays)),
  moved_m: z.nullable(z.number()),
})
export type FollowedPlace = z.output<typeof FollowedPlace>

export const LogEntry = z.object({
  /** sequence number in the project, ascending */
  seq: z.number(),
  issue_id: Id,
  at: Instant,
  by: z.nullable(Id),
  kind: z.enum(logKinds),
  /** only for CHANGED */
  changes: z.optional(z.array(FieldChange)),
  /** only for COMMENTED: the current comment */
  comment: z.optional(Comment),
  /** only for COMMENT_EDITED and COMMENT_DELETED: the current comment, for clients that have loaded its earlier entry */
  current_comment: z.optional(Comment),
  /** only for FOLLOWED */
  followed: z.optional(FollowedPlace),
  /** display name of the attached file, anchor or related issue */
  subject: z.optional(z.string()),
  /** id of the bulk change that it belongs to */
  bulk_id: z.optional(Id),
})
export type LogEntry = z.output<typeof LogEntry>

export const listTimeline = endpoint({
  method: 'GET',
  path: '/api/project/:id/issue/:issueId/timeline',
  access: 'project:VIEWER',
  summary:
    'The newest page of comments and changes of an issue, oldest first; `before` gets the preceding page',
  query: z.object({
    before: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1))),
    limit: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(200))),
  }),
  reply: z.object({ items: z.array(LogEntry), before: z.nullable(z.number()) }),
  refuses: ['not_found'],
  // which issues contributors see is a setting of the project
  hears: [
    'issue.created',
    'issue.updated',
    'issue.deleted',
    'comment.updated',
    'project.updated',
    'user.updated',
  ],
})

export const addComment = endpoint({
  method: 'POST',
  path: '/api/project/:id/issue/:issueId/comment',
  access: 'project:CONTRIBUTOR',
  summary:
    'Comment on an issue; the client may choose the id: repeating the request with it returns the existing comment',
  body: z.object({
    id: z.optional(Id),
    text: CommentText,
    /** ids of attachments of the issue that the comment shows */
    attachment_ids: z.optional(z.array(Id).check(z.maxLength(20))),
    viewpoint_id: z.optional(z.nullable(Id)),
  }),
  reply: Comment,
  status: 201,
  refuses: ['not_found', 'already_exists'],
  tells: ['comment.updated'],
  example: { body: { text: 'Repaired on **Tuesday**, see the photo.' } },
})

export const editComment = endpoint({
  method: 'PATCH',
  path: '/api/project/:id/issue/:issueId/comment/:commentId',
  access: 'project:CONTRIBUTOR',
  summary: 'Edit one’s own comment',
  body: z.object({ text: CommentText }),
  reply: Comment,
  refuses: ['not_found', 'forbidden'],
  tells: ['comment.updated'],
  example: { body: { text: 'Repaired on Wednesday.' } },
})

export const deleteComment = endpoint({
  method: 'DELETE',
  path: '/api/project/:id/issue/:issueId/comment/:commentId',
  access: 'project:CONTRIBUTOR',
  summary: 'Delete one’s own comment, or any as ADMIN; the timeline still shows that there was one',
  reply: null,
  refuses: ['not_found', 'forbidden'],
  tells: ['comment.updated'],
})

export const listLog = endpoint({
  method: 'GET',
  path: '/api/project/:id/issue/log',
  access: 'project:VIEWER',
  summary: 'The log of the issues that the caller may see, newest first; `before` gets the next page',
  query: z.object({
    before: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1))),
    limit: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(200))),
    by: z.optional(Id),
    kind: z.optional(z.enum(logKinds)),
    from: z.optional(Day),
    to: z.optional(Day),
  }),
  reply: z.object({
    items: z.array(z.object({ ...LogEntry.shape, issue_number: z.number(), issue_name: z.string() })),
    before: z.nullable(z.number()),
  }),
  hears: [
    'project.updated',
    'issue.created',
    'issue.updated',
    'issue.deleted',
    'comment.updated',
    'user.updated',
    'member.updated',
  ],
})

export const checkLog = endpoint({
  method: 'GET',
  path: '/api/project/:id/issue/log/check',
  access: 'project:ADMIN',
  summary: 'Verify the hash chain of the log: its length, its last hash, and the first broken entry if any',
  reply: z.object({
    entries: z.number(),
    /** hex; 64 zeros for an empty log */
    head: z.string(),
    /** seq of the first entry that does not match its hash, null if the chain is intact */
    broken_at: z.nullable(z.number()),
  }),
})
