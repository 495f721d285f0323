import * as z from 'zod/mini'
import { Id, Instant } from '../fields.ts'
import { bytes, endpoint } from '../http.ts'

/** Comparison of rows with the stored bytes that they name. The last one is kept. */

export const storeCheckStates = ['RUNNING', 'COMPLETED', 'CANCELLED', 'FAILED'] as const
/** WITHOUT_ROW: stored for more than a day, and no row names it */
export const storeFindingKinds = ['MISSING', 'WRONG_SIZE', 'WRONG_SUM', 'WITHOUT_ROW'] as const
/** findings in the reply; the export has up to MAX_KEPT_FINDINGS */
export const MAX_SHOWN_FINDINGS = 200
export const MAX_KEPT_FINDINGS = 20_000

const StoreFinding = z.object({
  number: z.number(),
  kind: z.enum(storeFindingKinds),
  key: z.string(),
  /** English: the display name of the row; '' without a row */
  subject: z.string(),
  /** stored bytes; null: missing */
  size: z.nullable(z.number()),
  /** number of bytes in the row; null: unknown */
  expected_size: z.nullable(z.number()),
})
export type StoreFinding = z.output<typeof StoreFinding>

const StoreCheck = z.object({
  id: Id,
  state: z.enum(storeCheckStates),
  /** contents are compared with the checksums of their rows */
  with_sums: z.boolean(),
  started_at: Instant,
  ended_at: z.nullable(Instant),
  /** files that rows name */
  checked: z.number(),
  /** bytes read for checksums */
  summed_bytes: z.number(),
  /** stored files that were compared with rows, after all rows */
  listed: z.number(),
  missing: z.number(),
  /** wrong sizes and checksums */
  damaged: z.number(),
  without_row: z.number(),
  without_row_bytes: z.number(),
  /** English sentence of a failed check */
  error: z.nullable(z.string()),
  /** the first findings */
  findings: z.array(StoreFinding),
})
export type StoreCheck = z.output<typeof StoreCheck>

export const getStoreCheck = endpoint({
  method: 'GET',
  path: '/api/admin/store-check',
  access: 'operator',
  summary:
    'Get the last check of the stored files, or the running one, with its first 200 findings; null: none',
  reply: z.object({ check: z.nullable(StoreCheck) }),
})

export const startStoreCheck = endpoint({
  method: 'POST',
  path: '/api/admin/store-check',
  access: 'operator',
  summary:
    'Start to compare rows with the stored files that they name, in the background, also during maintenance; replaces the last result',
  body: z.object({
    /** reads every file with a checksum in its row */
    with_sums: z.boolean(),
  }),
  reply: null,
  refuses: ['wrong_state'],
  example: { body: { with_sums: false } },
})

export const cancelStoreCheck = endpoint({
  method: 'POST',
  path: '/api/admin/store-check/cancel',
  access: 'operator',
  summary: 'Cancel the running check of the stored files; its findings stay',
  reply: null,
  refuses: ['wrong_state'],
})

export const exportStoreCheck = endpoint({
  method: 'GET',
  path: '/api/admin/store-check/csv',
  access: 'operator',
  summary: 'Export the findings of the last check of the stored files as CSV, up to 20,000',
  reply: bytes('text/csv'),
})
