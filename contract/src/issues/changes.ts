import * as z from 'zod/mini'
import { Member } from '../access/access.ts'
import { Header } from '../bim/bim.ts'
import { Id } from '../fields.ts'
import { endpoint } from '../http.ts'
import { Level, Section } from '../projects/projects.ts'
import { Issue } from './issues.ts'
import { LogEntry } from './timeline.ts'

/** Changes of a project since a moment, for devices with an offline copy. */

/** newest timeline entries of each issue in `listChanges` */
export const CHANGES_TIMELINE_SIZE = 20

export const ChangedIssue = z.object({
  issue: Issue,
  /** its newest entries, oldest first, as in `listTimeline` */
  timeline: z.object({ items: z.array(LogEntry), before: z.nullable(z.number()) }),
})
export type ChangedIssue = z.output<typeof ChangedIssue>

export const listChanges = endpoint({
  method: 'GET',
  path: '/api/project/:id/changes',
  access: 'project:VIEWER',
  summary:
    'What changed in a project since `next` of an earlier read, in pages; without `after`, everything. Issues come with their timeline; people, levels, sections and files come whole, and only if they changed since `tags`',
  query: z.object({
    after: z.optional(z.string().check(z.maxLength(200))),
    tags: z.optional(z.string().check(z.maxLength(200))),
    limit: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(250))),
  }),
  reply: z.object({
    /** true: the caller's rights have changed, so that all data read earlier must be dropped */
    reset: z.boolean(),
    issues: z.array(ChangedIssue),
    /** ids of issues that were deleted, or that the caller may no longer see */
    gone: z.array(Id),
    members: z.nullable(z.array(Member)),
    levels: z.nullable(z.array(Level)),
    sections: z.nullable(z.array(Section)),
    files: z.nullable(z.array(Header)),
    tags: z.string(),
    /** cursor of the next read; also after the last page */
    next: z.string(),
    /** whether there is a next page now */
    more: z.boolean(),
  }),
  hears: [
    'issue.created',
    'issue.updated',
    'issue.deleted',
    'comment.updated',
    'project.updated',
    'member.added',
    'member.updated',
    'member.removed',
    'user.updated',
    'team.updated',
    'level.updated',
    'section.updated',
    'header.updated',
    'variant.updated',
  ],
})
