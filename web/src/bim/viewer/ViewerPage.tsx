import {
  type Header,
  listHeaders,
  listVariants,
  restoreHeader,
  type VariantState,
} from '@plumbline/contract/bim/bim'
import { findShownVersion } from '@plumbline/contract/bim/bim.rules'
import type { Project } from '@plumbline/contract/projects/projects'
import { isLevelAtLeast } from '@plumbline/contract/roles'
import type { Measurement } from '@plumbline/viewer/measurement'
import { Info, ListTree } from 'lucide-react'
import { type KeyboardEvent, useCallback, useRef, useState } from 'react'
import { LoadingState } from '../../api/LoadingState.tsx'
import { useRead, useWrite } from '../../api/query.ts'
import { useMe } from '../../api/session.ts'
import { formatModelChoice, parseModelChoice } from '../../base/model-choice.ts'
import { isNarrow, useNarrow } from '../../base/narrow.ts'
import { useSearch } from '../../base/navigation.tsx'
import { paths } from '../../base/paths.ts'
import { useTitle } from '../../base/title.ts'
import { IssueBesideModel, IssueCamera } from '../../issues/in-model/IssueBesideModel.tsx'
import { IssuePins } from '../../issues/in-model/IssuePins.tsx'
import { LazyIssueDetail } from '../../issues/LazyIssueDetail.tsx'
import { useProject } from '../../projects/use-project.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useUiText } from '../../ui/text.tsx'
import { toast } from '../../ui/toast.ts'
import { usePreloadOnInput } from '../../ui/use-preload-on-input.ts'
import { formatComparison, parseComparison } from './compare-address.ts'
import { OVER_CANVAS } from './covered-areas.ts'
import { type IssueSlots, IssueSlotsContext } from './issue-slots.ts'
import { ModelCanvas, SessionProvider } from './ModelCanvas.tsx'
import { type MarkerSlots, MarkerSlotsContext } from './marker-slots.ts'
import type { ModelSession } from './model-session.ts'
import { hasPanelRoom } from './panel-room.ts'
import { StoreyPicker } from './StoreyPicker.tsx'
import { useViewerText } from './text.ts'
import { useModelLoading } from './use-model-loading.ts'
import { LeftPanel, type LeftTab, RightPanel } from './ViewerPanels.tsx'
import { ViewerStage } from './ViewerStage.tsx'
import type { ViewerLayoutProps, ViewerSearch } from './viewer-layout.ts'

const numberIn = (text: string | undefined) => Number(text && /^\d{1,9}$/.exec(text)?.[0]) || undefined

function useViewerSearch(): ViewerSearch {
  const [{ models, issue, open, compare, sheet }] = useSearch()
  return {
    isChosen: parseModelChoice(models),
    issue: numberIn(issue),
    open: numberIn(open),
    compare: parseComparison(compare),
    sheet: sheet && /^[\w-]{22}$/.test(sheet) ? sheet : null,
  }
}

/**
 * The file being compared, in the newer of the two versions: that need not be its current one. `isAwaited` while it is being
 * looked up.
 */
function useComparedFile(
  project: Project,
  headers: Header[],
  { compare, isChosen }: ViewerSearch,
): { compared: Header | null; isAwaited: boolean } {
  const header =
    compare &&
    (headers.find(({ current }) => current?.id === compare.to) ??
      headers.find(({ id }) => (compare.file ? id === compare.file : isChosen?.(id))))
  const other = header && header.current?.id !== compare?.to
  const params = { id: project.id, headerId: header?.id ?? '' }
  const { data, isLoading } = useRead(listVariants, { params }, { enabled: Boolean(other) })
  if (!header || !other) return { compared: header ?? null, isAwaited: false }
  const current = data?.find(({ id }) => id === compare?.to)
  return { compared: current ? { ...header, current } : null, isAwaited: isLoading }
}

const listReady = (headers: readonly Header[]) => headers.filter(({ current }) => current).map(({ id }) => id)

/** States on the way to a version that can be shown. */
const preparingStates = new Set<VariantState>(['QUEUED', 'PROCESSING'])

const TEXT_FIELDS = 'input:not([type=range]), textarea, [contenteditable]'

/** Handles Ctrl+Z and Ctrl+Shift+Z anywhere outside text fields, as undo and redo of visibility. */
function handleVisibilityUndo(event: KeyboardEvent, { visibility }: ModelSession): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event
  if (event.defaultPrevented || !(ctrlKey || metaKey) || altKey || key.toLowerCase() !== 'z') return false
  if (target instanceof Element && target.matches(TEXT_FIELDS)) return false
  return shiftKey ? visibility.redo() : visibility.undo()
}

