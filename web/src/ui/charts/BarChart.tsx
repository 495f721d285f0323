import { cx } from '../cx.ts'
import { useUiText } from '../text.tsx'
import { ChartFrame, type ChartItem, ChartLabel, getSeriesFill } from './ChartFrame.tsx'
import { clampToDrawable, computeScaleTop } from './chart-math.ts'

/**
 * Horizontal bars with label and number: issues by assignee or level.
 *
 *     <BarChart label="Issues by level" items={[{ label: 'Level 2', value: 14, href: paths.issues(id, { level }) }]} />
 */
export function BarChart(props: { label: string; items: readonly ChartItem[] }) {
  const text = useUiText()
  const numbers = new Intl.NumberFormat(text.locale)
  const top = computeScaleTop(props.items.map((item) => item.value))
  const rows = props.items.map((item) => ({ ...item, values: [item.value] }))
  return (
    <ChartFrame label={props.label} heads={[text.value]} rows={rows}>
      <ul className="grid grid-cols-[minmax(4rem,auto)_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1.5 text-13 pointer-coarse:gap-y-0">
        {props.items.map((item) => (
          <li key={item.label} className="contents">
            <span className="truncate pointer-coarse:py-3">
              <ChartLabel item={item} />
            </span>
            <svg
              viewBox="0 0 100 12"
              preserveAspectRatio="none"
              aria-hidden="true"
              className="h-3 w-full rtl:-scale-x-100"
            >
              <rect
                width={(clampToDrawable(item.value) / top) * 100}
                height={12}
                className={cx(getSeriesFill(item, 0))}
              />
            </svg>
            <span className="text-end tabular-nums">{numbers.format(item.value)}</span>
          </li>
        ))}
      </ul>
    </ChartFrame>
  )
}
