import type { BodyOf, EndpointSpec, ParamsOf, QueryOf, ReplyOf, Upload } from '@plumbline/contract/http'
import type { PermissionLevel, ProjectRole, TeamRole } from '@plumbline/contract/roles'
import type { FastifyBaseLogger } from 'fastify'
import type { BlobStore } from './blobs/blob-store.ts'
import type { Config } from './config.ts'
import type { Db, Tx } from './db/database.ts'
import type { LocalFile } from './http/upload.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Bus } from './live/bus.ts'
import type { Hub } from './live/hub.ts'
import type { Tell } from './live/tell.ts'

/** What handlers receive. */

/** The signed-in user behind a request. */
export interface Actor {
  user_id: string
  /** null: another program calls for them, by a token */
  session_id: string | null
  /** all that its token reaches; null: whatever the user may see */
  only_project: string | null
  email: string
  first_name: string
  last_name: string
}

/** The caller as a member of the project in the path; `team_id` is the company the member belongs to there. */
export interface ProjectMember {
  project_id: string
  user_id: string
  team_id: string | null
  role: ProjectRole
  permission_level: PermissionLevel
  /** the project can only be read, but for its administrators' calls */
  archived: boolean
  /** from when on the owning company's writes are refused because it does not pay */
  blocks_at: string | null
  /** a CONTRIBUTOR where contributors see only the issues of their own company, and what they have to do with */
  is_scoped: boolean
}

export interface TeamCaller {
  team_id: string
  user_id: string
  role: TeamRole
  /** from when on its writes are refused because it does not pay */
  blocks_at: string | null
}

/** The parts of the HTTP exchange that a handler may need. */
export interface HttpExchange {
  request_id: string
  ip: string
  user_agent: string
  /** the version asked for by If-Match, null without one */
  if_match: number | null
  accepts_brotli: boolean
  /** the Authorization header as it came */
  authorization: string
  /** the Range header as it came */
  range: string | null
  /** the team chosen by X-Plumbline-Team-ID; a wish, not a right */
  team_id: string | null
  cookie: (name: string) => string | undefined
  setCookie: (name: string, value: string, options: CookieOptions) => void
  clearCookie: (name: string) => void
  /** version of what is answered, sent as ETag */
  setVersionTag: (version: number) => void
  /** the tags of If-Match, null without one */
  if_match_tags: string[] | null
  /** aborts when the caller has gone before the answer was sent */
  readonly signal: AbortSignal
  /** what is answered by its content, sent as ETag: who has it already is answered 304 */
  setContentTag: (text: string) => void
}

export interface CookieOptions {
  http_only: boolean
  max_age_s: number
}

/** What lives as long as the server. */
export interface Server {
  config: Config
  db: Db
  blobs: BlobStore
  jobs: Jobs
  bus: Bus
  live: Pick<Hub, 'hint' | 'endSession'>
  log: FastifyBaseLogger
  /** signs sessions and anti-forgery tokens */
  secret: Uint8Array
  now: () => Date
}

export interface PublicCtx extends Server {
  /** the request's transaction in a write, the pool in a read */
  tx: Tx
  tell: Tell
  http: HttpExchange
  /** what the world hears once the transaction has committed */
  onCommit: (effect: () => void) => void
  /** what must be undone outside the database when the call ends without a commit: stored bytes */
  onFailure: (undo: () => void) => void
  /** counts a hit and refuses when there were too many; in `prepare` only: it needs a connection of its own */
  limit: (key: string, most: number, window_s: number) => Promise<void>
}
export interface UserCtx extends PublicCtx {
  actor: Actor
}
export interface ProjectCtx extends UserCtx {
  member: ProjectMember
}
/** What writes of many issues need: a request has it, and a job that writes for somebody. */
export type WriteContext = Pick<ProjectCtx, 'tx' | 'tell' | 'now' | 'member'>
export interface TeamCtx extends UserCtx {
  team: TeamCaller
}

type ContextOf<E extends EndpointSpec> = E['access'] extends `project:${string}`
  ? ProjectCtx
  : E['access'] extends `team:${string}`
    ? TeamCtx
    : E['access'] extends 'user'
      ? UserCtx
      : PublicCtx

export interface Input<E extends EndpointSpec> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** the whole file of an endpoint with `upload`: present in `prepare` and `handle`, unless there is `prepareFile` */
  file: E['upload'] extends Upload ? Uint8Array : undefined
}

/** An answer of bytes. */
export interface BytesReply {
  body: Uint8Array | string | NodeJS.ReadableStream
  type: string
  /** 200 unless it is a part, or none can be had */
  status?: 206 | 416
  headers?: Record<string, string>
}

type HandlerResult<E extends EndpointSpec> =
  | (E['also'] extends { bytes: string } ? BytesReply : never)
  | EndpointReply<E>

type EndpointReply<E extends EndpointSpec> = E['reply'] extends { bytes: string }
  ? BytesReply
  : E['reply'] extends null
    ? // biome-ignore lint/suspicious/noConfusingVoidType: a handler without a reply returns nothing
      void
    : ReplyOf<E>

export interface Handler<E extends EndpointSpec, P> {
  /** what must not happen inside a transaction (hashing, pictures, files); access is checked before it */
  prepare?: (ctx: ContextOf<E>, input: Input<E>) => Promise<P>
  /** instead of `prepare`, for a file that need not pass through memory: it is there until this is done */
  prepareFile?: (ctx: ContextOf<E>, input: Omit<Input<E>, 'file'>, file: LocalFile) => Promise<P>
  handle: (ctx: ContextOf<E>, input: Input<E>, prepared: P) => Promise<HandlerResult<E>>
}

/** An endpoint with the function that answers it. */
export interface Route {
  endpoint: EndpointSpec
  handler: Handler<EndpointSpec, unknown>
}

type EndpointName<Api> = { [K in keyof Api]: Api[K] extends EndpointSpec ? K : never }[keyof Api]
type EndpointOf<Api, K> = K extends keyof Api ? (Api[K] extends EndpointSpec ? Api[K] : never) : never

/**
 * The routes of a module of the contract, each endpoint with the handler of the same name. An endpoint without a
 * handler, a handler without an endpoint and a wrong reply do not compile.
 */
export function bindAll<Api extends object, Prepared extends { [K in EndpointName<Api>]: unknown }>(
  api: Api,
  handlers: {
    [K in keyof Prepared]:
      | Handler<EndpointOf<Api, K>, Prepared[K]>['handle']
      | Handler<EndpointOf<Api, K>, Prepared[K]>
  },
): Route[] {
  return Object.entries(handlers).map(([name, handler]) => {
    const whole = typeof handler === 'function' ? { handle: handler } : handler
    return {
      endpoint: api[name as keyof Api] as EndpointSpec,
      handler: whole as Handler<EndpointSpec, unknown>,
    }
  })
}
