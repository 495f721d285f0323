import { estimateSubscription, getSubscription } from '@plumbline/contract/billing/billing'
import type { BodyOf, ReplyOf } from '@plumbline/contract/http'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type ApiError, call } from '../api/client.ts'

/** Typing goes on for so long before it is worth a question. */
const SETTLED_MS = 300

/** The value once it has stopped changing. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** What a choice would cost, asked again as the choice changes; null: there is none yet. */
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
    // what is left of a period becomes less: an answer is not kept for the next time
    gcTime: 0,
    placeholderData: keepPreviousData,
    meta: { hears: getSubscription.hears, project_id: null },
  })
  const isCurrent = data !== undefined && !isPlaceholderData && asked === wanted && error === null
  return { estimate: error ? undefined : data, error, isCurrent, isFetching, refetch }
}
