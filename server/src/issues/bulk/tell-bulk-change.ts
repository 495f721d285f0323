import type { BulkIssueChange, BulkNote } from '@plumbline/contract/event-causes'
import type { EventType } from '@plumbline/contract/events'
import { sql } from 'kysely'
import type { WriteContext } from '../../context.ts'
import { TimeSlices } from '../../loop/time-slices.ts'
import { parseMentions } from '../mentions.ts'
import type { IssueChange, StoredIssue } from './apply-changes.ts'

/**
 * Events of a bulk change: one event and one notification per user instead of one per issue. An event makes clients reload
 * all lists, boards and open issues of the project, so it names only the first issue that its recipient may see.
 */

interface Recipient {
  user_id: string
  team_id: string | null
  sees_all: boolean
  is_scoped: boolean
}

/** All users of the project with the rights that decide which issues they see, by id. */
async function readRecipients({ tx, member }: WriteContext): Promise<Map<string, Recipient>> {
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
  const people = new Map<string, Recipient>()
  const isNarrow = project.contributor_issue_scope === 'OWN_COMPANY'
  for (const { user_id, team_id, permission_level: level } of members)
    people.set(user_id, {
      user_id,
      team_id,
      sees_all: level === 'ADMIN',
      is_scoped: isNarrow && level === 'CONTRIBUTOR',
    })
  for (const { user_id } of owners)
    people.set(user_id, { user_id, team_id: project.team_id, sees_all: true, is_scoped: false })
  return people
}

/** The rule of `projects/seen-issues.ts` for one user and issue in memory. */
function maySeeIssue(person: Recipient, issue: StoredIssue, watchers: ReadonlySet<string>): boolean {
  if (person.sees_all || (issue.visibility === 'ALL' && !person.is_scoped)) return true
  if (issue.visibility !== 'PRIVATE' && issue.team_id !== null && issue.team_id === person.team_id)
    return true
  const { user_id } = person
  return issue.created_by === user_id || issue.assignee_id === user_id || watchers.has(user_id)
}

async function readWatchers({ tx }: WriteContext, ids: string[]): Promise<Map<string, Set<string>>> {
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

const noWatchers: ReadonlySet<string> = new Set()

/** The first issue that each user may see before or after the change, by user id. */
async function findFirstVisibleIssues(
  changes: IssueChange[],
  people: Map<string, Recipient>,
  watchers: Map<string, Set<string>>,
) {
  const slices = new TimeSlices()
  const first = new Map<string, string>()
  const waiting = new Set(people.values())
  for (const { before, fields } of changes) {
    if (waiting.size === 0) break
    if (slices.isOver) await slices.yieldToLoop()
    const after = { ...before, ...fields }
    const watching = watchers.get(before.id) ?? noWatchers
    for (const person of waiting) {
      if (!maySeeIssue(person, before, watching) && !maySeeIssue(person, after, watching)) continue
      first.set(person.user_id, before.id)
      waiting.delete(person)
    }
  }
  return first
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
  people: Map<string, Recipient>,
  watchers: Map<string, Set<string>>,
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
    if (!person || !maySeeIssue(person, issue, watchers.get(issue.id) ?? noWatchers)) return
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
    if (isUnassigned) notify(before.assignee_id, 'ISSUE_UNASSIGNED', before, before)
    const followers = [before.created_by, before.assignee_id, ...(watchers.get(before.id) ?? [])]
    const others = new Set([...followers, ...parseMentions(comment)])
    if (isAssigned) others.delete(after.assignee_id)
    if (isUnassigned) others.delete(before.assignee_id)
    for (const userId of others) notify(userId, type, before, after)
  }
  return [...notes.values()]
}

/** Publishes a bulk change; restored issues notify nobody. */
export async function tellBulkChange(
  ctx: WriteContext,
  type: Extract<EventType, 'issue.created' | 'issue.updated' | 'issue.deleted'>,
  changes: IssueChange[],
  what: 'NEW' | 'CHANGED' | 'RESTORED' = 'CHANGED',
): Promise<void> {
  if (changes.length === 0) return
  const { project_id, user_id } = ctx.member
  const people = await readRecipients(ctx)
  const watchers = await readWatchers(
    ctx,
    changes.map(({ before }) => before.id),
  )
  const readers = new Map<string, string[]>()
  for (const [person, issueId] of await findFirstVisibleIssues(changes, people, watchers))
    readers.set(issueId, [...(readers.get(issueId) ?? []), person])
  const notes = what === 'RESTORED' ? [] : await buildNotes(changes, people, watchers, what === 'NEW')
  const changed = changes.map(({ before }) => before.id)
  let cause: BulkIssueChange = { kind: 'BULK', by: user_id, notes, changed }
  for (const [issue_id, users] of readers) {
    const audience = users.length === people.size ? { level: 'VIEWER' as const } : { users }
    const data = type === 'issue.created' ? { issue_id, many: true as const } : { issue_id }
    await ctx.tell(type, { project_id, data, audience, cause })
    // the first event carries the notifications and all ids
    cause = { kind: 'BULK', by: user_id, notes: [], changed: [] }
  }
}
