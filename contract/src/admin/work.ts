import * as z from 'zod/mini'
import { Id, Instant } from '../fields.ts'
import { endpoint } from '../http.ts'

/** Background work: queues of jobs, mails, and failed conversions of models. */

const WorkCounts = z.object({
  /** kind of job, `conversions` or `mails` */
  name: z.string(),
  waiting: z.number(),
  running: z.number(),
  /** number of the last days */
  failed: z.number(),
  /** since when the oldest one waits; null: none does */
  oldest_at: z.nullable(Instant),
})
export type WorkCounts = z.output<typeof WorkCounts>

export const getWork = endpoint({
  method: 'GET',
  path: '/api/admin/work',
  access: 'operator',
  summary: 'Counts of waiting, running and failed work by kind, and since when the oldest waits',
  reply: z.object({
    conversions: WorkCounts,
    /** failed: given up after three days */
    mails: WorkCounts,
    /** jobs only wake their workers; rows hold the work, so a failed job is repeated automatically */
    jobs: z.array(WorkCounts),
  }),
})

const FailedConversion = z.object({
  id: Id,
  file_name: z.string(),
  version: z.number(),
  size_bytes: z.number(),
  project_id: Id,
  project_name: z.string(),
  company: z.string(),
  /** the error: code, sentence, and advice */
  code: z.string(),
  message: z.string(),
  hint: z.string(),
  attempts: z.number(),
  failed_at: Instant,
})
export type FailedConversion = z.output<typeof FailedConversion>

export const listFailedConversions = endpoint({
  method: 'GET',
  path: '/api/admin/conversion',
  access: 'operator',
  summary: 'List failed conversions, the latest first, 50 at a time; `after` gets the next page',
  query: z.object({
    /** `failed_at,id` of the last conversion of the previous page */
    after: z.optional(
      z.string().check(z.regex(/^[\d:TZ.-]{20,30},[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)),
    ),
  }),
  reply: z.object({ items: z.array(FailedConversion), after: z.nullable(z.string()) }),
})

export const restartConversion = endpoint({
  method: 'POST',
  path: '/api/admin/conversion/:variantId/restart',
  access: 'operator',
  summary: 'Queue a failed conversion again',
  reply: null,
  refuses: ['wrong_state'],
  tells: ['variant.updated'],
})

export const retryMails = endpoint({
  method: 'POST',
  path: '/api/admin/mail/retry',
  access: 'operator',
  summary: 'Queue all mails that were given up again; they are sent within a minute',
  reply: z.object({ mails: z.number() }),
})
