import fs from 'node:fs'
import path from 'node:path'
import { hostileArchives } from '../../../bcf/generate/hostile.ts'
import { multipart } from '../client.ts'
import type { Random } from '../random.ts'
import { generateEdges, generateValid, listParts, replaceAt, type Schema, strangeValues } from './values.ts'

/** Generates requests for the operations of an OpenAPI document. */

interface Parameter {
  name: string
  in: 'path' | 'query'
  required: boolean
  schema: Schema
}
interface Content {
  schema: Schema
  example?: unknown
}
export interface Operation {
  operationId: string
  method: string
  path: string
  parameters: Parameter[]
  requestBody?: { content: Record<string, Content> }
  responses: Record<string, { content?: Record<string, unknown> }>
}

interface Document {
  paths: Record<string, Record<string, Omit<Operation, 'method' | 'path'>>>
}

export const listOperations = ({ paths }: Document): Operation[] =>
  Object.entries(paths).flatMap(([at, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      ...{ method: method.toUpperCase(), path: at },
    })),
  )

/** Ids by the name of their parameter or field. */
export type IdsByName = Record<string, string>

/** Ids of the caller's own world and of another company, and the generator of random values. */
export interface Sources {
  /** valid except for one value, so that the request passes all other checks */
  is_clean: boolean
  random: Random
  own: IdsByName
  foreign: IdsByName
}

export interface Request {
  method: string
  url: string
  headers: Record<string, string>
  payload: Buffer | undefined
}

/** The kind of resource that `id` in a path names. */
function kindOf(at: string, name: string): string {
  if (name !== 'id') return name
  if (/^\/api\/(v2\/)?team\//.test(at)) return 'teamId'
  if (at.startsWith('/api/chat/')) return 'chatId'
  return at.startsWith('/api/notification/') ? 'notificationId' : 'id'
}

/** The path parameter that a field such as `level_id` or `member_ids` corresponds to. */
function kindOfField(name: string): string {
  const stem = name.replace(/_?(id|guid)s?$/, '')
  const known: Record<string, string> = {
    ...{
      assignee: 'userId',
      user: 'userId',
      watcher: 'userId',
      member: 'userId',
      bim_file_header: 'headerId',
    },
    ...{
      header: 'headerId',
      project: 'id',
      team: 'teamId',
      attachment: 'attachmentId',
      viewpoint: 'viewpointId',
    },
  }
  return known[stem] ?? `${stem}Id`
}

const isId = (name: string, { format }: Schema) => format === 'uuid' || /(_id|_ids|_guid)$/.test(name)

function anId(kind: string, { random, own, foreign }: Sources): string {
  const from = random.next()
  if (from < 0.55) return own[kind] ?? random.pick(Object.values(own))
  if (from < 0.8) return foreign[kind] ?? random.pick(Object.values(foreign))
  return random.pick([...Object.values(own), ...Object.values(foreign), crypto.randomUUID()])
}

const garbage = [
  '%00',
  'x',
  '..%2f..',
  '%F0%9F%98%80',
  '0',
  '-1',
  '%ff',
  'a'.repeat(280),
  '00000000-0000-0000-0000-000000000000',
]

function pathFor({ path: at, parameters }: Operation, sources: Sources): string {
  const { random, own, is_clean } = sources
  return at.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (!is_clean && random.chance(0.05)) return random.pick(garbage)
    const kind = kindOf(at, name)
    const schema = parameters.find((each) => each.name === name)?.schema ?? {}
    const isMixed = !is_clean && random.chance(0.4)
    const value = isMixed
      ? anId(kind, sources)
      : (own[kind] ?? String(generateValid(schema, random, () => undefined)))
    return encodeURIComponent(value)
  })
}

