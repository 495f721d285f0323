import type { BulkIssueChange, BulkNote } from '@plumbline/contract/event-causes'
import type { EventType } from '@plumbline/contract/events'
import { sql } from 'kysely'
import type { WriteContext } from '../../context.ts'
import { TimeSlices } from '../../loop/time-slices.ts'
import { mentionedIn } from '../mentions.ts'
import type { Change, Row } from './apply.ts'

/**
 * What the world hears of a change of many: each person one frame and one notification, not one for each issue. A frame
 * makes all lists, boards and open issues of the project be read again, so it names only the first issue that its
 * reader may know of.
 */

interface Person {
  user_id: string
  team_id: string | null
  sees_all: boolean
  is_scoped: boolean
}

/** Everybody in the project, with what the door asks of them. */
async function readPeople({ tx, member }: WriteContext): Promise<Map<string, Person>> {
  const project = await tx
    .selectFrom('projects')
    .select(['team_id', 'contributor_issue_scope'])
    .where('id', '=', member.project_id)
    .executeTakeFirstOrThrow()
  const members = await tx
    .selectFrom('project_members')
    .select(['user_id', 'team_id', 'permission_level'])
    .where('project_id', '=', member.project_id)
    .execute()
  const owners = await tx
    .selectFrom('team_members')
    .select('user_id')
    .where('team_id', '=', project.team_id)
    .where('role', 'in', ['OWNER', 'ADMIN'])
    .execute()
  const people = new Map<string, Person>()
  const isNarrow = project.contributor_issue_scope === 'OWN_COMPANY'
  for (const { user_id, team_id, permission_level: level } of members)
    people.set(user_id, {
      ...{ user_id, team_id, sees_all: level === 'ADMIN' },
      is_scoped: isNarrow && level === 'CONTRIBUTOR',
    })
  for (const { user_id } of owners)
    people.set(user_id, { user_id, team_id: project.team_id, sees_all: true, is_scoped: false })
  return people
}

/** The rule of the door for one person and issue. */
function sees(person: Person, issue: Row, watchers: ReadonlySet<string>): boolean {
  if (person.sees_all || (issue.visibility === 'ALL' && !person.is_scoped)) return true
  if (issue.visibility !== 'PRIVATE' && issue.team_id !== null && issue.team_id === person.team_id)
    return true
  const { user_id } = person
  return issue.created_by === user_id || issue.assignee_id === user_id || watchers.has(user_id)
}

async function watchersOf({ tx }: WriteContext, ids: string[]): Promise<Map<string, Set<string>>> {
  const rows = await tx
    .selectFrom('issue_watchers')
    .select(['issue_id', 'user_id'])
    .where('issue_id', '=', sql<string>`any (${ids}::uuid[])`)
    .execute()
  const watchers = new Map<string, Set<string>>()
  for (const { issue_id, user_id } of rows)
    watchers.set(issue_id, (watchers.get(issue_id) ?? new Set()).add(user_id))
  return watchers
}

const nobody: ReadonlySet<string> = new Set()

/** The first issue that each person may know of, before or after the change. */
async function firstSeen(changes: Change[], people: Map<string, Person>, watchers: Map<string, Set<string>>) {
  const slices = new TimeSlices()
  const first = new Map<string, string>()
  const waiting = new Set(people.values())
  for (const { before, fields } of changes) {
    if (waiting.size === 0) break
    if (slices.isOver) await slices.yieldToLoop()
    const [after, watching] = [{ ...before, ...fields }, watchers.get(before.id) ?? nobody]
    for (const person of waiting) {
      if (!sees(person, before, watching) && !sees(person, after, watching)) continue
      first.set(person.user_id, before.id)
      waiting.delete(person)
    }
  }
  return first
}

/** The later in this list is what a person hears, when several of them are true. */
const ranks: readonly BulkNote['type'][] = [
  'ISSUE_DELETED',
  'ISSUE_UPDATED',
  'ISSUE_UNASSIGNED',
  'ISSUE_ASSIGNED',
]

/** Creators, assignees, watchers and whom a comment names, once each: assigned before changed. */
async function notesOf(
  changes: Change[],
  people: Map<string, Person>,
  watchers: Map<string, Set<string>>,
  isNew: boolean,
): Promise<BulkNote[]> {
  const slices = new TimeSlices()
  const notes = new Map<string, BulkNote>()
  const hear = (userId: string | null | undefined, type: BulkNote['type'], first: Row, issue: Row) => {
    const person = userId && people.get(userId)
    if (!person || !sees(person, issue, watchers.get(issue.id) ?? nobody)) return
    const known = notes.get(person.user_id)
    if (!known || ranks.indexOf(type) > ranks.indexOf(known.type))
      notes.set(person.user_id, { type, user_id: person.user_id, count: 1, first })
    else if (known.type === type) known.count++
  }
  for (const { before, fields, comment = '' } of changes) {
    if (slices.isOver) await slices.yieldToLoop()
    const after = { ...before, ...fields }
    const type = fields.deleted_at ? 'ISSUE_DELETED' : 'ISSUE_UPDATED'
    const isAssigned = after.assignee_id !== null && (isNew || after.assignee_id !== before.assignee_id)
    if (isAssigned) hear(after.assignee_id, 'ISSUE_ASSIGNED', before, after)
    if (isNew) continue
    const isUnassigned = before.assignee_id !== null && after.assignee_id !== before.assignee_id
    if (isUnassigned) hear(before.assignee_id, 'ISSUE_UNASSIGNED', before, before)
    const followers = [before.created_by, before.assignee_id, ...(watchers.get(before.id) ?? [])]
    const others = new Set([...followers, ...mentionedIn(comment)])
    if (isAssigned) others.delete(after.assignee_id)
    if (isUnassigned) others.delete(before.assignee_id)
    for (const userId of others) hear(userId, type, before, after)
  }
  return [...notes.values()]
}

/** Tells changes of issues as one thing that happened; that they are back from the trash notifies nobody. */
export async function tellMany(
  ctx: WriteContext,
  type: Extract<EventType, 'issue.created' | 'issue.updated' | 'issue.deleted'>,
  changes: Change[],
  what: 'NEW' | 'CHANGED' | 'RESTORED' = 'CHANGED',
): Promise<void> {
  if (changes.length === 0) return
  const { project_id, user_id } = ctx.member
  const people = await readPeople(ctx)
  const watchers = await watchersOf(
    ctx,
    changes.map(({ before }) => before.id),
  )
  const readers = new Map<string, string[]>()
  for (const [person, issueId] of await firstSeen(changes, people, watchers))
    readers.set(issueId, [...(readers.get(issueId) ?? []), person])
  const notes = what === 'RESTORED' ? [] : await notesOf(changes, people, watchers, what === 'NEW')
  const changed = changes.map(({ before }) => before.id)
  let cause: BulkIssueChange = { kind: 'BULK', by: user_id, notes, changed }
  for (const [issue_id, users] of readers) {
    const audience = users.length === people.size ? { level: 'VIEWER' as const } : { users }
    const data = type === 'issue.created' ? { issue_id, many: true as const } : { issue_id }
    await ctx.tell(type, { project_id, data, audience, cause })
    // notifications and all ids go with the first frame
    cause = { kind: 'BULK', by: user_id, notes: [], changed: [] }
  }
}
