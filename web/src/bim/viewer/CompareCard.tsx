import { type Header, listVariants } from '@plumbline/contract/bim/bim'
import {
  type ChangeCount,
  changedParts,
  compareVersions,
  countChanges,
} from '@plumbline/contract/bim/elements'
import type { ReplyOf } from '@plumbline/contract/http'
import { useEffect, useMemo, useState } from 'react'
import { call, urlOf } from '../../api/client.ts'
import { LoadFailed } from '../../api/LoadFailed.tsx'
import { useRead } from '../../api/query.ts'
import { formatDistance } from '../../projects/units.ts'
import { useProject } from '../../projects/use-project.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Select } from '../../ui/Select.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { useUiText } from '../../ui/text.tsx'
import { type Change, ChangeList, ChangeSign } from './CompareList.tsx'
import { useChangesText } from './changes-text.ts'
import { FloatingCard } from './FloatingCard.tsx'
import { formatIfcClass } from './format-ifc-class.ts'
import { useSession, useSessionState } from './ModelCanvas.tsx'
import type { ChangeKind, ComparedSide } from './session-compare.ts'
import { useViewerText } from './text.ts'

type Page = ReplyOf<typeof compareVersions>
type Comparison = Omit<Page, 'elements'> & { elements: Change[] }

const isListed = (change: Page['elements'][number]): change is Change => change.kind !== 'reidentified'

const KINDS: readonly ChangeKind[] = ['added', 'changed', 'removed']
/** Maximum changes loaded; further ones are counted, but neither listed nor coloured. */
const MAX_CHANGES = 5000

/** The listed and coloured changes; '' is everything. */
interface ChangeFilter {
  part: (typeof changedParts)[number] | ''
  /** null: all storeys, because '' is the name for elements outside of storeys */
  storey: string | null
  class: string
}

const ALL_STOREYS = '*'
const NO_FILTER: ChangeFilter = { part: '', storey: null, class: '' }

const passes = (change: Change, filter: ChangeFilter) =>
  (filter.part === '' || change.changes.some(({ part }) => part === filter.part)) &&
  (filter.storey === null || change.storey === filter.storey) &&
  (filter.class === '' || change.class === filter.class)

/** Loads the pages of a comparison, up to MAX_CHANGES. */
async function loadChanges(id: string, headerId: string, from: string, to: string, signal: AbortSignal) {
  let whole: Comparison | null = null
  for (let cursor: string | undefined; ; ) {
    const query: { from: string; to: string; limit: number; cursor?: string } = { from, to, limit: 200 }
    if (cursor) query.cursor = cursor
    const page: Page = await call(compareVersions, { params: { id, headerId }, query }, { signal })
    const before: Change[] = whole?.elements ?? []
    whole = { ...page, elements: [...before, ...page.elements.filter(isListed)] }
    if (!page.cursor || whole.elements.length >= MAX_CHANGES) return whole
    cursor = page.cursor
  }
}

