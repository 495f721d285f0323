import type { Member } from '@plumbline/contract/access/access'
import { MOST_SEATS } from '@plumbline/contract/billing/plans'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import { buildPersonJson } from '../users/person-json.ts'

/** Limit on listed members: the seats of the largest company. Members beyond it could be neither seen nor removed. */
export const MAX_MEMBERS_READ = MOST_SEATS

/** Selects the members of a project in the shape of the contract's Member. */
export function selectProjectMembers(tx: Tx, projectId: string | RawBuilder<string>) {
  return tx
    .selectFrom('project_members as m')
    .innerJoin('users', 'users.id', 'm.user_id')
    .leftJoin('teams', 'teams.id', 'm.team_id')
    .select(['m.user_id', 'm.team_id', 'm.role', 'm.permission_level', 'm.created_at'])
    .select(['teams.name as team_name', 'users.email', buildPersonJson('users').as('user')])
    .select([
      sql<'MEMBER'>`'MEMBER'`.as('kind'),
      sql<string | null>`(select max(s.seen_at) from sessions s where s.user_id = m.user_id)`.as(
        'last_seen_at',
      ),
    ])
    .where('m.project_id', '=', projectId)
}

export async function getProjectMember(tx: Tx, projectId: string, userId: string): Promise<Member> {
  const member = await selectProjectMembers(tx, projectId).where('m.user_id', '=', userId).executeTakeFirst()
  if (!member) throw new Refusal('not_found')
  return member
}