const IssuesPanel = lazyPart(async () => ({
  default: (await import('../../issues/in-model/IssuesPanel.tsx')).IssuesPanel,
}))
const NewIssueCard = lazyPart(async () => ({
  default: (await import('../../issues/in-model/NewIssueCard.tsx')).NewIssueCard,
}))

const PlaceSheetCard = lazyPart(() => import('../../markers/PlaceSheetCard.tsx'))
const ScannedSheet = lazyPart(() => import('../../markers/ScannedSheet.tsx'))

const markerSlots: MarkerSlots = { PlaceSheetCard, ScannedSheet }

const issueSlots: IssueSlots = {
  IssueCamera,
  IssuePins,
  IssuesPanel,
  NewIssueCard,
}

/** The 3D viewer of a project's models, with their issues. */
export function ViewerPage() {
  usePreloadOnInput([NewIssueCard, IssuesPanel, LazyIssueDetail])
  const text = useViewerText()
  const { locale } = useUiText()
  const project = useProject()
  useTitle('page', text.canvas)
  const { preferences } = useMe()
  const search = useViewerSearch()
  const [, change] = useSearch()
  const { data, error, refetch } = useRead(listHeaders, { params: { id: project.id } })
  const [session, setSession] = useState<ModelSession | null>(null)
  const [round, setRound] = useState(0)
  /** measurements of a viewer that is replaced after its context was lost; the address keeps the rest */
  const measured = useRef<readonly Measurement[]>([])
  const adoptSession = useCallback((adopted: ModelSession | null) => {
    adopted?.tools.restoreMeasurements(measured.current)
    if (adopted) measured.current = []
    setSession(adopted)
  }, [])
  const all = ((data ?? []) as Header[])
    .filter(({ type_of }) => type_of === 'MODEL')
    .map((header) => ({ ...header, current: findShownVersion(header) }))
  const ready = all.filter(({ current }) => current !== null)
  const preparing = all.filter(({ latest }) => latest && preparingStates.has(latest.state))
  const { compared, isAwaited } = useComparedFile(project, ready, search)
  const wanted = ready
    .filter(({ id }) => search.isChosen?.(id) ?? true)
    .map((header) => (header.id === compared?.id ? compared : header))
  const compare = (file: string, newer: Header['current']) =>
    newer && change({ compare: formatComparison({ from: null, to: newer.id, file }) })
  const restore = useWrite(restoreHeader)
  const mayRestore = isLevelAtLeast(project.my_permission_level, 'EDITOR')
  // its current version would be loaded for nothing
  useModelLoading(isAwaited ? null : session, project.id, all, wanted, {
    onNewVersion: ({ id, name, current }) =>
      toast.success({
        title: text.newVersion(name, current?.version ?? 0),
        action: { label: text.compare, run: () => compare(id, current) },
      }),
    onDeleted: (headerId, name) =>
      toast.success({
        title: text.fileDeleted(name),
        ...(mayRestore
          ? {
              action: {
                label: text.undo,
                run: () => void restore.run({ params: { id: project.id, headerId } }),
              },
            }
          : {}),
      }),
  })
  if (error && !data)
    return <LoadingState error={error} onRetry={() => void refetch()} className="p-4 sm:p-6" />
  if (data && ready.length === 0)
    return (
      <EmptyState
        whole
        drawing="model"
        title={preparing.length > 0 ? text.preparing(preparing.length) : text.noModels}
        action={
          <ButtonLink look="primary" href={paths.models(project.id)}>
            {text.toModels}
          </ButtonLink>
        }
      >
        {preparing.length > 0
          ? text.preparingHint(preparing.map(({ name }) => name).join(', '))
          : text.noModelsHint}
      </EmptyState>
    )
  const names = {
    sides: text.sides,
    cube: text.viewFrom,
    handles: { sides: text.handles, plane: text.planeHandle },
    cluster: text.cluster,
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: receives shortcuts from the whole page
    <div
      className="absolute inset-0 flex"
      onKeyDown={(event) => session && handleVisibilityUndo(event, session) && event.preventDefault()}
    >
      <h1 className="sr-only">{`${project.name}, ${text.canvas}`}</h1>
      <SessionProvider value={session}>
        <IssueSlotsContext value={issueSlots}>
          <MarkerSlotsContext value={markerSlots}>
            <ViewerLayout
              project={project}
              headers={all}
              wanted={wanted}
              search={search}
              compared={compared}
              live={session !== null}
              onRestore={() => {
                measured.current = session?.state.measurements ?? []
                setRound(round + 1)
              }}
            >
              <ModelCanvas
                key={round}
                projectId={project.id}
                label={text.canvas}
                status={session ? '' : text.loading(0)}
                options={{ units: project.units, locale, names }}
                letters={preferences.shortcuts}
                onSession={adoptSession}
              />
            </ViewerLayout>
          </MarkerSlotsContext>
        </IssueSlotsContext>
      </SessionProvider>
    </div>
  )
}

