import type { compareVersions } from '@plumbline/contract/bim/elements'
import type { ReplyOf } from '@plumbline/contract/http'
import { MessageSquarePlus } from 'lucide-react'
import { useState } from 'react'
import { formatDistance } from '../../projects/units.ts'
import { useProject } from '../../projects/use-project.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { useUiText } from '../../ui/text.tsx'
import { useChangesText } from './changes-text.ts'
import { formatIfcClass } from './format-ifc-class.ts'
import { useSession } from './ModelCanvas.tsx'
import { CHANGE_COLORS, type ChangeKind } from './session-compare.ts'
import { useViewerText } from './text.ts'

/** An element that was added, changed or removed. */
export type Change = ReplyOf<typeof compareVersions>['elements'][number] & { kind: ChangeKind }

const SIGNS = { added: '+', changed: '~', removed: '−' }
const LIST_PAGE = 100

/** The changes with their differences; pressing one shows the element, the button next to it opens an issue about it. */
export function ChangeList(props: { elements: Change[]; onIssue: ((change: Change) => void) | null }) {
  const { elements, onIssue } = props
  const text = useViewerText()
  const [most, setMost] = useState(LIST_PAGE)
  return (
    <>
      <ul className="pt-1">
        {elements.slice(0, most).map((change) => (
          <ChangeRow
            key={`${change.kind} ${change.from_element} ${change.to_element}`}
            change={change}
            onIssue={onIssue && (() => onIssue(change))}
          />
        ))}
      </ul>
      {elements.length > most && (
        <Button size="small" look="ghost" onClick={() => setMost(most + LIST_PAGE)}>
          {text.showMore}
        </Button>
      )}
    </>
  )
}

export function ChangeSign({ kind }: { kind: ChangeKind }) {
  const color = CHANGE_COLORS[kind].toString(16).padStart(6, '0')
  return (
    <span
      aria-hidden
      className="grid size-4 flex-none place-items-center rounded-mark font-semibold text-12 text-accent-text"
      style={{ backgroundColor: `#${color}` }}
    >
      {SIGNS[kind]}
    </span>
  )
}

function ChangeRow({ change, onIssue }: { change: Change; onIssue: (() => void) | null }) {
  const text = useViewerText()
  const said = useChangesText()
  const session = useSession()
  const { kind, name, guid, changes } = change
  const { locale } = useUiText()
  const { units } = useProject()
  return (
    <li className="flex items-start border-line border-t">
      <button
        type="button"
        onClick={() => session.compare.show(change)}
        className="flex min-w-0 flex-1 items-start gap-2 rounded-control px-1 py-1.5 text-start text-13 -outline-offset-2 hover:bg-sunken"
      >
        <ChangeSign kind={kind} />
        <span className="min-w-0 flex-1">
          <span className="sr-only">{`${said.changes[kind]}: `}</span>
          {[formatIfcClass(change.class), name || guid].join(' ')}
          {changes.map((each) => (
            <span
              key={`${each.part} ${each.set} ${each.name}`}
              className="block break-words text-12 text-text-muted"
            >
              {each.part === 'property'
                ? [each.set, each.name].filter(Boolean).join('.')
                : said.changedParts[each.part]}
              {each.part === 'place' &&
                change.moved_m > 0 &&
                `: ${formatDistance(change.moved_m, units, locale, 3)}`}
              {(each.from || each.to) && `: ${each.from || '–'} → ${each.to || '–'}`}
            </span>
          ))}
        </span>
      </button>
      {onIssue && (
        <IconButton
          size="small"
          name={`${text.newIssue}: ${name || guid}`}
          icon={<MessageSquarePlus aria-hidden />}
          onClick={onIssue}
        />
      )}
    </li>
  )
}
