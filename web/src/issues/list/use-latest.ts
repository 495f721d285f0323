import { useLayoutEffect, useRef, useState } from 'react'

/** What a component has now, behind one function that stays the same: rows that got it need not be drawn again. */
export function useLatest<T>(value: T): () => T {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  const [read] = useState(() => () => latest.current)
  return read
}
