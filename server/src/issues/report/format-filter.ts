import type { CustomField } from '@plumbline/contract/issues/custom-fields'
import { parseCustomFilter } from '@plumbline/contract/issues/custom-filter'
import { getDecimalFilter, type IssueFilter, type NegatableFilter } from '@plumbline/contract/issues/filter'
import { fieldsIn, getFieldAlias, putFirst } from '@plumbline/contract/issues/issue-fields'
import type { ProjectCtx } from '../../context.ts'
import { parseLabelFilter } from '../lists/filter-issues.ts'
import type { SheetNames } from '../sheets/columns.ts'
import { formatOwnConditions } from '../sheets/own-columns.ts'
import type { SheetTexts } from '../sheets/texts/texts.ts'

const choiceFields = putFirst(
  [...fieldsIn('filter', 'choice'), 'status' as const, 'source' as const],
  ['status', 'priority', 'type', 'trade'],
)
const idFields = putFirst(
  [...fieldsIn('filter', 'person', 'place'), 'created_by' as const],
  ['level_id', 'section_id', 'assignee_id'],
)
const dayFields = {
  due: ['due_date', 'due_from', 'due_to'],
  created: ['created_at', 'created_from', 'created_to'],
  updated: ['updated_at', 'updated_from', 'updated_to'],
  closed: ['closed_at', 'closed_from', 'closed_to'],
} as const

async function readFileNames({ tx, member }: ProjectCtx, ids: string[]): Promise<string[]> {
  const files = await tx
    .selectFrom('bim_file_headers')
    .select('name')
    .where('project_id', '=', member.project_id)
    .where('id', 'in', ids)
    .orderBy('name')
    .execute()
  return files.map(({ name }) => name)
}

/** Ids of the people that a filter names. */
export function listFilterPeople(filter: IssueFilter, own: readonly CustomField[]): string[] {
  const people = own.filter(({ kind }) => kind === 'PERSON').map(({ id }) => id)
  const conditions = parseCustomFilter(filter.custom_fields ?? '').filter(({ field }) =>
    people.includes(field),
  )
  const named = [...fieldsIn('filter', 'person'), 'created_by' as const].flatMap((name) => filter[name] ?? [])
  return [...named, ...conditions.flatMap(({ values }) => values)]
}

/** Describes a filter in text lines: each field with its values. */
export async function formatFilter(
  ctx: ProjectCtx,
  filter: IssueFilter,
  { texts, names, own = [] }: { texts: SheetTexts; names: SheetNames; own?: readonly CustomField[] },
): Promise<string[]> {
  const { columns, report } = texts
  const lines: string[] = []
  const addLine = (label: string, values: string[], name?: NegatableFilter) => {
    const not = name && filter.not?.includes(name) ? `${report.not} ` : ''
    if (values.length > 0) lines.push(`${label}: ${not}${values.join(', ')}`)
  }
  const nameOf = (id: string) =>
    id === 'me'
      ? report.me
      : (names.people.get(id) ?? names.level.get(id) ?? names.section.get(id) ?? report.somebody)
  addLine(report.q, filter.q ? [filter.q] : [])
  for (const field of choiceFields) {
    const labels: Record<string, string> = texts[field]
    addLine(
      columns[field],
      (filter[field] ?? []).map((value) => labels[value] ?? value),
      field,
    )
  }
  for (const field of idFields) {
    const none = field === 'assignee_id' ? report.nobody : report.none
    addLine(
      columns[field === 'created_by' ? field : getFieldAlias(field)],
      (filter[field] ?? []).map((id) => (id === 'none' ? none : nameOf(id))),
      field,
    )
  }
  addLine(report.watcher, (filter.watcher_id ?? []).map(nameOf), 'watcher_id')
  if (filter.bim_file_header_id)
    addLine(report.file, await readFileNames(ctx, filter.bim_file_header_id), 'bim_file_header_id')
  addLine(columns.labels, filter.label ? parseLabelFilter(filter.label) : [], 'label')
  for (const field of fieldsIn('filter', 'line'))
    addLine(columns[field], filter[field] ? [filter[field]] : [])
  addLine(columns.due_date, filter.due ? [report.due[filter.due]] : [])
  for (const [column, first, last] of Object.values(dayFields)) {
    const from = filter[first]
    const to = filter[last]
    const bounds = [from && report.from.replace('{day}', from), to && report.to.replace('{day}', to)]
    addLine(
      columns[column],
      [bounds.filter(Boolean).join(' ')].filter((text) => text !== ''),
    )
  }
  for (const field of fieldsIn('filter', 'decimal')) {
    const [presence, first, last] = getDecimalFilter(field)
    const [present, from, to] = [filter[presence], filter[first], filter[last]]
    const bounds = [from === undefined ? '' : `≥ ${from}`, to === undefined ? '' : `≤ ${to}`]
    addLine(columns[field], [present ? report[present] : '', ...bounds].filter(Boolean))
  }
  lines.push(...formatOwnConditions(filter.custom_fields ?? '', own, { texts, names }))
  addLine(columns.number, filter.number ? filter.number.split(',').map((numbers) => `#${numbers}`) : [])
  return lines.length > 0 ? lines : [report.all]
}
