import { type ReactNode, useEffect, useState } from 'react'
import { cx } from './cx.ts'
import { useUiText } from './text.tsx'

/** Content that arrives within this time is shown without a placeholder, in ms. */
const quiet_ms = 150

/**
 * A loading placeholder: nothing for 150 ms, then its children (SkeletonRows, or blocks of the final size), announced
 * once to screen readers.
 *
 *     {issues ? <Table …/> : <Skeleton><SkeletonRows rows={8} /></Skeleton>}
 */
export function Skeleton(props: { children: ReactNode; className?: string }) {
  const text = useUiText()
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), quiet_ms)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div role="status" className={props.className}>
      {late && <span className="sr-only">{text.loading}</span>}
      <div aria-hidden className={late ? undefined : 'invisible'}>
        {props.children}
      </div>
    </div>
  )
}

/** A grey block, sized by its classes. `<SkeletonBlock className="h-8 w-40" />` */
export function SkeletonBlock(props: { className?: string }) {
  return <div className={cx('animate-pulse rounded-control bg-line', props.className)} />
}

/** Placeholder rows of a list or table, 40 px each. `<SkeletonRows rows={3} />` */
export function SkeletonRows(props: { rows: number }) {
  return Array.from({ length: props.rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity
    <div key={row} className="flex h-10 items-center gap-3 border-line border-b">
      <SkeletonBlock className="size-5 rounded-full" />
      <SkeletonBlock className={cx('h-3', row % 3 === 0 ? 'w-1/2' : row % 3 === 1 ? 'w-2/3' : 'w-2/5')} />
    </div>
  ))
}
