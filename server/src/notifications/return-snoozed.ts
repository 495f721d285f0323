import { sql } from 'kysely'
import type { Server } from '../context.ts'
import { inTransaction } from '../db/database.ts'
import type { Teller } from '../live/tell.ts'

const BATCH = 1000

/**
 * Shows snoozed threads at the top of the list when their time has come; the newest notification of each becomes unread,
 * unless a newer message of its conversation already is, even one that is only mailed: a conversation has one unread
 * notification. Runs every minute; servers share the rows.
 */
export async function returnSnoozed({ db, now }: Pick<Server, 'db' | 'now'>, teller: Teller): Promise<void> {
  const at = now().toISOString()
  for (;;) {
    const found = await inTransaction(db, async (tx) => {
      const { rows } = await sql<{ user_id: string }>`
        with due as (
          select id, user_id, group_key, shown_at from notifications where snoozed_until <= ${at}
          order by snoozed_until limit ${BATCH} for update skip locked
        ), ranked as (
          select id, row_number() over (partition by user_id, group_key order by shown_at desc, id desc) as rank from due
        )
        update notifications n set snoozed_until = null, returned_at = ${at}, state = case
          when rank = 1 and not exists (select from notifications o where o.user_id = n.user_id
            and o.group_key = n.group_key and o.state = 'NEW' and (o.in_app or o.type = 'CHAT_MESSAGE')) then 'NEW' else n.state end
        from ranked where n.id = ranked.id returning n.user_id`.execute(tx)
      const users = [...new Set(rows.map((row) => row.user_id))]
      if (users.length > 0)
        await teller.begin(tx)('notification.updated', { project_id: null, data: {}, audience: { users } })
      return rows.length
    })
    if (found > 0) teller.nudge()
    if (found < BATCH) return
  }
}
