import type { EventType } from '@plumbline/contract/events'
import type { NotificationPayload, NotificationType } from '@plumbline/contract/notifications/notifications'
import { levelAtLeast } from '@plumbline/contract/roles'
import type { Invited } from '../access/invites.ts'
import type { Joined } from '../access/join.ts'
import type { MemberRemoved } from '../access/members.ts'
import type { MessageFact } from '../chat/send-message.ts'
import type { Tx } from '../db/database.ts'
import type { BulkNote } from '../issues/bulk/tell-many.ts'
import type { CommentFact } from '../issues/comments.ts'
import type { Told } from '../live/tell.ts'
import { administratorsOf, peopleOf } from '../projects/members.ts'

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

/** An issue as the events of issues tell it. */
interface IssueFact {
  id: string
  number: number
  name: string
  status: string
  assignee_id: string | null
  created_by: string | null
  version: number
}

type Rule = (tx: Tx, told: Told, by: string | null) => Promise<Note[]>

const named = (issue: Pick<IssueFact, 'number' | 'name'>): NotificationPayload => ({
  issue_number: issue.number,
  issue_name: issue.name,
})
const about = (issue: Pick<IssueFact, 'id' | 'number' | 'name'>): NotificationPayload => ({
  issue_id: issue.id,
  ...named(issue),
})

async function followers(tx: Tx, issue: IssueFact): Promise<string[]> {
  const rows = await tx
    .selectFrom('issue_watchers')
    .select('user_id')
    .where('issue_id', '=', issue.id)
    .execute()
  return [issue.created_by, issue.assignee_id, ...rows.map((row) => row.user_id)].filter((id) => id !== null)
}

function assignment(before: IssueFact | null, after: IssueFact): Note[] {
  if (before?.assignee_id === after.assignee_id) return []
  const payload = about(after)
  const notes: Note[] = []
  if (after.assignee_id) notes.push({ type: 'ISSUE_ASSIGNED', recipients: [after.assignee_id], payload })
  if (before?.assignee_id) notes.push({ type: 'ISSUE_UNASSIGNED', recipients: [before.assignee_id], payload })
  return notes
}

