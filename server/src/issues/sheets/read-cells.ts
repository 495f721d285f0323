import type { CustomFieldKey } from '@plumbline/contract/issues/custom-keys'
import { buildRecord, getFieldAlias, isFieldOf, issueFields } from '@plumbline/contract/issues/issue-fields'
import { CommentText } from '@plumbline/contract/issues/timeline'
import { vocabularyKinds } from '@plumbline/contract/projects/vocabulary'
import { type Reason, reason } from '@plumbline/contract/reasons'
import { locales } from '@plumbline/contract/users/users'
import * as z from 'zod/mini'
import { buildTermLookup, type ProjectWords } from '../../projects/vocabulary.ts'
import type { BulkFields } from '../bulk/apply-changes.ts'
import {
  codedColumns,
  getSheetColumn,
  type SheetColumn,
  type SheetField,
  type SheetNames,
  sheetFields,
  unreadColumns,
} from './columns.ts'
import { type DayNotation, INVALID_VALUE, parseDayCell } from './day-cells.ts'
import { normalizeName } from './normalize-name.ts'
import type { ParsedSheet, SheetRow } from './read-sheet.ts'
import type { CellValue } from './read-workbook.ts'
import { sheetTexts } from './texts/texts.ts'

type ParsedValue = unknown | typeof INVALID_VALUE

type CodedColumn = (typeof codedColumns)[number]

/** The names of each value in every language, and the value itself. */
const builtInWords = buildRecord(codedColumns, (column) => {
  const values = Object.keys(sheetTexts.en[column])
  return buildRecord(values, (value) => [
    value,
    ...locales.map((locale) => (sheetTexts[locale][column] as Record<string, string>)[value] ?? value),
  ])
})

/** Enum values by their normalized name: the project's own one, a former one, or that of any language. */
export const buildValueLookup = (words: ProjectWords): Record<CodedColumn, ReadonlyMap<string, string>> =>
  buildRecord(codedColumns, (column) => {
    const kind = vocabularyKinds.find((each) => each === column)
    if (kind) {
      const own = words.vocabulary[kind].own.map((code) => [code, [code]])
      const all = { ...builtInWords[column], ...Object.fromEntries(own) }
      return buildTermLookup(words, kind, all, normalizeName)
    }
    const pairs = Object.entries(builtInWords[column])
    return new Map(pairs.flatMap(([value, names]) => names.map((name) => [normalizeName(name), value])))
  })
export type ValueLookup = ReturnType<typeof buildValueLookup>

/** Ids of levels, sections and assignees by normalized name. */
export function buildIdLookup(names: SheetNames) {
  const byName = (all: Map<string, string>) =>
    new Map([...all].map(([id, name]) => [normalizeName(name), id]))
  return { level: byName(names.level), section: byName(names.section), assignee: byName(names.assignee) }
}
export type IdLookup = ReturnType<typeof buildIdLookup>

/** Parses labels separated by semicolons; labels containing one are quoted. */
function parseLabelCell(text: string): string[] {
  const parts = text.match(/\s*(?:"(?:[^"]|"")*"|[^;]*)\s*(?:;|$)/g) ?? []
  const labels = parts.map((part) => part.replace(/;$/, '').trim())
  const whole = labels.map((label) =>
    /^".*"$/s.test(label) ? label.slice(1, -1).replaceAll('""', '"') : label,
  )
  return [...new Set(whole.filter((label) => label !== ''))]
}

/** Trimmed text with line ends as \
. */
const normalizeLines = (value: CellValue) => String(value).replace(/\r\n?/g, '\n').trim()

/** Parses a number as spreadsheets write it: a number, `12.5` or `12,5`; with three decimals it could be thousands. */
function parseDecimalCell(value: CellValue): ParsedValue {
  if (typeof value === 'number') return value
  return /^\d+(?:[.,]\d{1,2})?$/.test(value) ? Number(value.replace(',', '.')) : INVALID_VALUE
}

function parseCell(
  field: SheetField,
  value: CellValue,
  { ids, values, notation }: { ids: IdLookup; values: ValueLookup; notation: DayNotation },
): ParsedValue {
  const text = normalizeLines(value)
  if (field === 'status' || isFieldOf('choice', field))
    return values[field].get(normalizeName(text)) ?? INVALID_VALUE
  if (isFieldOf('text', field)) return text
  if (isFieldOf('labels', field)) return parseLabelCell(text)
  if (text === '') return null
  if (isFieldOf('person', field) || isFieldOf('place', field))
    return ids[getFieldAlias(field)].get(normalizeName(text)) ?? INVALID_VALUE
  const given = typeof value === 'number' ? value : text
  if (isFieldOf('date', field)) return parseDayCell(given, notation)
  return isFieldOf('decimal', field) ? parseDecimalCell(given) : text
}

export interface ParsedRow {
  fields: BulkFields
  comment?: string
  /** why the row is refused */
  problem?: Reason
}

const createCellProblem = (
  column: SheetColumn | CustomFieldKey,
  value: CellValue,
  { heads }: ParsedSheet,
): Reason =>
  reason('bad_cell', {
    column: heads[column] ?? column,
    value: String(value).slice(0, 100),
  })

/**
 * Parses a row into issue fields. `assigned`: ids by name of the issue's own assignees, who may have left the project
 * since the export.
 */
export function parseRow(
  { values, errors, merged }: SheetRow,
  sheet: ParsedSheet,
  { ids, values: valueLookup }: { ids: IdLookup; values: ValueLookup },
  assigned: Map<string, string>,
): ParsedRow {
  const failed = errors.find((column) => !unreadColumns.has(column))
  if (failed) return { fields: {}, problem: createCellProblem(failed, values[failed] ?? '', sheet) }
  const hidden = merged.find((column) => !unreadColumns.has(column))
  if (hidden)
    return { fields: {}, problem: reason('merged_cells', { column: sheet.heads[hidden] ?? hidden }) }
  const fields: Record<string, unknown> = {}
  const own = { ...ids, assignee: new Map([...ids.assignee, ...assigned]) }
  for (const field of sheetFields) {
    const column = getSheetColumn(field)
    const value = values[column]
    if (value === undefined) continue
    const read = parseCell(field, value, { ids: own, values: valueLookup, notation: sheet })
    const checked = read === INVALID_VALUE ? null : z.safeParse(fieldSchemas[field], read)
    if (!checked?.success) return { fields: {}, problem: createCellProblem(column, value, sheet) }
    fields[field] = checked.data
  }
  const text = normalizeLines(values.comment ?? '')
  if (text === '') return { fields }
  const comment = z.safeParse(CommentText, text)
  return comment.success
    ? { fields, comment: comment.data }
    : { fields: {}, problem: createCellProblem('comment', text, sheet) }
}

/** The contract's schema of each field; the status was already looked up. */
const fieldSchemas: Record<SheetField, z.ZodMiniType> = {
  ...issueFields,
  status: z.string(),
}

/** Parses a positive integer; null for an empty cell, undefined for any other text. */
export function parseNumberCell(value: CellValue | undefined): number | null | undefined {
  const text = String(value ?? '')
    .trim()
    .replace(/^#/, '')
  if (text === '') return null
  const number = Number(text)
  return Number.isInteger(number) && number > 0 && number < 1e9 ? number : undefined
}
