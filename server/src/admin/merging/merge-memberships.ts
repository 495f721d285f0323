import { permissionLevels, teamRoles } from '@plumbline/contract/roles'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { MergedPair } from './move-references.ts'

/** Memberships of two accounts of one person: the higher right wins, and one row stays. */

/** SQL: whether `theirs` is the higher of two values of a list in ascending order. */
const isHigher = (theirs: string, mine: string, order: readonly string[]) =>
  sql`array_position(${order}::text[], ${sql.ref(theirs)}::text) > array_position(${order}::text[], ${sql.ref(mine)}::text)`

/** Ids of the given-up account's companies. The kept account's default company stays. */
export async function mergeTeams(tx: Tx, { kept, given_up }: MergedPair): Promise<string[]> {
  await sql`update team_members mine set role = theirs.role from team_members theirs
    where mine.user_id = ${kept} and theirs.user_id = ${given_up} and theirs.team_id = mine.team_id
      and ${isHigher('theirs.role', 'mine.role', teamRoles)}`.execute(tx)
  const { rows: both } = await sql<{ team_id: string }>`
    delete from team_members theirs where user_id = ${given_up} and exists (
      select from team_members mine where mine.user_id = ${kept} and mine.team_id = theirs.team_id)
    returning team_id`.execute(tx)
  const { rows: moved } = await sql<{ team_id: string }>`
    update team_members set user_id = ${kept}, is_default = is_default and not exists (
      select from team_members mine where mine.user_id = ${kept} and mine.is_default)
    where user_id = ${given_up} returning team_id`.execute(tx)
  // both accounts' default may have been a company of the given-up one alone
  await sql`update team_members set is_default = true where (user_id, team_id) in (
    select user_id, team_id from team_members m where user_id = ${kept} and not exists (
      select from team_members d where d.user_id = m.user_id and d.is_default)
    order by created_at, team_id limit 1)`.execute(tx)
  return [...both, ...moved].map((row) => row.team_id)
}

/** Ids of the given-up account's projects. */
export async function mergeProjects(tx: Tx, { kept, given_up }: MergedPair): Promise<string[]> {
  await sql`update project_members mine set
      permission_level = case when ${isHigher('theirs.permission_level', 'mine.permission_level', permissionLevels)}
        then theirs.permission_level else mine.permission_level end,
      team_id = coalesce(mine.team_id, theirs.team_id)
    from project_members theirs
    where mine.user_id = ${kept} and theirs.user_id = ${given_up} and theirs.project_id = mine.project_id`.execute(
    tx,
  )
  const { rows: both } = await sql<{ project_id: string }>`
    delete from project_members theirs where user_id = ${given_up} and exists (
      select from project_members mine where mine.user_id = ${kept} and mine.project_id = theirs.project_id)
    returning project_id`.execute(tx)
  const { rows: moved } = await sql<{ project_id: string }>`
    update project_members set user_id = ${kept} where user_id = ${given_up} returning project_id`.execute(tx)
  return [...both, ...moved].map((row) => row.project_id)
}

/**
 * Moves access requests. Cancels a pending one if the person is already a member or requested with both accounts. Returns
 * the projects of all of them.
 */
export async function mergeAccessRequests(
  tx: Tx,
  { kept, given_up }: MergedPair,
  now: Date,
): Promise<string[]> {
  await sql`update access_requests r set state = 'CANCELLED', decided_at = ${now.toISOString()}
    where state = 'PENDING' and user_id in (${kept}, ${given_up}) and (
      exists (select from project_members m where m.project_id = r.project_id and m.user_id = ${kept})
      or user_id = ${given_up} and exists (select from access_requests mine
        where mine.project_id = r.project_id and mine.user_id = ${kept} and mine.state = 'PENDING'))`.execute(
    tx,
  )
  const { rows } = await sql<{ project_id: string }>`
    update access_requests set user_id = ${kept} where user_id = ${given_up} returning project_id`.execute(tx)
  return [...new Set(rows.map((row) => row.project_id))]
}
