import type { Header } from '@plumbline/contract/bim/bim'
import type { BodyOf } from '@plumbline/contract/http'
import type { Anchor } from '@plumbline/contract/issues/anchors'
import { setAnchorElement } from '@plumbline/contract/issues/following'
import { Check, Undo2, X } from 'lucide-react'
import { useWrite } from '../../api/query.ts'
import { formatDistance } from '../../projects/units.ts'
import { Button } from '../../ui/Button.tsx'
import { useUiText } from '../../ui/text.tsx'
import { decideFor } from './decide-place.ts'
import { describePlace } from './describe-place.ts'
import { useIssueParams, useOpenIssue } from './issue-context.ts'
import { useDetailText } from './text.ts'

/** The result for a place in the current version of its file, with the decision if it is uncertain. */
export function AnchorState({ anchor, header }: { anchor: Anchor; header: Header | undefined }) {
  const text = useDetailText()
  const { locale } = useUiText()
  const { project, mayNotEdit, beside } = useOpenIssue()
  const params = { ...useIssueParams(), anchorId: anchor.id }
  const decide = useWrite(setAnchorElement)
  const run = (body: BodyOf<typeof setAnchorElement>) => decide.run({ params, body })
  const write = (metres: number) => formatDistance(metres, project.units, locale)
  const state = describePlace(anchor, anchor.state_version ?? header?.current?.version, text, write)
  const selected = beside?.selected
  const picked = selected?.bim_file_header_id === anchor.bim_file_header_id ? selected : null
  const isOpen = anchor.state === 'NEEDS_REVIEW' || (anchor.state === 'ORPHANED' && anchor.found_by === null)
  return (
    <>
      {anchor.located_by === 'CAMERA' && (
        <span className="block text-text-muted">{text.foundFromCamera}</span>
      )}
      {state && <span className="block text-warning">{state}</span>}
      {!mayNotEdit && isOpen && anchor.ifc_guid && (
        <span className="flex flex-wrap gap-1 pt-1">
          {anchor.candidates.map((candidate) => (
            <Button
              key={candidate.guid}
              size="small"
              icon={<Check aria-hidden />}
              onClick={() => run(decideFor(anchor, candidate))}
            >
              {text.isThisOne(candidate.name || candidate.class, candidate.score)}
            </Button>
          ))}
          {picked?.ifc_guid && (
            <Button
              size="small"
              icon={<Check aria-hidden />}
              onClick={() => {
                const { ifc_guid, ifc_class, element_name, point } = picked
                if (ifc_guid) run({ decision: 'ELEMENT', ifc_guid, ifc_class, element_name, point })
              }}
            >
              {text.isSelectedOne}
            </Button>
          )}
          {anchor.state === 'NEEDS_REVIEW' && (
            <Button
              size="small"
              look="ghost"
              icon={<X aria-hidden />}
              onClick={() => run({ decision: 'GONE' })}
            >
              {text.isGone}
            </Button>
          )}
        </span>
      )}
      {!mayNotEdit && anchor.found_by === 'PERSON' && (
        <Button
          size="small"
          look="ghost"
          icon={<Undo2 aria-hidden />}
          onClick={() => run({ decision: 'UNDECIDED' })}
        >
          {text.undoDecision}
        </Button>
      )}
    </>
  )
}
