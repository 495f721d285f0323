import type { KeyObject } from 'node:crypto'
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
import type { MaintenanceState } from './live/maintenance-state.ts'
import type { Tell } from './live/tell.ts'

/** The authenticated user of a request. */
export interface Actor {
  user_id: string
  /** null: authenticated by a token */
  session_id: string | null
  /** the only project that the token reaches; null: every project of the user */
  only_project: string | null
  email: string
  first_name: string
  last_name: string
}

/** The caller as a member of the project in the path; `team_id` is the company they represent there. */
export interface ProjectMember {
  project_id: string
  user_id: string
  team_id: string | null
  role: ProjectRole
  permission_level: PermissionLevel
  /** the project is read-only except for its administrators */
  archived: boolean
  /** start of the owning company's write block for missing payment; null: none */
  blocks_at: string | null
  /** true for a CONTRIBUTOR who sees only issues of their own company and issues that involve them */
  is_scoped: boolean
  /** which issues the project's contributors see */
  issue_scope: 'ALL' | 'OWN_COMPANY'
}

export interface TeamCaller {
  team_id: string
  user_id: string
  role: TeamRole
  /** start of the company's write block for missing payment; null: none */
  blocks_at: string | null
}

/** Request data and response setters for handlers. */
export interface HttpExchange {
  request_id: string
  ip: string
  /** unit for counting requests: the /64 network of an IPv6 address, or the IPv4 address */
  network: string
  user_agent: string
  /** version in If-Match; null without one */
  if_match: number | null
  accepts_brotli: boolean
  /** the raw Authorization header */
  authorization: string
  /** the raw Range header */
  range: string | null
  /** company in X-Plumbline-Team-ID: a preference, not a permission */
  team_id: string | null
  cookie: (name: string) => string | undefined
  setCookie: (name: string, value: string, options: CookieOptions) => void
  clearCookie: (name: string) => void
  /** sets the version of the reply as ETag */
  setVersionTag: (version: number) => void
  /** entity tags of If-Match; null without one */
  if_match_tags: string[] | null
  /** aborts when the client disconnects before the response was sent */
  readonly signal: AbortSignal
  /** sets a content hash as ETag; a client with a current copy gets 304 */
  setContentTag: (text: string) => void
}

export interface CookieOptions {
  http_only: boolean
  max_age_s: number
}

/** Services that live as long as the server. */
export interface Server {
  config: Config
  db: Db
  blobs: BlobStore
  jobs: Jobs
  bus: Bus
  live: Pick<Hub, 'hint' | 'endSession'>
  maintenance: Pick<MaintenanceState, 'read' | 'publish'>
  log: FastifyBaseLogger
  /** signs sessions and anti-forgery tokens */
  secret: KeyObject
  /** previous keys: their signatures and encrypted values are still accepted */
  oldSecrets: KeyObject[]
  now: () => Date
  /** connection URL of the database without a pooler */
  directUrl: string
}

export interface PublicCtx extends Server {
  /** the request's transaction in a write, the pool in a read */
  tx: Tx
  tell: Tell
  http: HttpExchange
  /** registers an effect that runs after the commit */
  onCommit: (effect: () => void) => void
  /**
   * registers a cleanup outside of the database, such as of stored blobs, for a call that ends without a commit; not run when
   * the connection was lost during the commit, because rows may name what it removes
   */
  onFailure: (undo: () => void) => void
  /** counts a hit and refuses above the limit; only in `prepare`, because it uses another connection */
  limit: (key: string, limit: number, window_s: number) => Promise<void>
}
export interface UserCtx extends PublicCtx {
  actor: Actor
  /** an operator of the server acts in the actor's place, such as to delete the account */
  by_operator?: true
}
export interface ProjectCtx extends UserCtx {
  member: ProjectMember
}
/** Context of writes to many issues, in a request or in a job on behalf of a member. */
export type WriteContext = Pick<ProjectCtx, 'tx' | 'tell' | 'now' | 'member'>
export interface TeamCtx extends UserCtx {
  team: TeamCaller
}

type ContextOf<E extends EndpointSpec> = E['access'] extends `project:${string}`
  ? ProjectCtx
  : E['access'] extends `team:${string}`
    ? TeamCtx
    : E['access'] extends 'user' | 'operator'
      ? UserCtx
      : PublicCtx

export interface Input<E extends EndpointSpec> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** the file of an endpoint with `upload`, in memory, unless the handler has `prepareFile` */
  file: E['upload'] extends Upload ? Uint8Array : undefined
}

/** A binary reply. */
export interface BytesReply {
  body: Uint8Array | string | NodeJS.ReadableStream
  type: string
  /** default 200; 206 for a range, 416 for an unsatisfiable one */
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
  /** work outside of the transaction (hashing, pictures, files), after the access check */
  prepare?: (ctx: ContextOf<E>, input: Input<E>) => Promise<P>
  /** the result of `prepare` for an input without such work, which saves a second look at the caller's rights */
  unprepared?: (input: Input<E>) => P | undefined
  /** instead of `prepare`, for a file that is streamed to disk; it is deleted once this has finished */
  prepareFile?: (ctx: ContextOf<E>, input: Omit<Input<E>, 'file'>, file: LocalFile) => Promise<P>
  handle: (ctx: ContextOf<E>, input: Input<E>, prepared: P) => Promise<HandlerResult<E>>
}

/** An endpoint with its handler. */
export interface Route {
  endpoint: EndpointSpec
  handler: Handler<EndpointSpec, unknown>
}

type EndpointName<Api> = { [K in keyof Api]: Api[K] extends EndpointSpec ? K : never }[keyof Api]
type EndpointOf<Api, K> = K extends keyof Api ? (Api[K] extends EndpointSpec ? Api[K] : never) : never

/**
 * Binds the endpoints of a contract module to the handlers of the same names. A missing handler, an unknown handler and
 * a wrong reply do not compile.
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
