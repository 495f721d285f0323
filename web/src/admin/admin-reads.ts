import type { CallOf, EndpointSpec, QueryOf, ReplyOf } from '@plumbline/contract/http'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ApiError, call } from '../api/client.ts'
import { buildReadOptions, queryClient } from '../api/query.ts'

/** Reads of the administration. They have no live events and are read again whenever a page is opened. */

type Cursor = string | number
type Page = { items: readonly unknown[]; after?: Cursor | null; before?: Cursor | null }

export const useAdminRead = <E extends EndpointSpec>(endpoint: E, input: CallOf<E>) =>
  useQuery<ReplyOf<E>, ApiError>({ ...buildReadOptions(endpoint, input), staleTime: 0 })

/** Reads a list page by page; `cursor` names the part of the query and of the reply that gets the next page. */
export function useAdminPages<E extends EndpointSpec>(
  endpoint: E,
  query: Partial<QueryOf<E>>,
  cursor: 'after' | 'before',
) {
  const { data, ...state } = useInfiniteQuery({
    queryKey: [endpoint.path, {}, query, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(endpoint, { query: { ...query, [cursor]: pageParam ?? undefined } } as never, { signal }),
    initialPageParam: null as Cursor | null,
    getNextPageParam: (page) => (page as Page)[cursor],
    placeholderData: (previous) => previous,
    staleTime: 0,
  })
  type Item = ReplyOf<E> extends { items: readonly (infer I)[] } ? I : never
  const items = data?.pages.flatMap((page) => (page as Page).items as Item[])
  return { items, ...state }
}

/** Reads everything of the administration again, after an act. */
export const refreshAdministration = () =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/admin/'),
  })
