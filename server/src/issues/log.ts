import { createHash } from 'node:crypto'
import { issueFields } from '@plumbline/contract/issues/issues'
import type { FieldChange, LogKind } from '@plumbline/contract/issues/timeline'
import { type Selectable, sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { formatJsonBatches, mapInSlices } from '../loop/time-slices.ts'

/**
 * The log of a project's issues: only ever added to, each entry carrying the SHA-256 of itself and of the entry before
 * it. `seq` ascends in the order of commits, so it is also what followers of the issues read on from: every write of
 * an issue, or of what its row in a list shows, records.
 */

export interface NewEntry {
  issue_id: string
  kind: LogKind
  data?: EntryData
}

export interface EntryData {
  /** of CHANGED */
  changes?: FieldChange[]
  /** of CREATED: what it began with */
  fields?: Record<string, unknown>
  comment_id?: string
  attachment_id?: string
  /** of a comment that was edited: null where it no longer shows one */
  viewpoint_id?: string | null
  anchor_id?: string
  /** the issue at the other end of a relation */
  other_id?: string
  /** of a comment's text or a file's bytes: the log holds neither, so that they can be erased */
  sha256?: string
  /** a name people know */
  subject?: string
  /** who began to watch with it */
  watching?: string[]
}

export interface Recording {
  project_id: string
  /** null: nobody in particular */
  by: string | null
  /** ISO, in milliseconds */
  at: string
  /** part of a change of many at once */
  bulk_id?: string
}

export const GENESIS = Buffer.alloc(32)
/** entries of one INSERT */
const BATCH = 500

/** JSON with sorted keys: the same text for the same value, also after it was stored. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((each) => canonical(each ?? null)).join()}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value ?? null)
  const pairs = Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${pairs.map(([key, each]) => `${JSON.stringify(key)}:${canonical(each)}`).join()}}`
}

export interface Hashed extends Recording, NewEntry {
  seq: number
}

/** The hash of an entry that follows another. */
export function hashOf(previous: Uint8Array, entry: Hashed): Buffer {
  const { project_id, seq, issue_id, at, by, kind, data = {}, bulk_id = null } = entry
  const text = canonical({ project_id, seq, issue_id, at, by, kind, data, bulk_id })
  return createHash('sha256').update(previous).update(text).digest()
}

/** The end of the project's log, held until the transaction ends. */
async function holdChain(tx: Tx, project_id: string) {
  const find = () =>
    tx
      .selectFrom('issue_chains')
      .select(['seq', 'hash'])
      .where('project_id', '=', project_id)
      .forUpdate()
      .executeTakeFirst()
  const found = await find()
  if (found) return found
  await tx
    .insertInto('issue_chains')
    .values({ project_id, seq: 0, hash: GENESIS })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await find()) ?? { seq: 0, hash: GENESIS }
}

/**
 * Adds to the log. Lock all issues that you change first, then record: who holds the end of the
 * log and waits for an issue would wait for one who waits for the log.
 */
export async function recordIssues(tx: Tx, recording: Recording, entries: NewEntry[]): Promise<void> {
  if (entries.length === 0) return
  const { project_id, by, at, bulk_id = null } = recording
  const chain = await holdChain(tx, project_id)
  let { seq, hash } = chain
  for (let start = 0; start < entries.length; start += BATCH) {
    const rows = await mapInSlices(entries.slice(start, start + BATCH), ({ issue_id, kind, data = {} }) => {
      seq++
      hash = hashOf(hash, { ...recording, seq, issue_id, kind, data })
      return { seq, issue_id, kind, data, hash: hash.toString('hex') }
    })
    for await (const json of formatJsonBatches(rows))
      await sql`
      insert into issue_log (project_id, seq, issue_id, at, by_user_id, kind, data, bulk_id, hash)
      select ${project_id}::uuid, seq, issue_id, ${at}::timestamptz, ${by}::uuid, kind, data, ${bulk_id}::uuid,
        decode(hash, 'hex')
      from jsonb_to_recordset(${json}::jsonb)
        as e (seq bigint, issue_id uuid, kind text, data jsonb, hash text)`.execute(tx)
  }
  await tx.updateTable('issue_chains').set({ seq, hash }).where('project_id', '=', project_id).execute()
}

/** Fields whose changes are told one by one. */
const followed = ['status', ...(Object.keys(issueFields) as (keyof typeof issueFields)[])] as const
type Followed = Pick<Selectable<Tables['issues']>, (typeof followed)[number]>

/** What differs between an issue before and after a write, in the words of the contract. */
export function changesOf(before: Followed, after: Followed): FieldChange[] {
  return followed
    .filter((field) => canonical(before[field]) !== canonical(after[field]))
    .map((field) => ({ field, from: before[field], to: after[field] }))
}

/** What an issue began with. */
export const fieldsOf = (issue: Followed): Record<string, unknown> =>
  Object.fromEntries(followed.map((field) => [field, issue[field]]))