/** A comment is heard by those who follow the issue and those it names; when it was only reworded, by whom it names now. */
async function commented(tx: Tx, issue: IssueFact, comment: CommentFact): Promise<Note> {
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

/** Somebody came in: they are told who added them, and the administrators who came. */
async function arrival(tx: Tx, projectId: string, joined: Joined, by: string | null): Promise<Note[]> {
  const added = { added_user_id: joined.user_id, added_user_name: await nameOf(tx, joined.user_id) }
  const admins = (await administratorsOf(tx, projectId)).filter((id) => id !== joined.user_id)
  if (joined.how === 'ACCEPTED') {
    const recipients = joined.invited_by ? [...admins, joined.invited_by] : admins
    return [{ type: 'USER_JOINED_PROJECT', recipients, payload: added }]
  }
  const added_by_user_name = by ? await nameOf(tx, by) : undefined
  return [
    { type: 'USER_ADDED_TO_PROJECT', recipients: [joined.user_id], payload: { added_by_user_name } },
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

const rules: Partial<Record<EventType, Rule>> = {
  'member.added': async (tx, { project_id, facts }, by) =>
    facts?.joined && project_id ? arrival(tx, project_id, facts.joined as Joined, by) : [],
  'member.removed': async (tx, { facts }, by) => {
    const removed = facts?.removed as MemberRemoved | undefined
    if (!removed || !by) return []
    const payload = { removed_by_user_name: await nameOf(tx, by) }
    return [{ type: 'USER_REMOVED_FROM_PROJECT', recipients: [removed.user_id], payload }]
  },
  'invite.updated': async (tx, { facts }, by) => {
    const invited = facts?.invited as Invited | undefined
    if (!invited || !by) return []
    const payload = { invitation_id: invited.invitation_id, from_name: await nameOf(tx, by) }
    return [{ type: 'USER_INVITED_TO_PROJECT', recipients: [invited.user_id], payload }]
  },
  'project.deleted': async (tx, { project_id }) => {
    const members = await tx
      .selectFrom('project_members')
      .select('user_id')
      .where('project_id', '=', project_id)
      .execute()
    return [{ type: 'PROJECT_DELETED', recipients: members.map((row) => row.user_id), payload: {} }]
  },
  // without facts it was taken back from the trash
  'issue.created': async (_tx, { facts }) => (facts?.issue ? assignment(null, facts.issue as IssueFact) : []),
  'comment.updated': async (tx, { facts }) =>
    facts?.comment ? [await commented(tx, facts.issue as IssueFact, facts.comment as CommentFact)] : [],
  'issue.updated': async (tx, { facts }) => {
    const [before, issue] = [facts?.before as IssueFact | undefined, facts?.issue as IssueFact | undefined]
    if (issue && facts?.attached) {
      const payload = { ...about(issue), message: String(facts.attached) }
      return [{ type: 'ISSUE_UPDATED', recipients: await followers(tx, issue), payload, joins: true }]
    }
    if (!before || !issue) return []
    const said = facts?.comment ? [await commented(tx, issue, facts.comment as CommentFact)] : []
    if (before.version === issue.version) return said
    const moved = before.status !== issue.status
    const message = moved ? `Status ${statusName(before.status)} -> ${statusName(issue.status)}` : undefined
    const told = assignment(before, issue)
    const alreadyTold = new Set(told.flatMap((note) => note.recipients))
    const recipients = (await followers(tx, issue)).filter((id) => !alreadyTold.has(id))
    const payload = { ...about(issue), message }
    return [...told, { type: 'ISSUE_UPDATED', recipients, payload, joins: true }, ...said]
  },
  'issue.deleted': async (tx, { facts }) => {
    const issue = facts?.issue as IssueFact
    return [{ type: 'ISSUE_DELETED', recipients: await followers(tx, issue), payload: named(issue) }]
  },
  'chat.message': async (tx, { facts, data, audience }, by) => {
    const message = facts?.message as MessageFact | undefined
    if (!message || !by || !('users' in audience)) return []
    const { chat_id } = data as { chat_id: string }
    const payload = { chat_id, from_name: await nameOf(tx, by), message: message.preview }
    const said = { position: message.position, mentioned: (facts?.mentioned as string[] | undefined) ?? [] }
    return [{ type: 'CHAT_MESSAGE', recipients: audience.users, payload, said }]
  },
  'variant.updated': async (tx, { facts, data }) => {
    if (!facts?.processed) return []
    const variant = await tx
      .selectFrom('bim_file_variants as v')
      .innerJoin('bim_file_headers as h', 'h.id', 'v.header_id')
      .select(['v.project_id', 'v.version', 'v.state', 'v.error', 'v.created_by', 'h.id', 'h.name'])
      .where('v.id', '=', (data as { variant_id: string }).variant_id)
      .executeTakeFirstOrThrow()
    const people = await peopleOf(tx, variant.project_id)
    const editors = people.filter((row) => levelAtLeast(row.permission_level, 'EDITOR'))
    const recipients = [variant.created_by, ...editors.map((row) => row.user_id)].filter((id) => id !== null)
    const error = variant.state === 'FAILED' ? (variant.error as { code: string; message: string }) : null
    return [
      {
        type: 'BIM_PROCESSING_COMPLETED',
        recipients,
        payload: {
          bim_file_header_id: variant.id,
          bim_file_header_name: variant.name,
          bim_file_variant_version: variant.version,
          message: error?.message,
          error_code: error?.code,
        },
      },
    ]
  },
}

/** What is in a project is news for those only who are still in it: authors and watchers may have left. */
const aboutContent = /^(issue|comment|variant)\./

/** The notifications an event makes, without its actor and without repeating a person. */
export async function notesOf(tx: Tx, type: EventType, told: Told): Promise<Note[]> {
  const by = typeof told.facts?.by === 'string' ? told.facts.by : null
  const bulk = told.facts?.bulk as BulkNote[] | undefined
  const notes = bulk ? bulkNotes(bulk) : ((await rules[type]?.(tx, told, by)) ?? [])
  if (notes.length === 0) return []
  const inside = told.project_id && aboutContent.test(type) ? await peopleOf(tx, told.project_id) : null
  const mayKnow = inside && new Set(inside.map((row) => row.user_id))
  // of what is hidden nobody is told who does not hear of it; a change of many has asked for each of its issues
  const hears = inside && !bulk && 'users' in told.audience ? new Set(told.audience.users) : null
  const isFor = (id: string) => id !== by && (mayKnow?.has(id) ?? true) && (hears?.has(id) ?? true)
  return notes.map((note) => ({ ...note, recipients: [...new Set(note.recipients)].filter(isFor) }))
}
