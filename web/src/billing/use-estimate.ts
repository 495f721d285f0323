import { estimateSubscription, getSubscription } from '@plumbline/contract/billing/billing'
import type { BodyOf, ReplyOf } from '@plumbline/contract/http'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type ApiError, call } from '../api/client.ts'

/** pause in typing after which the estimate is requested, in ms */
const SETTLED_MS = 300

/** Debounces a value by SETTLED_MS. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** Estimates the cost of a choice, debounced while it changes; null: nothing is chosen yet. */
export function useEstimate(teamId: string, wish: BodyOf<typeof estimateSubscription> | null) {
  const wanted = wish ? JSON.stringify(wish) : ''
  const asked = useSettled(wanted)
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery<
    ReplyOf<typeof estimateSubscription>,
    ApiError
  >({
    queryKey: [estimateSubscription.path, 'estimate', teamId, asked],
    queryFn: ({ signal }) =>
      call(estimateSubscription, { params: { id: teamId }, body: JSON.parse(asked) }, { signal }),
    enabled: asked !== '',
    // not cached: the unused part of a period shrinks with time
    gcTime: 0,
    placeholderData: keepPreviousData,
    meta: { hears: getSubscription.hears, project_id: null },
  })
  const isCurrent = data !== undefined && !isPlaceholderData && asked === wanted && error === null
  return { estimate: error ? undefined : data, error, isCurrent, isFetching, refetch }
}
