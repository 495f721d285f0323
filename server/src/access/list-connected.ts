import type * as api from '@plumbline/contract/access/access'
import { maxListedPeople } from '@plumbline/contract/users/users'
import type { Input, UserCtx } from '../context.ts'
import { hasNameWords, selectConnectedUsers } from '../users/connected-users.ts'

/** People the caller can add to a project, with their default company. */
export function listConnected({ tx, actor }: UserCtx, { query }: Input<typeof api.listConnected>) {
  return tx
    .selectFrom('users')
    .leftJoin('team_members as m', (join) =>
      join.onRef('m.user_id', '=', 'users.id').on('m.is_default', '=', true),
    )
    .leftJoin('teams', 'teams.id', 'm.team_id')
    .select(['users.id', 'users.first_name', 'users.last_name', 'users.picture_id', 'users.email'])
    .select('teams.name as team_name')
    .where('users.id', 'in', selectConnectedUsers(tx, actor.user_id))
    .where('users.id', '<>', actor.user_id)
    .where(hasNameWords(query.q ?? ''))
    .orderBy('users.first_name')
    .orderBy('users.last_name')
    .orderBy('users.id')
    .limit(maxListedPeople)
    .execute()
}
