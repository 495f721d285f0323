import {
  type CustomField,
  type CustomValue,
  type CustomValues,
  groupKinds,
} from '@plumbline/contract/issues/custom-fields'
import { buildCustomKey } from '@plumbline/contract/issues/custom-keys'
import { buildSortText } from '@plumbline/contract/issues/sort-text'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { parseDayNumber } from './calendar.ts'
import { copyToLength, Dictionary, MISSING_VALUE } from './columns.ts'
import type { IssueCache } from './issue-cache.ts'

/**
 * Columns of custom fields used for sorting and grouping, by issue number. A column is loaded when its field is first
 * requested and then kept up to date by the log like the built-in ones. Decision 034.
 */

export type OwnField = Pick<CustomField, 'id' | 'kind' | 'choices'>

/**
 * Size of a project's columns per issue: room for all fifty fields if they are choices, people and checkboxes, or for 25
 * numbers and days. 256 MB with a million issues.
 */
const BYTES_PER_ISSUE = 256
/** enough for all fields of a small project, whose columns have a minimum length */
const LEAST_BYTES = 4_000_000
/** overhead of a text in a column: its slot and its header */
const TEXT_BYTES = 24
const PAGE = 5000

let loads = 0

export class CustomColumn {
  /** differs for each time that a column is loaded */
  readonly load = ++loads
  /** for choices, people and checkboxes: codes of the dictionary, 0 without a value */
  codes = new Uint32Array(0)
  readonly dictionary = new Dictionary()
  /** for numbers, and days since 1970-01-01; Infinity without a value */
  numbers = new Float64Array(0)
  /** sort texts; undefined without a value */
  readonly texts: (string | undefined)[] = []
  private textBytes = 0
  loaded: Promise<void> = Promise.resolve()
  /** numbers that changed while the column was being loaded */
  private changed: Set<number> | null = new Set()
  private readonly kind: CustomField['kind']
  constructor(kind: CustomField['kind']) {
    this.kind = kind
  }

  get isLoading(): boolean {
    return this.changed !== null
  }

  get bytes(): number {
    return this.codes.byteLength + this.numbers.byteLength + this.textBytes
  }

  get isListed(): boolean {
    return groupKinds.includes(this.kind)
  }

  /** Makes room for the numbers up to `last`. */
  reserve(last: number): void {
    const length = Math.max(1024, last + 1, Math.ceil(last * 1.25))
    if (this.isListed && this.codes.length <= last) this.codes = copyToLength(this.codes, length)
    if (!this.isListed && this.kind !== 'TEXT' && this.numbers.length <= last) {
      const from = this.numbers.length
      this.numbers = copyToLength(this.numbers, length).fill(Number.POSITIVE_INFINITY, from)
    }
  }

  private write(number: number, value: CustomValue | undefined): void {
    this.reserve(number)
    if (this.isListed) this.codes[number] = this.dictionary.add(value === undefined ? null : String(value))
    else if (this.kind === 'TEXT') this.writeText(number, value)
    else if (value === undefined) this.numbers[number] = Number.POSITIVE_INFINITY
    else this.numbers[number] = this.kind === 'DATE' ? parseDayNumber(String(value)) : avoidMissing(value)
  }

  private writeText(number: number, value: CustomValue | undefined): void {
    const text = value === undefined ? undefined : buildSortText(String(value))
    for (const [each, sign] of [
      [this.texts[number], -1],
      [text, 1],
    ] as const)
      if (each !== undefined) this.textBytes += sign * (each.length + TEXT_BYTES)
    this.texts[number] = text
  }

  /** Writes the value of a changed issue. */
  update(number: number, value: CustomValue | undefined): void {
    this.changed?.add(number)
    this.write(number, value)
  }

  async readAll(db: Db, projectId: string, fieldId: string): Promise<void> {
    for (let last = 0; ; ) {
      // past visible.ts: the cache is shared by all members; `buildVisibleMask` filters it
      const { rows } = await sql<{ number: number; value: CustomValue }>`
        select number, custom_fields->${fieldId}::text as value from issues
        where project_id = ${projectId} and custom_fields <> '{}' and number > ${last}
        order by number limit ${PAGE}`.execute(db)
      // an issue changed in the meantime has its newer value already
      for (const { number, value } of rows)
        if (value !== null && !this.changed?.has(number)) this.write(number, value)
      if (rows.length < PAGE) break
      last = rows.at(-1)?.number ?? last
    }
    this.changed = null
  }
}

/** Shifts a number that collides with the marker for a missing value. */
export const avoidMissing = (value: CustomValue): number =>
  value === MISSING_VALUE ? MISSING_VALUE + Number.EPSILON * 2 ** 31 : Number(value)

/** Writes the values of changed issues into the columns in use. */
export function updateCustomColumns(
  columns: ReadonlyMap<string, CustomColumn>,
  rows: readonly { number: number; custom_fields?: CustomValues }[],
): void {
  for (const [id, column] of columns)
    for (const { number, custom_fields } of rows) column.update(number, custom_fields?.[id])
}

export async function findOwnField(db: Db, projectId: string, id: string): Promise<OwnField | undefined> {
  const field = await db
    .selectFrom('custom_fields')
    .select(['id', 'kind', 'choices'])
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()
  return field as OwnField | undefined
}

/** Drops the least recently used columns until the remaining ones fit; columns in use stay. */
function dropOldColumns({ own, orders, columns }: IssueCache, usedId: string): void {
  let bytes = 0
  for (const column of own.values()) bytes += column.bytes
  const most = Math.max(LEAST_BYTES, columns.last * BYTES_PER_ISSUE)
  for (const [id, column] of own) {
    if (bytes <= most) return
    if (id === usedId || column.isLoading) continue
    own.delete(id)
    orders.delete(buildCustomKey(id))
    bytes -= column.bytes
  }
}

function startLoading(db: Db, projectId: string, { own }: IssueCache, { id, kind }: OwnField): CustomColumn {
  const column = new CustomColumn(kind)
  // from here on refreshes of the cache write into the column: no change is missed while it is read
  column.loaded = column.readAll(db, projectId, id)
  column.loaded.catch(() => {
    if (own.get(id) === column) own.delete(id)
  })
  return column
}

/** The column of a field, loaded if it is not in use yet. */
export async function loadCustomColumn(
  db: Db,
  projectId: string,
  cache: IssueCache,
  field: OwnField,
): Promise<CustomColumn> {
  const { own } = cache
  const { id } = field
  const column = own.get(id) ?? startLoading(db, projectId, cache, field)
  own.delete(id)
  own.set(id, column)
  await column.loaded
  // dropped in the meantime: refreshes no longer write into it
  if (own.get(id) !== column) return loadCustomColumn(db, projectId, cache, field)
  dropOldColumns(cache, id)
  return column
}
