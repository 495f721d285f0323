import { estimateSubscription } from '@plumbline/contract/billing/billing'
import { getSubscription } from '@plumbline/contract/billing/subscription'
import type { BodyOf, ReplyOf } from '@plumbline/contract/http'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type ApiError, call } from '../api/client.ts'

/** pause in typing after which the estimate is requested, in ms */
const DEBOUNCE_MS = 300

/** Debounces a value by DEBOUNCE_MS. */
function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** Estimates the cost of a choice, debounced while it changes; null: nothing is chosen yet. */
export function useEstimate(teamId: string, choice: BodyOf<typeof estimateSubscription> | null) {
  const body = choice ? JSON.stringify(choice) : ''
  const debounced = useDebounced(body)
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery<
    ReplyOf<typeof estimateSubscription>,
    ApiError
  >({
    queryKey: [estimateSubscription.path, 'estimate', teamId, debounced],
    queryFn: ({ signal }) =>
      call(estimateSubscription, { params: { id: teamId }, body: JSON.parse(debounced) }, { signal }),
    enabled: debounced !== '',
    // not cached: the unused part of a period shrinks with time
    gcTime: 0,
    placeholderData: keepPreviousData,
    meta: { hears: getSubscription.hears, project_id: null },
  })
  const isCurrent = data !== undefined && !isPlaceholderData && debounced === body && error === null
  return { estimate: error ? undefined : data, error, isCurrent, isFetching, refetch }
}
