import { ChevronDown, ChevronRight } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'

/**
 * A row of a list that opens a list of its own.
 *
 *     <DisclosureRow title="Big Builders" detail="12 models" action={<Button>Convert again</Button>}>…</DisclosureRow>
 */
export function DisclosureRow(props: {
  title: string
  detail?: string
  action: ReactNode
  /** rendered while it is open */
  children: ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  const list = useId()
  return (
    <li className="py-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={list}
          className="flex min-h-9 min-w-0 flex-1 basis-60 items-center gap-2 rounded-control text-start"
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? <ChevronDown aria-hidden /> : <ChevronRight aria-hidden />}
          <span className="min-w-0 [overflow-wrap:anywhere]">{props.title}</span>
          <span className="whitespace-nowrap text-13 text-text-muted">{props.detail}</span>
        </button>
        {props.action}
      </div>
      <div id={list} hidden={!isOpen}>
        {isOpen && props.children}
      </div>
    </li>
  )
}
