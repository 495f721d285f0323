/**
 * A parser for the part of OData 4 that the BCF API requires: `$filter` and `$orderby` over the fields of one collection.
 * The result is validated against the fields and their types, so evaluators need no further checks.
 */

/** `folded`: case-insensitive text such as e-mail addresses and GUIDs; `texts`: a list of texts. */
export type FieldType = 'text' | 'folded' | 'instant' | 'number' | 'texts'
export type FieldTypes = Readonly<Record<string, FieldType>>

export const comparisons = ['eq', 'ne', 'gt', 'ge', 'lt', 'le'] as const
export type ComparisonOperator = (typeof comparisons)[number]
const textFunctions = ['contains', 'startswith', 'endswith'] as const
export type TextFunction = (typeof textFunctions)[number]

/** Lower-cased for `folded` fields; instants as ISO 8601 in UTC. */
export type ODataValue = string | number | null

export type ODataFilter =
  | { kind: 'and' | 'or'; parts: ODataFilter[] }
  | { kind: 'not'; part: ODataFilter }
  | { kind: 'compare'; field: string; op: ComparisonOperator; value: ODataValue }
  | { kind: 'text'; field: string; op: TextFunction; value: string }
  /** true if `part` holds for at least one item, which is the field ITEM_FIELD */
  | { kind: 'any'; field: string; part: ODataFilter }
export const ITEM_FIELD = '$it'

export interface ODataOrder {
  field: string
  descending: boolean
}

/** A syntax error with its position; the first character is 1. */
export class ODataError extends Error {
  readonly position: number
  constructor(position: number, reason: string) {
    super(`at character ${position}: ${reason}`)
    this.name = 'ODataError'
    this.position = position
  }
}

export const maxFilterLength = 4000
const MOST_DEPTH = 20
const MOST_CONDITIONS = 100

type TokenKind = 'text' | 'instant' | 'number' | 'name' | 'sign' | 'end'
interface Token {
  kind: TokenKind
  text: string
  at: number
}

/** An unencoded `+` of a time zone arrives as a space. */
const INSTANT = String.raw`\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[-+ ]\d\d:?\d\d)?)?`
const TOKEN = new RegExp(
  String.raw`\s*(?:(?<text>'(?:[^']|'')*')|(?<instant>${INSTANT})(?![\w:])|(?<number>-?\d{1,15}(?:\.\d{1,9})?)(?![\w.])|(?<name>[A-Za-z_$][\w$]*)|(?<sign>[(),:/]))`,
  'y',
)

function tokensOf(query: string): Token[] {
  const tokens: Token[] = []
  const end = query.trimEnd().length
  TOKEN.lastIndex = 0
  let position = 0
  while (position < end) {
    TOKEN.lastIndex = position
    const groups = TOKEN.exec(query)?.groups
    const found = Object.entries(groups ?? {}).find(([, text]) => text !== undefined)
    if (!found) {
      const at = position + (/^\s*/.exec(query.slice(position))?.[0].length ?? 0)
      throw new ODataError(at + 1, query[at] === "'" ? 'this text does not end' : 'not expected')
    }
    position = TOKEN.lastIndex
    const [kind, text = ''] = found
    tokens.push({ kind: kind as TokenKind, text, at: position - text.length + 1 })
  }
  return [...tokens, { kind: 'end', text: 'the end', at: end + 1 }]
}

/**
 * The years that PostgreSQL and ISO 8601 write the same way; .NET programs write the first and last of them for "no bound",
 * in their own time zones.
 */
const EARLIEST = Date.parse('0001-01-01T00:00:00.000Z')
const LATEST = Date.parse('9999-12-31T23:59:59.999Z')

/** Parses an instant to ISO 8601 in UTC, the default zone, bounded to four-digit years; null if it is invalid. */
export function parseInstant(text: string): string | null {
  const zoned = text.replace(/ (\d\d:?\d\d)$/, '+$1').replace(/([+-]\d\d)(\d\d)$/, '$1:$2')
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text)
  const at = new Date(isDay || /(Z|[+-]\d\d:\d\d)$/.test(zoned) ? zoned : `${zoned}Z`)
  if (Number.isNaN(at.getTime())) return null
  return new Date(Math.min(LATEST, Math.max(EARLIEST, at.getTime()))).toISOString()
}

class Reader {
  private readonly tokens: Token[]
  private readonly fields: FieldTypes
  private next = 0
  private conditions = 0

  constructor(query: string, fields: FieldTypes) {
    this.tokens = tokensOf(query)
    this.fields = fields
  }

  private get token(): Token {
    return this.tokens[this.next] as Token
  }

  private fail(reason: string, token = this.token): never {
    throw new ODataError(token.at, reason)
  }

  private take(kind: TokenKind, text?: string): Token | null {
    const { token } = this
    if (token.kind !== kind || (text !== undefined && token.text !== text)) return null
    this.next++
    return token
  }

  private expect(kind: TokenKind, text?: string): Token {
    return this.take(kind, text) ?? this.fail(`${text ?? `a ${kind}`} expected`)
  }

  filter(): ODataFilter {
    const filter = this.either(this.fields, 0)
    if (this.token.kind !== 'end') this.fail('not expected')
    return filter
  }

