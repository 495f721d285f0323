import {
  buildRecord,
  type FieldOf,
  fieldsOf,
  getFieldSpec,
  issueVisibilities,
} from '@plumbline/contract/issues/issue-fields'
import { issueSources, issueStatuses } from '@plumbline/contract/issues/issues'
import { buildSortText } from '@plumbline/contract/issues/sort-text'
import { allOwnTerms } from '@plumbline/contract/projects/own-terms'

/**
 * The fields of a project's issues that filters, sorting and statistics need, as typed arrays indexed by issue number:
 * about 250 bytes per issue, and 4 more for each sort order in use. Decision 008.
 */

/** The missing value of numbers and days; a missing instant is Infinity. */
export const MISSING_VALUE = 2147483647

/** Maps texts to codes and back; code 0 is null. */
export class Dictionary {
  readonly texts: (string | null)[] = [null]
  private readonly codes = new Map<string, number>()

  add(text: string | null): number {
    if (text === null) return 0
    const known = this.codes.get(text)
    if (known !== undefined) return known
    this.codes.set(text, this.texts.length)
    return this.texts.push(text) - 1
  }

  /** The code of a text; -1 for a text that no issue has. */
  codeOf(text: string | null): number {
    return text === null ? 0 : (this.codes.get(text) ?? -1)
  }
}

/** Encodes each list of texts as one code: most issues share their list with many others. */
class ListDictionary {
  readonly items = new Dictionary()
  /** item codes by list code; 0 is the empty list */
  readonly lists: number[][] = [[]]
  private readonly codes = new Map<string, number>([['', 0]])

  add(texts: string[]): number {
    const codes = texts.map((text) => this.items.add(text)).sort((a, b) => a - b)
    const key = codes.join()
    const known = this.codes.get(key)
    if (known !== undefined) return known
    this.codes.set(key, this.lists.length)
    return this.lists.push(codes) - 1
  }
}

/** Values of a small set. */
export const codeColumns = ['status', 'source', ...fieldsOf('choice')] as const
/** Texts and ids that many issues share. */
export const namedColumns = ['created_by', 'team_id', ...fieldsOf('person', 'place', 'line')] as const
export const decimalColumns = fieldsOf('decimal')
const timeColumns = ['created', 'updated', 'resolved', 'closed', 'done'] as const
export type CodeColumn = (typeof codeColumns)[number]
export type NamedColumn = (typeof namedColumns)[number]
export type TimeColumn = (typeof timeColumns)[number]

interface OtherColumns {
  number: number
  name: string
  labels: string[]
  files: string[]
  due: number | null
  created: number
  updated: number
  reopened: number
  is_deleted: boolean
}
/** An issue as read from the database. Instants are in ms, days count from 1970-01-01. */
export type ColumnRow = OtherColumns &
  Record<CodeColumn, string> &
  Record<NamedColumn, string | null> &
  Record<Exclude<TimeColumn, 'created' | 'updated'> | FieldOf<'decimal'>, number | null>

/** The values of the enum columns, indexed by code; values added by projects have the same codes in every project. */
export const columnValues: Record<CodeColumn, readonly string[]> = {
  status: issueStatuses,
  source: issueSources,
  ...buildRecord(fieldsOf('choice'), (name) => {
    const { values = [], hasOwnTerms } = getFieldSpec(name)
    return hasOwnTerms ? [...values, ...allOwnTerms] : values
  }),
}
const codesByValue = buildRecord(
  codeColumns,
  (column) => new Map(columnValues[column].map((value, code) => [value, code])),
)

const VISIBLE_TO_ALL = issueVisibilities.indexOf('ALL')

export const openStatusCodes = Uint8Array.from(issueStatuses, (status) =>
  Number(status === 'OPEN' || status === 'IN_PROGRESS' || status === 'REOPENED'),
)

export function copyToLength<T extends Uint8Array | Uint32Array | Int32Array | Float64Array>(
  array: T,
  length: number,
): T {
  const larger = new (array.constructor as new (length: number) => T)(length)
  larger.set(array as never)
  return larger
}

