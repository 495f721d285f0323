import { sql } from 'kysely'
import type { PublicCtx } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { mergeDirectChats } from './merge-chats.ts'
import { lockIssuesNaming, type MergedIssues, recordMergedIssues, replaceInIssues } from './merge-issues.ts'
import { mergeAccessRequests, mergeProjects, mergeTeams } from './merge-memberships.ts'
import { mergeNotifications } from './merge-notifications.ts'
import { endReferences, type MergedPair, moveReferences } from './move-references.ts'

/** The rows that a merge has changed, to be published to the people who see them. */
export interface Moved {
  teams: string[]
  projects: string[]
  /** projects with access requests of the given-up account */
  requests: string[]
  issues: MergedIssues
  /** conversations with their people, by id */
  chats: Map<string, string[]>
  /** projects whose custom fields, templates or saved lists named the given-up account */
  fields: string[]
  templates: string[]
  lists: string[]
  /** people whose notifications have changed */
  readers: string[]
}

/** Conversations in which the account is, wrote or reacted, with the people who see them. */
async function listChatsNaming(tx: Tx, { given_up }: MergedPair): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ id: string; users: string[] }>`
    with named as (
      select chat_id from chat_members where user_id = ${given_up}
      union select chat_id from chat_messages where user_id = ${given_up}
      union select m.chat_id from chat_reactions r join chat_messages m on m.id = r.message_id
        where r.user_id = ${given_up})
    select c.id, array(
      select p.user_id from project_members p where p.project_id = c.project_id
      union select o.user_id from chat_members o where o.chat_id = c.id and c.project_id is null) as users
    from chats c where c.id in (select chat_id from named) order by c.id`.execute(tx)
  return new Map(rows.map((row) => [row.id, row.users]))
}

/** Replaces the given-up account with the kept one in every table. Can be repeated: rows moved before are not found again. */
export async function moveEverything(
  { tx, now }: Pick<PublicCtx, 'tx' | 'now'>,
  pair: MergedPair,
): Promise<Moved> {
  const ids = await lockIssuesNaming(tx, pair)
  const chats = await listChatsNaming(tx, pair)
  const teams = await mergeTeams(tx, pair)
  const projects = await mergeProjects(tx, pair)
  const requests = await mergeAccessRequests(tx, pair, now())
  const issues = await replaceInIssues(tx, pair, ids)
  for (const [id, users] of await mergeDirectChats(tx, pair)) chats.set(id, users)
  await endReferences(tx, pair)
  const inTexts = await moveReferences(tx, pair)
  const readers = await mergeNotifications(tx, pair)
  await recordMergedIssues({ tx, now }, pair, issues)
  return { teams, projects, requests, issues, chats, ...inTexts, readers }
}

export const isNothingMoved = ({ issues, chats, ...lists }: Moved): boolean =>
  issues.size === 0 && chats.size === 0 && Object.values(lists).every((list) => list.length === 0)
