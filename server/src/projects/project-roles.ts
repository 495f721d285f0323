import type { EndpointSpec } from '@plumbline/contract/http'
import type { PermissionLevel } from '@plumbline/contract/roles'
import type { FastifyRequest } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import {
  authenticateBearer,
  authenticateSession,
  type SessionRow,
  type SessionValues,
  selectSession,
} from '../auth/sessions.ts'
import type { TokenLimit } from '../auth/tokens/authenticate-token.ts'
import type { Actor, ProjectMember, Server } from '../context.ts'
import { type Db, parseTimestamp, type Tx } from '../db/database.ts'
import { prepareHeldQuery, prepareQuery } from '../db/prepared-query.ts'

/** Write block of the company that owns the project. */
const blocksAt = sql<string | null>`(select blocks_at from teams where teams.id = projects.team_id)`.as(
  'blocks_at',
)

/**
 * The only definition of project roles: explicit memberships, and implied ADMIN for the OWNER and ADMINs of the owning
 * company. All queries below use it. Covers either live projects or those in the trash.
 */
function selectMemberships(tx: Tx, where: 'live' | 'trash' = 'live') {
  const state = where === 'live' ? 'is' : 'is not'
  const own = tx
    .selectFrom('project_members')
    .innerJoin('projects', 'projects.id', 'project_members.project_id')
    .where('projects.deleted_at', state, null)
    .select(['project_members.project_id', 'project_members.user_id', 'project_members.team_id'])
    .select(['project_members.role', 'project_members.permission_level', 'projects.status'])
    .select('projects.contributor_issue_scope')
    .select(blocksAt)
    .select(sql<number>`0`.as('implied'))
  const implied = tx
    .selectFrom('team_members')
    .innerJoin('projects', 'projects.team_id', 'team_members.team_id')
    .where('team_members.role', 'in', ['OWNER', 'ADMIN'])
    .where('projects.deleted_at', state, null)
    .select(['projects.id as project_id', 'team_members.user_id', 'projects.team_id'])
    .select([
      sql<ProjectMember['role']>`'OTHER'`.as('role'),
      sql<PermissionLevel>`'ADMIN'`.as('permission_level'),
      'projects.status',
      'projects.contributor_issue_scope',
      blocksAt,
      sql<number>`1`.as('implied'),
    ])
  return { own, implied }
}

type MembershipRow = Omit<ProjectMember, 'archived' | 'is_scoped' | 'issue_scope'> & {
  status: 'ACTIVE' | 'ARCHIVED'
  contributor_issue_scope: 'ALL' | 'OWN_COMPANY'
  implied: number
}

/** One user's access to one project from their one or two rows of `selectMemberships`; null without a row. */
function buildProjectMember(rows: MembershipRow[]): ProjectMember | null {
  const member = rows.find((row) => row.implied === 0) ?? rows[0]
  if (!member) return null
  const isImplied = rows.some((row) => row.implied === 1)
  const { project_id, user_id, team_id, role, permission_level, status, blocks_at } = member
  return {
    project_id,
    user_id,
    team_id,
    role,
    permission_level: isImplied ? 'ADMIN' : permission_level,
    archived: status === 'ARCHIVED',
    blocks_at,
    issue_scope: member.contributor_issue_scope,
    is_scoped:
      !isImplied && permission_level === 'CONTRIBUTOR' && member.contributor_issue_scope === 'OWN_COMPANY',
  }
}

/** The memberships of a user in a live project: one or two rows. */
const selectMembershipsOf = (db: Db, userId: RawBuilder<string>, projectId: RawBuilder<string>) => {
  const { own, implied } = selectMemberships(db)
  return own
    .where('project_members.user_id', '=', userId)
    .where('projects.id', '=', projectId)
    .unionAll(implied.where('team_members.user_id', '=', userId).where('projects.id', '=', projectId))
}

const readMemberships = prepareQuery<{ user_id: string; project_id: string }, MembershipRow>(
  (db, parameter) => selectMembershipsOf(db, parameter('user_id'), parameter('project_id')),
)

/** The caller's membership in a project; null if the project is unknown to the caller. */
export const findProjectMember = async (
  tx: Tx,
  user_id: string,
  project_id: string,
): Promise<ProjectMember | null> => buildProjectMember(await readMemberships(tx, { user_id, project_id }))

/**
 * Locks explicit memberships until the end of the transaction: a concurrent removal or change of role waits, and then sees
 * what the transaction assigned to the members. Like there, they come before projects and issues. Sent together with the
 * next statement.
 */
export const holdMemberships = prepareHeldQuery<
  { user_ids: readonly string[]; project_id: string },
  { user_id: string }
>((db, parameter) =>
  db
    .selectFrom('project_members')
    .select('user_id')
    .where('project_id', '=', parameter('project_id'))
    .where('user_id', '=', sql<string>`any (${parameter('user_ids')}::uuid[])`)
    .orderBy('user_id')
    .forShare(),
)

