import { cx } from '../cx.ts'
import { useUiText } from '../text.tsx'
import { buildSparklinePath } from './chart-math.ts'

const width = 96
const height = 24

/**
 * A line chart of the height of a text line; screen readers get its numbers.
 *
 *     <Sparkline label="Open issues, 12 weeks" values={weekly.map((week) => week.open_at_end)} />
 */
export function Sparkline(props: { label: string; values: readonly number[]; className?: string }) {
  const text = useUiText()
  const numbers = new Intl.NumberFormat(text.locale)
  return (
    <span className={cx('inline-flex', props.className)}>
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true" className="h-6 w-24 rtl:-scale-x-100">
        <path
          d={buildSparklinePath(props.values, width, height)}
          className="fill-none stroke-[1.5] stroke-text-muted"
        />
      </svg>
      <span className="sr-only">
        {props.label}: {props.values.map((value) => numbers.format(value)).join(', ')}
      </span>
    </span>
  )
}