function queryFor({ parameters }: Operation, sources: Sources): string {
  const { random } = sources
  const pairs: string[] = []
  for (const { name, schema, required } of parameters.filter((each) => each.in === 'query')) {
    if (!required && random.chance(0.6)) continue
    const usual = () =>
      generateValid(schema, random, (_, of) =>
        isId(name, of) ? anId(kindOfField(name), sources) : undefined,
      )
    const odd = () => random.pick([...generateEdges(schema, random), ...strangeValues.map((make) => make())])
    const value = random.chance(0.5) ? usual() : random.chance(0.3) ? spoilt(String(usual()), random) : odd()
    const text = (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed().slice(0, 6000)
    pairs.push(`${name}=${encodeURIComponent(text)}`)
    if (random.chance(0.05)) pairs.push(`${name}=again`)
  }
  if (!sources.is_clean && random.chance(0.1)) pairs.push('unknown=1', '__proto__=1', 'a[b]=1')
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

/** Replaces the ids of an example by existing ones. */
function withOwnIds(value: unknown, own: IdsByName, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => withOwnIds(item, own, name))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withOwnIds(item, own, key)]))
  return typeof value === 'string' && isId(name, {}) ? (own[kindOfField(name)] ?? value) : value
}

/** Inserts a character that not every store accepts into a valid text. */
function spoilt(text: string, random: Random): string {
  const at = random.below(text.length + 1)
  const sign = random.pick(['\u0000', '\ud83d', '\udc00', '\r\n', '\ufeff'])
  return text.slice(0, at) + sign + text.slice(at)
}

const givenBy = (sources: Sources) => (name: string, of: Schema) => {
  if (!isId(name, of)) return undefined
  return (sources.is_clean && sources.own[kindOfField(name)]) || anId(kindOfField(name), sources)
}

/** One mutation: a path in a body and the value to put there. */
export interface Mutation {
  operation: Operation
  /** the field of the body that is mutated */
  field: string
  path: (string | number)[]
  put: (before: unknown, random: Random) => unknown
}

const jsonOf = ({ requestBody }: Operation) => requestBody?.content['application/json']
const inserted = (sign: string) => (before: unknown) =>
  typeof before === 'string' ? before.slice(0, 1) + sign + before.slice(1) : sign

/** Generates mutations of every path of every body: the most harmful values first, then the edges of the schema. */
export function* generateMutations(operations: Operation[], random: Random): Generator<Mutation> {
  const places = operations.flatMap((operation) => {
    const { schema } = jsonOf(operation) ?? {}
    return Object.entries(schema?.properties ?? {}).flatMap(([field, of]) =>
      listParts(
        of,
        generateValid(of, random, () => undefined, field, 1),
        [field],
      ).map((part) => ({ operation, field, ...part })),
    )
  })
  const signs = ['\u0000', '\ud800', '\r\n'].map(inserted)
  const puts: Mutation['put'][] = [...signs, () => null, () => [], () => ({}), () => -1, () => '']
  for (const put of puts) for (const { schema: _, ...place } of places) yield { ...place, put }
  for (const { schema, ...place } of places)
    for (const value of [...generateEdges(schema, random), ...strangeValues.map((make) => make())])
      yield { ...place, put: () => value }
}

/** A valid body with one mutation. */
function steppedValue(
  { schema, example }: Content,
  { field, path: at, put }: Mutation,
  sources: Sources,
): unknown {
  const { random, own } = sources
  const given = givenBy(sources)
  const base = example === undefined ? generateValid(schema, random, given, '', 0) : withOwnIds(example, own)
  const known = Object(base)[field] as unknown
  const whole = known ?? generateValid(schema.properties?.[field] ?? {}, random, given, field, 1)
  const value = { ...(base as object), [field]: whole }
  const before = at.reduce((inner: unknown, each) => Object(inner)[each] as unknown, value)
  const parent = at.slice(0, -1).reduce((inner: unknown, each) => Object(inner)[each] as unknown, value)
  // the path belongs to another alternative of the schema
  if (typeof parent !== 'object' || parent === null) return replaceAt(value, [field], put(whole, random))
  return replaceAt(value, at, put(before, random))
}

/** A valid body with one or two invalid values. */
function valueFor({ schema, example }: Content, sources: Sources): unknown {
  const { random, own, is_clean } = sources
  const isExample = example !== undefined && random.chance(0.6)
  let value = isExample ? withOwnIds(example, own) : generateValid(schema, random, givenBy(sources))
  const changes = is_clean ? 1 : random.pick([0, 1, 2, 2])
  for (let change = 0; change < changes; change++) {
    const part = random.pick(listParts(schema, value))
    const name = String(part.path.findLast((each) => typeof each === 'string') ?? '')
    const before = part.path.reduce((inner: unknown, each) => Object(inner)[each] as unknown, value)
    if (typeof before === 'string' && random.chance(0.4)) {
      value = replaceAt(value, part.path, spoilt(before, random))
      continue
    }
    const odd = [...generateEdges(part.schema, random), random.pick(strangeValues)()]
    const other =
      isId(name, part.schema) && random.chance(0.6) ? anId(kindOfField(name), sources) : random.pick(odd)
    value = replaceAt(value, part.path, other)
  }
  return random.chance(0.05) && typeof value === 'object'
    ? { ...value, is_admin: true, id: sources.foreign.id }
    : value
}

