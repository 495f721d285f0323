import * as z from 'zod/mini'
import { Id, Instant, LineField } from '../fields.ts'
import { bytes, endpoint } from '../http.ts'
import { IssueOrder, issueFilter } from '../issues/filter.ts'

/**
 * Issues as BCF archives (buildingSMART BCF-XML) and back. A file is read and compared first, topic by topic, and shown
 * as a preview; taking it over is one transaction. What is in doubt is merged by field, never refused.
 */

export const maxBcfBytes = 2_000_000_000
export const maxBcfTopics = 20_000
/** that wait for being read or for a decision, in one project */
export const maxBcfImports = 5

export const bcfFormats = ['2.1', '3.0'] as const

export const exportBcf = endpoint({
  method: 'GET',
  path: '/api/project/:id/bcf/export',
  access: 'project:VIEWER',
  summary: 'The filtered issues, or those named by `ids`, as a BCF archive with pictures and files',
  query: z.object({
    ...issueFilter,
    sort: z.optional(IssueOrder),
    /** separated by commas; instead of a filter */
    ids: z.optional(z.string().check(z.maxLength(8000))),
    version: z.enum(bcfFormats),
  }),
  reply: bytes('application/octet-stream'),
  refuses: ['too_large', 'too_many_requests'],
  example: { query: { version: '3.0' } },
})

/**
 * READING (the archive, against what is here) → READY (the preview waits for a decision) → APPLYING → DONE; FAILED with a
 * reason; CANCELLED. A preview that nobody decides on is dropped after a day.
 */
export const bcfImportStates = ['READING', 'READY', 'APPLYING', 'DONE', 'FAILED', 'CANCELLED'] as const
export const bcfOutcomes = ['NEW', 'CHANGED', 'SAME', 'CONFLICT', 'DELETED'] as const

export const BcfImport = z.object({
  id: Id,
  file_name: LineField(1, 255),
  size_bytes: z.number(),
  state: z.enum(bcfImportStates),
  /** per cent of the present state's work, by topics */
  progress: z.number(),
  /** of the file, once it is known */
  version: z.nullable(z.enum(['2.0', '2.1', '3.0'])),
  /** the project's name in the file */
  project_name: z.nullable(z.string()),
  topics: z.number(),
  /** topics by what would become of them, and in DONE has: SAME changes nothing, DELETED were deleted here and stay so */
  outcomes: z.record(z.enum(bcfOutcomes), z.number()),
  /** people of the file as it names them, with whom they are taken for: by e-mail among the members, or chosen */
  people: z.array(z.object({ author: z.string(), topics: z.number(), user_id: z.nullable(Id) })),
  /** what was left out, each kind once */
  warnings: z.array(z.object({ code: z.string(), message: z.string(), count: z.number() })),
  error: z.nullable(z.object({ code: z.string(), message: z.string(), hint: z.string() })),
  /** of one that is DONE, asked for by itself: the file's issues, as the filter of a list names them; null: too many */
  numbers: z.nullable(z.string()),
  created_by: z.nullable(Id),
  created_at: Instant,
})
export type BcfImport = z.output<typeof BcfImport>

/** A field that differs: what is here, what the file says, and what will be taken. */
export const BcfDifference = z.object({
  field: z.string(),
  ours: z.string(),
  theirs: z.string(),
  taken: z.enum(['OURS', 'THEIRS']),
  /** changed on both sides since they last agreed; the later change is taken */
  conflict: z.boolean(),
})
export const BcfImportRow = z.object({
  guid: Id,
  title: z.string(),
  /** the issue that it is here */
  number: z.nullable(z.number()),
  outcome: z.enum(bcfOutcomes),
  differences: z.array(BcfDifference),
  /** how many would be added */
  comments: z.number(),
  viewpoints: z.number(),
  documents: z.number(),
})
export type BcfImportRow = z.output<typeof BcfImportRow>

export const startBcfImport = endpoint({
  method: 'POST',
  path: '/api/project/:id/bcf/import',
  access: 'project:EDITOR',
  summary: 'Read a BCF archive (2.0, 2.1, 3.0) and compare it; nothing is changed yet',
  query: z.object({ name: LineField(1, 255) }),
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
  summary: 'Imports of the last 30 days, the newest first, at most 50',
  reply: z.array(BcfImport),
  hears: ['bcf_import.updated'],
})

export const getBcfImport = endpoint({
  method: 'GET',
  path: '/api/project/:id/bcf/import/:importId',
  access: 'project:EDITOR',
  summary: 'An import: how far it is, and what it found',
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
    /** place of the last topic of the page before */
    after: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(0))),
  }),
  reply: z.object({ rows: z.array(BcfImportRow), next: z.nullable(z.number()) }),
  hears: ['bcf_import.updated'],
})

export const applyBcfImport = endpoint({
  method: 'POST',
  path: '/api/project/:id/bcf/import/:importId/apply',
  access: 'project:EDITOR',
  summary: 'Take a read archive over: all of it, or new topics alone. Twice changes nothing',
  body: z.object({
    /** people whose e-mail is not a member’s, and who they are; others stay as the file names them */
    people: z.optional(
      z.array(z.object({ author: z.string().check(z.maxLength(500)), user_id: Id })).check(z.maxLength(1000)),
    ),
    /** what becomes of issues that are here: merged by field, or left as they are */
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
  summary: 'Stop an import and drop what was read; what is taken over already stays',
  reply: null,
  refuses: ['not_found', 'wrong_state'],
  tells: ['bcf_import.updated'],
})
