import { isSchema, stopsUnpaid } from '@plumbline/contract/http'
import { levelAtLeast, type PermissionLevel, type TeamRole, teamRoleAtLeast } from '@plumbline/contract/roles'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type {
  Actor,
  BytesReply,
  Exchange,
  ProjectMember,
  PublicCtx,
  Route,
  Server,
  TeamMember,
} from '../context.ts'
import { inTransaction, type Tx } from '../db/database.ts'
import type { Teller } from '../live/tell.ts'
import { parseInput } from './input.ts'
import { hitLimit } from './rate-limit.ts'
import { Refusal } from './refusal.ts'
import { refuseUnpaid } from './unpaid.ts'
import { takeFile, withLocalFile } from './upload.ts'

/** How the machine asks the domains who somebody is: given by app.ts, because machines know no domain. */
export interface Gate {
  /** the user of this request; refuses a broken or missing session, and a write without its anti-forgery pair */
  actor: (request: FastifyRequest, tx: Tx) => Promise<Actor>
  /** null when the project does not exist for this user */
  projectMember: (tx: Tx, userId: string, projectId: string) => Promise<ProjectMember | null>
  /** null when the team does not exist for this user */
  teamMember: (tx: Tx, userId: string, teamId: string) => Promise<TeamMember | null>
}

function exchange(request: FastifyRequest, reply: FastifyReply, secure: boolean): Exchange {
  const team = request.headers['x-plumbline-team-id']
  const ifMatch = /^(?:W\/)?"?(\d+)"?$/.exec(String(request.headers['if-match'] ?? ''))
  return {
    request_id: request.id,
    ip: request.ip,
    user_agent: String(request.headers['user-agent'] ?? '').slice(0, 300),
    if_match: ifMatch ? Number(ifMatch[1]) : null,
    accepts_brotli: /\bbr\b/.test(String(request.headers['accept-encoding'] ?? '')),
    range: request.headers.range ?? null,
    team_id: z.safeParse(z.uuid(), team).data ?? null,
    cookie: (name) => request.cookies[name],
    setCookie: (name, value, options) =>
      void reply.setCookie(name, value, {
        path: '/',
        sameSite: 'lax',
        secure,
        httpOnly: options.http_only,
        maxAge: options.max_age_s,
      }),
    clearCookie: (name) => void reply.clearCookie(name, { path: '/' }),
    etag: (version) => void reply.header('etag', `"${version}"`),
  }
}

/** Adds to the context what the endpoint's access promises its handler, or refuses. */
async function admit(
  { endpoint }: Route,
  ctx: PublicCtx,
  gate: Gate,
  request: FastifyRequest,
  id: string | undefined,
) {
  const { access } = endpoint
  if (access === 'public') return ctx
  const actor = await gate.actor(request, ctx.tx)
  if (access === 'user') return { ...ctx, actor }
  const [kind, needed] = access.split(':') as ['project' | 'team', PermissionLevel & TeamRole]
  if (kind === 'project') {
    const member = await gate.projectMember(ctx.tx, actor.user_id, id ?? '')
    if (!member) throw new Refusal('not_found')
    if (!levelAtLeast(member.permission_level, needed)) throw new Refusal('forbidden')
    const writes = endpoint.method !== 'GET' && endpoint.archived !== 'allowed' && needed !== 'ADMIN'
    if (member.archived && writes) throw new Refusal('archived')
    if (stopsUnpaid(endpoint)) refuseUnpaid(ctx, member.blocks_at)
    return { ...ctx, actor, member }
  }
  const team = await gate.teamMember(ctx.tx, actor.user_id, id ?? '')
  if (!team) throw new Refusal('not_found')
  if (!teamRoleAtLeast(team.role, needed)) throw new Refusal('forbidden')
  if (stopsUnpaid(endpoint)) refuseUnpaid(ctx, team.blocks_at)
  return { ...ctx, actor, team }
}

function answer(route: Route, reply: FastifyReply, result: unknown) {
  const { endpoint } = route
  if (endpoint.reply === null) return reply.status(204).send()
  if (!isSchema(endpoint.reply) || (endpoint.also && result instanceof Object && 'body' in result)) {
    const bytes = result as BytesReply
    return reply
      .status(bytes.status ?? 200)
      .headers(bytes.headers ?? {})
      .type(bytes.type)
      .send(bytes.body)
  }
  // the schema drops every column it does not list, and an answer that does not fit is our bug, not the caller's
  const body = z.parse(endpoint.reply, result)
  return reply
    .status(endpoint.status ?? 200)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body ?? null))
}

async function execute(
  route: Route,
  server: Server,
  teller: Teller,
  gate: Gate,
  request: FastifyRequest,
  http: Exchange,
) {
  const { endpoint, handler } = route
  const parsed = parseInput(endpoint, request)
  const effects: (() => void)[] = []
  const undos: (() => void)[] = []
  const context = (tx: Tx, told: ReturnType<Teller['begin']>): PublicCtx => ({
    ...server,
    log: request.log,
    tx,
    http,
    tell: told,
    onCommit: (effect) => void effects.push(effect),
    onFailure: (undo) => void undos.push(undo),
    limit: (key, most, windowS) => hitLimit(server.db, key, most, windowS),
  })
  const enter = (ctx: PublicCtx) => admit(route, ctx, gate, request, parsed.params.id)
  const outside = context(server.db, teller.begin(server.db))
  if (endpoint.method === 'GET' && !handler.prepare)
    return handler.handle((await enter(outside)) as never, parsed as never, undefined)
  // bytes are read and work is prepared only for those who may make this call
  const early = endpoint.upload || handler.prepare ? await enter(outside) : null
  const { upload } = endpoint
  const inMemory = upload && !handler.prepareFile && (await takeFile(request, upload, early))
  const input = { ...parsed, file: inMemory }
  let result: unknown
  try {
    const prepared =
      upload && handler.prepareFile
        ? await withLocalFile(request, upload, early as PublicCtx, (file) =>
            Promise.resolve(handler.prepareFile?.(early as never, input as never, file)),
          )
        : await handler.prepare?.(early as never, input as never)
    if (endpoint.method === 'GET') return await handler.handle(early as never, input as never, prepared)
    result = await inTransaction(server.db, async (tx) => {
      effects.length = 0
      const ctx = await enter(context(tx, teller.begin(tx)))
      return handler.handle(ctx as never, input as never, prepared)
    })
  } catch (error) {
    for (const undo of undos) undo()
    throw error
  }
  teller.nudge()
  for (const effect of effects) effect()
  return result
}

/** Serves every route of the contract: input, access, transaction, answer. */
export function serveRoutes(
  app: FastifyInstance,
  routes: Route[],
  server: Server,
  teller: Teller,
  gate: Gate,
) {
  const secure = server.config.publicUrl.startsWith('https:')
  for (const route of routes)
    app.route({
      method: route.endpoint.method,
      url: route.endpoint.path,
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        const result = await execute(route, server, teller, gate, request, exchange(request, reply, secure))
        return answer(route, reply, result)
      },
    })
}
