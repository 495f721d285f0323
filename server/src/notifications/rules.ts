import type { BulkNote, EventComment, EventIssue, MemberJoined } from '@plumbline/contract/event-causes'
import type { EventType } from '@plumbline/contract/events'
import type { NotificationPayload, NotificationType } from '@plumbline/contract/notifications/notifications'
import { isLevelAtLeast } from '@plumbline/contract/roles'
import type { Tx } from '../db/database.ts'
import { actorOf, type PublishedEvent } from '../live/tell.ts'
import { listAdministratorIds, listProjectPeople } from '../projects/project-roles.ts'

/** Which event notifies whom of what: one row for each kind. The actor is never notified. */

export interface Note {
  type: NotificationType
  recipients: string[]
  payload: NotificationPayload
  /** joins the unread one of the last minutes about the same issue instead of standing beside it */
  joins?: boolean
  /** a conversation has one unread row for each person, renewed by what is said later, and always for whom it names */
  said?: { position: number; mentioned: string[] }
}

type Rule<T extends EventType> = (tx: Tx, event: PublishedEvent<T>) => Promise<Note[]>

const named = (issue: Pick<EventIssue, 'number' | 'name'>): NotificationPayload => ({
  issue_number: issue.number,
  issue_name: issue.name,
})
const about = (issue: Pick<EventIssue, 'id' | 'number' | 'name'>): NotificationPayload => ({
  issue_id: issue.id,
  ...named(issue),
})

async function followers(tx: Tx, issue: EventIssue): Promise<string[]> {
  const rows = await tx
    .selectFrom('issue_watchers')
    .select('user_id')
    .where('issue_id', '=', issue.id)
    .execute()
  return [issue.created_by, issue.assignee_id, ...rows.map((row) => row.user_id)].filter((id) => id !== null)
}

function assignment(before: EventIssue | null, after: EventIssue): Note[] {
  if (before?.assignee_id === after.assignee_id) return []
  const payload = about(after)
  const notes: Note[] = []
  if (after.assignee_id) notes.push({ type: 'ISSUE_ASSIGNED', recipients: [after.assignee_id], payload })
  if (before?.assignee_id) notes.push({ type: 'ISSUE_UNASSIGNED', recipients: [before.assignee_id], payload })
  return notes
}

/** A comment is heard by those who follow the issue and those it names; when it was only reworded, by whom it names now. */
async function commented(tx: Tx, issue: EventIssue, comment: EventComment): Promise<Note> {
  const others = comment.is_new ? await followers(tx, issue) : []
  const payload = { ...about(issue), comment_id: comment.id, message: comment.preview }
  return { type: 'ISSUE_COMMENT_ADDED', recipients: [...others, ...comment.mentioned], payload }
}

const statusName = (status: string) => status.charAt(0) + status.slice(1).toLowerCase().replace('_', ' ')

async function nameOf(tx: Tx, userId: string): Promise<string> {
  const user = await tx
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('id', '=', userId)
    .executeTakeFirst()
  return user ? `${user.first_name} ${user.last_name}`.trim() : ''
}

/** The new member is notified of who added them, the administrators of the new member. */
async function arrival(tx: Tx, projectId: string, userId: string, joined: MemberJoined): Promise<Note[]> {
  const added = { added_user_id: userId, added_user_name: await nameOf(tx, userId) }
  const admins = (await listAdministratorIds(tx, projectId)).filter((id) => id !== userId)
  if (joined.kind === 'ACCEPTED') {
    const recipients = joined.invited_by ? [...admins, joined.invited_by] : admins
    return [{ type: 'USER_JOINED_PROJECT', recipients, payload: added }]
  }
  const added_by_user_name = await nameOf(tx, joined.by)
  return [
    { type: 'USER_ADDED_TO_PROJECT', recipients: [userId], payload: { added_by_user_name } },
    { type: 'PROJECT_MEMBER_ADDED', recipients: admins, payload: { ...added, added_by_user_name } },
  ]
}

/** A change of many issues, for each person what of it concerns them: those who hear the same together. */
function bulkNotes(people: BulkNote[]): Note[] {
  const groups = Map.groupBy(
    people,
    ({ type, count, first }) => `${type} ${count} ${count === 1 ? first.id : ''}`,
  )
  return [...groups.values()].flatMap(([one, ...others]): Note[] => {
    if (!one) return []
    const { type, count, first } = one
    const one_issue = type === 'ISSUE_DELETED' ? named(first) : about(first)
    const payload = count === 1 ? one_issue : { issue_count: count }
    return [{ type, recipients: [one, ...others].map(({ user_id }) => user_id), payload }]
  })
}

/** What followers hear of a change: its comment apart, and the assignees of before and after only of that. */
async function changed(
  tx: Tx,
  before: EventIssue,
  issue: EventIssue,
  comment: EventComment | null,
): Promise<Note[]> {
  const said = comment ? [await commented(tx, issue, comment)] : []
  if (before.version === issue.version) return said
  const isMoved = before.status !== issue.status
  const message = isMoved ? `Status ${statusName(before.status)} -> ${statusName(issue.status)}` : undefined
  const assigned = assignment(before, issue)
  const notified = new Set(assigned.flatMap((note) => note.recipients))
  const recipients = (await followers(tx, issue)).filter((id) => !notified.has(id))
  const payload = { ...about(issue), message }
  return [...assigned, { type: 'ISSUE_UPDATED', recipients, payload, joins: true }, ...said]
}

