import * as z from 'zod/mini'
import { Id } from '../fields.ts'
import { endpoint } from '../http.ts'
import { issuePriorities } from './issue-fields.ts'
import { IssueCover, issueStatuses } from './issues.ts'

/** The issues of all projects that wait for the caller. */

/** `TO_DO`: assigned to the caller and open; `TO_CHECK`: reported by the caller and resolved */
export const mineKinds = ['TO_DO', 'TO_CHECK'] as const
export type MineKind = (typeof mineKinds)[number]

export const MyIssue = z.object({
  id: Id,
  project_id: Id,
  project_name: z.string(),
  /** where the due date ends */
  project_timezone: z.string(),
  number: z.number(),
  name: z.string(),
  status: z.enum(issueStatuses),
  /** the project's own name of the status; null: the built-in one */
  status_name: z.nullable(z.string()),
  priority: z.enum(issuePriorities),
  due_date: z.nullable(z.iso.date()),
  version: z.number(),
  cover: z.nullable(IssueCover),
})
export type MyIssue = z.output<typeof MyIssue>

/** Cursor: due date, rank of the priority, and id of the last issue of a page. */
export const mineCursor = /^(\d{4}-\d\d-\d\d|infinity)_([0-3])_([0-9a-f-]{36})$/

export const listMyIssues = endpoint({
  method: 'GET',
  path: '/api/issue/mine',
  access: 'user',
  by_token: 'narrowed',
  summary:
    'Issues of all projects that wait for the caller: by due date, then by priority; `next` is the cursor of the following page',
  query: z.object({
    kind: z.enum(mineKinds),
    after: z.optional(z.string().check(z.regex(mineCursor))),
    limit: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(200))),
  }),
  reply: z.object({
    items: z.array(MyIssue),
    totals: z.record(z.enum(mineKinds), z.number()),
    next: z.nullable(z.string()),
  }),
  example: { query: { kind: 'TO_DO' } },
  hears: [
    'issue.created',
    'issue.updated',
    'issue.deleted',
    'project.updated',
    'project.created',
    'project.deleted',
    'member.updated',
    'member.removed',
  ],
})
