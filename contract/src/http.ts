import * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'
import type { EventType } from './events.ts'
import type { PermissionLevel, TeamRole } from './roles.ts'

/**
 * Who may call: `public` needs no session; `team:` and `project:` check the path's `:id` against the caller's
 * role in that team or level in that project. What one may not see answers like what does not exist.
 */
export type Access = 'public' | 'user' | `team:${TeamRole}` | `project:${PermissionLevel}`

/**
 * Which tokens of other programs reach a call: none, those for everything that their person sees, or those of one
 * project as well, which find only what is of that project.
 */
export type TokenReach = 'never' | 'whole' | 'narrowed'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type Schema = z.ZodMiniType
type ParamNames<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? Name | ParamNames<`/${Tail}`>
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

/** What a call takes as a file. Its kind is checked by content, never by name. */
export interface Upload {
  /** media types */
  accepts: readonly string[]
  max_bytes: number
  /** also as the body itself, of any type, with its name in Content-Disposition */
  in_body?: true
}

export interface EndpointSpec {
  method: Method
  /** `:name` marks a parameter; each is a UUID unless `params` says otherwise. */
  path: string
  access: Access
  /** one sentence for the API's readers */
  summary: string
  params?: Schema
  query?: Schema
  body?: Schema
  /** instead of a body: one file as `multipart/form-data`, in the field `file` */
  upload?: Upload
  /** the body comes as a form, as OAuth 2 sends it; a field may be there once */
  form?: true
  /** null: 204 without a body */
  reply: Schema | Bytes | null
  /** the reply in another form, when the query asks for it */
  also?: Bytes
  /** default 200, or 204 when `reply` is null */
  status?: 200 | 201 | 202
  /** the refusals this call can answer beyond those of its access and its input */
  refuses?: readonly ErrorCode[]
  /** events this write causes */
  tells?: readonly EventType[]
  /** events that make this read stale */
  hears?: readonly EventType[]
  /** a project's write that is possible though the project is archived; ADMIN calls are anyway */
  archived?: 'allowed'
  /** what of tokens reaches this call, where the rule of tokens.ts says otherwise */
  by_token?: TokenReach
  /** a write that is possible though the company has not paid for too long; whatever deletes something is anyway */
  unpaid?: 'allowed'
  /** an input that the server accepts, for the documentation and the refusal suite */
  example?: { query?: unknown; body?: unknown }
}

/** What a body is changed by before its schema checks it, step by step: a long one in slices. */
interface Preparation {
  steps: (sent: unknown) => Generator<void, unknown>
  schema: Schema
}
const preparations = new WeakMap<Schema, Preparation>()
export const getPreparation = (schema: Schema): Preparation | undefined => preparations.get(schema)

/** All steps at once. */
function runSteps<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** A schema whose input is changed first. */
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

/** What a caller gives: only the parts that the endpoint has. */
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
 * Whether a write is refused with `payment_required` once the company has not paid for too long: all of its projects but
 * what deletes, and of the company itself those that say so.
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

/** The path with its parameters filled in and encoded. */
export function fillPath(path: string, params: Record<string, unknown> | undefined): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params?.[name] ?? '')))
}

export function isSchema(reply: EndpointSpec['reply']): reply is Schema {
  return reply !== null && !('bytes' in reply)
}
