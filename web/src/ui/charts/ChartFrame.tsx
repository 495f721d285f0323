import { type ReactNode, useState } from 'react'
import { Button } from '../Button.tsx'
import { Link } from '../Link.tsx'
import { useUiText } from '../text.tsx'

/** A labelled value in a chart. */
export interface ChartItem {
  label: string
  value: number
  /** link to the filtered list behind the value */
  href?: string
  /** a literal `fill-…` class, such as `statusLook.OPEN.fill`; by default the chart's series colours */
  fill?: string
}

/** The series colours: six hues that also differ in lightness. */
const seriesFill = [
  'fill-chart-1',
  'fill-chart-2',
  'fill-chart-3',
  'fill-chart-4',
  'fill-chart-5',
  'fill-chart-6',
] as const

/** The colour of the item at an index. */
export function getSeriesFill(item: { fill?: string }, index: number): string {
  return item.fill ?? seriesFill[index % seriesFill.length] ?? 'fill-chart-1'
}

/** A label, linked when the item has an href. */
export function ChartLabel(props: { item: { label: string; href?: string } }) {
  const { label, href } = props.item
  if (!href) return <>{label}</>
  return (
    <Link quiet href={href}>
      {label}
    </Link>
  )
}

/** A frame that switches between a chart and its numbers as a table. */
export function ChartFrame(props: {
  label: string
  /** column headers after the first, which is "Label" */
  heads: readonly string[]
  rows: readonly { label: string; href?: string; values: readonly number[] }[]
  children: ReactNode
}) {
  const text = useUiText()
  const [asTable, setAsTable] = useState(false)
  const numbers = new Intl.NumberFormat(text.locale)
  return (
    <figure aria-label={props.label} className="flex min-w-0 flex-col gap-2">
      {asTable ? (
        <table className="w-full text-13">
          <thead>
            <tr className="border-line border-b text-12 text-text-muted">
              <th scope="col" className="py-1 text-start font-medium">
                {text.label}
              </th>
              {props.heads.map((head) => (
                <th key={head} scope="col" className="py-1 ps-3 text-end font-medium">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {props.rows.map((row) => (
              <tr key={row.label} className="border-line border-b last:border-0">
                <th scope="row" className="py-1 text-start font-normal pointer-coarse:py-3">
                  <ChartLabel item={row} />
                </th>
                {row.values.map((value, index) => (
                  <td key={props.heads[index]} className="py-1 ps-3 text-end tabular-nums">
                    {numbers.format(value)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        props.children
      )}
      <Button look="ghost" size="small" className="-ms-2.25 self-start" onClick={() => setAsTable(!asTable)}>
        {asTable ? text.showAsChart : text.showAsTable}
      </Button>
    </figure>
  )
}
