import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ApiError } from '../../api/client.ts'
import { LoadingState } from '../../api/LoadingState.tsx'

/** The rows of a short list with its loading, empty and error states. */
export function ListState<T>(props: {
  read: UseQueryResult<T[], ApiError>
  empty: string
  children: (row: T) => ReactNode
}) {
  const { data, error, refetch } = props.read
  if (!data) return <LoadingState error={error} onRetry={() => void refetch()} rows={2} />
  if (data.length === 0) return <p>{props.empty}</p>
  return <ul>{data.map(props.children)}</ul>
}
