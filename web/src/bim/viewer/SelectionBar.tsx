import { Info, MessageSquarePlus } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { OVER_CANVAS } from './covered-areas.ts'
import { formatIfcClass } from './format-ifc-class.ts'
import { useSession, useSessionState } from './ModelCanvas.tsx'
import { useViewerText } from './text.ts'

/** Actions for the selection on phones. The picture does not move, so that a second tap hits the same point. */
export function SelectionBar(props: { onIssue: (() => void) | null; onInfo: () => void }) {
  const text = useViewerText()
  const session = useSession()
  const { selection } = useSessionState()
  const ref = selection.at(-1)
  const summary = ref && session.elements.getSummary(ref)
  if (!summary) return null
  return (
    <section
      {...OVER_CANVAS}
      aria-label={text.selection}
      className="absolute inset-x-2 bottom-18 z-10 flex items-center gap-2 rounded-card border border-line bg-raised py-1.5 ps-3 pe-1.5 shadow-float"
    >
      <p className="min-w-0 flex-1 text-13">
        <span className="block truncate font-medium">
          {selection.length > 1
            ? text.selected(selection.length)
            : summary.name || formatIfcClass(summary.class)}
        </span>
        <span className="block truncate text-text-muted">
          {summary.storey ?? formatIfcClass(summary.class)}
        </span>
      </p>
      {props.onIssue && (
        <Button icon={<MessageSquarePlus aria-hidden />} onClick={props.onIssue}>
          {text.issue}
        </Button>
      )}
      <Button icon={<Info aria-hidden />} onClick={props.onInfo}>
        {text.info}
      </Button>
    </section>
  )
}
