import * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'
import type { EventType } from './events.ts'
import type { PermissionLevel, TeamRole } from './roles.ts'

/**
 * Required access: `public` needs no session; `operator` is for administrators of the server, and for everybody else the
 * call does not exist; `team:` and `project:` check the caller's role or level in the company or project of the path's
 * `:id`. A resource hidden from the caller is answered like a missing one.
 */
export type Access = 'public' | 'user' | 'operator' | `team:${TeamRole}` | `project:${PermissionLevel}`

/**
 * Token reach of an endpoint: `never`: no tokens; `whole`: only tokens without a project; `narrowed`: also tokens of one
 * project, which see only that project.
 */
export type TokenReach = 'never' | 'whole' | 'narrowed'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type Schema = z.ZodMiniType
type ParamNames<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? Name | ParamNames<`/${Tail}`>
    : Rest
  : never

/** A binary reply (picture, file) instead of JSON. */
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

/** The file of an upload endpoint. Its type is checked by content, never by name. */
export interface Upload {
  /** media types */
  accepts: readonly string[]
  max_bytes: number
  /** the file may also be the request body itself, with its name in Content-Disposition */
  in_body?: true
  /** the query may name a file that was sent in pieces before, as `upload_id` (users/file-uploads.ts) */
  in_pieces?: true
}

export interface EndpointSpec {
  method: Method
  /** `:name` marks a parameter; each is a UUID unless `params` defines it. */
  path: string
  access: Access
  /** one sentence for the API documentation */
  summary: string
  params?: Schema
  query?: Schema
  body?: Schema
  /** in place of a body: one file as `multipart/form-data` in the field `file` */
  upload?: Upload
  /** the body is a URL-encoded form (OAuth 2) without repeated fields */
  form?: true
  /** null: 204 without a body */
  reply: Schema | Bytes | null
  /** alternative binary reply, selected by the query */
  also?: Bytes
  /** the reply has a secret and is not compressed: its size would reveal parts of the secret (BREACH) */
  secret?: true
  /** a reply of null is sent as 204 without a body */
  null_is_204?: true
  /** default 200, or 204 when `reply` is null */
  status?: 200 | 201 | 202
  /** refusals beyond those of access check and input validation */
  refuses?: readonly ErrorCode[]
  /** events that this write publishes */
  tells?: readonly EventType[]
  /** events that make this read stale */
  hears?: readonly EventType[]
  /** a write allowed in archived projects; ADMIN calls always are */
  archived?: 'allowed'
  /** overrides the default token reach (auth/tokens.ts) */
  by_token?: TokenReach
  /** a write allowed during the write block of an unpaid company; deletions always are */
  unpaid?: 'allowed'
  /** a write that is allowed during maintenance of the server, because signing in and out needs it */
  maintenance?: 'allowed'
  /** a valid input, for the documentation and the refusal tests */
  example?: { query?: unknown; body?: unknown }
}

/** A transformation of a body before its validation, in steps, so that long bodies can be processed in slices. */
interface Preparation {
  steps: (sent: unknown) => Generator<void, unknown>
  schema: Schema
}
const preparations = new WeakMap<Schema, Preparation>()
export const getPreparation = (schema: Schema): Preparation | undefined => preparations.get(schema)

/** Runs all steps at once. */
function runSteps<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** A schema whose input is transformed before validation. */
export function prepareInput<S extends Schema>(steps: Preparation['steps'], schema: S) {
  const whole = z.pipe(
    z.transform((sent) => runSteps(steps(sent))),
    schema,
  )
  preparations.set(whole, { steps, schema })
  return whole
}

export type ParamsOf<E extends EndpointSpec> = E['params'] extends Schema
  ? z.output<E['params']>
  : { [K in ParamNames<E['path']>]: string }
export type QueryOf<E extends EndpointSpec> = E['query'] extends Schema ? z.output<E['query']> : undefined
export type BodyOf<E extends EndpointSpec> = E['body'] extends Schema ? z.output<E['body']> : undefined
export type ReplyOf<E extends EndpointSpec> = E['reply'] extends Schema ? z.output<E['reply']> : undefined

/** The arguments of a call: only the parts that the endpoint has. */
export type CallOf<E extends EndpointSpec> = ([ParamNames<E['path']>] extends [never]
  ? unknown
  : {
      params: E['params'] extends Schema ? z.input<E['params']> : { [K in ParamNames<E['path']>]: string }
    }) &
  (E['query'] extends Schema ? { query?: z.input<E['query']> } : unknown) &
  (E['body'] extends Schema ? { body: z.input<E['body']> } : unknown) &
  (E['upload'] extends Upload ? { file: FileLike } : unknown)

export function endpoint<const E extends EndpointSpec>(spec: E): E {
  return spec
}

/**
 * True if the write block of an unpaid company refuses this call with `payment_required`: all project writes except
 * deletions, and company writes that list the refusal.
 */
export function isBlockedWhenUnpaid({ method, access, unpaid, refuses }: EndpointSpec): boolean {
  if (method === 'GET' || method === 'DELETE' || unpaid === 'allowed') return false
  if (access.startsWith('project:')) return true
  return access.startsWith('team:') && (refuses?.includes('payment_required') ?? false)
}

/** Names of the parameters in a path template, in order. */
export function listParamNames(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map((match) => match[1] as string)
}

/** Fills the parameters into a path template, URL-encoded. */
export function fillPath(path: string, params: Record<string, unknown> | undefined): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params?.[name] ?? '')))
}

export function isSchema(reply: EndpointSpec['reply']): reply is Schema {
  return reply !== null && !('bytes' in reply)
}
