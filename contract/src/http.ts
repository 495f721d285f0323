import * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'
import type { EventType } from './events.ts'
import type { PermissionLevel, TeamRole } from './roles.ts'

/**
 * Access of an endpoint: `public` needs no session; `team:` and `project:` check the path's `:id` against the caller's
 * role in that team or level in that project. Hidden things answer like missing ones.
 */
export type Access = 'public' | 'user' | `team:${TeamRole}` | `project:${PermissionLevel}`

/**
 * API tokens that may call an endpoint: none, unrestricted ones, or also tokens limited to one project, whose results
 * are narrowed to that project.
 */
export type TokenReach = 'never' | 'whole' | 'narrowed'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type Schema = z.ZodMiniType
type Names<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? Name | Names<`/${Tail}`>
    : Rest
  : never

/** The reply of an endpoint that sends bytes (a picture, a file) instead of JSON. */
export interface Bytes {
  bytes: string
}
/** `image/*`, `application/pdf` …: the media type as OpenAPI names it. */
export const bytes = (mediaType: string): Bytes => ({ bytes: mediaType })

/** A Blob of the browser or of Node. */
export interface FileLike {
  readonly size: number
  readonly type: string
  arrayBuffer: () => Promise<ArrayBuffer>
}

/** The file of an upload endpoint; its kind is checked by content, never by name. */
export interface Upload {
  /** media types */
  accepts: readonly string[]
  max_bytes: number
  /** also accepts the file as the raw body, with its name in Content-Disposition */
  in_body?: true
}

export interface EndpointSpec {
  method: Method
  /** `:name` marks a parameter; each is a UUID unless `params` says otherwise. */
  path: string
  access: Access
  /** one sentence for the API documentation */
  summary: string
  params?: Schema
  query?: Schema
  body?: Schema
  /** in place of a body: one file as `multipart/form-data` in the field `file` */
  upload?: Upload
  /** the body is URL-encoded, as in OAuth 2; fields must not repeat */
  form?: true
  /** null: 204 without a body */
  reply: Schema | Bytes | null
  /** an alternative reply selected by the query */
  also?: Bytes
  /** default 200, or 204 when `reply` is null */
  status?: 200 | 201 | 202
  /** the refusals this call can answer beyond those of its access and its input */
  refuses?: readonly ErrorCode[]
  /** events this write causes */
  tells?: readonly EventType[]
  /** events that make this read stale */
  hears?: readonly EventType[]
  /** a write allowed in archived projects; ADMIN writes always are */
  archived?: 'allowed'
  /** overrides the reach of API tokens derived in tokens.ts */
  by_token?: TokenReach
  /** a write allowed for unpaid companies; deletions always are */
  unpaid?: 'allowed'
  /** a valid input, for the documentation and the test suites */
  example?: { query?: unknown; body?: unknown }
}

/** Transforms a body before validation, as a generator, so that long bodies run in slices. */
interface Preparation {
  steps: (sent: unknown) => Generator<void, unknown>
  schema: Schema
}
const preparations = new WeakMap<Schema, Preparation>()
export const preparationOf = (schema: Schema): Preparation | undefined => preparations.get(schema)

/** Runs all steps synchronously. */
function taken<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** A schema that transforms its input first. */
export function prepared<S extends Schema>(steps: Preparation['steps'], schema: S) {
  const whole = z.pipe(
    z.transform((sent) => taken(steps(sent))),
    schema,
  )
  preparations.set(whole, { steps, schema })
  return whole
}

export type ParamsOf<E extends EndpointSpec> = E['params'] extends Schema
  ? z.output<E['params']>
  : { [K in Names<E['path']>]: string }
export type QueryOf<E extends EndpointSpec> = E['query'] extends Schema ? z.output<E['query']> : undefined
export type BodyOf<E extends EndpointSpec> = E['body'] extends Schema ? z.output<E['body']> : undefined
export type ReplyOf<E extends EndpointSpec> = E['reply'] extends Schema ? z.output<E['reply']> : undefined

/** The input of a call: only the parts that the endpoint declares. */
export type CallOf<E extends EndpointSpec> = ([Names<E['path']>] extends [never]
  ? unknown
  : { params: E['params'] extends Schema ? z.input<E['params']> : { [K in Names<E['path']>]: string } }) &
  (E['query'] extends Schema ? { query?: z.input<E['query']> } : unknown) &
  (E['body'] extends Schema ? { body: z.input<E['body']> } : unknown) &
  (E['upload'] extends Upload ? { file: FileLike } : unknown)

export function endpoint<const E extends EndpointSpec>(spec: E): E {
  return spec
}

/**
 * Tells whether a write answers `payment_required` for unpaid companies: all project writes except deletions, and
 * company writes that declare it.
 */
export function stopsUnpaid({ method, access, unpaid, refuses }: EndpointSpec): boolean {
  if (method === 'GET' || method === 'DELETE' || unpaid === 'allowed') return false
  if (access.startsWith('project:')) return true
  return access.startsWith('team:') && (refuses?.includes('payment_required') ?? false)
}

/** Names of the parameters in a path template, in order. */
export function paramNames(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map((match) => match[1] as string)
}

/** Fills the parameters into a path template, URL-encoded. */
export function fillPath(path: string, params: Record<string, unknown> | undefined): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params?.[name] ?? '')))
}

export function isSchema(reply: EndpointSpec['reply']): reply is Schema {
  return reply !== null && !('bytes' in reply)
}
