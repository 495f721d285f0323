import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ApiError } from '../../api/client.ts'
import { useAppText } from '../../base/text.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Skeleton, SkeletonRows } from '../../ui/Skeleton.tsx'
import { useUiText } from '../../ui/text.tsx'

/** The rows of a short list with its loading, empty and error states. */
export function ListState<T>(props: {
  read: UseQueryResult<T[], ApiError>
  empty: string
  children: (row: T) => ReactNode
}) {
  const text = useAppText()
  const ui = useUiText()
  const { data, error, refetch } = props.read
  if (error && !data)
    return (
      <Banner
        tone="danger"
        action={
          <Button size="small" onClick={() => void refetch()}>
            {text.tryAgain}
          </Button>
        }
      >
        {error.code === 'offline' ? ui.needsConnection : ui.serverError}
      </Banner>
    )
  if (!data)
    return (
      <Skeleton>
        <SkeletonRows rows={2} />
      </Skeleton>
    )
  if (data.length === 0) return <p>{props.empty}</p>
  return <ul>{data.map(props.children)}</ul>
}
