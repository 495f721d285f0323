import type { BulkNote, EventComment, EventIssue, MemberJoined } from '@plumbline/contract/event-causes'
import type { EventType } from '@plumbline/contract/events'
import { issueStatuses } from '@plumbline/contract/issues/issues'
import type { FieldChange } from '@plumbline/contract/issues/timeline'
import type { NotificationPayload, NotificationType } from '@plumbline/contract/notifications/notifications'
import { isLevelAtLeast } from '@plumbline/contract/roles'
import type { Tx } from '../db/database.ts'
import { readUserNames } from '../issues/lists/places.ts'
import { actorOf, type PublishedEvent } from '../live/tell.ts'
import { listAdministratorIds, listProjectMembers } from '../projects/project-roles.ts'
import { buildChangedPayload } from './changed-fields.ts'
import { type Facts, noFacts, readFacts } from './facts.ts'

export interface NotificationDraft {
  type: NotificationType
  recipients: string[]
  payload: NotificationPayload
  /** merges into a recent unread notification about the same issue instead of adding a row */
  mergesWithUnread?: boolean
  /** users who are notified about this issue only if they are in `despite`, when they muted it */
  muted?: { issue_id: string; despite: string[] }
  /** a conversation has one unread row per user, updated by later messages; mentioned users are always notified again */
  chatMessage?: { position: number; mentioned: string[] }
}

/** `facts`: for events that name their possible recipients. */
type Rule<T extends EventType> = (
  tx: Tx,
  event: PublishedEvent<T>,
  facts: Pick<Facts, 'watchers' | 'members' | 'actor_name'>,
) => Promise<NotificationDraft[]>

const buildIssueNamePayload = (issue: Pick<EventIssue, 'number' | 'name'>): NotificationPayload => ({
  issue_number: issue.number,
  issue_name: issue.name,
})
const buildIssuePayload = (issue: Pick<EventIssue, 'id' | 'number' | 'name'>): NotificationPayload => ({
  issue_id: issue.id,
  ...buildIssueNamePayload(issue),
})

const listFollowers = ({ created_by, assignee_id }: EventIssue, watchers: string[]): string[] =>
  [created_by, assignee_id, ...watchers].filter((id) => id !== null)

function notifyAssignment(before: EventIssue | null, after: EventIssue): NotificationDraft[] {
  if (before?.assignee_id === after.assignee_id) return []
  const payload = buildIssuePayload(after)
  const notes: NotificationDraft[] = []
  if (after.assignee_id) notes.push({ type: 'ISSUE_ASSIGNED', recipients: [after.assignee_id], payload })
  if (before?.assignee_id)
    notes.push({
      type: 'ISSUE_UNASSIGNED',
      recipients: [before.assignee_id],
      payload,
      muted: { issue_id: after.id, despite: [] },
    })
  return notes
}

/** A new comment notifies followers and mentioned users; an edited one only newly mentioned users. */
function notifyComment(issue: EventIssue, comment: EventComment, watchers: string[]): NotificationDraft {
  const others = comment.is_new ? listFollowers(issue, watchers) : []
  const payload = { ...buildIssuePayload(issue), comment_id: comment.id, message: comment.preview }
  const recipients = [...others, ...comment.mentioned]
  const muted = { issue_id: issue.id, despite: comment.mentioned }
  return { type: 'ISSUE_COMMENT_ADDED', recipients, payload, muted }
}

/** A code in words; a project's own name unchanged. */
const formatStatus = (status: string) =>
  issueStatuses.some((code) => code === status)
    ? status.charAt(0) + status.slice(1).toLowerCase().replace('_', ' ')
    : status

const readUserFullName = async (tx: Tx, userId: string) =>
  (await readUserNames(tx, [userId])).get(userId) ?? ''

/** Notifies the new member, and the administrators about the new member. */
async function notifyArrival(
  tx: Tx,
  projectId: string,
  userId: string,
  joined: MemberJoined,
): Promise<NotificationDraft[]> {
  const added = { added_user_id: userId, added_user_name: await readUserFullName(tx, userId) }
  const admins = (await listAdministratorIds(tx, projectId)).filter((id) => id !== userId)
  if (joined.kind === 'ACCEPTED') {
    const recipients = joined.invited_by ? [...admins, joined.invited_by] : admins
    return [{ type: 'USER_JOINED_PROJECT', recipients, payload: added }]
  }
  const added_by_user_name = await readUserFullName(tx, joined.by)
  return [
    { type: 'USER_ADDED_TO_PROJECT', recipients: [userId], payload: { added_by_user_name } },
    { type: 'PROJECT_MEMBER_ADDED', recipients: admins, payload: { ...added, added_by_user_name } },
  ]
}

