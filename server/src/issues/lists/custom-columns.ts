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
 * The values of the project's own fields by which lists are sorted or grouped, by issue number. A column is loaded when its
 * field is first asked for and then kept up to date by the log like the others. Decision 034.
 */

export type OwnField = Pick<CustomField, 'id' | 'kind' | 'choices'>

/** per project; the least recently used go first */
const MAX_COLUMNS = 8
const PAGE = 5000

let loads = 0

export class CustomColumn {
  /** differs for each time that a column is loaded */
  readonly load = ++loads
  /** of choices, people and checkboxes: codes of the dictionary, 0 without a value */
  codes = new Uint32Array(0)
  readonly dictionary = new Dictionary()
  /** of numbers, and days since 1970-01-01; Infinity without a value */
  numbers = new Float64Array(0)
  /** sort texts; undefined without a value */
  readonly texts: (string | undefined)[] = []
  loaded: Promise<void> = Promise.resolve()
  /** numbers that changed while the column was being loaded */
  private changed: Set<number> | null = new Set()
  private readonly kind: CustomField['kind']
  constructor(kind: CustomField['kind']) {
    this.kind = kind
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
    else if (this.kind === 'TEXT')
      this.texts[number] = value === undefined ? undefined : buildSortText(String(value))
    else if (value === undefined) this.numbers[number] = Number.POSITIVE_INFINITY
    else this.numbers[number] = this.kind === 'DATE' ? parseDayNumber(String(value)) : avoidMissing(value)
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
      // an issue that changed meanwhile has its newer value already
      for (const { number, value } of rows)
        if (value !== null && !this.changed?.has(number)) this.write(number, value)
      if (rows.length < PAGE) break
      last = rows.at(-1)?.number ?? last
    }
    this.changed = null
  }
}

/** A number beside the one that stands for a missing value. */
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

/** The column of a field, loaded if it is not in use yet. */
export async function loadCustomColumn(
  db: Db,
  projectId: string,
  { own, orders }: IssueCache,
  { id, kind }: OwnField,
): Promise<CustomColumn> {
  let column = own.get(id)
  if (!column) {
    column = new CustomColumn(kind)
    // from here on refreshes of the cache write into the column: no change is missed while it is read
    column.loaded = column.readAll(db, projectId, id)
    column.loaded.catch(() => own.delete(id))
  }
  own.delete(id)
  own.set(id, column)
  const oldest = own.keys().next().value
  if (own.size > MAX_COLUMNS && oldest !== undefined) {
    own.delete(oldest)
    orders.delete(buildCustomKey(oldest))
  }
  await column.loaded
  return column
}
