import type { Random } from '../random.ts'

/** Generates values for JSON schemas: valid ones, and values at and beyond the limits. */

export interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  prefixItems?: Schema[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  pattern?: string
  format?: string
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
}

const words = [
  'Crack in slab, axis C',
  'A',
  '12',
  'en',
  'DE',
  '2026-12-24',
  '0LV8Pu4Uf1WA5ftNOIVgsV',
  'A'.repeat(22),
  '#c2570c',
  'ff0000',
  'open',
  'OPEN',
  'ab-cd',
  'a@b.example',
  'https://example.com/a',
  '1,2-5',
  'a long enough passphrase',
]

const byFormat: Record<string, () => string> = {
  uuid: () => crypto.randomUUID(),
  email: () => `${crypto.randomUUID().slice(0, 8)}@example.com`,
  uri: () => 'https://example.com/a',
  date: () => '2026-12-24',
  'date-time': () => '2026-12-24T10:00:00Z',
}

function textFor({ pattern, format, minLength = 0, maxLength = 100_000 }: Schema, random: Random): string {
  const own = format && byFormat[format]?.()
  if (own) return own
  const fits = words.filter((word) => word.length >= minLength && word.length <= maxLength)
  const matching = pattern ? fits.filter((word) => new RegExp(pattern, 'u').test(word)) : fits
  return matching.length > 0 ? random.pick(matching) : 'x'.repeat(Math.max(1, minLength))
}

const choices = ({ anyOf, oneOf }: Schema) => anyOf ?? oneOf
const typeOf = ({ type, properties }: Schema, random: Random) =>
  Array.isArray(type) ? random.pick(type) : (type ?? (properties ? 'object' : undefined))

function numberFor(schema: Schema, random: Random): number {
  const low = schema.minimum ?? schema.exclusiveMinimum ?? 0
  const high = Math.min(schema.maximum ?? schema.exclusiveMaximum ?? low + 10, low + 1000)
  const value = low + (high - low) * (0.1 + 0.8 * random.next())
  return schema.type === 'integer' ? Math.ceil(value) : value
}

/** Generates a valid value; `given` may supply one for a field name. */
export function generateValid(
  schema: Schema,
  random: Random,
  given: (name: string, schema: Schema) => unknown,
  name = '',
  /** share of an object's optional fields to include */
  part = 0.4,
): unknown {
  const known = given(name, schema)
  if (known !== undefined) return known
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return random.pick(schema.enum)
  const options = choices(schema)
  if (options) return generateValid(random.pick(options), random, given, name, part)
  switch (typeOf(schema, random)) {
    case 'object': {
      const required = schema.required ?? []
      const names = Object.keys(schema.properties ?? {}).filter(
        (each) => required.includes(each) || random.chance(part),
      )
      return Object.fromEntries(
        names.map((each) => [
          each,
          generateValid(schema.properties?.[each] ?? {}, random, given, each, part),
        ]),
      )
    }
    case 'array': {
      if (schema.prefixItems)
        return schema.prefixItems.map((item) => generateValid(item, random, given, name, part))
      const count = Math.max(
        schema.minItems ?? 0,
        Math.min(schema.maxItems ?? 2, part === 1 ? 1 : random.below(3)),
      )
      return Array.from({ length: count }, () => generateValid(schema.items ?? {}, random, given, name, part))
    }
    case 'string':
      return textFor(schema, random)
    case 'number':
    case 'integer':
      return numberFor(schema, random)
    case 'boolean':
      return random.chance(0.5)
    case 'null':
      return null
    default:
      return random.pick(words)
  }
}

const deep = (levels: number) => {
  let value: unknown = 1
  for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { a: value }
  return value
}

/** Values that no schema expects. */
export const strangeValues: readonly (() => unknown)[] = [
  () => null,
  () => true,
  () => 0,
  () => -1,
  () => 1e308,
  () => Number.MAX_SAFE_INTEGER + 2,
  () => 0.1,
  () => '',
  () => ' ',
  () => 'a\u0000b',
  () => '\u0000',
  () => '\ud800',
  () => 'x\udfffy',
  () => 'a\r\nBcc: b@example.com',
  () => '\u202eabc\u2066',
  () => '👩‍👩‍👧‍👦'.repeat(40),
  () => '../../etc/passwd',
  () => `'; drop table users; --`,
  () => '<script>alert(1)</script>',
  () => '%00%ff%c0%af',
  () => 'NaN',
  () => '9'.repeat(400),
  () => '2026-02-30',
  () => '9999999-01-01',
  () => 'x'.repeat(300_000),
  () => [],
  () => ({}),
  () => [[[]]],
  () => Array(20_000).fill(null),
  () => Array(3000).fill({}),
  () => Array(3000).fill('00000000-0000-0000-0000-000000000000'),
  () => deep(2000),
  () => JSON.parse('{"__proto__":{"admin":true},"constructor":{"prototype":{}}}') as unknown,
]

/** Values at the limits of a schema and just beyond. */
export function generateEdges(schema: Schema, random: Random): unknown[] {
  const found: unknown[] = []
  const { minLength, maxLength, minItems, maxItems } = schema
  for (const length of [minLength, maxLength])
    if (length !== undefined && length < 200_000)
      for (const by of [-1, 0, 1])
        if (length + by >= 0) found.push('x'.repeat(length + by), 'é😀'.repeat(Math.ceil((length + by) / 3)))
  for (const bound of [schema.minimum, schema.maximum, schema.exclusiveMinimum, schema.exclusiveMaximum])
    if (bound !== undefined) found.push(bound - 1, bound, bound + 1, bound + 0.5)
  for (const count of [minItems, maxItems])
    if (count !== undefined && count < 20_000)
      for (const by of [-1, 0, 1])
        if (count + by >= 0) {
          const item = generateValid(schema.items ?? {}, random, () => undefined)
          found.push(Array(count + by).fill(item))
        }
  for (const option of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])])
    found.push(...generateEdges(option, random))
  return found
}

/** Lists the parts of a value with their path and schema. */
export function listParts(schema: Schema, value: unknown, path: (string | number)[] = []): ValuePart[] {
  const own = { path, schema }
  if (path.length > 8) return [own]
  const options = choices(schema)
  if (options) return [own, ...options.flatMap((option) => listParts(option, value, path).slice(1))]
  if (Array.isArray(value))
    return [
      own,
      ...value.slice(0, 3).flatMap((item, at) => listParts(schema.items ?? {}, item, [...path, at])),
    ]
  if (typeof value !== 'object' || value === null) return [own]
  // missing optional fields included
  const names = new Set([...Object.keys(schema.properties ?? {}), ...Object.keys(value)])
  return [
    own,
    ...[...names].flatMap((name) =>
      listParts(schema.properties?.[name] ?? {}, (value as Record<string, unknown>)[name], [...path, name]),
    ),
  ]
}
export interface ValuePart {
  path: (string | number)[]
  schema: Schema
}

/** Copies a value with the value at `path` replaced. */
export function replaceAt(value: unknown, path: (string | number)[], other: unknown): unknown {
  const [name, ...rest] = path
  if (name === undefined) return other
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>
  Object.defineProperty(copy, name, {
    ...{ value: replaceAt(copy[name], rest, other), enumerable: true, configurable: true, writable: true },
  })
  return copy
}