/** Groups the notes of a bulk change: users with the same type and count share a draft. */
function notifyBulkChange(people: BulkNote[]): NotificationDraft[] {
  const groups = Map.groupBy(
    people,
    ({ type, count, first }) => `${type} ${count} ${count === 1 ? first.id : ''}`,
  )
  return [...groups.values()].flatMap(([one, ...others]): NotificationDraft[] => {
    if (!one) return []
    const { type, count, first } = one
    const issuePayload = type === 'ISSUE_DELETED' ? buildIssueNamePayload(first) : buildIssuePayload(first)
    const payload = count === 1 ? issuePayload : { issue_count: count }
    return [{ type, recipients: [one, ...others].map(({ user_id }) => user_id), payload }]
  })
}

interface IssueChange {
  before: EventIssue
  issue: EventIssue
  comment: EventComment | null
  changes: FieldChange[]
}

/** Notifies followers of a change and of its comment separately; old and new assignees only of the assignment. */
async function notifyChange(
  tx: Tx,
  project_id: string | null,
  { before, issue, comment, changes }: IssueChange,
  watchers: string[],
): Promise<NotificationDraft[]> {
  const commentDrafts = comment ? [notifyComment(issue, comment, watchers)] : []
  if (before.version === issue.version) return commentDrafts
  const hasNewStatus = before.status !== issue.status
  const assigned = notifyAssignment(before, issue)
  const notified = new Set(assigned.flatMap((note) => note.recipients))
  const recipients = listFollowers(issue, watchers).filter((id) => !notified.has(id))
  const statuses = hasNewStatus ? { status_from: before.status, status_to: issue.status } : {}
  const changed = recipients.length > 0 ? await buildChangedPayload(tx, project_id, changes) : {}
  // codes, unless the project has its own names
  const told = changed.changed?.status
  const message = hasNewStatus
    ? `Status ${formatStatus(told?.from ?? before.status)} -> ${formatStatus(told?.to ?? issue.status)}`
    : undefined
  const payload = { ...buildIssuePayload(issue), message, ...statuses, ...changed }
  return [
    ...assigned,
    {
      type: 'ISSUE_UPDATED',
      recipients,
      payload,
      mergesWithUnread: true,
      muted: { issue_id: issue.id, despite: [] },
    },
    ...commentDrafts,
  ]
}