/** Layout of the viewer: canvas, panels and stage. */
function ViewerLayout(props: ViewerLayoutProps) {
  const { project, search, live } = props
  const text = useViewerText()
  const narrow = useNarrow()
  const [{ issues, review }, change] = useSearch()
  const [left, setLeft] = useState(review !== undefined || (!isNarrow() && hasPanelRoom('one')))
  const [right, setRight] = useState(!isNarrow() && hasPanelRoom('both'))
  const [tab, setTab] = useState<LeftTab>(issues || review ? 'issues' : 'tree')
  const [saving, setSaving] = useState(false)
  // the warning about doubtful positions is shown until the models panel has been opened
  const [noticed, setNoticed] = useState(false)
  if (left && tab === 'models' && !noticed) setNoticed(true)
  const shown = search.issue ?? search.open
  const onRight = useCallback(() => {
    setRight(true)
    if (!isNarrow() && !hasPanelRoom('both')) setLeft(false)
  }, [])
  const [lastShown, setLastShown] = useState<number>()
  // an issue opened by the URL opens the right panel, replacing the left one where there is no room for both
  if (shown !== lastShown) {
    setLastShown(shown)
    if (shown !== undefined) {
      setRight(true)
      if (!narrow && !hasPanelRoom('both')) setLeft(false)
    }
  }
  // on phones the sheets would cover the comparison card
  const [compared, setCompared] = useState(search.compare?.to)
  if (search.compare?.to !== compared) {
    setCompared(search.compare?.to)
    if (narrow && search.compare) {
      setLeft(false)
      setRight(false)
    }
  }
  const openLeft = (which: LeftTab) => {
    setTab(which)
    setLeft(true)
    if (narrow || !hasPanelRoom('one')) setRight(false)
  }
  const closeRight = () => {
    setRight(false)
    if (shown !== undefined) change({ issue: undefined, open: undefined })
  }
  const corner = (
    <div
      {...OVER_CANVAS}
      className="absolute start-3 top-3 z-10 flex max-w-[calc(100%-1.5rem)] items-center gap-1"
    >
      {!left && (
        <span className="rounded-control border border-line bg-raised shadow-float">
          <IconButton name={text.showPanel} icon={<ListTree aria-hidden />} onClick={() => openLeft(tab)} />
        </span>
      )}
      {!right && (
        <span className="rounded-control border border-line bg-raised shadow-float">
          <IconButton
            name={text.properties}
            icon={<Info aria-hidden />}
            onClick={() => {
              setRight(true)
              if (narrow) setLeft(false)
            }}
          />
        </span>
      )}
      <StoreyPicker />
    </div>
  )
  return (
    <>
      {live && left && (
        <LeftPanel
          project={project}
          headers={props.headers}
          open={props.wanted.map(({ id }) => id)}
          onOpen={(ids) => change({ models: formatModelChoice(ids, listReady(props.headers)) })}
          onCompare={({ id, current }) =>
            current && change({ compare: formatComparison({ from: null, to: current.id, file: id }) })
          }
          onSaveView={() => setSaving(true)}
          tab={tab}
          onTab={setTab}
          onClose={() => setLeft(false)}
        />
      )}
      <ViewerStage
        {...props}
        onRight={onRight}
        sheet={narrow && (left || right)}
        saving={saving}
        onSaving={setSaving}
        corner={corner}
        onNotices={noticed ? null : () => openLeft('models')}
      />
      {live && right && (
        <RightPanel
          issue={
            shown === undefined
              ? null
              : {
                  number: shown,
                  detail: (
                    <IssueBesideModel
                      key={shown}
                      project={project}
                      number={shown}
                      onClose={() => change({ issue: undefined, open: undefined })}
                    />
                  ),
                }
          }
          onClose={closeRight}
        />
      )}
    </>
  )
}
