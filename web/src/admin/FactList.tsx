import type { ReactNode } from 'react'
import { cx } from '../ui/cx.ts'

/**
 * Names with their values, side by side.
 *
 *     <FactList facts={[[text.appVersion, version]]} />
 */
export function FactList({
  facts,
  wideLast = false,
}: {
  facts: readonly [string, ReactNode][]
  wideLast?: boolean
}) {
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-4">
      {facts.map(([label, value]) => (
        <div key={label} className={cx('min-w-0', wideLast && 'last:col-span-full')}>
          <dt className="text-13 text-text-muted">{label}</dt>
          <dd className="tabular-nums [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
