import type * as api from '@plumbline/contract/notifications/notifications'
import type { Notification } from '@plumbline/contract/notifications/notifications'
import { sql } from 'kysely'
import type { Input, UserCtx } from '../context.ts'
import { addInvitationStates, parseProjectFilter } from './reads.ts'

const DEFAULT_LIMIT = 50
const MOST_COUNTED = 1000

interface GroupRow extends Notification {
  group_key: string
  count: number
  changed_at: string
  fresh: number
  muted: boolean
  snoozed_until: string | null
}

/**
 * Reads the newest notifications and skips those with a newer one in their thread, so that it stops after `limit` threads;
 * counts only these.
 */
async function readGroups(ctx: UserCtx, isSnoozed: boolean, projectId: string | undefined, limit: number) {
  const me = ctx.actor.user_id
  // literals, so that the planner uses the partial indexes
  const shown = isSnoozed ? sql`snoozed_until is not null` : sql`snoozed_until is null`
  const ofProject = projectId ? sql`and n.project_id = ${projectId}` : sql``
  const { rows } = await sql<GroupRow>`
    with heads as materialized (
      select * from notifications n
      where n.user_id = ${me} and n.in_app and n.${shown} ${ofProject} and not exists (
        select from notifications o where o.user_id = ${me} and o.group_key = n.group_key and o.in_app and o.${shown}
          and (o.shown_at, o.id) > (n.shown_at, n.id))
      order by n.shown_at desc, n.id desc limit ${limit}
    )
    select h.*, c.count, c.fresh, c.changed_at, exists (select from issue_mutes m
      where m.user_id = ${me} and m.issue_id = (h.payload->>'issue_id')::uuid) as muted
    from heads h cross join lateral (
      select count(*)::int as count, max(coalesce(o.merged_at, o.created_at)) as changed_at, count(*) filter (where o.state = 'NEW')::int as fresh from notifications o
      where o.user_id = ${me} and o.group_key = h.group_key and o.in_app and o.${shown}) c
    order by h.shown_at desc, h.id desc`.execute(ctx.tx)
  return addInvitationStates(ctx, rows)
}

async function countSnoozed({ tx, actor }: UserCtx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select distinct group_key from notifications
      where user_id = ${actor.user_id} and in_app and snoozed_until is not null limit ${MOST_COUNTED}) k`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}

/** Projects with notifications, each found by one step in an index, however many notifications it has. */
async function listProjects({ tx, actor }: UserCtx): Promise<{ id: string; name: string }[]> {
  const first = sql`select project_id from notifications where user_id = ${actor.user_id} and in_app
    and snoozed_until is null and project_id is not null`
  const { rows } = await sql<{ id: string; name: string }>`
    with recursive found as (
      (${first} order by project_id limit 1)
      union all
      select (${first} and project_id > found.project_id order by project_id limit 1) from found
      where found.project_id is not null
    )
    select f.project_id as id, n.payload->>'project_name' as name from found f
    cross join lateral (select payload from notifications where user_id = ${actor.user_id} and in_app
      and snoozed_until is null and project_id = f.project_id and payload ? 'project_name'
      order by shown_at desc limit 1) n
    order by name, id limit ${MOST_COUNTED}`.execute(tx)
  return rows
}

export async function listNotificationGroups(
  ctx: UserCtx,
  { query }: Input<typeof api.listNotificationGroups>,
) {
  const { limit = DEFAULT_LIMIT } = query
  const projectId = parseProjectFilter(query.project_id)
  // one more than requested, to know whether there are more
  const rows = await readGroups(ctx, query.snoozed === 'true', projectId, limit + 1)
  return {
    groups: rows.slice(0, limit).map((row) => {
      const { group_key: key, count, changed_at, fresh, muted, snoozed_until } = row
      return { key, newest: row, count, changed_at, fresh, muted, snoozed_until }
    }),
    has_more: rows.length > limit,
    snoozed: await countSnoozed(ctx),
    projects: await listProjects(ctx),
  }
}
