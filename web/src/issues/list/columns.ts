import type { IssueSort } from '@plumbline/contract/issues/filter'

/** The columns of the list: which, in what order, how wide. */

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
] as const
export type ColumnId = (typeof columnIds)[number]
export interface ShownColumn {
  id: ColumnId
  /** pixels; the title takes what is left where it has none */
  width: number | null
}

interface Kind {
  width: number | null
  sort?: IssueSort
  /** what descends at the first press: the newest, the most important */
  descends?: boolean
  align?: 'end'
}
export const columnKinds: Record<ColumnId, Kind> = {
  number: { width: 56, sort: 'number', descends: true, align: 'end' },
  picture: { width: 60 },
  title: { width: null, sort: 'name' },
  status: { width: 120, sort: 'status' },
  priority: { width: 92, sort: 'priority', descends: true },
  assignee: { width: 144, sort: 'assignee' },
  trade: { width: 136, sort: 'trade' },
  level: { width: 112, sort: 'level' },
  section: { width: 112, sort: 'section' },
  due: { width: 104, sort: 'due_date' },
  updated: { width: 104, sort: 'updated_at', descends: true },
  comments: { width: 112, align: 'end' },
  type: { width: 136, sort: 'type' },
  labels: { width: 176 },
  created: { width: 96, sort: 'created_at', descends: true },
}

export const NARROWEST = 48
export const WIDEST = 800
/** the title never gets narrower than this beside the others */
export const TITLE_WIDTH = 192

const usual: readonly ColumnId[] = [
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
export const usualColumns: readonly ShownColumn[] = usual.map((id) => ({ id, width: columnKinds[id].width }))

/** `number,title.320,status`: a width only where it is not the usual one. */
export const writeColumns = (columns: readonly ShownColumn[]): string =>
  columns.map(({ id, width }) => (width === columnKinds[id].width ? id : `${id}.${width ?? 0}`)).join(',')

/** As a saved view keeps them: nothing while they are the usual ones. */
export const columnText = (columns: readonly ShownColumn[]): string => {
  const text = writeColumns(columns)
  return text === writeColumns(usualColumns) ? '' : text
}

/** What an address or the browser kept; null when it names no column. The title, which opens an issue, is always there. */
export function readColumns(text: string | null | undefined): ShownColumn[] | null {
  const columns = new Map<ColumnId, ShownColumn>()
  for (const part of (text ?? '').split(',')) {
    const [name, size] = part.split('.')
    const id = columnIds.find((each) => each === name)
    if (!id) continue
    const width = size === undefined ? Number.NaN : Number(size)
    const fits = Number.isInteger(width) && width >= NARROWEST && width <= WIDEST
    columns.set(id, { id, width: fits ? width : columnKinds[id].width })
  }
  if (columns.size === 0) return null
  const list = [...columns.values()]
  return columns.has('title') ? list : [{ id: 'title', width: null }, ...list]
}

export const resized = (columns: readonly ShownColumn[], id: ColumnId, width: number): ShownColumn[] =>
  columns.map((column) =>
    column.id === id
      ? { ...column, width: Math.round(Math.max(NARROWEST, Math.min(WIDEST, width))) }
      : column,
  )

/** One place towards the start (-1) or the end (1). */
export function moved(columns: readonly ShownColumn[], id: ColumnId, by: -1 | 1): ShownColumn[] {
  const from = columns.findIndex((column) => column.id === id)
  const to = from + by
  const [column, other] = [columns[from], columns[to]]
  if (!column || !other) return [...columns]
  return columns.map((each, index) => (index === from ? other : index === to ? column : each))
}

export function toggled(columns: readonly ShownColumn[], id: ColumnId): ShownColumn[] {
  if (columns.some((column) => column.id === id)) return columns.filter((column) => column.id !== id)
  return [...columns, { id, width: columnKinds[id].width }]
}

/** The order after a press on a column's head: the column's own direction, then the other, then the list's own. */
export function nextSort(id: ColumnId, sort: string | undefined): string | undefined {
  const { sort: field, descends } = columnKinds[id]
  if (!field) return sort
  const [first, second] = descends ? [`-${field}`, field] : [field, `-${field}`]
  return sort === first ? second : sort === second ? undefined : first
}
