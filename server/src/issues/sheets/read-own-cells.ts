import {
  type CustomField,
  CustomValue,
  type CustomValueChanges,
  type CustomValues,
  parseCustomValue,
} from '@plumbline/contract/issues/custom-fields'
import { buildCustomKey } from '@plumbline/contract/issues/custom-keys'
import { type Reason, reason } from '@plumbline/contract/reasons'
import { locales } from '@plumbline/contract/users/users'
import * as z from 'zod/mini'
import { type DayNotation, INVALID_VALUE, parseDayCell } from './day-cells.ts'
import { normalizeName } from './normalize-name.ts'
import type { IdLookup } from './read-cells.ts'
import type { ParsedSheet, SheetRow } from './read-sheet.ts'
import type { CellValue } from './read-workbook.ts'
import { sheetTexts } from './texts/texts.ts'

/** The cells of a project's custom fields in an imported spreadsheet. */

const yesWords = new Set([
  'true',
  '1',
  'x',
  ...locales.map((locale) => normalizeName(sheetTexts[locale].report.yes)),
])
const noWords = new Set(['false', '0', 'no', 'nein', 'non'])

/** A number as exports write it, or with a decimal comma; with three decimals after it it could be thousands. */
function parseNumber(value: CellValue): number | typeof INVALID_VALUE {
  if (typeof value === 'number') return value
  const text = /^[+-]?\d+,(?:\d{1,2}|\d{4,})$/.test(value) ? value.replace(',', '.') : value
  return /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : INVALID_VALUE
}

/** People and choices that the issue has or had, by their normalized name: they may stay though they are offered no more. */
type OwnNames = ReadonlyMap<string, string>

function parseChoice({ choices }: CustomField, text: string, stored: readonly unknown[]) {
  const named = choices.filter(({ name }) => normalizeName(name) === normalizeName(text))
  const choice = named.find(({ id }) => stored.includes(id)) ?? named.find(({ archived }) => !archived)
  return choice?.id ?? INVALID_VALUE
}

interface CellContext {
  notation: DayNotation
  assignee: IdLookup['assignee']
  people: OwnNames
  /** the values of the issue now and at the export */
  stored: readonly unknown[]
}

function parseOwnCell(field: CustomField, value: CellValue, context: CellContext): unknown {
  const text = String(value).trim()
  if (text === '') return null
  switch (field.kind) {
    case 'TEXT':
      return text
    case 'NUMBER':
      return parseNumber(typeof value === 'number' ? value : text)
    case 'DATE':
      return parseDayCell(typeof value === 'number' ? value : text, context.notation)
    case 'CHOICE':
      return parseChoice(field, text, context.stored)
    case 'PERSON':
      return (
        context.people.get(normalizeName(text)) ?? context.assignee.get(normalizeName(text)) ?? INVALID_VALUE
      )
    case 'CHECKBOX': {
      const word = normalizeName(text)
      return yesWords.has(word) ? true : noWords.has(word) ? null : INVALID_VALUE
    }
  }
}

export interface ReadOwnCells {
  values: CustomValueChanges
  /** why the row is refused */
  problem?: Reason
}

interface OwnRow {
  row: SheetRow
  sheet: ParsedSheet
  fields: readonly CustomField[]
  assignee: IdLookup['assignee']
  /** display names of people by id */
  names: ReadonlyMap<string, string>
  /** the values of the issue now and at the export; none of a new issue */
  states: readonly CustomValues[]
}

/** Reads the values of a row in the columns of the project's custom fields. */
export function readOwnCells({ row, sheet, fields, assignee, names, states }: OwnRow): ReadOwnCells {
  const values: CustomValueChanges = {}
  for (const field of fields) {
    const key = buildCustomKey(field.id)
    const cell = row.values[key]
    if (cell === undefined) continue
    const stored = states.flatMap((state) => state[field.id] ?? [])
    const people =
      field.kind === 'PERSON'
        ? new Map(stored.map((id) => [normalizeName(names.get(String(id)) ?? ''), String(id)]))
        : new Map<string, string>()
    const read = parseOwnCell(field, cell, { notation: sheet, assignee, people, stored })
    const checked = read === INVALID_VALUE ? null : z.safeParse(z.nullable(CustomValue), read)
    const value = checked?.success ? parseCustomValue(field, checked.data) : undefined
    if (value === undefined) {
      const column = sheet.heads[key] ?? field.name
      return { values: {}, problem: reason('bad_cell', { column, value: String(cell).slice(0, 100) }) }
    }
    values[field.id] = value
  }
  return { values }
}
