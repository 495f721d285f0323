import * as z from 'zod/mini'
import { Id, Instant, TextField } from '../fields.ts'
import { endpoint } from '../http.ts'

/**
 * What happened to an issue: comments and changes in one order, from a log of the project that is only ever added to
 * and in which each entry carries the SHA-256 of itself and of the entry before it.
 */

/** Markdown subset: bold, italic, code, quote, lists, links; `@[Name](user:<id>)` for people and `#12` for issues. */
export const CommentText = TextField(10_000).check(z.minLength(1))

export const Comment = z.object({
  id: Id,
  /** empty once it was deleted */
  text: z.string(),
  created_by: z.nullable(Id),
  /** who wrote it elsewhere, as a file names them; of people who are not here the only name */
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
] as const
export type LogKind = (typeof logKinds)[number]

/** One field's change; `from` and `to` as the issue's own fields are, null for none. */
export const FieldChange = z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })
export type FieldChange = z.output<typeof FieldChange>

export const LogEntry = z.object({
  /** in the project, ascending */
  seq: z.number(),
  issue_id: Id,
  at: Instant,
  by: z.nullable(Id),
  kind: z.enum(logKinds),
  /** of CHANGED */
  changes: z.optional(z.array(FieldChange)),
  /** of COMMENTED: the comment as it is now */
  comment: z.optional(Comment),
  /** what was attached, placed or related, by a name people know */
  subject: z.optional(z.string()),
  /** part of a change of many at once */
  bulk_id: z.optional(Id),
})
export type LogEntry = z.output<typeof LogEntry>

export const listTimeline = endpoint({
  method: 'GET',
  path: '/api/project/:id/issue/:issueId/timeline',
  access: 'project:VIEWER',
  summary:
    'Comments and changes of an issue, the newest page, oldest first; `before` asks for the page before it',
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
    'Comment on an issue; the client may choose the id, and a comment with that id by the same person is answered again',
  body: z.object({
    id: z.optional(Id),
    text: CommentText,
    /** files of this issue that it shows */
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
  summary: 'Change what one wrote',
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
  summary: 'Delete what one wrote, or as ADMIN what anybody wrote; that there was a comment stays to be seen',
  reply: null,
  refuses: ['not_found', 'forbidden'],
  tells: ['comment.updated'],
})

export const listLog = endpoint({
  method: 'GET',
  path: '/api/project/:id/issue/log',
  access: 'project:VIEWER',
  summary:
    'What happened to the issues of a project that the caller sees, newest first; `before` asks for the page after',
  query: z.object({
    before: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1))),
    limit: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(200))),
    by: z.optional(Id),
    kind: z.optional(z.enum(logKinds)),
    from: z.optional(z.iso.date()),
    to: z.optional(z.iso.date()),
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
  summary: 'Recompute the chain of the log: how long it is, its last hash, and where it is broken if it is',
  reply: z.object({
    entries: z.number(),
    /** hex; 64 zeros for an empty log */
    head: z.string(),
    /** the first entry that is not what was written */
    broken_at: z.nullable(z.number()),
  }),
})
