import * as z from 'zod/mini'
import { Id, Instant } from '../fields.ts'
import { endpoint } from '../http.ts'

/** Background runs: work over many items, started by an operator and processed one item at a time. */

export const runKinds = ['RECONVERSION', 'REINDEX'] as const
export type RunKind = (typeof runKinds)[number]
export const runScopes = ['COMPANY', 'PROJECT', 'MODEL'] as const
/** failures in the reply; all are counted */
export const MAX_SHOWN_FAILURES = 200

const RunScope = z.object({ part: z.enum(runScopes), name: z.string() })
export type RunScope = z.output<typeof RunScope>

const BackgroundRun = z.object({
  id: Id,
  state: z.enum(['RUNNING', 'PAUSED', 'COMPLETED', 'CANCELLED']),
  /** null: the whole server */
  scope: z.nullable(RunScope),
  started_at: Instant,
  ended_at: z.nullable(Instant),
  /** number of items in total and by state; the remaining items are waiting */
  items: z.number(),
  running: z.number(),
  done: z.number(),
  /** did not need it any more, or are deleted */
  skipped: z.number(),
  failed: z.number(),
  /** rows that differed from their sources */
  changed: z.number(),
})
export type BackgroundRun = z.output<typeof BackgroundRun>

const RunFailure = z.object({
  number: z.number(),
  /** name of the file or project; '': purged since */
  name: z.string(),
  /** version number of a file */
  version: z.nullable(z.number()),
  project_name: z.string(),
  company: z.string(),
  /** the error: code, English sentence, and advice */
  code: z.string(),
  message: z.string(),
  hint: z.string(),
})
export type RunFailure = z.output<typeof RunFailure>

/** Limits a run to a company or a project, at most one of them; without any it covers the whole server. */
export const runLimits = { team_id: z.optional(Id), project_id: z.optional(Id) }

const kind = z.enum(runKinds)

export const getBackgroundRun = endpoint({
  method: 'GET',
  path: '/api/admin/run',
  access: 'operator',
  summary: 'Get the open run of a kind, or the last one, with its first 200 failures; null: none',
  query: z.object({ kind }),
  reply: z.object({ run: z.nullable(BackgroundRun), failures: z.array(RunFailure) }),
  example: { query: { kind: 'RECONVERSION' } },
})

export const setBackgroundRunPaused = endpoint({
  method: 'POST',
  path: '/api/admin/run/pause',
  access: 'operator',
  summary: 'Pause a run after its current item, or resume it',
  body: z.object({ kind, is_paused: z.boolean() }),
  reply: null,
  refuses: ['wrong_state'],
  example: { body: { kind: 'RECONVERSION', is_paused: true } },
})

export const cancelBackgroundRun = endpoint({
  method: 'POST',
  path: '/api/admin/run/cancel',
  access: 'operator',
  summary: 'Cancel a run; finished items stay',
  body: z.object({ kind }),
  reply: null,
  refuses: ['wrong_state'],
  example: { body: { kind: 'RECONVERSION' } },
})
