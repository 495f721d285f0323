import { getPreparation } from '@plumbline/contract/http'
import * as z from 'zod/mini'
import { TimeSlices } from '../loop/time-slices.ts'
import { compileSchema } from './compile-schema.ts'

/**
 * Validates and serializes values with long lists in time slices: 100,000 elements in one go would block the event loop.
 */

/** Shorter lists are validated together with their parent. */
const LONG_LENGTH = 200
const MAX_ISSUES = 20
/** Values of fewer items and fields in all are validated and serialized at once, which takes less than the search for long lists. */
const MAX_SMALL = 2000
const CHUNK_LENGTH = 256 * 1024

type AnySchema = z.core.$ZodType
type SchemaIssue = z.core.$ZodIssue
interface SchemaDefinition {
  type: string
  element: AnySchema
  innerType: AnySchema
  shape: Record<string, AnySchema>
}
const getDefinition = (schema: AnySchema) => schema._zod.def as unknown as SchemaDefinition

/** Visits the lists nested in objects; `put` replaces a list in a copy of its parents. */
function visitLists(
  schema: AnySchema,
  value: unknown,
  path: PropertyKey[],
  visit: (list: unknown[], element: AnySchema, path: PropertyKey[], put: (list: unknown[]) => void) => void,
  put: (value: unknown) => void,
): void {
  const def = getDefinition(schema)
  if (def.type === 'array') {
    if (Array.isArray(value)) visit(value, def.element, path, put)
  } else if (def.type === 'optional' || def.type === 'nullable')
    visitLists(def.innerType, value, path, visit, put)
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
      if (own !== undefined) visitLists(inner, own, [...path, name], visit, putInto(name))
    }
  }
}

const shellSchemas = new WeakMap<AnySchema, AnySchema>()

/** A copy of a schema with list elements that accept anything, for values whose elements are already validated. */
function getShellSchema(schema: AnySchema): AnySchema {
  const known = shellSchemas.get(schema)
  if (known) return known
  const def = getDefinition(schema)
  const changed = () => {
    if (def.type === 'array') return { element: z.unknown() }
    if (def.type === 'optional' || def.type === 'nullable')
      return { innerType: getShellSchema(def.innerType) }
    if (def.type !== 'object') return null
    return {
      shape: Object.fromEntries(
        Object.entries(def.shape).map(([name, inner]) => [name, getShellSchema(inner)]),
      ),
    }
  }
  const change = changed()
  const shell = change ? z.core.clone(schema, { ...schema._zod.def, ...change } as never) : schema
  shellSchemas.set(schema, shell)
  return shell
}

/** True if the value contains a long list, in objects or in lists of objects. */
function hasLongList(schema: AnySchema, value: unknown): boolean {
  let found = false
  visitLists(
    schema,
    value,
    [],
    (list, element) => {
      found ||= list.length > LONG_LENGTH || list.some((item) => hasLongList(element, item))
    },
    () => {},
  )
  return found
}

/** The items and fields of a value with all that it contains; stops counting beyond the limit. */
function countItems(value: unknown, counted = 0): number {
  if (typeof value !== 'object' || value === null) return counted
  const items = Array.isArray(value) ? value : Object.values(value)
  let count = counted + items.length
  for (const item of items) {
    if (count > MAX_SMALL) break
    count = countItems(item, count)
  }
  return count
}

const isSmall = (value: unknown): boolean => countItems(value) <= MAX_SMALL

export type ValidationResult = { data: unknown; issues: null } | { data: null; issues: SchemaIssue[] }

function validateWhole(schema: AnySchema, value: unknown): ValidationResult {
  const result = z.core.safeParse(compileSchema(schema), value, { reportInput: true })
  return result.success
    ? { data: result.data, issues: null }
    : { data: null, issues: result.error.issues as SchemaIssue[] }
}

async function validateLists(
  schema: AnySchema,
  value: unknown,
  slices: TimeSlices,
): Promise<ValidationResult> {
  if (!hasLongList(schema, value)) return validateWhole(schema, value)
  const lists: {
    list: unknown[]
    element: AnySchema
    path: PropertyKey[]
    put: (list: unknown[]) => void
  }[] = []
  let copy = value
  visitLists(
    schema,
    value,
    [],
    (list, element, path, put) => lists.push({ list, element, path, put }),
    (other) => {
      copy = other
    },
  )
  const issues: SchemaIssue[] = []
  for (const { list, element, path, put } of lists) {
    const checked: unknown[] = []
    for (const [index, item] of list.entries()) {
      const one = await validateLists(element, item, slices)
      if (slices.isOver) await slices.yieldToLoop()
      checked.push(one.data)
      for (const issue of one.issues ?? []) issues.push({ ...issue, path: [...path, index, ...issue.path] })
      if (issues.length >= MAX_ISSUES) return { data: null, issues }
    }
    put(checked)
  }
  const whole = validateWhole(getShellSchema(schema), copy)
  return issues.length > 0 ? { data: null, issues: [...issues, ...(whole.issues ?? [])] } : whole
}

/** Like `safeParse`, but stops after the first issues of long lists. */
export async function validateInSlices(schema: z.ZodMiniType, value: unknown): Promise<ValidationResult> {
  const slices = new TimeSlices()
  const preparation = getPreparation(schema)
  if (!preparation)
    return isSmall(value) ? validateWhole(schema, value) : validateLists(schema, value, slices)
  const steps = preparation.steps(value)
  for (;;) {
    const step = steps.next()
    if (step.done) return validateLists(preparation.schema, step.value, slices)
    if (slices.isOver) await slices.yieldToLoop()
  }
}

/** Collects text into byte chunks, yielding to the event loop. */
class ChunkWriter {
  readonly chunks: Buffer[] = []
  readonly slices = new TimeSlices()
  #text = ''

  async add(text: string) {
    this.#text += text
    if (this.#text.length < CHUNK_LENGTH && !this.slices.isOver) return
    this.flush()
    if (this.slices.isOver) await this.slices.yieldToLoop()
  }

  flush() {
    if (this.#text !== '') this.chunks.push(Buffer.from(this.#text))
    this.#text = ''
  }
}

const isLongList = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > LONG_LENGTH || value.some(holdsLong) : holdsLong(value)
const isLongObject = (values: unknown[]) =>
  values.length > LONG_LENGTH || values.some((inner) => holdsLong(inner))
const holdsLong = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (Array.isArray(value) ? isLongList(value) : isLongObject(Object.values(value)))

async function writeJson(value: unknown, into: ChunkWriter): Promise<void> {
  if (!holdsLong(value)) return into.add(JSON.stringify(value) ?? 'null')
  let separator = ''
  if (Array.isArray(value)) {
    await into.add('[')
    for (const item of value) {
      if (separator) await into.add(separator)
      await writeJson(item, into)
      separator = ','
    }
    return into.add(']')
  }
  await into.add('{')
  for (const [name, inner] of Object.entries(value as object)) {
    if (inner === undefined) continue
    await into.add(`${separator}${JSON.stringify(name)}:`)
    await writeJson(inner, into)
    separator = ','
  }
  return into.add('}')
}

/** Serializes a value to JSON in chunks, yielding to the event loop. */
export async function formatJsonInSlices(value: unknown): Promise<Buffer[]> {
  if (isSmall(value)) return [Buffer.from(JSON.stringify(value) ?? 'null')]
  const into = new ChunkWriter()
  await writeJson(value, into)
  into.flush()
  return into.chunks
}
