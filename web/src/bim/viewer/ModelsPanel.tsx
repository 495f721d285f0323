import type { Header } from '@plumbline/contract/bim/bim'
import { Eye, EyeOff, GitCompareArrows, Move, Plus, X } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Banner } from '../../ui/Banner.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useGrowingList } from '../../ui/use-growing-list.ts'
import { formatSize } from '../files/format-size.ts'
import { findAlignmentNotices } from './alignment.ts'
import { useSession, useSessionState } from './ModelCanvas.tsx'
import { ModelLocation } from './ModelLocation.tsx'
import { isComparedModel } from './model-id.ts'
import type { LoadedModel } from './session-state.ts'
import { useViewerText } from './text.ts'

const CorrectionForm = lazyPart(async () => ({
  default: (await import('./CorrectionForm.tsx')).CorrectionForm,
}))

interface ModelsPanelProps {
  headers: readonly Header[]
  /** ids of the files to load */
  open: readonly string[]
  onOpen: (ids: string[]) => void
  onCompare: (header: Header) => void
}

const MB = 1_000_000
const megabytes = (bytes: number) => Math.ceil(bytes / MB)

/** The project's models: loading, visibility, placement, comparison, and notices about inconsistent positions. */
export function ModelsPanel(props: ModelsPanelProps) {
  const text = useViewerText()
  const { models, memory } = useSessionState()
  const list = useGrowingList(props.headers.length)
  const loaded = new Map(models.map((model) => [model.id, model]))
  return (
    <div className="flex flex-col gap-2 px-3 pb-4">
      <Notices models={models} />
      <ul>
        {props.headers.slice(0, list.count).map((header, index) => (
          <li
            key={header.id}
            aria-setsize={props.headers.length}
            aria-posinset={index + 1}
            className="border-line border-t py-1.5 first:border-t-0"
          >
            <ModelRow header={header} loaded={loaded.get(header.id)} {...props} />
          </li>
        ))}
      </ul>
      <div ref={list.end} />
      <p className="text-12 text-text-muted tabular-nums">
        {text.memory(megabytes(memory.used_bytes), megabytes(memory.budget_bytes))}
        {memory.left_out > 0 && ` · ${text.leftOut(memory.left_out)}`}
      </p>
    </div>
  )
}

function Notices({ models }: { models: readonly LoadedModel[] }) {
  const text = useViewerText()
  const placed = models.filter(({ id }) => !isComparedModel(id))
  return findAlignmentNotices(placed).map(({ kind, models: names, values: [own, first] }) => {
    const listed = names.join(', ')
    const say = {
      units: () => text.notices.units(listed, text.lengthUnit(own), text.lengthUnit(first)),
      system: () => text.notices.system(listed, own, first),
      origin: () => text.notices.origin(listed),
      north: () => text.notices.north(listed, own, first),
      apart: () => text.notices.apart(listed, own),
    }[kind]
    return (
      <Banner key={kind} tone={kind === 'units' ? 'info' : 'warning'}>
        <span className="text-13">{say()}</span>
      </Banner>
    )
  })
}

interface ModelRowProps extends ModelsPanelProps {
  header: Header
  /** undefined: not loaded */
  loaded: LoadedModel | undefined
}

function ModelRow({ header, loaded, open, onOpen, onCompare }: ModelRowProps) {
  const text = useViewerText()
  const [placing, setPlacing] = useState(false)
  const { name, current } = header
  const toggle = () =>
    onOpen(
      loaded ? open.filter((id) => id !== header.id) : [...open.filter((id) => id !== header.id), header.id],
    )
  return (
    <>
      <div className="flex items-center gap-0.5">
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium text-13">{name}</span>
          <span className="block text-12 text-text-muted tabular-nums">
            {[current && text.version(current.version), formatLoadState(loaded, header, text)]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
        {loaded && <VisibilityButton id={header.id} name={name} />}
        {loaded && (
          <IconButton
            size="small"
            name={`${text.correct}: ${name}`}
            icon={<Move aria-hidden />}
            pressed={placing}
            onClick={() => setPlacing(!placing)}
          />
        )}
        {loaded && header.versions > 1 && (
          <IconButton
            size="small"
            name={`${text.compare}: ${name}`}
            icon={<GitCompareArrows aria-hidden />}
            onClick={() => onCompare(header)}
          />
        )}
        <IconButton
          size="small"
          name={loaded ? text.unloadModel(name) : text.loadModel(name)}
          icon={loaded ? <X aria-hidden /> : <Plus aria-hidden />}
          disabled={current ? false : text.notReady}
          onClick={toggle}
        />
      </div>
      {loaded && <ModelLocation manifest={loaded.manifest} />}
      {placing && loaded && (
        <Suspense>
          <CorrectionForm headerId={header.id} name={name} onDone={() => setPlacing(false)} />
        </Suspense>
      )}
    </>
  )
}

function VisibilityButton({ id, name }: { id: string; name: string }) {
  const text = useViewerText()
  const session = useSession()
  const refs = session.visibility.rootsOf(id)
  const hidden = session.visibility.isHidden(refs)
  return (
    <IconButton
      size="small"
      name={hidden ? text.showInModel(name) : text.hideInModel(name)}
      icon={hidden ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
      onClick={() => session.visibility.setShown(refs, hidden)}
    />
  )
}

function formatLoadState(
  loaded: LoadedModel | undefined,
  header: Header,
  text: ReturnType<typeof useViewerText>,
): string {
  if (!header.current) return text.notReady
  if (!loaded) return ''
  const size = formatSize(loaded.total_bytes)
  if (loaded.isComplete) return size
  return `${size} · ${text.percent(Math.floor((loaded.loaded_bytes / Math.max(1, loaded.total_bytes)) * 100))}`
}
