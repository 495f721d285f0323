import {
  type DoubtfulPlace,
  listDoubtfulPlaces,
  setAnchorElement,
} from '@plumbline/contract/issues/following'
import { getIssue, getSnapshot } from '@plumbline/contract/issues/issues'
import type { Project } from '@plumbline/contract/projects/projects'
import { isLevelAtLeast } from '@plumbline/contract/roles'
import { ArrowLeft, Check, ChevronDown, ChevronUp, MapPin, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { urlOf } from '../../api/client.ts'
import { LoadingState } from '../../api/LoadingState.tsx'
import { useRead, useWrite } from '../../api/query.ts'
import { paths } from '../../base/paths.ts'
import { formatIfcClass } from '../../bim/viewer/format-ifc-class.ts'
import { useSession, useSessionState } from '../../bim/viewer/ModelCanvas.tsx'
import { formatDistance, type MeasurementUnits } from '../../projects/units.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { isDialogOpen } from '../../ui/is-dialog-open.ts'
import { Link } from '../../ui/Link.tsx'
import { type ChosenRow, findRowPlace, isTextInput } from '../../ui/rows.ts'
import { useUiText } from '../../ui/text.tsx'
import { toast } from '../../ui/toast.ts'
import { type Candidate, type Decision, decideFor } from '../detail/decide-place.ts'
import { anchorOfSelection } from './IssueBesideModel.tsx'
import { restoreViewpoint } from './restore-viewpoint.ts'
import { findMovedAlike } from './review-places.ts'
import { useReviewText } from './review-text.ts'

/** Reviews the places of issues that a new version left uncertain, one at a time, each next to the current model. */
export default function ReviewPlaces({ project, onBack }: { project: Project; onBack: () => void }) {
  const text = useReviewText()
  const { data, error, refetch } = useRead(
    listDoubtfulPlaces,
    { params: { id: project.id }, query: {} },
    { keepPrevious: true },
  )
  const places = data?.places ?? []
  const keys = places.map(({ anchor }) => anchor.id)
  const [shown, setShown] = useState<ChosenRow>({ key: undefined, index: 0 })
  const index = findRowPlace(keys, shown)
  const place = places[index]
  // the place that is looked at stays when somebody decides one before it
  if (place && shown.key !== place.anchor.id) setShown({ key: place.anchor.id, index })
  const step = (by: 1 | -1) => {
    const next = Math.max(0, Math.min(places.length - 1, index + by))
    setShown({ key: keys[next], index: next })
  }
  return (
    <section aria-label={text.title} className="flex flex-col gap-3 px-3 pb-4">
      <div className="flex items-center gap-1">
        <Button size="small" look="ghost" icon={<ArrowLeft aria-hidden />} onClick={onBack}>
          {text.back}
        </Button>
        {place && (
          <>
            <span role="status" className="ms-auto text-13 text-text-muted tabular-nums">
              {text.position(index + 1, places.length)}
            </span>
            <IconButton
              size="small"
              name={text.previous}
              icon={<ChevronUp aria-hidden />}
              disabled={index === 0}
              onClick={() => step(-1)}
            />
            <IconButton
              size="small"
              name={text.next}
              icon={<ChevronDown aria-hidden />}
              disabled={index === places.length - 1}
              onClick={() => step(1)}
            />
          </>
        )}
      </div>
      {!data && <LoadingState error={error} onRetry={() => void refetch()} />}
      {data && !place && <EmptyState drawing="list" title={text.done} />}
      {place && (
        <PlaceInDoubt key={place.anchor.id} project={project} place={place} places={places} onStep={step} />
      )}
    </section>
  )
}

/** Moves the camera to the issue's view, or to the proposals; marks the pin of the place. */
function useShownPlace(project: Project, place: DoubtfulPlace) {
  const session = useSession()
  const { models } = useSessionState()
  const params = { id: project.id, issueId: place.issue_id }
  const { data: issue } = useRead(getIssue, { params })
  const view = issue?.viewpoints.find(({ guid }) => guid === place.viewpoint_id)
  const { anchor } = place
  const isLoaded = models.some(({ id, structure }) => id === anchor.bim_file_header_id && structure)
  const shown = useRef(false)
  useEffect(() => {
    if (!issue || !isLoaded || shown.current) return
    shown.current = true
    if (view) void restoreViewpoint(session, project.id, issue, view)
    else session.camera.fit(anchor.candidates.flatMap(({ guid }) => findRef(session, anchor, guid)))
    session.pins.mark(anchor.id)
  }, [session, project.id, issue, view, isLoaded, anchor])
  const picture =
    view &&
    urlOf(getSnapshot, {
      params: { ...params, viewpointId: view.guid },
      query: { as: 'picture', v: view.version },
    })
  return { picture, isLoaded }
}

const findRef = (
  session: ReturnType<typeof useSession>,
  { bim_file_header_id }: DoubtfulPlace['anchor'],
  guid: string,
) => session.elements.find(bim_file_header_id, guid) ?? []

/** Sends decisions and shows the result, with Undo. */
function useDecision(project: Project) {
  const text = useReviewText()
  const decide = useWrite(setAnchorElement, { onError: () => undefined })
  const send = (place: DoubtfulPlace, body: Decision) =>
    decide.send({ params: { id: project.id, issueId: place.issue_id, anchorId: place.anchor.id }, body })
  async function decideAll(all: { place: DoubtfulPlace; body: Decision }[]) {
    const done: DoubtfulPlace[] = []
    let others = 0
    for (const { place, body } of all)
      try {
        others += (await send(place, body)).others
        done.push(place)
      } catch {
        // counted below: the remaining ones are decided nevertheless
      }
    const failed = all.length - done.length
    if (failed > 0) toast.error({ text: text.someFailed(failed) })
    const [first] = done
    if (!first) return
    toast.success({
      text: [
        done.length === 1 ? text.decided(first.number) : text.allDecided(done.length),
        others > 0 && text.othersFollow(others),
      ]
        .filter(Boolean)
        .join(' · '),
      action: {
        label: text.undo,
        run: () =>
          void Promise.all(done.map((place) => send(place, { decision: 'UNDECIDED' }))).catch(
            () => undefined,
          ),
      },
    })
  }
  return { decideAll, pending: decide.pending }
}

/** J and K walk, Enter confirms; ignored while typing and on buttons, which have their own Enter. */
function useReviewKeys(keys: { step: (by: 1 | -1) => void; confirm: () => void }) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target instanceof Element ? event.target : document.body
    if (isTextInput(target) || isDialogOpen() || event.ctrlKey || event.metaKey || event.altKey) return
    const key = event.key.toLowerCase()
    if (key === 'j') keys.step(1)
    else if (key === 'k') keys.step(-1)
    else if (key === 'enter' && !target.closest('button, a, [role=treeitem]')) keys.confirm()
    else return
    event.preventDefault()
  })
  useEffect(() => {
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

function PlaceInDoubt(props: {
  project: Project
  place: DoubtfulPlace
  places: readonly DoubtfulPlace[]
  onStep: (by: 1 | -1) => void
}) {
  const { project, place, places, onStep } = props
  const { anchor } = place
  const text = useReviewText()
  const session = useSession()
  const { selection } = useSessionState()
  const { picture, isLoaded } = useShownPlace(project, place)
  const { decideAll, pending } = useDecision(project)
  const [isPointing, setPointing] = useState(false)
  const mayDecide = isLevelAtLeast(project.my_permission_level, 'CONTRIBUTOR')
  const [chosen, setChosen] = useState(0)
  const candidate = anchor.candidates[chosen]
  useEffect(() => {
    if (isLoaded && candidate) session.selection.select([findRef(session, anchor, candidate.guid)].flat())
  }, [session, isLoaded, candidate, anchor])
  const decide = (body: Decision) => void decideAll([{ place, body }])
  const confirm = () => candidate && mayDecide && !pending && decide(decideFor(anchor, candidate))
  useReviewKeys({ step: onStep, confirm: () => void confirm() })
  const put = useEffectEvent((point: readonly [number, number, number]) => {
    setPointing(false)
    decide({ decision: 'POINT', point: { x: point[0], y: point[1], z: point[2] } })
  })
  useEffect(
    () => (isPointing ? session.issueLocation.onClick(({ point }) => put(point)) : undefined),
    [session, isPointing],
  )
  const selected = selection.length > 0 ? anchorOfSelection(session) : null
  const isOther =
    selected?.bim_file_header_id === anchor.bim_file_header_id && selected.ifc_guid !== candidate?.guid
  const alike = candidate ? findMovedAlike(places, place, candidate) : []
  const element =
    anchor.element_name || (anchor.ifc_class ? formatIfcClass(anchor.ifc_class) : `#${place.number}`)
  return (
    <>
      <div>
        <Link quiet href={paths.issue(project.id, place.number)} className="font-medium">
          #{place.number} {place.name}
        </Link>
        <p className="text-13 text-text-muted">{text.lookingFor(element)}</p>
      </div>
      {picture && (
        <figure>
          <img
            src={picture}
            alt={text.before}
            className="max-h-56 w-full rounded-control border border-line bg-sunken object-contain"
          />
          <figcaption className="pt-1 text-12 text-text-muted">{text.before}</figcaption>
        </figure>
      )}
      {anchor.candidates.length === 0 && <p className="text-13 text-text-muted">{text.noProposals}</p>}
      {anchor.candidates.length > 0 && (
        <Proposals
          candidates={anchor.candidates}
          units={project.units}
          chosen={chosen}
          onChoose={setChosen}
        />
      )}
      {mayDecide && (
        <div className="flex flex-wrap gap-2">
          {candidate && (
            <Button
              look="primary"
              icon={<Check aria-hidden />}
              loading={pending}
              onClick={() => void confirm()}
            >
              {text.confirm}
            </Button>
          )}
          {isOther && selected && (
            <Button
              icon={<Check aria-hidden />}
              onClick={() => {
                const { ifc_guid, ifc_class, element_name, point } = selected
                decide({ decision: 'ELEMENT', ifc_guid, ifc_class, element_name, point })
              }}
            >
              {text.isSelected}
            </Button>
          )}
          <Button icon={<MapPin aria-hidden />} onClick={() => setPointing(!isPointing)}>
            {isPointing ? text.cancel : text.putHere}
          </Button>
          <Button look="ghost" icon={<X aria-hidden />} onClick={() => decide({ decision: 'GONE' })}>
            {text.isGone}
          </Button>
          {isPointing && (
            <p role="status" className="basis-full text-13">
              {text.pointNow}
            </p>
          )}
          {candidate && alike.length > 0 && (
            <Button
              className="basis-full"
              loading={pending}
              onClick={() =>
                void decideAll([
                  { place, body: decideFor(anchor, candidate) },
                  ...alike.map((each) => ({
                    place: each.place,
                    body: decideFor(each.place.anchor, each.candidate),
                  })),
                ])
              }
            >
              {text.movedAlike(alike.length + 1)}
            </Button>
          )}
        </div>
      )}
    </>
  )
}

/** The proposals, best first; the chosen one is selected in the model. */
function Proposals(props: {
  candidates: readonly Candidate[]
  units: MeasurementUnits
  chosen: number
  onChoose: (index: number) => void
}) {
  const text = useReviewText()
  const { locale } = useUiText()
  const percent = new Intl.NumberFormat(locale, { style: 'percent' })
  return (
    <ul aria-label={text.proposals} className="flex flex-col gap-1">
      {props.candidates.map(({ guid, name, class: ifc_class, score, move }, index) => (
        <li key={guid}>
          <button
            type="button"
            aria-pressed={index === props.chosen}
            onClick={() => props.onChoose(index)}
            className="flex w-full items-baseline gap-2 rounded-control border border-line px-2 py-1.5 text-start text-13 hover:bg-sunken aria-pressed:border-accent aria-pressed:bg-accent-soft pointer-coarse:min-h-11"
          >
            <span className="min-w-0 flex-1 wrap-anywhere">
              {[formatIfcClass(ifc_class), name].join(' ')}
            </span>
            <span className="text-text-muted tabular-nums">
              {move && `${text.away(formatDistance(Math.hypot(...move), props.units, locale))} · `}
              {percent.format(score / 100)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
