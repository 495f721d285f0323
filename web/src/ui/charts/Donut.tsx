import { useUiText } from '../text.tsx'
import { ChartFrame, type ChartItem, ChartLabel, getSeriesFill } from './ChartFrame.tsx'
import { buildRingSegmentPath, computeShares } from './chart-math.ts'
import { SeriesSwatch } from './StackedBar.tsx'

/**
 * A donut chart of up to six parts, with the total in the middle and a legend beside it.
 *
 *     <Donut label="Issues by status" items={[{ label: 'Open', value: 12, fill: statusLook.OPEN.fill, href }]} />
 */
export function Donut(props: { label: string; items: readonly ChartItem[] }) {
  const text = useUiText()
  const numbers = new Intl.NumberFormat(text.locale)
  const percent = new Intl.NumberFormat(text.locale, { style: 'percent' })
  const parts = computeShares(props.items.map((item) => item.value))
  const total = props.items.reduce((sum, item) => sum + item.value, 0)
  let start = 0
  const pieces = props.items.map((item, index) => {
    const part = parts[index] ?? 0
    const path = part > 0 ? buildRingSegmentPath(start, start + part) : null
    start += part
    return { item, part, path, fill: getSeriesFill(item, index) }
  })
  return (
    <ChartFrame
      label={props.label}
      heads={[text.value]}
      rows={props.items.map((item) => ({ ...item, values: [item.value] }))}
    >
      <div className="flex flex-wrap items-center gap-5">
        <div className="relative size-32 flex-none">
          <svg viewBox="0 0 100 100" aria-hidden="true" className="size-full">
            <circle cx={50} cy={50} r={41} className="fill-none stroke-line stroke-[18]" />
            {pieces.map(
              ({ item, path, fill }) =>
                path && <path key={item.label} d={path} className={`${fill} stroke-[1.5] stroke-surface`} />,
            )}
          </svg>
          <p className="absolute inset-0 flex flex-col items-center justify-center">
            <span className="font-semibold text-20 tabular-nums">{numbers.format(total)}</span>
            <span className="text-12 text-text-muted">{text.total}</span>
          </p>
        </div>
        <ul className="grid min-w-40 flex-1 grid-cols-1 gap-y-1 text-13">
          {pieces.map(({ item, part, fill }) => (
            <li key={item.label} className="flex items-center gap-2 pointer-coarse:min-h-11">
              <SeriesSwatch fill={fill} />
              <span className="min-w-0 flex-1 truncate">
                <ChartLabel item={item} />
              </span>
              <span className="tabular-nums">{numbers.format(item.value)}</span>
              <span className="w-11 text-end text-text-muted tabular-nums">{percent.format(part)}</span>
            </li>
          ))}
        </ul>
      </div>
    </ChartFrame>
  )
}
