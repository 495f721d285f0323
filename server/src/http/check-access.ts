import { type EndpointSpec, isBlockedWhenUnpaid } from '@plumbline/contract/http'
import {
  isLevelAtLeast,
  isTeamRoleAtLeast,
  type PermissionLevel,
  type TeamRole,
} from '@plumbline/contract/roles'
import type { FastifyRequest } from 'fastify'
import type { Actor, ProjectMember, PublicCtx, Route, TeamCaller } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { checkMaintenance } from './check-maintenance.ts'
import { checkPaid } from './check-paid.ts'
import { Refusal } from './refusal.ts'

/** Authentication and membership lookups, injected by app.ts because http must not import domains. */
export interface AccessGate {
  /**
   * Authenticates the caller; refuses an invalid or missing session, a write without its anti-forgery token, and a token
   * that does not reach this call. Without a call only a session is accepted.
   */
  authenticate: (request: FastifyRequest, tx: Tx, call: EndpointSpec | null) => Promise<Actor>
  /** Authenticates the caller of a call in a project; `member` is null when the project does not exist for this user. */
  authenticateMember: (
    request: FastifyRequest,
    tx: Tx,
    call: EndpointSpec,
    projectId: string,
  ) => Promise<{ actor: Actor; member: ProjectMember | null }>
  /** null when the team does not exist for this user */
  findTeamMember: (tx: Tx, userId: string, teamId: string) => Promise<TeamCaller | null>
  isOperator: (tx: Tx, userId: string) => Promise<boolean>
  visibility: VisibilityCheck[]
}

/** Refuses callers from whom the item that a path names is hidden, although they have access to the call. */
export interface VisibilityCheck {
  /** start of the paths of the item's calls, with its parameters */
  under: string
  check: (ctx: never, params: Record<string, string>) => Promise<unknown>
}

/** Who calls; `member` is null outside of projects and for projects that do not exist for this user. */
export interface Caller {
  actor: Actor | null
  member: ProjectMember | null
}

export async function authenticateCaller(
  { endpoint }: Route,
  { tx }: PublicCtx,
  gate: AccessGate,
  request: FastifyRequest,
  id = '',
): Promise<Caller> {
  if (endpoint.access === 'public') return { actor: null, member: null }
  if (endpoint.access.startsWith('project:')) return gate.authenticateMember(request, tx, endpoint, id)
  return { actor: await gate.authenticate(request, tx, endpoint), member: null }
}

/** Adds actor, member or team to the context, or refuses. */
async function admit(
  { endpoint }: Route,
  ctx: PublicCtx,
  gate: AccessGate,
  { actor, member }: Caller,
  id: string | undefined,
) {
  const { access } = endpoint
  if (access === 'public' || !actor) return ctx
  if (access === 'user') return { ...ctx, actor }
  if (access === 'operator') {
    if (!(await gate.isOperator(ctx.tx, actor.user_id))) throw new Refusal('not_found')
    return { ...ctx, actor }
  }
  const [kind, needed] = access.split(':') as ['project' | 'team', PermissionLevel & TeamRole]
  if (kind === 'project') {
    if (actor.only_project !== null && actor.only_project !== id) throw new Refusal('not_found')
    if (!member) throw new Refusal('not_found')
    if (!isLevelAtLeast(member.permission_level, needed)) throw new Refusal('forbidden')
    const writes = endpoint.method !== 'GET' && endpoint.archived !== 'allowed' && needed !== 'ADMIN'
    if (member.archived && writes) throw new Refusal('archived')
    if (isBlockedWhenUnpaid(endpoint)) checkPaid(ctx, member.blocks_at)
    return { ...ctx, actor, member }
  }
  const team = await gate.findTeamMember(ctx.tx, actor.user_id, id ?? '')
  if (!team) throw new Refusal('not_found')
  if (!isTeamRoleAtLeast(team.role, needed)) throw new Refusal('forbidden')
  if (isBlockedWhenUnpaid(endpoint)) checkPaid(ctx, team.blocks_at)
  return { ...ctx, actor, team }
}

/** Checks the endpoint's access and, for writes, that the server is not under maintenance. */
export async function checkAccess(
  route: Route,
  ctx: PublicCtx,
  gate: AccessGate,
  caller: Caller,
  id: string | undefined,
) {
  const admitted = await admit(route, ctx, gate, caller, id)
  const { method, maintenance } = route.endpoint
  if (method !== 'GET' && maintenance !== 'allowed') await checkMaintenance(ctx, gate, caller.actor)
  return admitted
}

/** The same for an answer that is repeated without its handler; refuses callers from whom the item is hidden, too. */
export async function checkRepeat(
  route: Route,
  ctx: PublicCtx,
  gate: AccessGate,
  caller: Caller,
  params: Record<string, string>,
) {
  const admitted = await checkAccess(route, ctx, gate, caller, params.id)
  const { path } = route.endpoint
  const checks = gate.visibility.filter(({ under }) => path === under || path.startsWith(`${under}/`))
  for (const { check } of checks) await check(admitted as never, params)
}
