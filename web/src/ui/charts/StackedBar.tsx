import { useUiText } from '../text.tsx'
import { ChartFrame, getSeriesFill } from './ChartFrame.tsx'
import { clampToDrawable, computeScaleTop } from './chart-math.ts'

interface Series {
  label: string
  /** a literal `fill-…` class */
  fill?: string
}

/** size of a column and of the drawing, in its own units */
const pitch = 10
const height = 100

/**
 * Stacked columns: opened and closed issues by week, statuses by level.
 *
 *     <StackedBar label="Last 12 weeks" series={[{ label: 'Opened' }, { label: 'Closed' }]}
 *       columns={weeks.map((w) => ({ label: w.week, values: [w.opened, w.closed] }))} />
 */
export function StackedBar(props: {
  label: string
  series: readonly Series[]
  columns: readonly { label: string; href?: string; values: readonly number[] }[]
}) {
  const text = useUiText()
  const { series, columns } = props
  const numbers = new Intl.NumberFormat(text.locale)
  const top = computeScaleTop(
    columns.map((column) => column.values.reduce((sum, value) => sum + clampToDrawable(value), 0)),
  )
  return (
    <ChartFrame label={props.label} heads={series.map((one) => one.label)} rows={columns}>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-12">
        {series.map((one, index) => (
          <li key={one.label} className="flex items-center gap-1.5">
            <SeriesSwatch fill={getSeriesFill(one, index)} />
            {one.label}
          </li>
        ))}
      </ul>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-12 text-text-muted tabular-nums">
        <div className="flex flex-col justify-between text-end">
          <span className="-mt-2">{numbers.format(top)}</span>
          <span className="-mb-2">0</span>
        </div>
        <svg
          viewBox={`0 0 ${columns.length * pitch} ${height}`}
          preserveAspectRatio="none"
          aria-hidden="true"
          className="h-36 w-full border-line border-y rtl:-scale-x-100"
        >
          {columns.map((column, at) => {
            let y = height
            return column.values.map((value, index) => {
              const size = (clampToDrawable(value) / top) * height
              y -= size
              const name = series[index]?.label ?? ''
              return (
                <rect
                  key={`${column.label} ${name}`}
                  x={at * pitch + 1.5}
                  y={y}
                  width={pitch - 3}
                  height={size}
                  className={getSeriesFill(series[index] ?? {}, index)}
                >
                  <title>{`${column.label}, ${name}: ${numbers.format(value)}`}</title>
                </rect>
              )
            })
          })}
        </svg>
        <div className="col-start-2 flex justify-between pt-1">
          <span>{columns[0]?.label}</span>
          <span>{columns.at(-1)?.label}</span>
        </div>
      </div>
    </ChartFrame>
  )
}

/** The colour sample of a series in the legend. */
export function SeriesSwatch(props: { fill: string }) {
  return (
    <svg viewBox="0 0 10 10" aria-hidden="true" className="size-2.5 flex-none">
      <rect width={10} height={10} rx={2} className={props.fill} />
    </svg>
  )
}