async function notifyProcessed(tx: Tx, variantId: string): Promise<NotificationDraft[]> {
  const variant = await tx
    .selectFrom('bim_file_variants as v')
    .innerJoin('bim_file_headers as h', 'h.id', 'v.header_id')
    .select(['v.project_id', 'v.version', 'v.state', 'v.error', 'v.created_by', 'h.id', 'h.name'])
    .where('v.id', '=', variantId)
    .executeTakeFirstOrThrow()
  const people = await listProjectMembers(tx, variant.project_id)
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

/** Notifies each person once about the changes of their issues; people without a change are not notified. */
async function notifyFollowed(
  tx: Tx,
  event: PublishedEvent<'anchors.updated'>,
): Promise<NotificationDraft[]> {
  const { cause, project_id } = event
  if (cause.kind === 'CHANGED' || !project_id) return []
  const file = {
    bim_file_header_id: cause.file.id,
    bim_file_header_name: cause.file.name,
    bim_file_variant_version: cause.version,
  }
  if (cause.kind === 'DOUBTFUL') {
    const people = await listProjectMembers(tx, project_id)
    const editors = people.filter((row) => isLevelAtLeast(row.permission_level, 'EDITOR'))
    const payload = { ...file, found_percent: Math.round(cause.share * 100) }
    return [{ type: 'ISSUES_FOLLOWED', recipients: editors.map((row) => row.user_id), payload }]
  }
  const told = cause.people.filter(({ issues, stay }) => issues > stay)
  const groups = Map.groupBy(told, ({ user_id, ...counts }) => JSON.stringify(counts))
  return [...groups].map(([counts, people]) => ({
    type: 'ISSUES_FOLLOWED',
    recipients: people.map(({ user_id }) => user_id),
    payload: { ...file, followed: JSON.parse(counts) as NonNullable<NotificationPayload['followed']> },
  }))
}

const rules: { [T in EventType]?: Rule<T> } = {
  'member.added': async (tx, { project_id, data, cause }) =>
    project_id ? notifyArrival(tx, project_id, data.user_id, cause) : [],
  'member.removed': async (tx, { cause }) => {
    if (cause.kind !== 'REMOVED') return []
    const payload = { removed_by_user_name: await readUserFullName(tx, cause.by) }
    return [{ type: 'USER_REMOVED_FROM_PROJECT', recipients: [cause.user_id], payload }]
  },
  'invite.updated': async (tx, { cause }) => {
    if (cause.kind !== 'SENT' || !cause.by) return []
    const payload = { invitation_id: cause.invitation_id, from_name: await readUserFullName(tx, cause.by) }
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
  'issue.created': async (_tx, { cause }) =>
    cause.kind === 'CREATED' ? notifyAssignment(null, cause.issue) : [],
  'comment.updated': async (_tx, { cause }, { watchers }) =>
    cause.kind === 'WRITTEN' ? [notifyComment(cause.issue, cause.comment, watchers)] : [],
  'issue.updated': async (tx, { cause, project_id }, { watchers }) => {
    if (cause.kind === 'CHANGED') return notifyChange(tx, project_id, cause, watchers)
    if (cause.kind !== 'ATTACHED') return []
    const payload = { ...buildIssuePayload(cause.issue), message: cause.file_name }
    return [
      {
        type: 'ISSUE_UPDATED',
        recipients: listFollowers(cause.issue, watchers),
        payload,
        mergesWithUnread: true,
        muted: { issue_id: cause.issue.id, despite: [] },
      },
    ]
  },
  'issue.deleted': async (_tx, { cause }, { watchers }) =>
    cause.kind === 'DELETED'
      ? [
          {
            type: 'ISSUE_DELETED',
            recipients: listFollowers(cause.issue, watchers),
            payload: buildIssueNamePayload(cause.issue),
            muted: { issue_id: cause.issue.id, despite: [] },
          },
        ]
      : [],
  'chat.message': async (_tx, { cause, data, audience }, { members, actor_name }) => {
    if (!('users' in audience)) return []
    const { position, preview: message, mentioned } = cause
    const payload = { chat_id: data.chat_id, from_name: actor_name ?? '', message }
    const [known, muted] = [new Set(members), new Set(cause.muted)]
    const recipients = audience.users.filter((user) => known.has(user) && !muted.has(user))
    return [{ type: 'CHAT_MESSAGE', recipients, payload, chatMessage: { position, mentioned } }]
  },
  'anchors.updated': notifyFollowed,
  'variant.updated': async (tx, { cause, data }) =>
    cause.kind === 'PROCESSED' ? notifyProcessed(tx, data.variant_id) : [],
}

/** Events about content of a project, which notify current members only: authors and watchers may have left. */
const contentEvents = /^(issue|comment|variant|anchors)\./

/** Keeps current members, and leaves out users who muted the issue, unless the note concerns them by name. */
function filterRecipients(notes: NotificationDraft[], facts: Facts): NotificationDraft[] {
  const [members, muting] = [new Set(facts.members), new Set(facts.muting)]
  return notes.map(({ recipients, ...note }) => {
    const { muted } = note
    const isTold = (id: string) =>
      members.has(id) && (!muted || muted.despite.includes(id) || !muting.has(id))
    return { ...note, recipients: recipients.filter(isTold) }
  })
}

/**
 * Builds the notifications of an event, without drafts that have no recipients; its actor is never notified. `known`: the
 * facts if they have been read.
 */
export async function buildNotifications(
  tx: Tx,
  event: PublishedEvent,
  known: Facts | null,
): Promise<{ drafts: NotificationDraft[]; facts: Facts }> {
  const by = actorOf(event)
  const bulk = 'cause' in event && event.cause.kind === 'BULK' ? event.cause.notes : null
  const rule = rules[event.type] as Rule<EventType> | undefined
  const all = bulk ? notifyBulkChange(bulk) : ((await rule?.(tx, event, known ?? noFacts)) ?? [])
  const { project_id, audience } = event
  const isOfContent = project_id !== null && contentEvents.test(event.type)
  // the audience of a hidden issue's event lists the users who may see it; bulk notes are already checked per issue
  const mayHear = isOfContent && !bulk && 'users' in audience ? new Set(audience.users) : null
  const notes = all.map((note) => {
    const recipients = [...new Set(note.recipients)].filter((id) => id !== by && (mayHear?.has(id) ?? true))
    return { ...note, recipients }
  })
  const isAddressed = ({ recipients }: NotificationDraft) => recipients.length > 0
  const addressed = notes.filter(isAddressed)
  if (addressed.length === 0) return { drafts: [], facts: known ?? noFacts }
  const facts = known ?? (await readFacts(tx, event, [...new Set(notes.flatMap((note) => note.recipients))]))
  if (!isOfContent) return { drafts: addressed, facts }
  return { drafts: filterRecipients(addressed, facts).filter(isAddressed), facts }
}