/** Compares two versions of a file in the viewer: added, changed and removed elements, each with a sign and a colour. */
export default function CompareCard(props: {
  header: Header
  /** version ids; `from` is the older one */
  from: string | null
  to: string
  onFrom: (variantId: string) => void
  /** opens a new issue about the selection; null if the person may create none */
  onIssue: (() => void) | null
  onClose: () => void
}) {
  const { header, from, to, onFrom, onIssue } = props
  const text = useViewerText()
  const said = useChangesText()
  const project = useProject()
  const session = useSession()
  const read = useRead(listVariants, { params: { id: project.id, headerId: header.id } })
  const { data: variants } = read
  const older = (variants ?? []).filter(({ id, state }) => state === 'COMPLETED' && id !== to)
  const chosen = from ?? older[0]?.id ?? null
  const [comparison, setComparison] = useState<Comparison | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  const [shown, setShown] = useState<ReadonlySet<ChangeKind>>(new Set(KINDS))
  const [filter, setFilter] = useState<ChangeFilter>(NO_FILTER)
  const [side, setSide] = useState<ComparedSide>('both')
  const variant = variants?.find(({ id }) => id === chosen)
  const { models } = useSessionState()
  const ready = models.some((model) => model.id === header.id && model.structure)
  // biome-ignore lint/correctness/useExhaustiveDependencies: file and version are identified by their ids
  useEffect(() => {
    if (!chosen || !variant || !ready) return
    const abort = new AbortController()
    setComparison(null)
    setFailure(null)
    setFilter(NO_FILTER)
    setSide('both')
    Promise.all([
      loadChanges(project.id, header.id, chosen, to, abort.signal),
      session.compare.open(header, variant, abort.signal),
    ]).then(
      ([whole]) => !abort.signal.aborted && setComparison(whole),
      (error) => !abort.signal.aborted && setFailure(error),
    )
    return () => {
      abort.abort()
      session.compare.close(header)
    }
  }, [session, project.id, header.id, chosen, to, variant?.id, ready, attempt])
  const listed = useMemo(
    () => comparison?.elements.filter((each) => shown.has(each.kind) && passes(each, filter)) ?? [],
    [comparison, shown, filter],
  )
  useEffect(() => {
    if (comparison) session.compare.paint(listed, side)
  }, [session, comparison, listed, side])
  const issueOf = (change: Change) => {
    session.compare.show(change)
    onIssue?.()
  }
  return (
    <FloatingCard
      title={`${text.compare}: ${header.name}`}
      onClose={props.onClose}
      brief={
        <>
          {older.length > 0 && (
            <Select
              aria-label={text.compare}
              className="w-full"
              options={older.map(({ id, version }) => ({ value: id, label: said.compareWith(version) }))}
              value={chosen}
              onChange={(id) => id && onFrom(id)}
            />
          )}
          {!comparison && (
            <ComparisonState
              // there is no older version, or it was deleted
              isRefused={variants !== undefined && !variant}
              error={failure ?? (variants ? null : read.error)}
              onRetry={() => (variants ? setAttempt(attempt + 1) : void read.refetch())}
            />
          )}
          {comparison && (
            <>
              <SideSlider result={comparison} side={side} onSide={setSide} />
              <ChangeCounts result={comparison} shown={shown} onShown={setShown} />
            </>
          )}
        </>
      }
    >
      {comparison && chosen && (
        <>
          <ChangeFilters
            address={{ params: { id: project.id, headerId: header.id }, query: { from: chosen, to } }}
            filter={filter}
            onFilter={setFilter}
          />
          <ChangeList elements={listed} onIssue={onIssue && issueOf} />
        </>
      )}
    </FloatingCard>
  )
}

/** Shown in place of a comparison that is loading or has failed. */
function ComparisonState(props: { isRefused: boolean; error: unknown; onRetry: () => void }) {
  const text = useViewerText()
  const said = useChangesText()
  if (props.isRefused) return <p className="pt-3 text-13 text-text-muted">{said.notCompared}</p>
  if (!props.error) return <Spinner className="pt-3" label={text.reading} />
  return (
    <div className="pt-3">
      <LoadFailed error={props.error} onRetry={props.onRetry}>
        {said.notCompared}
      </LoadFailed>
    </div>
  )
}

function ChangeCounts(props: {
  result: Comparison
  shown: ReadonlySet<ChangeKind>
  onShown: (shown: ReadonlySet<ChangeKind>) => void
}) {
  const { counts, whole } = props.result
  const { units } = useProject()
  const said = useChangesText()
  const { locale } = useUiText()
  const number = new Intl.NumberFormat(locale)
  const toggle = (kind: ChangeKind) => {
    const next = new Set(props.shown)
    if (!next.delete(kind)) next.add(kind)
    props.onShown(next)
  }
  return (
    <>
      <div className="grid grid-cols-3 gap-1 pt-2">
        {KINDS.map((kind) => (
          <button
            key={kind}
            type="button"
            aria-label={`${said.changes[kind]} ${number.format(counts[kind])}`}
            aria-pressed={props.shown.has(kind)}
            onClick={() => toggle(kind)}
            className="flex min-w-0 flex-col items-center gap-0.5 rounded-control border border-transparent p-1 text-text-muted hover:bg-sunken aria-pressed:border-line-strong aria-pressed:text-text"
          >
            <span className="flex items-center gap-1.5 font-medium tabular-nums">
              <ChangeSign kind={kind} />
              {number.format(counts[kind])}
            </span>
            <span className="max-w-full truncate text-12">{said.changes[kind]}</span>
          </button>
        ))}
      </div>
      <p role="status" className="pt-1 text-12 text-text-muted">
        {said.comparing(props.result.from.version, props.result.to.version)} · {said.same(counts.same)}
        {counts.reidentified > 0 && ` · ${said.reidentified(counts.reidentified)}`}
      </p>
      {whole && (
        <p className="pt-1 text-12 text-text-muted">
          {said.wholeMoved(
            formatDistance(whole.moved_m, units, locale, 3),
            whole.turned_deg === 0 ? null : `${number.format(whole.turned_deg)}°`,
          )}
        </p>
      )}
    </>
  )
}

