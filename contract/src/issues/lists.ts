import * as z from 'zod/mini'
import { atLeastOneOf, Id, Instant, LineField } from '../fields.ts'
import { endpoint } from '../http.ts'
import { CustomValues } from './custom-fields.ts'
import { CustomGroup } from './custom-keys.ts'
import { IssueOrder, issueFilter } from './filter.ts'
import { fieldsIn, getFieldAlias, issuePriorities, schemasIn } from './issue-fields.ts'
import { IssueRow, issueStatuses, Pin } from './issues.ts'
import { listEvents } from './list-events.ts'

/** Lists of issues: the list, the board, pins and statistics; saved views and templates. */

/** Fields to group issues by, in the list and on the board. */
export const boardGroups = ['status', ...fieldsIn('group').map(getFieldAlias)] as const

/** A field to group by, built in or `custom_fields.<id>` of the project's own with a choice, a person or a checkbox. */
const IssueGroup = z.union([z.enum(boardGroups), CustomGroup])
export type IssueGroup = z.output<typeof IssueGroup>

export const listIssues = endpoint({
  method: 'GET',
  path: '/api/project/:id/issue',
  access: 'project:VIEWER',
  summary: 'A page of the issues that the caller may see; `next` is the cursor of the following page',
  query: z.object({
    ...issueFilter,
    sort: z.optional(IssueOrder),
    /** groups issues by this field, in the order of its values; `sort` applies within each group */
    group: z.optional(IssueGroup),
    after: z.optional(z.string().check(z.maxLength(1000))),
    limit: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(200))),
  }),
  reply: z.object({ items: z.array(IssueRow), total: z.number(), next: z.nullable(z.string()) }),
  hears: listEvents,
})

export const getBoard = endpoint({
  method: 'GET',
  path: '/api/project/:id/issue/board',
  access: 'project:VIEWER',
  summary: 'The filtered issues as board columns, each with its total and first cards; the list has the rest',
  query: z.object({
    ...issueFilter,
    group: z.optional(IssueGroup),
    sort: z.optional(IssueOrder),
    /** cards per column */
    limit: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(100))),
  }),
  reply: z.object({
    columns: z.array(
      z.object({
        /** value of the grouped field; null for none */
        key: z.nullable(z.string()),
        total: z.number(),
        items: z.array(IssueRow),
        next: z.nullable(z.string()),
      }),
    ),
  }),
  hears: listEvents,
})

export const listPins = endpoint({
  method: 'GET',
  path: '/api/project/:id/issue/pin',
  access: 'project:VIEWER',
  summary:
    'Pins of the filtered issues, one for each location, at most 10,000, newest issue first; with bim_file_header_id, those in this file',
  query: z.object(issueFilter),
  reply: z.array(Pin),
  hears: listEvents,
})

const Count = z.object({ id: z.nullable(Id), name: z.string(), total: z.number(), open: z.number() })
const counts = <const T extends readonly string[]>(keys: T) => z.record(z.enum(keys), z.number())

export const getIssueStat = endpoint({
  method: 'GET',
  path: '/api/project/:id/issue/stat',
  access: 'project:VIEWER',
  summary: 'Statistics of the filtered issues that the caller may see',
  query: z.object({
    ...issueFilter,
    weeks: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(104))),
  }),
  reply: z.object({
    total: z.number(),
    /** still to be done: OPEN, IN_PROGRESS, REOPENED */
    open: z.number(),
    overdue: z.number(),
    due_7_days: z.number(),
    unassigned: z.number(),
    /** number of the caller's open issues */
    mine: z.number(),
    /** closed since the start of this week */
    closed_this_week: z.number(),
    by_status: counts(issueStatuses),
    by_priority: counts(issuePriorities),
    by_type: z.record(z.string(), z.number()),
    by_trade: z.record(z.string(), z.number()),
    by_level: z.array(Count),
    by_section: z.array(Count),
    by_assignee: z.array(Count),
    /** null while nothing was resolved or closed */
    mean_hours_to_resolve: z.nullable(z.number()),
    mean_hours_to_close: z.nullable(z.number()),
    /** share of reopened issues among those that were resolved once; 0 to 1 */
    reopen_rate: z.nullable(z.number()),
    /** the last weeks, oldest first; `week` is its Monday in the project's time zone */
    weekly: z.array(
      z.object({ week: z.iso.date(), opened: z.number(), closed: z.number(), open_at_end: z.number() }),
    ),
  }),
  hears: [...listEvents, 'user.updated'],
})

