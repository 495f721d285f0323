import * as z from 'zod/mini'
import { Id, SentReason, TextField } from '../fields.ts'
import { bytes, endpoint } from '../http.ts'
import { CustomValueChanges } from './custom-fields.ts'
import { IssueOrder, issueFilter } from './filter.ts'
import { issueFields, schemasIn } from './issue-fields.ts'
import { issueStatuses } from './issues.ts'

/** Bulk changes of issues, and import and export of issues as files. */

export const maxBulk = 10_000

/** The issues to change: by ids, or by a filter (a query string without `?`). */
const selection = {
  ids: z.optional(z.array(Id).check(z.minLength(1), z.maxLength(maxBulk))),
  filter: z.optional(z.string().check(z.maxLength(12_000))),
}
const bulkChange = z.partial(
  z.object({
    status: z.enum(issueStatuses),
    ...schemasIn('bulk'),
    /** values of the project's custom fields; null empties one */
    custom_fields: CustomValueChanges,
    add_labels: issueFields.labels,
    remove_labels: issueFields.labels,
    /** text of a comment added to each issue; counts as proof for RESOLVED */
    comment: TextField(10_000).check(z.minLength(1)),
    deleted: z.literal(true),
  }),
)
export const bulkOutcomes = ['CHANGED', 'SAME', 'REFUSED'] as const
export const BulkResult = z.object({
  issue_id: Id,
  number: z.number(),
  name: z.string(),
  outcome: z.enum(bulkOutcomes),
  /** why it was refused */
  message: z.optional(z.string()),
  reason: z.optional(SentReason),
})
export type BulkResult = z.output<typeof BulkResult>
const BulkReply = z.object({
  /** id to undo the change by; null in a preview and if nothing changed */
  bulk_id: z.nullable(Id),
  changed: z.number(),
  same: z.number(),
  refused: z.number(),
  /** one per issue, ordered by number */
  results: z.array(BulkResult),
})
export type BulkReply = z.output<typeof BulkReply>

export const bulkChangeIssues = endpoint({
  method: 'POST',
  path: '/api/project/:id/issue/bulk',
  access: 'project:EDITOR',
  summary: 'Change up to 10,000 issues at once; `preview` only returns the outcome for each',
  body: z.object({ ...selection, change: bulkChange, preview: z.optional(z.boolean()) }),
  reply: BulkReply,
  refuses: ['too_large'],
  tells: ['issue.updated', 'issue.deleted'],
  example: { body: { filter: 'status=OPEN', change: { priority: 'HIGH' }, preview: true } },
})

export const undoBulk = endpoint({
  method: 'POST',
  path: '/api/project/:id/issue/bulk/:bulkId/undo',
  access: 'project:EDITOR',
  summary: 'Undo one’s own bulk change within a day; issues changed since are left alone',
  reply: BulkReply,
  refuses: ['not_found', 'wrong_state'],
  tells: ['issue.updated', 'issue.created'],
})

export const exportFormats = ['xlsx', 'csv', 'pdf'] as const
export const exportIssues = endpoint({
  method: 'GET',
  path: '/api/project/:id/issue/export',
  access: 'project:VIEWER',
  summary:
    'The filtered issues as a workbook, as CSV (UTF-8, RFC 4180) or as a report in PDF (at most 1,000 issues)',
  query: z.object({
    ...issueFilter,
    sort: z.optional(IssueOrder),
    format: z.enum(exportFormats),
    /** PDF only: `false` leaves out the pictures, for a small file */
    pictures: z.optional(z.enum(['true', 'false'])),
    language: z.optional(z.enum(['en', 'de', 'fr', 'es'])),
  }),
  reply: bytes('application/octet-stream'),
  refuses: ['too_large', 'too_many_requests'],
  example: { query: { format: 'csv' } },
})

export const importOutcomes = ['NEW', 'CHANGED', 'SAME', 'REFUSED'] as const
export const ImportRow = z.object({
  /** row number in the sheet, from 2 */
  row: z.number(),
  number: z.nullable(z.number()),
  name: z.string(),
  outcome: z.enum(importOutcomes),
  fields: z.array(z.string()),
  message: z.optional(z.string()),
  reason: z.optional(SentReason),
})
export type ImportRow = z.output<typeof ImportRow>
export const importIssues = endpoint({
  method: 'POST',
  path: '/api/project/:id/issue/import',
  access: 'project:EDITOR',
  summary:
    'Import an exported workbook or CSV: rows with a number update that issue, rows without create one. All rows or none are imported; `preview` only returns the outcomes',
  query: z.object({ preview: z.optional(z.enum(['true', 'false'])) }),
  upload: {
    accepts: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'text/csv'],
    max_bytes: 25_000_000,
  },
  reply: z.object({
    new: z.number(),
    changed: z.number(),
    same: z.number(),
    refused: z.number(),
    rows: z.array(ImportRow),
    /** heads of unknown columns, which were ignored */
    ignored: z.array(z.string()),
  }),
  refuses: ['unsupported_type', 'too_large', 'stale'],
  tells: ['issue.created', 'issue.updated', 'comment.updated'],
  example: { query: { preview: 'true' } },
})
