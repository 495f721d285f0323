import type { CustomField } from '@plumbline/contract/issues/custom-fields'
import { type CustomCondition, parseCustomFilter } from '@plumbline/contract/issues/custom-filter'
import type { IssueRow } from '@plumbline/contract/issues/issues'
import { parseDayNumber } from '../lists/calendar.ts'
import type { SheetCell, SheetNames } from './columns.ts'
import type { SheetTexts } from './texts/texts.ts'

/** The project's custom fields in spreadsheets and reports: a column, a fact and a condition each. */

interface OwnContext {
  texts: SheetTexts
  names: SheetNames
}

/** The text of a choice, a person or a checkbox; null for kinds that are written unchanged. */
function findWord(
  { kind, choices }: CustomField,
  value: unknown,
  { texts, names }: OwnContext,
): string | null {
  if (kind === 'CHOICE') return choices.find(({ id }) => id === value)?.name ?? ''
  if (kind === 'PERSON') return names.people.get(String(value)) ?? ''
  return kind === 'CHECKBOX' ? texts.report.yes : null
}

/** The cells of an issue in the columns of these fields. */
export const buildOwnCells = (
  row: Pick<IssueRow, 'custom_fields'>,
  fields: readonly CustomField[],
  about: OwnContext,
): SheetCell[] =>
  fields.map((field) => {
    const value = row.custom_fields[field.id]
    if (value === undefined) return null
    if (field.kind === 'DATE') return { days: parseDayNumber(String(value)), has_time: false }
    return findWord(field, value, about) ?? (typeof value === 'boolean' ? null : value)
  })

/** The values of an issue for its block in a report, by the name of the field. */
export const buildOwnFacts = (
  row: Pick<IssueRow, 'custom_fields'>,
  fields: readonly CustomField[],
  about: OwnContext & { day: (text: string) => string; number: (value: number) => string },
): [string, string][] =>
  fields.flatMap((field): [string, string][] => {
    const value = row.custom_fields[field.id]
    if (value === undefined) return []
    const written = field.kind === 'DATE' ? about.day(String(value)) : String(value)
    const text = typeof value === 'number' ? about.number(value) : written
    return [[field.name, findWord(field, value, about) ?? text]]
  })

/** The people in the custom fields of these issues, in the shape of other loaded people. */
export function listOwnPeople(
  rows: readonly Pick<IssueRow, 'custom_fields'>[],
  fields: readonly CustomField[],
): { created_by: null; assignee_id: string }[] {
  const people = fields.filter(({ kind }) => kind === 'PERSON')
  return rows.flatMap(({ custom_fields }) =>
    people.flatMap(({ id }) => {
      const value = custom_fields[id]
      return typeof value === 'string' ? [{ created_by: null, assignee_id: value }] : []
    }),
  )
}

function formatCondition(field: CustomField, { test, values }: CustomCondition, about: OwnContext): string {
  const { report } = about.texts
  const [bound = ''] = values
  if (test === 'from') return `≥ ${bound}`
  if (test === 'to') return `≤ ${bound}`
  if (test === 'contains') return `“${bound}”`
  const words = values.map((value) =>
    value === 'none'
      ? report.none
      : value === 'me'
        ? report.me
        : (findWord(field, value, about) ?? value) || report.somebody,
  )
  return `${test === 'not' ? `${report.not} ` : ''}${words.join(', ')}`
}

/** The conditions of a filter by these fields in text lines. */
export function formatOwnConditions(
  filter: string,
  fields: readonly CustomField[],
  about: OwnContext,
): string[] {
  const conditions = Map.groupBy(parseCustomFilter(filter), ({ field }) => field)
  return fields.flatMap((field) => {
    const own = conditions.get(field.id)
    return own ? [`${field.name}: ${own.map((each) => formatCondition(field, each, about)).join(', ')}`] : []
  })
}