export class IssueColumns {
  /** the highest number */
  last = 0
  /** count of issues */
  total = 0
  /** count of issues that are not visible to everybody */
  hidden = 0
  /** incremented by every change */
  revision = 0
  /** 1 for numbers of existing issues */
  present = new Uint8Array(1)
  reopened = new Uint8Array(1)
  codes = buildRecord(codeColumns, () => new Uint8Array(1))
  named = buildRecord(namedColumns, () => new Uint32Array(1))
  readonly names = buildRecord(namedColumns, () => new Dictionary())
  times = buildRecord(timeColumns, () => new Float64Array(1))
  decimals = buildRecord(decimalColumns, () => new Float64Array(1))
  /** days since 1970 */
  due = new Int32Array(1)
  labels = new Uint32Array(1)
  files = new Uint32Array(1)
  readonly labelLists = new ListDictionary()
  readonly fileLists = new ListDictionary()
  readonly nameKeys: string[] = ['']
  /** changed numbers of the revisions after `journalFrom`, newest last */
  private journal: { revision: number; number: number }[] = []
  private journalFrom = 0

  private reserve(number: number) {
    if (number < this.present.length) {
      this.last = Math.max(this.last, number)
      return
    }
    const length = Math.max(1024, number + 1, Math.ceil(this.present.length * 1.25))
    this.present = copyToLength(this.present, length)
    this.reopened = copyToLength(this.reopened, length)
    this.due = copyToLength(this.due, length)
    this.labels = copyToLength(this.labels, length)
    this.files = copyToLength(this.files, length)
    for (const column of codeColumns) this.codes[column] = copyToLength(this.codes[column], length)
    for (const column of namedColumns) this.named[column] = copyToLength(this.named[column], length)
    for (const column of timeColumns) this.times[column] = copyToLength(this.times[column], length)
    for (const column of decimalColumns) this.decimals[column] = copyToLength(this.decimals[column], length)
    this.last = Math.max(this.last, number)
  }

  /** Inserts or updates issues; removes deleted ones. */
  upsert(rows: ColumnRow[]) {
    if (rows.length === 0) return
    this.revision++
    for (const row of rows) {
      this.reserve(row.number)
      this.count(row.number, -1)
      this.present[row.number] = Number(!row.is_deleted)
      this.write(row)
      this.count(row.number, 1)
      this.journal.push({ revision: this.revision, number: row.number })
    }
    this.shortenJournal()
  }

  private count(number: number, sign: number) {
    if (this.present[number] === 0) return
    this.total += sign
    if (this.codes.visibility[number] !== VISIBLE_TO_ALL) this.hidden += sign
  }

  private write(row: ColumnRow) {
    const at = row.number
    for (const column of codeColumns) this.codes[column][at] = codesByValue[column].get(row[column]) ?? 0
    for (const column of namedColumns) this.named[column][at] = this.names[column].add(row[column])
    for (const column of timeColumns) this.times[column][at] = row[column] ?? Number.POSITIVE_INFINITY
    for (const column of decimalColumns) this.decimals[column][at] = row[column] ?? MISSING_VALUE
    this.due[at] = row.due ?? MISSING_VALUE
    this.labels[at] = this.labelLists.add(row.labels)
    this.files[at] = this.fileLists.add(row.files)
    this.reopened[at] = Math.min(255, row.reopened)
    this.nameKeys[at] = buildSortText(row.name)
  }

  /** Drops old journal entries: after so many changes sorting again is cheaper than repairing. */
  private shortenJournal() {
    const most = Math.max(1000, this.total >> 2)
    if (this.journal.length <= 2 * most) return
    const newest = this.journal.slice(-most)
    this.journalFrom = this.journal[this.journal.length - most - 1]?.revision ?? 0
    this.journal = newest.filter(({ revision }) => revision > this.journalFrom)
  }

  /** Numbers that changed after a revision; null if the journal no longer reaches back to it. */
  changedSince(revision: number): Set<number> | null {
    if (revision < this.journalFrom) return null
    let from = this.journal.length
    while (from > 0 && (this.journal[from - 1]?.revision ?? 0) > revision) from--
    return new Set(this.journal.slice(from).map(({ number }) => number))
  }
}