const SIDES: readonly ComparedSide[] = ['before', 'both', 'after']

/** A slider between the two versions: at its ends one of them alone, in its middle what differs. */
function SideSlider(props: { result: Comparison; side: ComparedSide; onSide: (side: ComparedSide) => void }) {
  const { from, to } = props.result
  const said = useChangesText()
  const names = {
    before: said.versionAlone(from.version),
    both: said.differences,
    after: said.versionAlone(to.version),
  }
  return (
    <label className="block pt-2">
      <span className="sr-only">{said.slider}</span>
      <input
        type="range"
        min={0}
        max={SIDES.length - 1}
        step={1}
        value={SIDES.indexOf(props.side)}
        aria-valuetext={names[props.side]}
        onChange={({ target }) => props.onSide(SIDES[Number(target.value)] ?? 'both')}
        className="h-6 w-full accent-accent pointer-coarse:h-11"
      />
      <span aria-hidden className="flex justify-between text-12 text-text-muted">
        {SIDES.map((side) => (
          <span key={side} className={side === props.side ? 'text-text' : ''}>
            {names[side]}
          </span>
        ))}
      </span>
    </label>
  )
}

const formatCount = (name: string, { added, changed, removed }: ChangeCount) =>
  `${name} (${[added && `+${added}`, changed && `~${changed}`, removed && `−${removed}`].filter(Boolean).join(' ')})`

/** Filters by kind of change, storey and class, each with counts over all changes; and the list as CSV. */
function ChangeFilters(props: {
  address: {
    params: { id: string; headerId: string }
    query: { from: string; to: string }
  }
  filter: ChangeFilter
  onFilter: (filter: ChangeFilter) => void
}) {
  const { address, filter, onFilter } = props
  const text = useViewerText()
  const said = useChangesText()
  const { data } = useRead(countChanges, address, { silent: true })
  const csv = urlOf(compareVersions, {
    params: address.params,
    query: { ...address.query, ...(filter.part && { part: filter.part }), format: 'csv' },
  })
  return (
    <div className="grid grid-cols-2 gap-2 pt-2 pb-1">
      <Select
        aria-label={said.whatChanged}
        options={[
          { value: '', label: said.anyChange },
          ...changedParts.map((part) => ({ value: part, label: said.changedParts[part] })),
        ]}
        value={filter.part}
        onChange={(part) => onFilter({ ...filter, part: part ?? '' })}
      />
      <Select
        aria-label={said.changedParts.storey}
        options={[
          { value: ALL_STOREYS, label: text.allStoreys },
          ...(data?.storeys ?? []).map((each) => ({
            value: each.value,
            label: formatCount(each.value || said.noStorey, each),
          })),
        ]}
        value={filter.storey ?? ALL_STOREYS}
        onChange={(storey) => onFilter({ ...filter, storey: storey === ALL_STOREYS ? null : storey })}
      />
      <Select
        aria-label={said.changedParts.class}
        options={[
          { value: '', label: said.allClasses },
          ...(data?.classes ?? []).map((each) => ({
            value: each.value,
            label: formatCount(formatIfcClass(each.value), each),
          })),
        ]}
        value={filter.class}
        onChange={(chosen) => onFilter({ ...filter, class: chosen ?? '' })}
      />
      <ButtonLink size="small" href={csv} download className="self-center">
        {said.changesAsCsv}
      </ButtonLink>
    </div>
  )
}
