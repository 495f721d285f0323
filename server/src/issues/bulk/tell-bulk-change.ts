import type { BulkIssueChange, BulkNote } from '@plumbline/contract/event-causes'
import type { EventType } from '@plumbline/contract/events'
import { sql } from 'kysely'
import type { ProjectMember } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readByIds } from '../../db/read-by-ids.ts'
import { TimeSlices } from '../../loop/time-slices.ts'
import { type IssueVisibilityFields, maySeeIssue } from '../../projects/issue-visibility.ts'
import { listProjectMembers } from '../../projects/project-roles.ts'
import { parseMentions } from '../mentions.ts'
import { readMutes } from '../mutes.ts'
import type { BulkContext, IssueChange, StoredIssue } from './apply-changes.ts'

/**
 * Events of a bulk change: one event and one notification per user instead of one per issue. An event makes clients reload
 * all lists, boards and open issues of the project, so it names only the first issue that its recipient may see.
 */

type Watchers = Map<string, Set<string>>

async function readWatchers(tx: Tx, ids: string[]): Promise<Watchers> {
  const rows = await readByIds(ids, (some) =>
    tx
      .selectFrom('issue_watchers')
      .select(['issue_id', 'user_id'])
      .where('issue_id', '=', sql<string>`any (${some}::uuid[])`)
      .execute(),
  )
  const watchers: Watchers = new Map()
  for (const { issue_id, user_id } of rows)
    watchers.set(issue_id, (watchers.get(issue_id) ?? new Set()).add(user_id))
  return watchers
}

const noWatchers: ReadonlySet<string> = new Set()

/** The parts of an issue that decide who may see it, before and after a change. */
interface SeenChange {
  before: IssueVisibilityFields & { id: string }
  fields: Partial<IssueVisibilityFields>
}

interface FirstReaders {
  /** by issue: the members for whom it is the first issue that they may see before or after the change */
  readers: Map<string, string[]>
  people: Map<string, ProjectMember>
  watchers: Watchers
}

/** Finds for each member of a project the first of these issues that they may see: one event makes a client reload all. */
export async function findFirstReaders(
  tx: Tx,
  projectId: string,
  changes: readonly SeenChange[],
): Promise<FirstReaders> {
  const members = await listProjectMembers(tx, projectId)
  const people = new Map(members.map((person) => [person.user_id, person]))
  const watchers = await readWatchers(
    tx,
    changes.map(({ before }) => before.id),
  )
  const slices = new TimeSlices()
  const readers = new Map<string, string[]>()
  const waiting = new Set(people.values())
  for (const { before, fields } of changes) {
    if (waiting.size === 0) break
    if (slices.isOver) await slices.yieldToLoop()
    const after = { ...before, ...fields }
    const watching = watchers.get(before.id) ?? noWatchers
    for (const person of waiting) {
      const isWatching = watching.has(person.user_id)
      if (!maySeeIssue(person, before, isWatching) && !maySeeIssue(person, after, isWatching)) continue
      readers.set(before.id, [...(readers.get(before.id) ?? []), person.user_id])
      waiting.delete(person)
    }
  }
  return { readers, people, watchers }
}

/** If several types apply to a user, the last in this list wins. */
const noteTypesByRank: readonly BulkNote['type'][] = [
  'ISSUE_DELETED',
  'ISSUE_UPDATED',
  'ISSUE_UNASSIGNED',
  'ISSUE_ASSIGNED',
]

/** One notification for each creator, assignee, watcher and mentioned user. */
async function buildNotes(
  changes: IssueChange[],
  people: Map<string, ProjectMember>,
  watchers: Watchers,
  mutes: Map<string, Set<string>>,
  isNew: boolean,
): Promise<BulkNote[]> {
  const slices = new TimeSlices()
  const notes = new Map<string, BulkNote>()
  const notify = (
    userId: string | null | undefined,
    type: BulkNote['type'],
    first: StoredIssue,
    issue: StoredIssue,
  ) => {
    const person = userId && people.get(userId)
    if (!person || !maySeeIssue(person, issue, watchers.get(issue.id)?.has(userId) ?? false)) return
    const known = notes.get(person.user_id)
    if (!known || noteTypesByRank.indexOf(type) > noteTypesByRank.indexOf(known.type))
      notes.set(person.user_id, { type, user_id: person.user_id, count: 1, first })
    else if (known.type === type) known.count++
  }
  for (const { before, fields, comment = '' } of changes) {
    if (slices.isOver) await slices.yieldToLoop()
    const after = { ...before, ...fields }
    const type = fields.deleted_at ? 'ISSUE_DELETED' : 'ISSUE_UPDATED'
    const isAssigned = after.assignee_id !== null && (isNew || after.assignee_id !== before.assignee_id)
    if (isAssigned) notify(after.assignee_id, 'ISSUE_ASSIGNED', before, after)
    if (isNew) continue
    const isUnassigned = before.assignee_id !== null && after.assignee_id !== before.assignee_id
    const isMuted = mutes.get(before.assignee_id ?? '')?.has(before.id) ?? false
    if (isUnassigned && !isMuted) notify(before.assignee_id, 'ISSUE_UNASSIGNED', before, before)
    const followers = [before.created_by, before.assignee_id, ...(watchers.get(before.id) ?? [])]
    const mentioned = parseMentions(comment)
    const others = new Set([...followers, ...mentioned])
    if (isAssigned) others.delete(after.assignee_id)
    if (isUnassigned) others.delete(before.assignee_id)
    for (const userId of others)
      if (userId && (mentioned.includes(userId) || !mutes.get(userId)?.has(before.id)))
        notify(userId, type, before, after)
  }
  return [...notes.values()]
}

/** Publishes a bulk change; a silent one, such as of restored issues, notifies nobody. */
export async function tellBulkChange(
  ctx: BulkContext,
  type: Extract<EventType, 'issue.created' | 'issue.updated' | 'issue.deleted'>,
  changes: IssueChange[],
  what: 'NEW' | 'CHANGED' | 'SILENT' = 'CHANGED',
): Promise<void> {
  if (changes.length === 0) return
  const { project_id, user_id } = ctx.member
  const { readers, people, watchers } = await findFirstReaders(ctx.tx, project_id, changes)
  const ids = changes.map(({ before }) => before.id)
  const mutes = await readMutes(ctx.tx, ids)
  const notes = what === 'SILENT' ? [] : await buildNotes(changes, people, watchers, mutes, what === 'NEW')
  let cause: BulkIssueChange = { kind: 'BULK', by: user_id, notes, changed: ids }
  for (const [issue_id, users] of readers) {
    const audience = users.length === people.size ? { level: 'VIEWER' as const } : { users }
    const data = type === 'issue.created' ? { issue_id, many: true as const } : { issue_id }
    await ctx.tell(type, { project_id, data, audience, cause })
    // the first event carries the notifications and all ids
    cause = { kind: 'BULK', by: user_id, notes: [], changed: [] }
  }
}
