import type * as api from '@plumbline/contract/notifications/notifications'
import { sql } from 'kysely'
import { selectUnreadMessages } from '../chat/reads.ts'
import type { Input, UserCtx } from '../context.ts'
import { type ParameterOf, prepareQuery } from '../db/prepared-query.ts'
import { parseProjectFilter } from './reads.ts'

/** counting stops here, because its cost grows with the count */
const MOST_COUNTED = 10_000

interface CountValues {
  user_id: string
  /** null: all projects */
  project_id: string | null
}

/** SQL: the shown notifications in a state, which is a literal, so that the planner uses the partial index. */
const countInState = (state: 'NEW' | 'ACKNOWLEDGED', parameter: ParameterOf<CountValues>) => {
  const project = sql`${parameter('project_id')}::uuid`
  return sql<number>`(select count(*)::int from (select from notifications n
    where n.user_id = ${parameter('user_id')}::uuid and n.in_app and n.snoozed_until is null
      and n.state = ${sql.lit(state)} and (${project} is null or n.project_id = ${project})
    limit ${sql.lit(MOST_COUNTED)}) counted)`
}

const readCounts = prepareQuery<CountValues, { new: number; acknowledged: number; chat: number }>(
  (db, parameter) =>
    db.selectNoFrom([
      countInState('NEW', parameter).as('new'),
      countInState('ACKNOWLEDGED', parameter).as('acknowledged'),
      sql<number>`(${selectUnreadMessages(db, sql`${parameter('user_id')}::uuid`)})`.as('chat'),
    ]),
)

export async function countNotifications(
  { tx, actor }: UserCtx,
  { query }: Input<typeof api.countNotifications>,
) {
  const project_id = parseProjectFilter(query.project_id) ?? null
  const [counts] = await readCounts(tx, { user_id: actor.user_id, project_id })
  const { new: fresh = 0, acknowledged = 0, chat = 0 } = counts ?? {}
  return { total: fresh + acknowledged, new: fresh, acknowledged, chat }
}
