import { preparationOf } from '@plumbline/contract/http'
import * as z from 'zod/mini'
import { Slices } from '../loop/slices.ts'

/**
 * Input and answers with long lists, checked and written element by element, in slices: 100,000 elements of a view in one
 * piece would let everybody else wait.
 */

/** What is shorter is checked with what it lies in. */
const LONG = 200
const MOST_PROBLEMS = 20
const CHUNK = 256 * 1024

type Schema = z.core.$ZodType
type Issue = z.core.$ZodIssue
interface Def {
  type: string
  element: Schema
  innerType: Schema
  shape: Record<string, Schema>
}
const defOf = (schema: Schema) => schema._zod.def as unknown as Def

/** Calls back for the lists that lie in objects; `put` writes another list in its place, into a copy. */
function eachList(
  schema: Schema,
  value: unknown,
  path: PropertyKey[],
  visit: (list: unknown[], element: Schema, path: PropertyKey[], put: (list: unknown[]) => void) => void,
  put: (value: unknown) => void,
): void {
  const def = defOf(schema)
  if (def.type === 'array') {
    if (Array.isArray(value)) visit(value, def.element, path, put)
  } else if (def.type === 'optional' || def.type === 'nullable')
    eachList(def.innerType, value, path, visit, put)
  else if (def.type === 'object' && typeof value === 'object' && value !== null && !Array.isArray(value)) {
    let copy: Record<string, unknown> | null = null
    const putInto = (name: string) => (inner: unknown) => {
      if (!copy) {
        copy = { ...value }
        put(copy)
      }
      copy[name] = inner
    }
    for (const [name, inner] of Object.entries(def.shape)) {
      const own = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined
      if (own !== undefined) eachList(inner, own, [...path, name], visit, putInto(name))
    }
  }
}

const shells = new WeakMap<Schema, Schema>()

/** The schema without what it says of the elements of its lists: those were checked before. */
function shellOf(schema: Schema): Schema {
  const known = shells.get(schema)
  if (known) return known
  const def = defOf(schema)
  const changed = () => {
    if (def.type === 'array') return { element: z.unknown() }
    if (def.type === 'optional' || def.type === 'nullable') return { innerType: shellOf(def.innerType) }
    if (def.type !== 'object') return null
    return {
      shape: Object.fromEntries(Object.entries(def.shape).map(([name, inner]) => [name, shellOf(inner)])),
    }
  }
  const change = changed()
  const shell = change ? z.core.clone(schema, { ...schema._zod.def, ...change } as never) : schema
  shells.set(schema, shell)
  return shell
}

/** Whether a list that is long lies in it, in objects or in lists of them. */
function hasLongList(schema: Schema, value: unknown): boolean {
  let found = false
  eachList(
    schema,
    value,
    [],
    (list, element) => {
      found ||= list.length > LONG || list.some((item) => hasLongList(element, item))
    },
    () => {},
  )
  return found
}

export type Checked = { data: unknown; issues: null } | { data: null; issues: Issue[] }

function checkWhole(schema: Schema, value: unknown): Checked {
  const result = z.core.safeParse(schema, value, { reportInput: true })
  return result.success
    ? { data: result.data, issues: null }
    : { data: null, issues: result.error.issues as Issue[] }
}

async function check(schema: Schema, value: unknown, slices: Slices): Promise<Checked> {
  if (!hasLongList(schema, value)) return checkWhole(schema, value)
  const lists: { list: unknown[]; element: Schema; path: PropertyKey[]; put: (list: unknown[]) => void }[] =
    []
  let copy = value
  eachList(
    schema,
    value,
    [],
    (list, element, path, put) => lists.push({ list, element, path, put }),
    (other) => {
      copy = other
    },
  )
  const issues: Issue[] = []
  for (const { list, element, path, put } of lists) {
    const checked: unknown[] = []
    for (const [index, item] of list.entries()) {
      const one = await check(element, item, slices)
      if (slices.isOver) await slices.rest()
      checked.push(one.data)
      for (const issue of one.issues ?? []) issues.push({ ...issue, path: [...path, index, ...issue.path] })
      if (issues.length >= MOST_PROBLEMS) return { data: null, issues }
    }
    put(checked)
  }
  const whole = checkWhole(shellOf(schema), copy)
  return issues.length > 0 ? { data: null, issues: [...issues, ...(whole.issues ?? [])] } : whole
}

/** As `safeParse`. Of what is wrong with long lists it tells the first problems. */
export async function checkInSlices(schema: z.ZodMiniType, value: unknown): Promise<Checked> {
  const slices = new Slices()
  const preparation = preparationOf(schema)
  if (!preparation) return check(schema, value, slices)
  const steps = preparation.steps(value)
  for (;;) {
    const step = steps.next()
    if (step.done) return check(preparation.schema, step.value, slices)
    if (slices.isOver) await slices.rest()
  }
}

/** Text as it grows, in bytes. */
class Chunks {
  readonly chunks: Buffer[] = []
  readonly slices = new Slices()
  #text = ''

  async add(text: string) {
    this.#text += text
    if (this.#text.length < CHUNK && !this.slices.isOver) return
    this.flush()
    if (this.slices.isOver) await this.slices.rest()
  }

  flush() {
    if (this.#text !== '') this.chunks.push(Buffer.from(this.#text))
    this.#text = ''
  }
}

const isLong = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > LONG || value.some(holdsLong) : holdsLong(value)
const isLongObject = (values: unknown[]) => values.length > LONG || values.some((inner) => holdsLong(inner))
const holdsLong = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (Array.isArray(value) ? isLong(value) : isLongObject(Object.values(value)))

async function write(value: unknown, into: Chunks): Promise<void> {
  if (!holdsLong(value)) return into.add(JSON.stringify(value) ?? 'null')
  let separator = ''
  if (Array.isArray(value)) {
    await into.add('[')
    for (const item of value) {
      if (separator) await into.add(separator)
      await write(item, into)
      separator = ','
    }
    return into.add(']')
  }
  await into.add('{')
  for (const [name, inner] of Object.entries(value as object)) {
    if (inner === undefined) continue
    await into.add(`${separator}${JSON.stringify(name)}:`)
    await write(inner, into)
    separator = ','
  }
  return into.add('}')
}

/** The JSON of what a schema made, in pieces. */
export async function jsonInSlices(value: unknown): Promise<Buffer[]> {
  const into = new Chunks()
  await write(value, into)
  into.flush()
  return into.chunks
}
