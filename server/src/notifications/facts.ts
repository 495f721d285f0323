import { type RawBuilder, sql } from 'kysely'
import { selectMemberIds } from '../chat/visible.ts'
import type { Tx } from '../db/database.ts'
import type { ParameterOf } from '../db/prepared-query.ts'
import { type FilledRead, fillRead, type JsonRead, readTogether } from '../db/read-together.ts'
import { actorOf, type PublishedEvent } from '../live/tell.ts'
import { selectMembersAmong } from '../projects/project-roles.ts'
import type { SettingsRow } from './settings.ts'

/** Facts about an event's possible recipients, read in one statement. */

/** Age up to which an unread notification is updated with later changes. */
const WINDOW_MS = 5 * 60 * 1000
export const getWindowStart = () => new Date(Date.now() - WINDOW_MS).toISOString()

export interface Facts {
  actor_name: string | null
  project_name: string | null
  settings: (SettingsRow & { user_id: string })[]
  /** ids of users with a device for pushes */
  with_devices: string[]
  /** whether any of the users has snoozed notifications */
  has_snoozed: boolean
  /** of an issue: its watchers, the people with access to its project, those who muted it; of a conversation: its members */
  watchers: string[]
  members: string[]
  muting: string[]
  /** ids of users with a recent unread notification of the issue, or of the conversation */
  with_unread: string[]
}

export const noFacts: Facts = {
  actor_name: null,
  project_name: null,
  settings: [],
  with_devices: [],
  has_snoozed: false,
  watchers: [],
  members: [],
  muting: [],
  with_unread: [],
}

interface FactValues {
  by: string | null
  project_id: string | null
  user_ids: string[]
  /** the issue of the event; its watchers are possible recipients as well */
  issue_id: string | null
  /** unread notifications are joined from this instant on */
  since: string
}

const listIds = (query: RawBuilder<unknown>) =>
  sql`(select coalesce(json_agg(l.user_id), '[]') from (${query}) l)`

/** Facts that all notifications depend on; `isOfPeople`: SQL condition on a `user_id`, true for possible recipients. */
function buildCommonFacts(
  parameter: ParameterOf<Pick<FactValues, 'by'>>,
  isOfPeople: RawBuilder<unknown>,
  projectId: RawBuilder<unknown>,
) {
  return sql`
    'actor_name', (select trim(concat(first_name, ' ', last_name)) from users where id = ${parameter('by')}::uuid),
    'project_name', (select name from projects where id = ${projectId}),
    'settings', (select coalesce(json_agg(s), '[]') from notification_settings s where ${isOfPeople}),
    'with_devices', ${listIds(sql`select user_id from push_devices where ${isOfPeople}`)},
    'has_snoozed', exists (select from notifications where ${isOfPeople} and snoozed_until is not null)`
}

/** An array of the few people of an issue lets PostgreSQL look each of them up in indexes; it would join a set with all rows. */
const issueFacts: JsonRead<FactValues> = {
  build: (db, parameter) => {
    const issueId = sql`${parameter('issue_id')}::uuid`
    const projectId = sql<string>`${parameter('project_id')}::uuid`
    const people = sql`(select ids from people)::uuid[]`
    const isOfPeople = sql`user_id = any (${people})`
    return sql`with people as (select ${parameter('user_ids')}::uuid[]
        || array(select user_id from issue_watchers where issue_id = ${issueId}) as ids)
      select json_build_object(${buildCommonFacts(parameter, isOfPeople, projectId)},
        'watchers', ${listIds(sql`select user_id from issue_watchers where issue_id = ${issueId}`)},
        'members', ${listIds(selectMembersAmong(db, projectId, people) as never)},
        'muting', ${listIds(sql`select user_id from issue_mutes where issue_id = ${issueId}`)},
        'with_unread', ${listIds(sql`select user_id from notifications
          where ${isOfPeople} and type = 'ISSUE_UPDATED' and state = 'NEW'
          and created_at > ${parameter('since')}::timestamptz
          and payload->>'issue_id' = ${issueId}::text`)})`
  },
}

/** Facts about the members of a conversation, which can be read before the event knows them. */
const chatFacts: JsonRead<Pick<FactValues, 'by' | 'since'> & { chat_id: string }> = {
  build: (_db, parameter) => {
    const id = sql`${parameter('chat_id')}::uuid`
    const people = sql`select user_id from people`
    const project = sql`(select project_id from chats where id = ${id})`
    return sql`with people as materialized (${selectMemberIds(id)})
      select json_build_object(${buildCommonFacts(parameter, sql`user_id in (${people})`, project)},
        'watchers', '[]'::json, 'members', ${listIds(people)}, 'muting', '[]'::json,
        'with_unread', ${listIds(sql`select user_id from notifications
          where type = 'CHAT_MESSAGE' and state = 'NEW' and payload->>'chat_id' = ${id}::text
          and snoozed_until is null and created_at > ${parameter('since')}::timestamptz`)})`
  },
}

const buildValues = (event: PublishedEvent, more: Partial<FactValues>): FactValues => ({
  by: actorOf(event),
  project_id: event.project_id,
  user_ids: [],
  issue_id: null,
  since: getWindowStart(),
  ...more,
})

/** The issue of an event, and people involved other than its creator, assignee and watchers; null: none. */
function findConcernedIssue(event: PublishedEvent) {
  if (event.type === 'comment.updated')
    return event.cause.kind === 'WRITTEN'
      ? { issue: event.cause.issue, others: event.cause.comment.mentioned }
      : null
  if (event.type === 'issue.created')
    return event.cause.kind === 'CREATED' && event.cause.issue.assignee_id
      ? { issue: event.cause.issue, others: [] }
      : null
  if (event.type === 'issue.deleted')
    return event.cause.kind === 'DELETED' ? { issue: event.cause.issue, others: [] } : null
  if (event.type !== 'issue.updated') return null
  const { cause } = event
  if (cause.kind === 'CHANGED')
    return { issue: cause.issue, others: [cause.before.assignee_id, ...(cause.comment?.mentioned ?? [])] }
  return cause.kind === 'ATTACHED' ? { issue: cause.issue, others: [] } : null
}

/** The query for the facts of an event whose possible recipients are known in advance; null for other events. */
export function buildFactsRead(event: PublishedEvent): FilledRead | null {
  if (event.type === 'chat.message') {
    const { data, cause } = event
    return fillRead(chatFacts, { by: cause.by, chat_id: data.chat_id, since: getWindowStart() })
  }
  const concerned = findConcernedIssue(event)
  if (!concerned) return null
  const { issue, others } = concerned
  const user_ids = [issue.created_by, issue.assignee_id, ...others].filter((id) => id !== null)
  return fillRead(issueFacts, buildValues(event, { user_ids, issue_id: issue.id }))
}

/** Facts about the recipients of an event whose recipients come from other tables. */
export async function readFacts(tx: Tx, event: PublishedEvent, user_ids: string[]): Promise<Facts> {
  const [facts] = await readTogether(tx, [fillRead(issueFacts, buildValues(event, { user_ids }))])
  return facts as Facts
}
