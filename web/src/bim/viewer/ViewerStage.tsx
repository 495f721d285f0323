import { mayCreateIssue } from '@plumbline/contract/issues/issues.rules'
import { isLevelAtLeast } from '@plumbline/contract/roles'
import { type KeyboardEvent, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useMe } from '../../api/session.ts'
import { useNarrow } from '../../base/narrow.ts'
import { useSearch } from '../../base/navigation.tsx'
import { saveFile } from '../../base/save-file.ts'
import { typedForIssueCard } from '../../base/typed-ahead.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { toast } from '../../ui/toast.ts'
import { useCopy } from '../../ui/use-copy.ts'
import { CameraButtons } from './CameraButtons.tsx'
import { formatComparison } from './compare-address.ts'
import { ElementMenu } from './ElementMenu.tsx'
import { formatIfcClass } from './format-ifc-class.ts'
import { useIssueSlots } from './issue-slots.ts'
import { useSession, useSessionState } from './ModelCanvas.tsx'
import { useMarkerSlots } from './marker-slots.ts'
import type { ModelSession } from './model-session.ts'
import { SelectionBar } from './SelectionBar.tsx'
import type { IssueLocation } from './session-state.ts'
import { useViewerText, type ViewerText } from './text.ts'
import { useViewerCard } from './use-viewer-card.ts'
import { ViewerStatus } from './ViewerStatus.tsx'
import { type PageActions, ViewerTools } from './ViewerTools.tsx'
import { ViewUrlSync } from './ViewUrlSync.tsx'
import type { ViewerLayoutProps } from './viewer-layout.ts'

// Loaded on first use.
const MeasureCard = lazyPart(() => import('./MeasureCard.tsx'))
const SectionCard = lazyPart(() => import('./SectionCard.tsx'))
const ColorCard = lazyPart(() => import('./ColorCard.tsx'))
const WalkCard = lazyPart(() => import('./WalkCard.tsx'))
const CompareCard = lazyPart(() => import('./CompareCard.tsx'))
const HelpDialog = lazyPart(() => import('./HelpDialog.tsx'), { placeless: true })
const NoDrawing = lazyPart(() => import('./NoDrawing.tsx'))
const SaveViewDialog = lazyPart(() => import('./SaveViewDialog.tsx'), { placeless: true })

/** Scale of a downloaded snapshot relative to the canvas: enough for print. */
const SNAPSHOT_SCALE = 2

interface StageProps extends ViewerLayoutProps {
  onRight: () => void
  /** a panel lies over the canvas as a sheet */
  sheet: boolean
  saving: boolean
  onSaving: (saving: boolean) => void
  /** opens the notices about doubtful positions; null once they have been seen */
  onNotices: (() => void) | null
  /** controls in the top start corner of the canvas */
  corner: ReactNode
}

async function saveSnapshot(session: ModelSession, name: string) {
  saveFile(await session.views.renderPng(SNAPSHOT_SCALE), `${name}.png`)
}

async function savePlan(session: ModelSession, title: string, format: 'svg' | 'pdf', text: ViewerText) {
  const { storey } = session.state
  const drawn = await session.plans.draw(storey, title, format, { incomplete: text.planIncomplete })
  if (drawn) saveFile(drawn.content, `${title} ${storey ?? ''}.${format}`)
  else toast.error({ text: text.planEmpty })
}

/** Handles the page's shortcuts on the canvas, after the viewer has handled its own. */
function handlePageKey(
  event: KeyboardEvent,
  actions: PageActions,
  session: ModelSession,
  letters: boolean,
): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false
  if (!(event.target instanceof HTMLCanvasElement))
    return event.key === 'Escape' && session.tools.cancelStep()
  if (event.key === 'Escape') {
    // Nothing to cancel: move the focus out of the canvas.
    event.currentTarget.parentElement?.querySelector<HTMLElement>('[role=toolbar] button')?.focus()
    return true
  }
  if (event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10')) {
    session.menu.open()
    return true
  }
  if (!letters) return false
  const action = {
    c: actions.newIssue,
    v: actions.saveView,
    '?': actions.help,
    'Shift s': actions.snapshot,
    'Shift p': () => session.pins.toggle(),
  }[event.shiftKey && event.key !== '?' ? `Shift ${event.key.toLowerCase()}` : event.key.toLowerCase()]
  action?.()
  return action !== undefined
}

/** The canvas with everything floating over it: toolbar, cards, status chips and dialogs. */
export function ViewerStage(props: StageProps) {
  const { project, search, live } = props
  const { preferences } = useMe()
  const { IssueCamera } = useIssueSlots()
  const [help, setHelp] = useState(false)
  const run = useRef<((event: KeyboardEvent) => boolean) | null>(null)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles Escape on the tools over the canvas
    <div
      className="@container relative min-w-0 flex-1 overflow-hidden"
      onKeyDown={(event) => {
        if (run.current?.(event)) event.preventDefault()
      }}
    >
      {props.children}
      {live && (
        <StageTools
          {...props}
          onHelp={() => setHelp(true)}
          bind={(actions, session) => {
            run.current = (event) => handlePageKey(event, actions, session, preferences.shortcuts)
          }}
        />
      )}
      {live && (
        <ViewUrlSync
          projectId={project.id}
          models={props.wanted.length}
          quiet={search.issue !== undefined || search.sheet !== null}
        />
      )}
      {live && search.issue !== undefined && (
        <IssueCamera projectId={project.id} number={search.issue} models={props.wanted.length} />
      )}
      {help && (
        <Suspense>
          <HelpDialog onClose={() => setHelp(false)} />
        </Suspense>
      )}
      {live && props.saving && (
        <Suspense>
          <SaveViewDialog onClose={() => props.onSaving(false)} />
        </Suspense>
      )}
    </div>
  )
}

