import * as z from 'zod/mini'
import { Id, Instant, LineField } from '../fields.ts'
import { FileNameField } from '../file-names.ts'
import { bytes, endpoint } from '../http.ts'
import { IssueOrder, issueFilter } from '../issues/filter.ts'

/**
 * Export and import of issues as BCF archives (buildingSMART BCF-XML). An import is first read and compared, topic by
 * topic, for a preview; applying it is one transaction. Conflicts are merged by field, never refused.
 */

export const maxBcfBytes = 2_000_000_000
export const maxBcfTopics = 20_000
/** unfinished imports per project: waiting to be read, or for a decision */
export const maxBcfImports = 5

export const bcfFormats = ['2.1', '3.0'] as const

export const exportBcf = endpoint({
  method: 'GET',
  path: '/api/project/:id/bcf/export',
  access: 'project:VIEWER',
  summary: 'Export the filtered issues, or those in `ids`, as a BCF archive with pictures and files',
  query: z.object({
    ...issueFilter,
    sort: z.optional(IssueOrder),
    /** issue ids separated by commas, in place of a filter */
    ids: z.optional(z.string().check(z.maxLength(8000))),
    version: z.enum(bcfFormats),
  }),
  reply: bytes('application/octet-stream'),
  refuses: ['too_large', 'too_many_requests'],
  example: { query: { version: '3.0' } },
})

/**
 * READING (parsing and comparing the archive) → READY (the preview waits for a decision) → APPLYING → DONE; FAILED with a
 * reason; CANCELLED. An undecided preview is cancelled after a day.
 */
export const bcfImportStates = ['READING', 'READY', 'APPLYING', 'DONE', 'FAILED', 'CANCELLED'] as const
export const bcfOutcomes = ['NEW', 'CHANGED', 'SAME', 'CONFLICT', 'DELETED'] as const

export const BcfImport = z.object({
  id: Id,
  file_name: LineField(1, 255),
  size_bytes: z.number(),
  state: z.enum(bcfImportStates),
  /** per cent of the current step, by topics */
  progress: z.number(),
  /** BCF version of the file, once known */
  version: z.nullable(z.enum(['1.0', '2.0', '2.1', '3.0'])),
  /** the project's name in the file */
  project_name: z.nullable(z.string()),
  topics: z.number(),
  /** topics by planned or, in DONE, actual outcome: SAME is unchanged, DELETED was deleted here and stays deleted */
  outcomes: z.record(z.enum(bcfOutcomes), z.number()),
  /** people of the file with the member that each is mapped to, by e-mail or by choice */
  people: z.array(z.object({ author: z.string(), topics: z.number(), user_id: z.nullable(Id) })),
  /** parts that were changed or left out, one entry per kind */
  warnings: z.array(z.object({ code: z.string(), message: z.string(), count: z.number() })),
  error: z.nullable(z.object({ code: z.string(), message: z.string(), hint: z.string() })),
  /** in DONE and for a single import: issue numbers as ranges for a list filter; null if too many */
  numbers: z.nullable(z.string()),
  created_by: z.nullable(Id),
  created_at: Instant,
})
export type BcfImport = z.output<typeof BcfImport>

/** A field that differs: our value, the file's value, and the side that wins. */
export const BcfDifference = z.object({
  field: z.string(),
  ours: z.string(),
  theirs: z.string(),
  taken: z.enum(['OURS', 'THEIRS']),
  /** changed on both sides since the last exchange; the later change wins */
  conflict: z.boolean(),
})
export const BcfImportRow = z.object({
  /** any UUID version, or none */
  guid: z.guid(),
  title: z.string(),
  /** number of the existing issue */
  number: z.nullable(z.number()),
  outcome: z.enum(bcfOutcomes),
  differences: z.array(BcfDifference),
  /** counts of parts to add */
  comments: z.number(),
  viewpoints: z.number(),
  documents: z.number(),
})
export type BcfImportRow = z.output<typeof BcfImportRow>

export const startBcfImport = endpoint({
  method: 'POST',
  path: '/api/project/:id/bcf/import',
  access: 'project:EDITOR',
  summary: 'Read a BCF archive (1.0, 2.0, 2.1, 3.0) and compare it for a preview; nothing is changed yet',
  query: z.object({ name: FileNameField(255) }),
  upload: { accepts: ['application/octet-stream', 'application/zip'], max_bytes: maxBcfBytes },
  reply: BcfImport,
  status: 202,
  refuses: ['unsupported_type', 'too_large', 'conflict', 'too_many_requests'],
  tells: ['bcf_import.updated'],
  example: { query: { name: 'clashes.bcf' } },
})

export const listBcfImports = endpoint({
  method: 'GET',
  path: '/api/project/:id/bcf/import',
  access: 'project:EDITOR',
  summary: 'Imports of the last 30 days, newest first, at most 50',
  reply: z.array(BcfImport),
  hears: ['bcf_import.updated'],
})

export const getBcfImport = endpoint({
  method: 'GET',
  path: '/api/project/:id/bcf/import/:importId',
  access: 'project:EDITOR',
  summary: 'One import with its progress and results',
  reply: BcfImport,
  hears: ['bcf_import.updated'],
})

export const listBcfImportRows = endpoint({
  method: 'GET',
  path: '/api/project/:id/bcf/import/:importId/topic',
  access: 'project:EDITOR',
  summary: 'Topics of an import in the order of the file, 100 at a time',
  query: z.object({
    outcome: z.optional(z.enum(bcfOutcomes)),
    /** position of the last topic of the previous page */
    after: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(0))),
  }),
  reply: z.object({ rows: z.array(BcfImportRow), next: z.nullable(z.number()) }),
  hears: ['bcf_import.updated'],
})

export const applyBcfImport = endpoint({
  method: 'POST',
  path: '/api/project/:id/bcf/import/:importId/apply',
  access: 'project:EDITOR',
  summary:
    'Apply a previewed import: all of it, or new topics only. Importing the same file again changes nothing',
  body: z.object({
    /** members chosen for people without an account; others keep the name in the file */
    people: z.optional(
      z.array(z.object({ author: z.string().check(z.maxLength(500)), user_id: Id })).check(z.maxLength(1000)),
    ),
    /** existing issues are merged by field, or skipped */
    known: z.enum(['MERGE', 'SKIP']),
  }),
  reply: BcfImport,
  status: 202,
  refuses: ['not_found', 'wrong_state', 'conflict'],
  tells: ['bcf_import.updated'],
  example: { body: { known: 'MERGE' } },
})

export const cancelBcfImport = endpoint({
  method: 'DELETE',
  path: '/api/project/:id/bcf/import/:importId',
  access: 'project:EDITOR',
  summary: 'Cancel an import and discard its preview; an applied import stays',
  reply: null,
  refuses: ['not_found', 'wrong_state'],
  tells: ['bcf_import.updated'],
})
