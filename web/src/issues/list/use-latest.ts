import { useLayoutEffect, useRef, useState } from 'react'

/** A stable function that returns the latest value, so that memoised children need not render again. */
export function useLatest<T>(value: T): () => T {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  const [read] = useState(() => () => latest.current)
  return read
}
