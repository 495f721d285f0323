import { sql } from 'kysely'
import type { TeamCtx } from '../context.ts'

const MAX_PEOPLE = 5000

/** Members first by name; reads the distinct ids from the indexes of the log. */
export async function listAuditPeople({ tx, team: { team_id } }: TeamCtx) {
  return tx
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'picture_id'])
    .where((eb) =>
      eb.or([
        sql<boolean>`exists (select from audit_log l where l.by_user_id = users.id and l.team_id = ${team_id})`,
        sql<boolean>`exists (select from audit_log l where l.person_id = users.id and l.team_id = ${team_id})`,
      ]),
    )
    .orderBy('first_name')
    .orderBy('last_name')
    .orderBy('id')
    .limit(MAX_PEOPLE)
    .execute()
}
