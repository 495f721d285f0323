import * as z from 'zod/mini'
import { Day, Id } from '../fields.ts'
import { trades } from '../projects/trades.ts'
import { issuePriorities, issueSources, issueStatuses, issueTypes } from './issues.ts'

/**
 * Which issues are meant: one filter for the list, the board, the marks in the model, statistics, exports and bulk
 * changes, spelt in an address as here. Several values of one field are separated by commas and mean any of them;
 * several fields mean all of them.
 */

/** A comma-separated list of values of an enumeration, as a query parameter. */
const listOf = <const T extends readonly string[]>(values: T) =>
  z.optional(
    z.pipe(
      z.pipe(
        z.string(),
        z.transform((text: string) => text.split(',')),
      ),
      z.array(z.enum(values)),
    ),
  )

/** A comma-separated list of ids; `none` means without one, `me` the caller where a person is meant. */
const idsOf = <const T extends readonly string[]>(words: T) =>
  z.optional(
    z.pipe(
      z.pipe(
        z.string(),
        z.transform((text: string) => text.split(',')),
      ),
      z.array(z.union([Id, z.enum(words)])).check(z.maxLength(200)),
    ),
  )

export const dueFilters = ['overdue', 'today', 'next_7_days', 'none'] as const

export const issueFilter = {
  /** words in the title, the description or the comments (each may be a beginning), or `#12` */
  q: z.optional(z.string().check(z.maxLength(200))),
  status: listOf(issueStatuses),
  priority: listOf(issuePriorities),
  type: listOf(issueTypes),
  trade: listOf(trades),
  source: listOf(issueSources),
  assignee_id: idsOf(['me', 'none']),
  created_by: idsOf(['me']),
  /** issues that somebody watches */
  watcher_id: idsOf(['me']),
  level_id: idsOf(['none']),
  section_id: idsOf(['none']),
  /** has a place in this file */
  bim_file_header_id: idsOf([]),
  /** labels, whole and in their own spelling; a comma in a label is written `%2C` once more */
  label: z.optional(z.string().check(z.maxLength(2000))),
  stage: z.optional(z.string().check(z.maxLength(60))),
  /** by the project's own calendar; `overdue` and `next_7_days` are of issues still to be done */
  due: z.optional(z.enum(dueFilters)),
  due_from: z.optional(Day),
  due_to: z.optional(Day),
  created_from: z.optional(Day),
  created_to: z.optional(Day),
  updated_from: z.optional(Day),
  updated_to: z.optional(Day),
  closed_from: z.optional(Day),
  closed_to: z.optional(Day),
  /** exactly these, by number: a selection, such as `7,12-40` */
  number: z.optional(
    z.string().check(z.maxLength(12_000), z.regex(/^\d{1,9}(-\d{1,9})?(,\d{1,9}(-\d{1,9})?)*$/)),
  ),
}
export const IssueFilter = z.object(issueFilter)
export type IssueFilter = z.output<typeof IssueFilter>

/** What a list can be sorted by; `-` before it means descending. Ties are ordered by number. */
export const issueSorts = [
  'number',
  'name',
  'status',
  'priority',
  'type',
  'trade',
  'assignee',
  'level',
  'section',
  'due_date',
  'created_at',
  'updated_at',
] as const
export type IssueSort = (typeof issueSorts)[number]
export const IssueOrder = z.enum([...issueSorts, ...issueSorts.map((sort) => `-${sort}` as const)] as [
  IssueSort | `-${IssueSort}`,
  ...(IssueSort | `-${IssueSort}`)[],
])