export const listLabels = endpoint({
  method: 'GET',
  path: '/api/project/:id/issue/label',
  access: 'project:VIEWER',
  summary: 'Labels in use on issues the caller may see, the most used first, at most 500',
  reply: z.array(z.object({ label: z.string(), total: z.number() })),
  hears: listEvents,
})

/** A way to look at the issues: filter, order, layout, columns, as the query of its address. */
const issueViewFields = {
  name: LineField(1, 120),
  is_shared: z.boolean(),
  query: z.string().check(z.maxLength(4000), z.regex(/^[\x20-\x7e]*$/)),
}
export const IssueView = z.object({
  ...issueViewFields,
  id: Id,
  created_by: z.nullable(Id),
  created_at: Instant,
})
export type IssueView = z.output<typeof IssueView>

export const listIssueViews = endpoint({
  method: 'GET',
  path: '/api/project/:id/issue/view',
  access: 'project:VIEWER',
  summary: 'Saved views of the issues: those shared with the project and one’s own, by name',
  reply: z.array(IssueView),
  hears: ['issue_view.updated', 'user.updated'],
})
export const createIssueView = endpoint({
  method: 'POST',
  path: '/api/project/:id/issue/view',
  access: 'project:VIEWER',
  summary: 'Save a view of the issues for oneself or, from CONTRIBUTOR on, for the project',
  body: z.object(issueViewFields),
  reply: IssueView,
  status: 201,
  refuses: ['forbidden', 'conflict'],
  tells: ['issue_view.updated'],
  example: {
    body: { name: 'My overdue', is_shared: false, query: 'assignee_id=me&due=overdue&sort=due_date' },
  },
})
export const updateIssueView = endpoint({
  method: 'PATCH',
  path: '/api/project/:id/issue/view/:issueViewId',
  access: 'project:VIEWER',
  summary: 'Rename, share or replace a view: one’s own or, for EDITORs, a shared one',
  body: atLeastOneOf(issueViewFields),
  reply: IssueView,
  refuses: ['not_found', 'forbidden'],
  tells: ['issue_view.updated'],
  example: { body: { name: 'Overdue' } },
})
export const deleteIssueView = endpoint({
  method: 'DELETE',
  path: '/api/project/:id/issue/view/:issueViewId',
  access: 'project:VIEWER',
  summary: 'Delete a view: one’s own or, for EDITORs, a shared one',
  reply: null,
  refuses: ['not_found', 'forbidden'],
  tells: ['issue_view.updated'],
})

/** Initial fields of new issues created from a template. */
const templateFields = {
  /** name of the template, not of the issue */
  title: LineField(1, 120),
  fields: z.partial(
    z.object({
      ...schemasIn('template'),
      /** values of the project's custom fields except people, by id of the field */
      custom_fields: CustomValues,
    }),
  ),
  /** days from the day of creation; null: no due date */
  due_in_days: z.nullable(z.int().check(z.minimum(0), z.maximum(3650))),
}
export const IssueTemplate = z.object({ ...templateFields, id: Id })
export type IssueTemplate = z.output<typeof IssueTemplate>

export const listIssueTemplates = endpoint({
  method: 'GET',
  path: '/api/project/:id/issue/template',
  access: 'project:VIEWER',
  summary: 'Templates for new issues, by title',
  reply: z.array(IssueTemplate),
  hears: ['issue_template.updated'],
})
export const createIssueTemplate = endpoint({
  method: 'POST',
  path: '/api/project/:id/issue/template',
  access: 'project:EDITOR',
  summary: 'Add a template for new issues',
  body: z.object(templateFields),
  reply: IssueTemplate,
  status: 201,
  refuses: ['conflict'],
  tells: ['issue_template.updated'],
  example: {
    body: {
      title: 'Fire stopping missing',
      fields: { type: 'DEFECT', priority: 'HIGH', trade: 'FIRE_PROTECTION' },
      due_in_days: 7,
    },
  },
})
export const updateIssueTemplate = endpoint({
  method: 'PATCH',
  path: '/api/project/:id/issue/template/:templateId',
  access: 'project:EDITOR',
  summary: 'Update a template',
  body: atLeastOneOf({
    ...templateFields,
    /** the fields that `fields` is based on: changes by others since then are kept */
    fields_before: templateFields.fields,
  }),
  reply: IssueTemplate,
  refuses: ['not_found'],
  tells: ['issue_template.updated'],
  example: { body: { title: 'Fire stopping' } },
})
export const deleteIssueTemplate = endpoint({
  method: 'DELETE',
  path: '/api/project/:id/issue/template/:templateId',
  access: 'project:EDITOR',
  summary: 'Delete a template; issues created from it stay',
  reply: null,
  refuses: ['not_found'],
  tells: ['issue_template.updated'],
})
