import { buildCustomKey, type CustomFieldKey } from '@plumbline/contract/issues/custom-keys'
import type { IssueSort } from '@plumbline/contract/issues/filter'
import {
  buildRecord,
  type FieldAlias,
  fieldsIn,
  getFieldAlias,
  type IssueFieldName,
  isFieldOf,
} from '@plumbline/contract/issues/issue-fields'

/** The columns of the issue list: selection, order and widths. */

export const plainColumns = fieldsIn('column', 'line', 'decimal')

export const columnIds = [
  'number',
  'picture',
  'title',
  'status',
  'priority',
  'assignee',
  'trade',
  'level',
  'section',
  'due',
  'updated',
  'comments',
  'type',
  'labels',
  'created',
  ...plainColumns,
] as const
export type BuiltInColumnId = (typeof columnIds)[number]
const OWN_PREFIX = 'own-'
const OWN_COLUMN = /^own-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** The column of a custom field. */
type OwnColumnId = `${typeof OWN_PREFIX}${string}`
export type ColumnId = BuiltInColumnId | OwnColumnId
export const buildOwnColumn = (fieldId: string): OwnColumnId => `${OWN_PREFIX}${fieldId}`
/** The id of the field that a column shows; null for other columns. */
export const getOwnField = (id: ColumnId): string | null =>
  id.startsWith(OWN_PREFIX) ? id.slice(OWN_PREFIX.length) : null
/** Columns that are not a field of an issue, or have another name. */
export type OtherColumnId = Exclude<BuiltInColumnId, FieldAlias<IssueFieldName> | 'status'>
export interface ShownColumn {
  id: ColumnId
  /** pixels; null lets the title fill the remaining width */
  width: number | null
}

interface ColumnKind {
  width: number | null
  sort?: IssueSort | CustomFieldKey
  /** sorts descending first: newest, most important */
  descends?: boolean
  align?: 'end'
  /** its content fits the default width, or clips itself */
  fits?: boolean
}

/** Numbers are aligned right, the greatest first. */
function describePlainColumn(field: (typeof plainColumns)[number]): ColumnKind {
  const sort = fieldsIn('sort')
    .map(getFieldAlias)
    .find((name) => name === field)
  const isNumber = isFieldOf('decimal', field)
  return { width: 112, ...(sort && { sort }), ...(isNumber && { descends: true, align: 'end' as const }) }
}

const columnKinds: Record<BuiltInColumnId, ColumnKind> = {
  number: { width: 56, sort: 'number', descends: true, align: 'end', fits: true },
  picture: { width: 60, fits: true },
  title: { width: null, sort: 'name', fits: true },
  status: { width: 120, sort: 'status' },
  priority: { width: 92, sort: 'priority', descends: true, fits: true },
  assignee: { width: 144, sort: 'assignee', fits: true },
  trade: { width: 136, sort: 'trade' },
  level: { width: 112, sort: 'level' },
  section: { width: 112, sort: 'section' },
  due: { width: 104, sort: 'due_date', fits: true },
  updated: { width: 104, sort: 'updated_at', descends: true, fits: true },
  comments: { width: 112, align: 'end', fits: true },
  type: { width: 136, sort: 'type' },
  labels: { width: 176 },
  created: { width: 96, sort: 'created_at', descends: true, fits: true },
  ...buildRecord(plainColumns, describePlainColumn),
}

export const getColumnKind = (id: ColumnId): ColumnKind =>
  columnKinds[id as BuiltInColumnId] ?? { width: 136, sort: buildCustomKey(getOwnField(id) ?? '') }

/** Whether cells clip their content: each clip costs the browser time in every frame with changed rows. */
export const isClipped = ({ id, width }: ShownColumn): boolean => {
  const kind = getColumnKind(id)
  return !kind.fits || (width !== null && kind.width !== null && width < kind.width)
}

export const MIN_COLUMN_PX = 48
export const MAX_COLUMN_PX = 800
/** minimum width of the title in pixels */
export const MIN_TITLE_PX = 192

const defaultIds: readonly BuiltInColumnId[] = [
  'number',
  'picture',
  'title',
  'status',
  'priority',
  'assignee',
  'trade',
  'level',
  'due',
  'updated',
  'comments',
]
export const defaultColumns: readonly ShownColumn[] = defaultIds.map((id) => ({
  id,
  width: columnKinds[id].width,
}))

/** Formats columns as `number,title.320,status`; only non-default widths are written. */
export const formatColumns = (columns: readonly ShownColumn[]): string =>
  columns.map(({ id, width }) => (width === getColumnKind(id).width ? id : `${id}.${width ?? 0}`)).join(',')

/** The columns as stored in a saved view; empty for the default ones. */
export const formatCustomColumns = (columns: readonly ShownColumn[]): string => {
  const text = formatColumns(columns)
  return text === formatColumns(defaultColumns) ? '' : text
}

const parseOwnColumn = (name: string | undefined): OwnColumnId | undefined =>
  name !== undefined && OWN_COLUMN.test(name) ? (name as OwnColumnId) : undefined

/**
 * Parses columns from the URL or local storage; null if there are none. The title column is added if missing: it opens
 * the issue.
 */
export function parseColumns(text: string | null | undefined): ShownColumn[] | null {
  const columns = new Map<ColumnId, ShownColumn>()
  for (const part of (text ?? '').split(',')) {
    const [name, size] = part.split('.')
    const id = columnIds.find((each) => each === name) ?? parseOwnColumn(name)
    if (!id) continue
    const width = size === undefined ? Number.NaN : Number(size)
    const fits = Number.isInteger(width) && width >= MIN_COLUMN_PX && width <= MAX_COLUMN_PX
    columns.set(id, { id, width: fits ? width : getColumnKind(id).width })
  }
  if (columns.size === 0) return null
  const list = [...columns.values()]
  return columns.has('title') ? list : [{ id: 'title', width: null }, ...list]
}

export const resizeColumn = (columns: readonly ShownColumn[], id: ColumnId, width: number): ShownColumn[] =>
  columns.map((column) =>
    column.id === id
      ? { ...column, width: Math.round(Math.max(MIN_COLUMN_PX, Math.min(MAX_COLUMN_PX, width))) }
      : column,
  )

/** Moves a column one position towards the start (-1) or the end (1). */
export function moveColumn(columns: readonly ShownColumn[], id: ColumnId, by: -1 | 1): ShownColumn[] {
  const from = columns.findIndex((column) => column.id === id)
  const to = from + by
  const column = columns[from]
  const other = columns[to]
  if (!column || !other) return [...columns]
  return columns.map((each, index) => (index === from ? other : index === to ? column : each))
}

export function toggleColumn(columns: readonly ShownColumn[], id: ColumnId): ShownColumn[] {
  if (columns.some((column) => column.id === id)) return columns.filter((column) => column.id !== id)
  return [...columns, { id, width: getColumnKind(id).width }]
}

/** The sort order after a click on a column header: the column's first direction, then the reverse, then the default order. */
export function computeNextSort(id: ColumnId, sort: string | undefined): string | undefined {
  const { sort: field, descends } = getColumnKind(id)
  if (!field) return sort
  const [first, second] = descends ? [`-${field}`, field] : [field, `-${field}`]
  return sort === first ? second : sort === second ? undefined : first
}