/** Locks explicit memberships in one order, before the rows of their projects, invitations and issues. */
export async function lockMemberships(
  tx: Tx,
  { project_ids, user_ids }: { project_ids?: string[]; user_ids: string[] },
): Promise<void> {
  await tx
    .selectFrom('project_members')
    .select('user_id')
    .where('user_id', 'in', user_ids)
    .$if(project_ids !== undefined, (rows) => rows.where('project_id', 'in', project_ids ?? []))
    .orderBy('project_id')
    .orderBy('user_id')
    .forUpdate()
    .execute()
}

interface SessionMemberValues extends SessionValues {
  project_id: string
}
type SessionMemberRow = SessionRow & { memberships: MembershipRow[] }

const findSessionWithMember = prepareQuery<SessionMemberValues, SessionMemberRow>((db, parameter) =>
  selectSession<SessionMemberValues>(db, parameter).select(
    sql<MembershipRow[]>`(select coalesce(json_agg(m), '[]') from (${selectMembershipsOf(
      db,
      sql`users.id`,
      parameter('project_id'),
    )}) m)`.as('memberships'),
  ),
)

/** Authenticates a request and finds the caller's membership in a project, of a session in one statement. */
export const createMemberAuthenticator =
  (server: Server, limit: TokenLimit) =>
  async (
    request: FastifyRequest,
    tx: Tx,
    call: EndpointSpec,
    project_id: string,
  ): Promise<{ actor: Actor; member: ProjectMember | null }> => {
    const caller = await authenticateBearer(server, { request, tx, call, limit })
    if (caller) return { actor: caller, member: await findProjectMember(tx, caller.user_id, project_id) }
    const { actor, row } = await authenticateSession(server, request, tx, (values) =>
      findSessionWithMember(tx, { ...values, project_id }),
    )
    const memberships = row.memberships.map((each) => ({
      ...each,
      blocks_at: each.blocks_at === null ? null : parseTimestamp(each.blocks_at),
    }))
    return { actor, member: buildProjectMember(memberships) }
  }

/** For each user, the permission level in every visible project. */
export async function getLevelsOfUsers(
  db: Db,
  userIds: string[],
): Promise<Map<string, Map<string, PermissionLevel>>> {
  const { own, implied } = selectMemberships(db)
  const rows = await own
    .where('project_members.user_id', '=', sql<string>`any(${userIds}::uuid[])`)
    .unionAll(implied.where('team_members.user_id', '=', sql<string>`any(${userIds}::uuid[])`))
    .execute()
  const levels = new Map<string, Map<string, PermissionLevel>>()
  for (const row of rows.sort((a, b) => a.implied - b.implied)) {
    const own = levels.get(row.user_id) ?? new Map<string, PermissionLevel>()
    levels.set(row.user_id, own.set(row.project_id, row.permission_level))
  }
  return levels
}

/** The user's permission level in every visible project. */
export async function getLevelsByProject(db: Db, userId: string): Promise<Map<string, PermissionLevel>> {
  return (await getLevelsOfUsers(db, [userId])).get(userId) ?? new Map()
}

/** Everyone with access to a project, each user once. */
export async function listProjectMembers(tx: Tx, projectId: string): Promise<ProjectMember[]> {
  const { own, implied } = selectMemberships(tx)
  const rows = await own
    .where('projects.id', '=', projectId)
    .unionAll(implied.where('projects.id', '=', projectId))
    .execute()
  return [...Map.groupBy(rows, (row) => row.user_id).values()].flatMap(
    (ofUser) => buildProjectMember(ofUser) ?? [],
  )
}

/** Rows of the users with access to the project; a user with two rows appears twice. `users`: SQL of an array of ids. */
export const selectMembersAmong = (db: Db, projectId: RawBuilder<string>, users: RawBuilder<unknown>) => {
  const { own, implied } = selectMemberships(db)
  return own
    .where(sql<boolean>`project_members.user_id = any (${users})`)
    .where('projects.id', '=', projectId)
    .unionAll(
      implied.where(sql<boolean>`team_members.user_id = any (${users})`).where('projects.id', '=', projectId),
    )
}

const readMembersAmong = prepareQuery<{ project_id: string; user_ids: string[] }, { user_id: string }>(
  (db, parameter) =>
    selectMembersAmong(db, parameter('project_id'), sql`(select ${parameter('user_ids')}::uuid[])::uuid[]`),
)

/** Of these users, those with access to the project. */
export async function filterMembers(tx: Tx, project_id: string, user_ids: string[]): Promise<string[]> {
  if (user_ids.length === 0) return []
  const rows = await readMembersAmong(tx, { project_id, user_ids })
  return [...new Set(rows.map((row) => row.user_id))]
}

/** Ids of a project's administrators, explicit and implied. */
export async function listAdministratorIds(tx: Tx, projectId: string): Promise<string[]> {
  const people = await listProjectMembers(tx, projectId)
  return people.filter((row) => row.permission_level === 'ADMIN').map(({ user_id }) => user_id)
}

/** Ids of the projects in the trash that the user administered. */
export async function listAdministeredTrash(tx: Tx, userId: string): Promise<string[]> {
  const { own, implied } = selectMemberships(tx, 'trash')
  const rows = await own
    .where('project_members.user_id', '=', userId)
    .where('project_members.permission_level', '=', 'ADMIN')
    .unionAll(implied.where('team_members.user_id', '=', userId))
    .execute()
  return [...new Set(rows.map((row) => row.project_id))]
}
