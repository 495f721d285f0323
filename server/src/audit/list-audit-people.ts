import { sql } from 'kysely'
import type { TeamCtx } from '../context.ts'
import { keptId } from '../users/merged-people.ts'

const MAX_PEOPLE = 5000

/** Members first by name; reads the distinct ids from the indexes of the log. */
export async function listAuditPeople({ tx, team: { team_id } }: TeamCtx) {
  const named = tx
    .selectFrom('users')
    .select(keptId('users').as('id'))
    .where((eb) =>
      eb.or([
        sql<boolean>`exists (select from audit_log l where l.by_user_id = users.id and l.team_id = ${team_id})`,
        sql<boolean>`exists (select from audit_log l where l.person_id = users.id and l.team_id = ${team_id})`,
      ]),
    )
  return tx
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'picture_id'])
    .where('id', 'in', named)
    .orderBy('first_name')
    .orderBy('last_name')
    .orderBy('id')
    .limit(MAX_PEOPLE)
    .execute()
}
