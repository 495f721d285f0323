import { type ElementQuery, searchElements } from '@plumbline/contract/bim/elements'
import { type Condition, formatCondition, parseCondition } from '@plumbline/contract/bim/elements.rules'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call, urlOf } from '../../api/client.ts'
import { buildReadOptions } from '../../api/query.ts'
import { useSearch } from '../../base/navigation.tsx'

/** Element search: its filters in the URL, and the paged results. */

export const elementPickers = ['class', 'type', 'storey', 'system', 'classification', 'material'] as const
export type ElementPicker = (typeof elementPickers)[number]

export interface ElementFilters {
  q: string
  picked: Partial<Record<ElementPicker, string>>
  conditions: Condition[]
}

const PAGE_SIZE = 100
/** limit that keeps the URL short */
const MAX_CONDITIONS = 10

/** The filters in the URL, and functions that change them there. */
export function useElementFilters() {
  const [search, change] = useSearch()
  const conditions = (search.where ?? '').split('\n').flatMap((line) => parseCondition(line) ?? [])
  const filters: ElementFilters = {
    q: search.q ?? '',
    picked: Object.fromEntries(
      elementPickers.flatMap((picker) => (search[picker] ? [[picker, search[picker]]] : [])),
    ),
    conditions: conditions.slice(0, MAX_CONDITIONS),
  }
  const clear = () =>
    change(Object.fromEntries(['q', 'where', ...elementPickers].map((name) => [name, undefined])))
  return {
    filters,
    clear,
    search: (q: string) => change({ q: q || undefined }),
    pick: (picker: ElementPicker, value: string | null) => change({ [picker]: value ?? undefined }),
    condition: (all: Condition[]) => change({ where: all.map(formatCondition).join('\n') || undefined }),
  }
}

function buildQuery({ q, picked, conditions }: ElementFilters): ElementQuery {
  const property = conditions.map(formatCondition)
  return { ...picked, ...(q.trim() ? { q: q.trim() } : {}), ...(property.length > 0 ? { property } : {}) }
}

/** Number of active filters, without the search words. */
export const countElementFilters = ({ picked, conditions }: ElementFilters) =>
  Object.keys(picked).length + conditions.length

/** Pages of search results, loaded on demand. */
export function useElementPages(projectId: string, filters: ElementFilters) {
  const params = { id: projectId }
  const query = { ...buildQuery(filters), limit: PAGE_SIZE }
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

/** Download URL of all results as CSV. */
export const buildElementsCsvUrl = (projectId: string, filters: ElementFilters) =>
  urlOf(searchElements, { params: { id: projectId }, query: { ...buildQuery(filters), format: 'csv' } })
