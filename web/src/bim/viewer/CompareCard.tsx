import { type Header, listVariants } from '@plumbline/contract/bim/bim'
import { compareVersions } from '@plumbline/contract/bim/elements'
import type { ReplyOf } from '@plumbline/contract/http'
import { useEffect, useState } from 'react'
import { call } from '../../api/client.ts'
import { useRead } from '../../api/query.ts'
import { useProject } from '../../projects/use-project.ts'
import { Button } from '../../ui/Button.tsx'
import { Select } from '../../ui/Select.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { useUiText } from '../../ui/text.tsx'
import { FloatingCard } from './FloatingCard.tsx'
import { formatIfcClass } from './format-ifc-class.ts'
import { useSession, useSessionState } from './ModelCanvas.tsx'
import { CHANGE_COLORS, type ChangeKind } from './session-compare.ts'
import { useViewerText } from './text.ts'

type Page = ReplyOf<typeof compareVersions>
type Change = Page['elements'][number] & { kind: ChangeKind }
type Comparison = Omit<Page, 'elements'> & { elements: Change[] }

const isListed = (change: Page['elements'][number]): change is Change => change.kind !== 'reidentified'

const KINDS: readonly ChangeKind[] = ['added', 'changed', 'removed']
const SIGNS = { added: '+', changed: '~', removed: '−' }
const LIST_PAGE = 100
/** Maximum changes loaded; further ones are counted, but neither listed nor coloured. */
const MAX_CHANGES = 5000

/** Loads the pages of a comparison, up to MAX_CHANGES of them. */
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
  onClose: () => void
}) {
  const { header, from, to, onFrom } = props
  const text = useViewerText()
  const project = useProject()
  const session = useSession()
  const { data: variants } = useRead(listVariants, { params: { id: project.id, headerId: header.id } })
  const older = (variants ?? []).filter(({ id, state }) => state === 'COMPLETED' && id !== to)
  const chosen = from ?? older[0]?.id ?? null
  const [result, setResult] = useState<Comparison | 'failed' | null>(null)
  const [shown, setShown] = useState<ReadonlySet<ChangeKind>>(new Set(KINDS))
  const variant = variants?.find(({ id }) => id === chosen)
  const comparison = result === 'failed' ? null : result
  const { models } = useSessionState()
  const ready = models.some((model) => model.id === header.id && model.structure)
  // biome-ignore lint/correctness/useExhaustiveDependencies: file and version are what their ids say
  useEffect(() => {
    if (!chosen || !variant || !ready) return
    const abort = new AbortController()
    setResult(null)
    Promise.all([
      loadChanges(project.id, header.id, chosen, to, abort.signal),
      session.compare.open(header, variant, abort.signal),
    ]).then(
      ([whole]) => !abort.signal.aborted && setResult(whole),
      () => !abort.signal.aborted && setResult('failed'),
    )
    return () => {
      abort.abort()
      session.compare.close(header)
    }
  }, [session, project.id, header.id, chosen, to, variant?.id, ready])
  useEffect(() => {
    if (result && result !== 'failed') session.compare.paint(result.elements, shown)
  }, [session, result, shown])
  return (
    <FloatingCard
      title={`${text.compare}: ${header.name}`}
      onClose={props.onClose}
      brief={
        <>
          <Select
            aria-label={text.compare}
            className="w-full"
            options={older.map(({ id, version }) => ({ value: id, label: text.compareWith(version) }))}
            value={chosen}
            onChange={(id) => id && onFrom(id)}
          />
          {result === null && <Spinner className="pt-3" label={text.reading} />}
          {result === 'failed' && <p className="pt-3 text-13 text-danger">{text.notCompared}</p>}
          {comparison && <ChangeCounts result={comparison} shown={shown} onShown={setShown} />}
        </>
      }
    >
      {comparison && <ChangeList elements={comparison.elements.filter(({ kind }) => shown.has(kind))} />}
    </FloatingCard>
  )
}

function ChangeCounts(props: {
  result: Comparison
  shown: ReadonlySet<ChangeKind>
  onShown: (shown: ReadonlySet<ChangeKind>) => void
}) {
  const { counts } = props.result
  const text = useViewerText()
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
            aria-label={`${text.changes[kind]} ${number.format(counts[kind])}`}
            aria-pressed={props.shown.has(kind)}
            onClick={() => toggle(kind)}
            className="flex min-w-0 flex-col items-center gap-0.5 rounded-control border border-transparent p-1 text-text-muted hover:bg-sunken aria-pressed:border-line-strong aria-pressed:text-text"
          >
            <span className="flex items-center gap-1.5 font-medium tabular-nums">
              <ChangeSign kind={kind} />
              {number.format(counts[kind])}
            </span>
            <span className="max-w-full truncate text-12">{text.changes[kind]}</span>
          </button>
        ))}
      </div>
      <p role="status" className="pt-1 text-12 text-text-muted">
        {text.comparing(props.result.from.version, props.result.to.version)} · {text.same(counts.same)}
        {counts.reidentified > 0 && ` · ${text.reidentified(counts.reidentified)}`}
      </p>
    </>
  )
}

function ChangeList({ elements }: { elements: Change[] }) {
  const text = useViewerText()
  const [most, setMost] = useState(LIST_PAGE)
  return (
    <>
      <ul className="pt-1">
        {elements.slice(0, most).map((change) => (
          <ChangeRow key={`${change.kind} ${change.from_element} ${change.to_element}`} change={change} />
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

function ChangeSign({ kind }: { kind: ChangeKind }) {
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

function ChangeRow({ change }: { change: Change }) {
  const text = useViewerText()
  const session = useSession()
  const { kind, name, guid, changes } = change
  const { locale } = useUiText()
  const length = new Intl.NumberFormat(locale, { style: 'unit', unit: 'meter', maximumFractionDigits: 3 })
  return (
    <li className="border-line border-t">
      <button
        type="button"
        onClick={() => session.compare.show(change)}
        className="flex w-full items-start gap-2 rounded-control px-1 py-1.5 text-start text-13 -outline-offset-2 hover:bg-sunken"
      >
        <ChangeSign kind={kind} />
        <span className="min-w-0 flex-1">
          <span className="sr-only">{`${text.changes[kind]}: `}</span>
          {[formatIfcClass(change.class), name || guid].join(' ')}
          {changes.map((each) => (
            <span
              key={`${each.part} ${each.set} ${each.name}`}
              className="block break-words text-12 text-text-muted"
            >
              {each.part === 'property'
                ? [each.set, each.name].filter(Boolean).join('.')
                : text.changedParts[each.part]}
              {each.part === 'place' && change.moved_m > 0 && `: ${length.format(change.moved_m)}`}
              {(each.from || each.to) && `: ${each.from || '–'} → ${each.to || '–'}`}
            </span>
          ))}
        </span>
      </button>
    </li>
  )
}