async function processed(tx: Tx, variantId: string): Promise<Note[]> {
  const variant = await tx
    .selectFrom('bim_file_variants as v')
    .innerJoin('bim_file_headers as h', 'h.id', 'v.header_id')
    .select(['v.project_id', 'v.version', 'v.state', 'v.error', 'v.created_by', 'h.id', 'h.name'])
    .where('v.id', '=', variantId)
    .executeTakeFirstOrThrow()
  const people = await listProjectPeople(tx, variant.project_id)
  const editors = people.filter((row) => isLevelAtLeast(row.permission_level, 'EDITOR'))
  const recipients = [variant.created_by, ...editors.map((row) => row.user_id)].filter((id) => id !== null)
  const error = variant.state === 'FAILED' ? (variant.error as { code: string; message: string }) : null
  const payload = {
    bim_file_header_id: variant.id,
    bim_file_header_name: variant.name,
    bim_file_variant_version: variant.version,
    message: error?.message,
    error_code: error?.code,
  }
  return [{ type: 'BIM_PROCESSING_COMPLETED', recipients, payload }]
}

const rules: { [T in EventType]?: Rule<T> } = {
  'member.added': async (tx, { project_id, data, cause }) =>
    project_id ? arrival(tx, project_id, data.user_id, cause) : [],
  'member.removed': async (tx, { cause }) => {
    if (cause.kind !== 'REMOVED') return []
    const payload = { removed_by_user_name: await nameOf(tx, cause.by) }
    return [{ type: 'USER_REMOVED_FROM_PROJECT', recipients: [cause.user_id], payload }]
  },
  'invite.updated': async (tx, { cause }) => {
    if (cause.kind !== 'SENT' || !cause.by) return []
    const payload = { invitation_id: cause.invitation_id, from_name: await nameOf(tx, cause.by) }
    return [{ type: 'USER_INVITED_TO_PROJECT', recipients: [cause.user_id], payload }]
  },
  'project.deleted': async (tx, { project_id }) => {
    const members = await tx
      .selectFrom('project_members')
      .select('user_id')
      .where('project_id', '=', project_id)
      .execute()
    return [{ type: 'PROJECT_DELETED', recipients: members.map((row) => row.user_id), payload: {} }]
  },
  'issue.created': async (_tx, { cause }) => (cause.kind === 'CREATED' ? assignment(null, cause.issue) : []),
  'comment.updated': async (tx, { cause }) =>
    cause.kind === 'WRITTEN' ? [await commented(tx, cause.issue, cause.comment)] : [],
  'issue.updated': async (tx, { cause }) => {
    if (cause.kind === 'CHANGED') return changed(tx, cause.before, cause.issue, cause.comment)
    if (cause.kind === 'REFERENCE_CLEARED' && cause.reassigned)
      return changed(tx, cause.reassigned.before, cause.reassigned.issue, null)
    if (cause.kind !== 'ATTACHED') return []
    const payload = { ...about(cause.issue), message: cause.file_name }
    return [{ type: 'ISSUE_UPDATED', recipients: await followers(tx, cause.issue), payload, joins: true }]
  },
  'issue.deleted': async (tx, { cause }) =>
    cause.kind === 'DELETED'
      ? [{ type: 'ISSUE_DELETED', recipients: await followers(tx, cause.issue), payload: named(cause.issue) }]
      : [],
  'chat.message': async (tx, { cause, data, audience }) => {
    if (!('users' in audience)) return []
    const { position, preview: message, mentioned } = cause
    const payload = { chat_id: data.chat_id, from_name: await nameOf(tx, cause.by), message }
    return [{ type: 'CHAT_MESSAGE', recipients: audience.users, payload, said: { position, mentioned } }]
  },
  'variant.updated': async (tx, { cause, data }) =>
    cause.kind === 'PROCESSED' ? processed(tx, data.variant_id) : [],
}

/** What is in a project is news for those only who are still in it: authors and watchers may have left. */
const aboutContent = /^(issue|comment|variant)\./

/** The notifications of an event, none for its actor and one for each other person. */
export async function notesOf(tx: Tx, event: PublishedEvent): Promise<Note[]> {
  const by = actorOf(event)
  const bulk = 'cause' in event && event.cause.kind === 'BULK' ? event.cause.notes : null
  const rule = rules[event.type] as Rule<EventType> | undefined
  const notes = bulk ? bulkNotes(bulk) : ((await rule?.(tx, event)) ?? [])
  if (notes.length === 0) return []
  const { project_id, audience } = event
  const members = project_id && aboutContent.test(event.type) ? await listProjectPeople(tx, project_id) : null
  const memberIds = members && new Set(members.map((row) => row.user_id))
  // an event of a hidden issue names who may see it; a bulk change has checked each of its issues
  const mayHear = members && !bulk && 'users' in audience ? new Set(audience.users) : null
  const isFor = (id: string) => id !== by && (memberIds?.has(id) ?? true) && (mayHear?.has(id) ?? true)
  return notes.map((note) => ({ ...note, recipients: [...new Set(note.recipients)].filter(isFor) }))
}
