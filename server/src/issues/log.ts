import { isDeepStrictEqual } from 'node:util'
import type { CustomValues } from '@plumbline/contract/issues/custom-fields'
import { buildCustomKey } from '@plumbline/contract/issues/custom-keys'
import { issueFields } from '@plumbline/contract/issues/issue-fields'
import type { FieldChange, FollowedPlace, LogKind } from '@plumbline/contract/issues/timeline'
import { type Selectable, sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { countLeft, type Ending, leaveToEnd, takeLeft } from '../db/endings.ts'
import { computeChainHash, formatCanonicalJson, GENESIS_HASH } from '../db/hash-chain.ts'
import type { Tables } from '../db/tables.ts'
import { formatJsonBatches, mapInSlices } from '../loop/time-slices.ts'

/**
 * The append-only log of a project's issues: a hash chain, each entry carrying the SHA-256 of itself and its predecessor.
 * `seq` ascends in commit order, so caches of issues read on from it: every write of an issue, or of anything that its
 * row in a list shows, must record an entry.
 */

export interface NewEntry {
  issue_id: string
  kind: LogKind
  data?: EntryData
}

export interface EntryData {
  /** only for CHANGED */
  changes?: FieldChange[]
  /** only for CREATED: the initial values */
  fields?: Record<string, unknown>
  comment_id?: string
  attachment_id?: string
  /** only for COMMENT_EDITED: null if the viewpoint was removed from the comment */
  viewpoint_id?: string | null
  anchor_id?: string
  /** only for FOLLOWED */
  followed?: FollowedPlace
  /** the issue at the other end of a relation */
  other_id?: string
  /** hash of a comment's text or a file's bytes: the log contains neither, so that both can be erased */
  sha256?: string
  /** display name of the file or anchor */
  subject?: string
  /** only for MERGED: the given-up account and the one that replaces it */
  merged?: { from: string; to: string }
  /** users who became watchers with this entry */
  watching?: string[]
}

export interface LogStamp {
  project_id: string
  /** user id; null: no user caused it */
  by: string | null
  /** ISO 8601 with milliseconds */
  at: string
  /** id of the bulk change that it belongs to */
  bulk_id?: string
}

const ENTRIES_PER_INSERT = 500

export interface HashedEntry extends LogStamp, NewEntry {
  seq: number
}

/** The SHA-256 of an entry, chained to the hash of its predecessor. */
export function computeEntryHash(previous: Uint8Array, entry: HashedEntry): Buffer {
  const { project_id, seq, issue_id, at, by, kind, data = {}, bulk_id = null } = entry
  return computeChainHash(previous, { project_id, seq, issue_id, at, by, kind, data, bulk_id })
}

/** Locks the head of the project's log until the transaction ends; creates it for the first entry. */
async function lockChain(tx: Tx, project_id: string) {
  const find = () =>
    tx
      .selectFrom('issue_chains')
      .select(['seq', 'hash'])
      .where('project_id', '=', project_id)
      .forUpdate()
      .executeTakeFirst()
  const found = await find()
  if (found) return found
  await beginLog(tx, project_id)
  return (await find()) ?? { seq: 0, hash: GENESIS_HASH }
}

/** SQL: appends entries in order, and locks the head of the log until the transaction ends; fails if the log has no head. */
function buildAppend({ stamp, entries }: StampedEntries) {
  const { project_id, by, at, bulk_id = null } = stamp
  const rows = entries.map(({ issue_id, kind, data = {} }) => {
    // the canonical JSON up to `seq`, its last key
    const text = `${formatCanonicalJson({ project_id, issue_id, at, by, kind, data, bulk_id }).slice(0, -1)},"seq":`
    return { issue_id, kind, data, text }
  })
  return sql`(select count(append_issue_log(${project_id}::uuid, e.issue_id, ${at}::timestamptz, ${by}::uuid, e.kind, e.data,
    ${bulk_id}::uuid, e.text))
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e (issue_id uuid, kind text, data jsonb, text text))`
}

async function appendEntries(tx: Tx, stamp: LogStamp, entries: NewEntry[]): Promise<void> {
  const { project_id, by, at, bulk_id = null } = stamp
  const chain = await lockChain(tx, project_id)
  let { seq, hash } = chain
  for (let start = 0; start < entries.length; start += ENTRIES_PER_INSERT) {
    const rows = await mapInSlices(
      entries.slice(start, start + ENTRIES_PER_INSERT),
      ({ issue_id, kind, data = {} }) => {
        seq++
        hash = computeEntryHash(hash, { ...stamp, seq, issue_id, kind, data })
        return { seq, issue_id, kind, data, hash: hash.toString('hex') }
      },
    )
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

interface StampedEntries {
  stamp: LogStamp
  entries: NewEntry[]
}

/** Joins entries of the same stamp that follow each other. */
function joinStamped(items: StampedEntries[]): StampedEntries[] {
  const joined: StampedEntries[] = []
  for (const { stamp, entries } of items) {
    const last = joined.at(-1)
    if (last && isDeepStrictEqual(last.stamp, stamp)) for (const entry of entries) last.entries.push(entry)
    else joined.push({ stamp, entries: [...entries] })
  }
  return joined
}

/** Appends entries in their order. */
async function appendStamped(tx: Tx, items: StampedEntries[]): Promise<void> {
  for (const { stamp, entries } of joinStamped(items)) await appendEntries(tx, stamp, entries)
}

/** Projects whose log has a head row, which is never deleted. */
const begun = new Set<string>()
const MAX_BEGUN = 10_000

/** Creates the head of a project's log before its first entry. */
async function beginLog(tx: Tx, project_id: string): Promise<void> {
  await tx
    .insertInto('issue_chains')
    .values({ project_id, seq: 0, hash: GENESIS_HASH })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function ensureLog(tx: Tx, project_id: string): Promise<void> {
  if (begun.has(project_id)) return
  const head = await tx
    .selectFrom('issue_chains')
    .select('seq')
    .where('project_id', '=', project_id)
    .executeTakeFirst()
  if (begun.size === MAX_BEGUN) begun.clear()
  if (head) begun.add(project_id)
  else await beginLog(tx, project_id)
}

const countEntries = (items: StampedEntries[]) => items.reduce((sum, { entries }) => sum + entries.length, 0)

/** A few entries are a part of the transaction's last statement, more are appended after it. */
const MAX_IN_STATEMENT = 50

/**
 * The head of the log is locked last, after the notifications: writes lock these in one order, whatever they record. Somebody
 * who acknowledges all notifications waits for some of them while holding others.
 */
const logEnding: Ending<StampedEntries> = {
  finish: async (tx, items) => {
    if (countEntries(items) > MAX_IN_STATEMENT) return { ctes: {}, after: () => appendStamped(tx, items) }
    const groups = joinStamped(items)
    for (const { stamp } of groups) await ensureLog(tx, stamp.project_id)
    return { ctes: {}, column: sql.join(groups.map(buildAppend)) }
  },
}

/** More calls than these are not held in memory until the end of a transaction. */
const MAX_LEFT = 50

/**
 * Appends entries to the log, at the end of the transaction. Lock all issues before recording: a transaction that holds
 * the log's head and waits for an issue deadlocks with one that holds the issue and waits for the head.
 */
export async function recordIssues(tx: Tx, stamp: LogStamp, entries: NewEntry[]): Promise<void> {
  if (entries.length === 0) return
  if (countLeft(tx, logEnding) < MAX_LEFT && leaveToEnd(tx, logEnding, { stamp, entries })) return
  await appendStamped(tx, takeLeft(tx, logEnding))
  await appendEntries(tx, stamp, entries)
}

/** Fields whose changes have log entries of their own. */
const loggedFields = ['status', ...(Object.keys(issueFields) as (keyof typeof issueFields)[])] as const
type LoggedFields = Pick<Selectable<Tables['issues']>, (typeof loggedFields)[number] | 'custom_fields'>

/** The changed values of the project's custom fields, one by one like other fields. */
function computeCustomChanges(before: CustomValues, after: CustomValues): FieldChange[] {
  const ids = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...ids]
    .filter((id) => before[id] !== after[id])
    .map((id) => ({ field: buildCustomKey(id), from: before[id] ?? null, to: after[id] ?? null }))
}

const isSameValue = (a: unknown, b: unknown) => a === b || formatCanonicalJson(a) === formatCanonicalJson(b)

/** The logged fields that differ between two states of an issue, with old and new values. */
export function computeFieldChanges(before: LoggedFields, after: LoggedFields): FieldChange[] {
  const changes: FieldChange[] = loggedFields
    .filter((field) => !isSameValue(before[field], after[field]))
    .map((field) => ({ field, from: before[field], to: after[field] }))
  return [...changes, ...computeCustomChanges(before.custom_fields, after.custom_fields)]
}

/** The values of an issue's logged fields. */
export const pickLoggedFields = (issue: LoggedFields): Record<string, unknown> =>
  Object.fromEntries(
    [...loggedFields, ...(Object.keys(issue.custom_fields).length > 0 ? ['custom_fields' as const] : [])].map(
      (field) => [field, issue[field]],
    ),
  )