  private either(fields: FieldTypes, depth: number): ODataFilter {
    const parts = [this.both(fields, depth)]
    while (this.take('name', 'or')) parts.push(this.both(fields, depth))
    return parts.length === 1 ? (parts[0] as ODataFilter) : { kind: 'or', parts }
  }

  private both(fields: FieldTypes, depth: number): ODataFilter {
    const parts = [this.one(fields, depth)]
    while (this.take('name', 'and')) parts.push(this.one(fields, depth))
    return parts.length === 1 ? (parts[0] as ODataFilter) : { kind: 'and', parts }
  }

  private one(fields: FieldTypes, depth: number): ODataFilter {
    if (depth > MOST_DEPTH) this.fail(`more than ${MOST_DEPTH} levels of parentheses`)
    if (this.take('name', 'not')) return { kind: 'not', part: this.one(fields, depth + 1) }
    if (this.take('sign', '(')) {
      const inner = this.either(fields, depth + 1)
      this.expect('sign', ')')
      return inner
    }
    if (++this.conditions > MOST_CONDITIONS) this.fail(`more than ${MOST_CONDITIONS} conditions`)
    const name = this.expect('name')
    const op = textFunctions.find((known) => known === name.text.toLowerCase())
    if (op && this.take('sign', '(')) return this.textCall(op, fields)
    if (this.take('sign', '/')) return this.any(name, fields, depth)
    return this.comparison(name, fields)
  }

  private typeOf(name: Token, fields: FieldTypes): FieldType {
    const type = Object.hasOwn(fields, name.text) ? fields[name.text] : undefined
    return type ?? this.fail(`there is no field "${name.text}" to filter by`, name)
  }

  private fieldName = (name: Token, fields: FieldTypes) => (fields === this.fields ? name.text : ITEM_FIELD)

  private textCall(op: TextFunction, fields: FieldTypes): ODataFilter {
    const name = this.expect('name')
    const type = this.typeOf(name, fields)
    if (type === 'instant' || type === 'number') this.fail(`"${name.text}" is not text`, name)
    this.expect('sign', ',')
    const value = this.value(type === 'texts' ? 'text' : type) as string | null
    if (value === null) this.fail('a text expected')
    this.expect('sign', ')')
    const field = this.fieldName(name, fields)
    if (type !== 'texts') return { kind: 'text', field, op, value }
    // BCF API 2.1 searches labels in this way
    if (op !== 'contains') this.fail(`"${name.text}" is a list`, name)
    return { kind: 'any', field, part: { kind: 'compare', field: ITEM_FIELD, op: 'eq', value } }
  }

  private any(name: Token, fields: FieldTypes, depth: number): ODataFilter {
    if (this.typeOf(name, fields) !== 'texts') this.fail(`"${name.text}" is not a list`, name)
    this.expect('name', 'any')
    this.expect('sign', '(')
    const variable = this.expect('name').text
    this.expect('sign', ':')
    const part = this.either({ [variable]: 'text' }, depth + 1)
    this.expect('sign', ')')
    return { kind: 'any', field: name.text, part }
  }

  private comparison(name: Token, fields: FieldTypes): ODataFilter {
    const type = this.typeOf(name, fields)
    if (type === 'texts') this.fail(`"${name.text}" is a list: ask for any of it`, name)
    const { text } = this.token
    const op = comparisons.find((known) => known === text)
    if (!op || this.token.kind !== 'name') this.fail(`one of ${comparisons.join(', ')} expected`)
    this.next++
    return { kind: 'compare', field: this.fieldName(name, fields), op, value: this.value(type) }
  }

  private value(type: Exclude<FieldType, 'texts'>): ODataValue {
    const { token } = this
    this.next++
    if (token.kind === 'name' && token.text === 'null') return null
    const text = token.kind === 'text' ? token.text.slice(1, -1).replaceAll("''", "'") : null
    if (type === 'number' && token.kind === 'number') return Number(token.text)
    if (type === 'instant' && (token.kind === 'instant' || text !== null))
      return parseInstant(text ?? token.text) ?? this.fail('there is no such time', token)
    if (type === 'text' && text !== null) return text
    if (type === 'folded' && text !== null) return text.toLowerCase()
    const wanted = { number: 'a number', instant: 'a date', text: 'a text', folded: 'a text' }[type]
    return this.fail(`${wanted} expected`, token)
  }

  orders(names: readonly string[]): ODataOrder[] {
    const orders: ODataOrder[] = []
    do {
      const name = this.expect('name')
      if (!names.includes(name.text)) this.fail(`there is no order by "${name.text}"`, name)
      const descending = this.take('name', 'desc') !== null
      if (!descending) this.take('name', 'asc')
      orders.push({ field: name.text, descending })
    } while (orders.length < names.length && this.take('sign', ','))
    if (this.token.kind !== 'end') this.fail('not expected')
    return orders
  }
}

export function parseFilter(query: string, fields: FieldTypes): ODataFilter {
  if (query.length > maxFilterLength)
    throw new ODataError(maxFilterLength + 1, `at most ${maxFilterLength} characters`)
  return new Reader(query, fields).filter()
}

export const parseOrder = (query: string, names: readonly string[]): ODataOrder[] =>
  new Reader(query, {}).orders(names)
