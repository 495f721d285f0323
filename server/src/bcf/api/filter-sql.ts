import {
  type ComparisonOperator,
  type FieldType,
  type FieldTypes,
  ITEM_FIELD,
  ODataError,
  type ODataFilter,
  type ODataOrder,
  type ODataValue,
  parseFilter,
  parseOrder,
  type TextFunction,
} from '@plumbline/contract/bcf/odata'
import { type RawBuilder, sql } from 'kysely'
import { Refusal } from '../../http/refusal.ts'

/** Compiles OData filters to SQL: values are bound parameters, columns come from a fixed list. */

interface FilterColumn {
  type: FieldType
  /** nullable; `texts` are an array of text */
  sql: RawBuilder<unknown>
}
export type FilterColumns = Readonly<Record<string, FilterColumn>>

const operators: Record<Exclude<ComparisonOperator, 'eq' | 'ne'>, string> = {
  gt: '>',
  ge: '>=',
  lt: '<',
  le: '<=',
}

/** Lower-cases `folded` columns; collation "C" makes comparisons independent of the database's locale. */
const buildComparable = ({ type, sql: column }: FilterColumn): RawBuilder<unknown> =>
  type === 'folded'
    ? sql`lower(${column}) collate "C"`
    : type === 'text'
      ? sql`(${column}) collate "C"`
      : column

function bindValue(type: FieldType, value: ODataValue): RawBuilder<unknown> {
  if (type === 'instant') return sql`${value}::timestamptz`
  return type === 'number' ? sql`${value}::numeric` : sql`${value}::text`
}

/** Null equals null and is neither greater nor less than any value. */
function buildComparison(
  column: FilterColumn,
  op: ComparisonOperator,
  value: ODataValue,
): RawBuilder<boolean> {
  const [left, right] = [buildComparable(column), bindValue(column.type, value)]
  if (op === 'eq') return sql`(${left} is not distinct from ${right})`
  if (op === 'ne') return sql`(${left} is distinct from ${right})`
  return sql`coalesce(${left} ${sql.raw(operators[op])} ${right}, false)`
}

function buildTextSearch(column: FilterColumn, op: TextFunction, value: string): RawBuilder<boolean> {
  const text = column.type === 'folded' ? sql`lower(${column.sql})` : column.sql
  if (op === 'contains') return sql`coalesce(strpos(${text}, ${value}) > 0, false)`
  if (op === 'startswith') return sql`coalesce(starts_with(${text}, ${value}), false)`
  return sql`coalesce(right(${text}, length(${value})) = ${value}, false)`
}

export function buildFilterSql(filter: ODataFilter, columns: FilterColumns): RawBuilder<boolean> {
  const column = (name: string) => columns[name] as FilterColumn
  switch (filter.kind) {
    case 'and':
    case 'or': {
      const parts = filter.parts.map((part) => buildFilterSql(part, columns))
      return sql`(${sql.join(parts, filter.kind === 'and' ? sql` and ` : sql` or `)})`
    }
    case 'not':
      return sql`(not ${buildFilterSql(filter.part, columns)})`
    case 'compare':
      return buildComparison(column(filter.field), filter.op, filter.value)
    case 'text':
      return buildTextSearch(column(filter.field), filter.op, filter.value)
    case 'any': {
      const part = buildFilterSql(filter.part, { [ITEM_FIELD]: { type: 'text', sql: sql`each.value` } })
      return sql`exists (select from unnest(${column(filter.field).sql}) as each (value) where ${part})`
    }
  }
}

function parseOrRefuse<T>(name: string, reading: () => T): T {
  try {
    return reading()
  } catch (error) {
    if (!(error instanceof ODataError)) throw error
    const why = { text: `${name}: ${error.message}` }
    throw new Refusal('bad_request', { reason: why, fields: { [name]: why } })
  }
}

/** Compiles `$filter`; matches every row without one. @throws Refusal bad_request */
export function buildFilterCondition(query: string | undefined, columns: FilterColumns): RawBuilder<boolean> {
  if (!query?.trim()) return sql<boolean>`true`
  const types: FieldTypes = Object.fromEntries(
    Object.entries(columns).map(([name, { type }]) => [name, type]),
  )
  return buildFilterSql(
    parseOrRefuse('$filter', () => parseFilter(query, types)),
    columns,
  )
}

/** Compiles `$orderby`; the caller appends a tie-breaker. @throws Refusal bad_request */
export function buildOrder(
  query: string | undefined,
  by: Record<string, RawBuilder<unknown>>,
): RawBuilder<unknown>[] {
  const orders: ODataOrder[] = query?.trim()
    ? parseOrRefuse('$orderby', () => parseOrder(query, Object.keys(by)))
    : []
  return orders.map(({ field, descending }) =>
    descending ? sql`${by[field]} desc nulls last` : sql`${by[field]} asc nulls last`,
  )
}
