import * as z from 'zod/mini'
import { headerTypes } from '../bim/bim.ts'
import { Id } from '../fields.ts'
import { endpoint } from '../http.ts'
import { issueStatuses } from './issues.ts'

/** Search by words over all projects of the caller. */

export const SearchedIssue = z.object({
  id: Id,
  project_id: Id,
  project_name: z.string(),
  number: z.number(),
  name: z.string(),
  status: z.enum(issueStatuses),
})

export const SearchedFile = z.object({
  id: Id,
  project_id: Id,
  project_name: z.string(),
  name: z.string(),
  type_of: z.enum(headerTypes),
})

export const searchAllProjects = endpoint({
  method: 'GET',
  path: '/api/search',
  access: 'user',
  by_token: 'narrowed',
  summary:
    'Issues and files of all projects of the caller with these words: issues by title, description and comments, or by `#number`, changed last first; files by name',
  query: z.object({
    q: z.string().check(z.trim(), z.minLength(2), z.maxLength(200)),
    limit: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(50))),
  }),
  reply: z.object({ issues: z.array(SearchedIssue), files: z.array(SearchedFile) }),
  example: { query: { q: 'crack' } },
  hears: [
    'issue.created',
    'issue.updated',
    'issue.deleted',
    'comment.updated',
    'header.updated',
    'project.updated',
    'project.created',
    'project.deleted',
    'member.updated',
    'member.removed',
  ],
})