const folder = path.join(import.meta.dirname, '../../../../shared/hostile')
const shared = fs.existsSync(folder)
  ? fs.readdirSync(folder).map((name) => ({ name, bytes: () => fs.readFileSync(path.join(folder, name)) }))
  : []
const made = [
  { name: 'empty.png', bytes: () => Buffer.alloc(0) },
  { name: 'zeros.jpg', bytes: () => Buffer.alloc(100_000) },
  { name: 'a\u0000b.csv', bytes: () => Buffer.from('name\r\n=1+1,\ud800\u0000') },
  { name: 'quotes.csv', bytes: () => Buffer.from(`name\r\n${'"a'.repeat(50_000)}`) },
  { name: '../../up.xlsx', bytes: () => Buffer.from('PK\u0003\u0004 no zip') },
  ...hostileArchives.map(({ name, bytes }) => ({ name: `${name}.bcf`, bytes })),
]
const hostileFiles = [...shared, ...made]

async function fileFor(content: Record<string, Content>, { random }: Sources) {
  const { name, bytes } = random.pick(hostileFiles)
  const kind = random.pick(Object.keys(content))
  if (kind !== 'multipart/form-data')
    return {
      headers: {
        'content-type': kind,
        'content-disposition': `attachment; filename="${encodeURIComponent(name)}"`,
      },
      payload: bytes(),
    }
  const field = random.chance(0.95) ? 'file' : 'other'
  const form = await multipart([[field, new File([new Uint8Array(bytes())], name.toWellFormed())]])
  const cut = random.chance(0.05) ? form.body.subarray(0, form.body.length >> 1) : form.body
  return { headers: form.headers, payload: cut }
}

const oddHeaders: Record<string, string>[] = [
  { 'if-match': '"1"' },
  { 'if-match': '*' },
  { 'if-match': '"'.repeat(500) },
  { 'if-none-match': '*' },
  { range: 'bytes=0-0,5-1' },
  { range: 'bytes=99999999999999999999-' },
  { 'x-plumbline-team-id': 'x' },
  { 'accept-encoding': 'br;q=nan' },
  { authorization: 'Bearer plb_nothing' },
  { cookie: 'plumbline_session=e30.e30.e30; XSRF-TOKEN=x' },
]

/** Builds a request with path, query, headers and body. */
export async function buildRequest(
  operation: Operation,
  sources: Sources,
  step?: Mutation,
): Promise<Request> {
  const { random } = sources
  const url = pathFor(operation, sources) + queryFor(operation, sources)
  const odd = !step && random.chance(0.05) ? random.pick(oddHeaders) : {}
  const content = operation.requestBody?.content
  const bare = { method: operation.method, url, headers: odd, payload: undefined }
  if (!content) return bare
  if (content['multipart/form-data']) {
    const { headers, payload } = await fileFor(content, sources)
    return { ...bare, headers: { ...headers, ...odd }, payload }
  }
  const [[type = '', of] = []] = Object.entries(content)
  const value = step ? steppedValue(of as Content, step, sources) : valueFor(of as Content, sources)
  if (type !== 'application/json') {
    const pairs = Object.entries(Object(value)).map(([name, each]): [string, string] => [
      name,
      String(each).toWellFormed(),
    ])
    return {
      ...bare,
      headers: { 'content-type': type, ...odd },
      payload: Buffer.from(String(new URLSearchParams(pairs))),
    }
  }
  const json = JSON.stringify(value) ?? 'null'
  const broken =
    !step && random.chance(0.02)
      ? random.pick([json.slice(0, -1), `${json}x`, '\ufeff{', '{"a":1e999'])
      : json
  const sentAs =
    !step && random.chance(0.02)
      ? random.pick(['text/plain', 'application/xml', 'application/json; charset=utf-16', 'x'])
      : type
  return { ...bare, headers: { 'content-type': sentAs, ...odd }, payload: Buffer.from(broken) }
}
