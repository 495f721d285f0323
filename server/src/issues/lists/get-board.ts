import { type CustomFieldKey, isCustomKey } from '@plumbline/contract/issues/custom-keys'
import type * as api from '@plumbline/contract/issues/lists'
import type { IssueGroup } from '@plumbline/contract/issues/lists'
import type { Input, ProjectCtx } from '../../context.ts'
import { columnValues } from './columns.ts'
import { loadCustomColumn } from './custom-columns.ts'
import { filterIssues } from './filter-issues.ts'
import type { IssueCache } from './issue-cache.ts'
import { buildIssueWalk, type IssueWalk } from './issue-walk.ts'
import { readPlaces } from './places.ts'
import { readIssueRows } from './read-issue-rows.ts'
import { findGroupField, readCustomRanks, readTermOrder } from './sort-keys.ts'

/** default per column, and the maximum of a whole board */
const CARDS_PER_COLUMN = 20
const MAX_CARDS = 160

interface CardColumn {
  key: string | null
  total: number
  numbers: number[]
}

const namedGroups = { assignee: 'assignee_id', level: 'level_id', section: 'section_id' } as const

/** Codes and texts of the groups; `always`: values with a column even if empty. */
interface Grouping {
  codes: Uint8Array | Uint32Array
  texts: readonly (string | null)[]
  always: readonly string[]
  /** the order of the columns; without one, that of `always` or of the texts */
  order?: readonly string[]
}

/** The values of a custom field; none for an unknown field. */
async function readCustomGrouping(
  { db, member }: ProjectCtx,
  cache: IssueCache,
  group: CustomFieldKey,
): Promise<Grouping> {
  const { last } = cache.columns
  const field = await findGroupField(db, member.project_id, group)
  if (!field) return { codes: new Uint8Array(last + 1), texts: [null], always: [] }
  const column = await loadCustomColumn(db, member.project_id, cache, field)
  const order = await readCustomRanks(db, field, column)
  column.reserve(cache.columns.last)
  return { codes: column.codes, texts: column.dictionary.texts, always: [], order }
}

async function readGrouping(ctx: ProjectCtx, cache: IssueCache, group: IssueGroup): Promise<Grouping> {
  const { columns } = cache
  if (isCustomKey(group)) return readCustomGrouping(ctx, cache, group)
  if (group === 'assignee' || group === 'level' || group === 'section') {
    const column = namedGroups[group]
    const { texts } = columns.names[column]
    const places = group === 'assignee' ? [] : (await readPlaces(ctx.db, ctx.member.project_id))[group]
    return { codes: columns.named[column], texts, always: places.map(({ id }) => id) }
  }
  const texts: readonly string[] = columnValues[group]
  const codes = columns.codes[group]
  if (group !== 'type' && group !== 'trade') return { codes, texts, always: texts }
  const order = await readTermOrder(ctx.db, ctx.member.project_id, group)
  return { codes, texts, always: [], order: order ?? texts }
}

/** Sorts columns by value; assignees by their number of issues, unassigned last. */
function sortColumns(
  columns: Map<string | null, CardColumn>,
  group: IssueGroup,
  order: readonly (string | null)[],
): CardColumn[] {
  const list = [...columns.values()]
  if (group === 'assignee')
    return list.sort((a, b) => Number(a.key === null) - Number(b.key === null) || b.total - a.total)
  const rank = new Map(order.map((key, index) => [key, index]))
  const rankOf = ({ key }: CardColumn) =>
    key === null ? Number.POSITIVE_INFINITY : (rank.get(key) ?? order.length)
  return list.sort((a, b) => Math.sign(rankOf(a) - rankOf(b)) || 0)
}

/** Fills the columns: one pass over the mask counts, one in sort order deals the cards. */
function dealCards({ codes, texts, always }: Grouping, mask: Uint8Array, walk: IssueWalk, limit: number) {
  const columns = new Map<string | null, CardColumn>()
  const columnOf = (key: string | null) => {
    const column = columns.get(key) ?? { key, total: 0, numbers: [] }
    columns.set(key, column)
    return column
  }
  for (const key of always) columnOf(key)
  const totals = new Uint32Array(texts.length)
  for (let at = 1; at < mask.length; at++) if (mask[at] === 1) (totals[codes[at] as number] as number)++
  const byCode = texts.map((text, code) => {
    const total = totals[code] as number
    return total > 0 ? Object.assign(columnOf(text), { total }) : null
  })
  const most = Math.max(1, Math.min(limit, Math.floor(MAX_CARDS / Math.max(1, columns.size))))
  let unfilled = byCode.filter((column) => column !== null).length
  for (let place = 0; place < walk.length && unfilled > 0; place++) {
    const number = walk.at(place)
    if (mask[number] !== 1) continue
    const column = byCode[codes[number] as number]
    if (!column || column.numbers.length >= most) continue
    column.numbers.push(number)
    if (column.numbers.length === Math.min(most, column.total)) unfilled--
  }
  return columns
}

export async function getBoard(ctx: ProjectCtx, { query }: Input<typeof api.getBoard>) {
  const { group = 'status', sort, limit = CARDS_PER_COLUMN, ...filter } = query
  const { cache: followed, mask } = await filterIssues(ctx, filter)
  const walk = await buildIssueWalk(ctx.db, ctx.member.project_id, followed, { sort })
  const groups = await readGrouping(ctx, followed, group)
  const dealt = sortColumns(
    dealCards(groups, mask, walk, limit),
    group,
    groups.order ?? (groups.always.length > 0 ? groups.always : groups.texts),
  )
  const rows = await readIssueRows(
    ctx,
    dealt.flatMap(({ numbers }) => numbers),
  )
  const byNumber = new Map(rows.map((row) => [row.number, row]))
  return {
    columns: dealt.map(({ key, total, numbers }) => {
      const last = numbers.at(-1)
      return {
        key,
        total,
        items: numbers.flatMap((number) => byNumber.get(number) ?? []),
        next: last !== undefined && total > numbers.length ? walk.cursor(last) : null,
      }
    }),
  }
}