function StageTools(
  props: StageProps & {
    onHelp: () => void
    bind: (actions: PageActions, session: ModelSession) => void
  },
) {
  const { project, search, compared, bind } = props
  const { IssuePins, NewIssueCard } = useIssueSlots()
  const { PlaceSheetCard, ScannedSheet } = useMarkerSlots()
  const text = useViewerText()
  const session = useSession()
  const [, change] = useSearch()
  const [place, setPlace] = useState<IssueLocation | null>(null)
  const comparing = compared !== null && search.compare !== null
  const [card, setCard] = useViewerCard(comparing)
  const narrow = useNarrow()
  const { selection } = useSessionState()
  const mayCreate = mayCreateIssue(project.my_permission_level)
  const copy = useCopy()
  const actions: PageActions = {
    newIssue: () => {
      const found = mayCreate ? session.issueLocation.find() : null
      if (found) typedForIssueCard.collect(NewIssueCard.preload())
      setPlace(found)
    },
    placeSheet: isLevelAtLeast(project.my_permission_level, 'EDITOR') ? session.sheets.start : null,
    toggleCard: (which) => setCard(which === card ? null : which),
    saveView: () => props.onSaving(true),
    snapshot: () =>
      void saveSnapshot(session, project.name).then(
        () => toast.success({ title: text.snapshotSaved }),
        () => toast.error(),
      ),
    copyLink: () => {
      const linkLimits = session.views.isFullyInUrl
        ? {}
        : { text: text.linkWithout, action: { label: text.saveView, run: () => props.onSaving(true) } }
      void copy(location.href, { title: text.linkCopied, ...linkLimits })
    },
    help: props.onHelp,
  }
  useEffect(() => bind(actions, session))
  const { units } = project
  const { draws } = session
  const tools = draws && <ViewerTools mayCreate={mayCreate} actions={actions} card={card} />
  return (
    <>
      <SelectionStatus />
      {!draws && (
        <Suspense>
          <NoDrawing project={project} onNewIssue={mayCreate ? actions.newIssue : null} />
        </Suspense>
      )}
      <ViewerStatus
        wanted={props.wanted.length}
        all={props.headers.filter(({ current }) => current !== null).length}
        onAll={() => change({ models: undefined })}
        comparing={comparing}
        onCard={setCard}
        onSheet={(format) => void savePlan(session, project.name, format, text).catch(() => toast.error())}
        onNotices={props.onNotices}
        onRestore={props.onRestore}
      >
        {search.sheet !== null && (
          <ScannedSheet
            key={search.sheet}
            markerId={search.sheet}
            models={props.wanted.length}
            onClose={() => change({ sheet: undefined })}
          />
        )}
      </ViewerStatus>
      {draws && <CameraButtons />}
      <IssuePins projectId={project.id} shown={search.issue ?? search.open} onOpen={props.onRight} />
      {props.corner}
      {narrow && selection.length > 0 && !place && card === null && !props.sheet && (
        <SelectionBar onIssue={mayCreate ? actions.newIssue : null} onInfo={props.onRight} />
      )}
      <ElementMenu mayCreate={mayCreate} onNewIssue={actions.newIssue} />
      <Suspense>
        {compared && search.compare && (
          // Stays mounted under another card: unmounting ends the comparison.
          <div className={card === 'compare' ? 'contents' : 'hidden'}>
            <CompareCard
              key={compared.id}
              header={compared}
              from={search.compare.from}
              to={search.compare.to}
              onFrom={(from) =>
                search.compare &&
                change({ compare: formatComparison({ ...search.compare, from, file: compared.id }) })
              }
              onIssue={mayCreate ? actions.newIssue : null}
              onClose={() => change({ compare: undefined })}
            />
          </div>
        )}
        {card === 'walk' && <WalkCard />}
        {card === 'sheet' && <PlaceSheetCard project={project} onClose={session.sheets.stop} />}
        {card === 'measure' && <MeasureCard units={units} onClose={() => setCard(null)} />}
        {card === 'section' && <SectionCard units={units} onClose={() => setCard(null)} />}
        {card === 'colors' && <ColorCard projectId={project.id} onClose={() => setCard(null)} />}
      </Suspense>
      {place ? (
        <Suspense fallback={tools}>
          <NewIssueCard
            projectId={project.id}
            place={place}
            onClose={() => setPlace(null)}
            onCreated={() => setPlace(null)}
          />
        </Suspense>
      ) : (
        tools
      )}
    </>
  )
}

/** Announces the selection to screen readers. */
function SelectionStatus() {
  const text = useViewerText()
  const session = useSession()
  const { selection } = useSessionState()
  const ref = selection.at(-1)
  const summary = ref && session.elements.getSummary(ref)
  const status =
    selection.length > 1
      ? text.selected(selection.length)
      : summary
        ? text.elementSelected({ ...summary, class: formatIfcClass(summary.class) })
        : ''
  return (
    <p role="status" className="sr-only">
      {status}
    </p>
  )
}
