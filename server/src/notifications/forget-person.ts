import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { deletedUser, type Reaction } from '../live/tell.ts'

/** Removes the user's name where a custom field has them as its value. */
async function forgetValues(tx: Tx, user: string): Promise<{ user_id: string }[]> {
  const { rows } = await sql<{ user_id: string }>`
    update notifications set payload = payload || jsonb_build_object('named_ids', (payload->'named_ids') - ${user}::text,
      'changed', (select jsonb_object_agg(field, value
        || case when value->>'from_id' = ${user} then '{"from":null,"from_id":null}'::jsonb else '{}' end
        || case when value->>'to_id' = ${user} then '{"to":null,"to_id":null}'::jsonb else '{}' end)
        from jsonb_each(payload->'changed') as c (field, value)))
    where payload ? 'named_ids' and payload->'named_ids' ? ${user}::text and user_id <> ${user}
    returning user_id`.execute(tx)
  return rows
}

/**
 * Before an account is deleted: removes the user's name from other users' notifications, which then say "Someone". The id
 * stays, but refers to no account.
 */
export const forgetPersonOfNotifications: Reaction = async (tx, event, tell) => {
  const user = deletedUser(event)
  if (!user) return
  const { rows } = await sql<{ user_id: string }>`
    update notifications set payload =
      case when payload->>'by_user_id' = ${user}
        then payload - '{by_user_name,added_by_user_name,removed_by_user_name,from_name}'::text[] else payload end
      - case when payload->>'added_user_id' = ${user} then array['added_user_name'] else array[]::text[] end
      - case when payload->>'assignee_from_id' = ${user} then array['assignee_from_id'] else array[]::text[] end
      - case when payload->>'assignee_to_id' = ${user} then array['assignee_to_id'] else array[]::text[] end
      || case when ${user} in (payload->>'assignee_from_id', payload->>'assignee_to_id')
        then jsonb_build_object('changed', coalesce(payload->'changed', '{}') || jsonb_build_object('assignee_id', coalesce(payload->'changed'->'assignee_id', '{}')
          || case when payload->>'assignee_from_id' = ${user} then '{"from":null}'::jsonb else '{}' end
          || case when payload->>'assignee_to_id' = ${user} then '{"to":null}'::jsonb else '{}' end)) else '{}' end
    where user_id <> ${user} and (
      (payload ? 'by_user_id' and payload->>'by_user_id' = ${user})
      or (payload ? 'added_user_id' and payload->>'added_user_id' = ${user})
      or (payload ? 'assignee_from_id' and payload->>'assignee_from_id' = ${user})
      or (payload ? 'assignee_to_id' and payload->>'assignee_to_id' = ${user}))
    returning user_id`.execute(tx)
  const users = [...new Set([...rows, ...(await forgetValues(tx, user))].map((row) => row.user_id))]
  if (users.length > 0)
    await tell('notification.updated', { project_id: null, data: {}, audience: { users } })
}
