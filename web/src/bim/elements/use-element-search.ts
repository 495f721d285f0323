import { type ElementQuery, searchElements } from '@plumbline/contract/bim/elements'
import { type Condition, formatCondition, parseCondition } from '@plumbline/contract/bim/elements.rules'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call, urlOf } from '../../api/client.ts'
import { buildReadOptions } from '../../api/query.ts'
import { useSearch } from '../../base/navigation.tsx'

/** The search as it stands in the address, and what it finds. */

export const pickers = ['class', 'type', 'storey', 'system', 'classification', 'material'] as const
export type Picker = (typeof pickers)[number]

export interface ElementFilters {
  q: string
  picked: Partial<Record<Picker, string>>
  conditions: Condition[]
}

const PAGE = 100
/** more than one line of the address does not hold */
const MOST_CONDITIONS = 10

/** The filters in the address, and how they are changed there. */
export function useElementFilters() {
  const [search, change] = useSearch()
  const conditions = (search.where ?? '').split('\n').flatMap((line) => parseCondition(line) ?? [])
  const filters: ElementFilters = {
    q: search.q ?? '',
    picked: Object.fromEntries(
      pickers.flatMap((picker) => (search[picker] ? [[picker, search[picker]]] : [])),
    ),
    conditions: conditions.slice(0, MOST_CONDITIONS),
  }
  const clear = () => change(Object.fromEntries(['q', 'where', ...pickers].map((name) => [name, undefined])))
  return {
    filters,
    clear,
    search: (q: string) => change({ q: q || undefined }),
    pick: (picker: Picker, value: string | null) => change({ [picker]: value ?? undefined }),
    condition: (all: Condition[]) => change({ where: all.map(formatCondition).join('\n') || undefined }),
  }
}

function queryOf({ q, picked, conditions }: ElementFilters): ElementQuery {
  const property = conditions.map(formatCondition)
  return { ...picked, ...(q.trim() ? { q: q.trim() } : {}), ...(property.length > 0 ? { property } : {}) }
}

/** How many filters narrow the list, words aside. */
export const countFilters = ({ picked, conditions }: ElementFilters) =>
  Object.keys(picked).length + conditions.length

/** Pages of what is found, fetched as one asks for more. */
export function useElementPages(projectId: string, filters: ElementFilters) {
  const params = { id: projectId }
  const query = { ...queryOf(filters), limit: PAGE }
  const { queryKey, meta } = buildReadOptions(searchElements, { params, query })
  return useInfiniteQuery({
    queryKey: [...queryKey, 'pages'],
    meta,
    queryFn: ({ pageParam, signal }) =>
      call(
        searchElements,
        { params, query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.cursor,
    placeholderData: (previous) => previous,
  })
}

/** Where the whole result is, as a table for spreadsheets. */
export const csvAddress = (projectId: string, filters: ElementFilters) =>
  urlOf(searchElements, { params: { id: projectId }, query: { ...queryOf(filters), format: 'csv' } })
