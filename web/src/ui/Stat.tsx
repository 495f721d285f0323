import type { ReactNode } from 'react'
import { useNavigateOnClick } from './Link.tsx'
import { useUiText } from './text.tsx'

/**
 * A number with a label that links to the filtered list behind it.
 *
 *     <Stat label="Overdue" value={stat.overdue} href={paths.issues(id, { overdue: true })} note="2 more than last week" />
 */
export function Stat(props: {
  label: string
  value: number
  href?: string
  note?: string
  chart?: ReactNode
}) {
  const text = useUiText()
  const navigate = useNavigateOnClick()
  const content = (
    <>
      <span className="block text-13 text-text-muted">{props.label}</span>
      <span className="flex items-end justify-between gap-3">
        <span className="font-semibold text-26 tabular-nums">
          {new Intl.NumberFormat(text.locale).format(props.value)}
        </span>
        {props.chart}
      </span>
      {props.note && <span className="block text-12 text-text-muted">{props.note}</span>}
    </>
  )
  const box = 'block min-w-0 flex-1 sm:min-w-36 rounded-card border border-line bg-surface px-4 py-3'
  if (!props.href) return <div className={box}>{content}</div>
  return (
    <a href={props.href} onClick={navigate} className={`${box} hover:border-line-strong`}>
      {content}
    </a>
  )
}
