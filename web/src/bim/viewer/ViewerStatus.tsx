import { RECTANGLE_TOOL } from '@plumbline/viewer/features/select'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { appUpdate } from '../../base/app-update.ts'
import { toast } from '../../ui/toast.ts'
import { useOnline } from '../../ui/use-online.ts'
import { findAlignmentNotices } from './alignment.ts'
import { OVER_CANVAS } from './covered-areas.ts'
import { useSession, useSessionState } from './ModelCanvas.tsx'
import { isComparedModel } from './model-id.ts'
import { countPlanes } from './section-room.ts'
import type { LoadedModel } from './session-state.ts'
import { useViewerText } from './text.ts'
import { useClearMeasurements } from './use-clear-measurements.ts'
import { useReturnFocusToCanvas } from './use-return-focus-to-canvas.ts'
import type { ToolbarCard } from './use-viewer-card.ts'
import { MAX_PLANES } from './view-url.ts'

/** Colours of a view that its chip lists. */
const MOST_SWATCHES = 6

/** Status chips for everything that alters the view (loading, hidden elements, section, colours), each with its reset. */
export function ViewerStatus(props: {
  /** number of models to load, and of all models */
  wanted: number
  all: number
  onAll: () => void
  /** a comparison is active; it hides and ghosts elements on its own */
  comparing: boolean
  onCard: (card: ToolbarCard) => void
  onNotices: (() => void) | null
  onRestore: () => void
  /** saves the plan that is shown as a sheet to scale */
  onSheet: (format: 'svg' | 'pdf') => void
  /** further chips */
  children?: ReactNode
}) {
  const text = useViewerText()
  const session = useSession()
  const state = useSessionState()
  const clearMeasurements = useClearMeasurements()
  const { models, plan, storey, coloring, measurements: results, measuring } = state
  const loaded = models.reduce((sum, model) => sum + model.loaded_bytes, 0)
  const total = models.reduce((sum, model) => sum + model.total_bytes, 0)
  const online = useOnline()
  const { failed, newer } = state
  const retryable = failed.filter((name) => !newer.includes(name))
  const left = models.filter(
    ({ name, isComplete, structure }) => !failed.includes(name) && !(isComplete && structure),
  )
  const missing =
    props.wanted - models.length - failed.filter((name) => !models.some((each) => each.name === name)).length
  const loading = missing > 0 || left.length > 0
  const planeCount = countPlanes(state)
  const sectioned = !plan && (state.box !== null || state.planes.length > 0)
  return (
    // Below the storey picker unless the canvas is wide enough for both. One row high even when empty: views fitted before
    // a chip appears must not lie behind it.
    <div
      {...OVER_CANVAS}
      role="status"
      className="pointer-events-none absolute start-3 end-32 top-16 flex min-h-7 flex-wrap gap-2 @max-xl:end-20 @5xl:inset-x-80 @5xl:top-3 @5xl:justify-center"
    >
      {loading && <Chip>{text.loading(total ? Math.floor((loaded / total) * 100) : 0)}</Chip>}
      {retryable.length > 0 && (
        <Chip actions={[[text.tryAgain, session.models.retry]]}>
          {online ? text.failed(retryable.join(', ')) : text.offlineModels}
        </Chip>
      )}
      {newer.length > 0 && (
        <Chip actions={[[text.updateNow, () => void appUpdate.fetchAndStart()]]}>
          {text.needsUpdate(newer.join(', '))}
        </Chip>
      )}
      {models
        .filter((model) => model.is_part)
        .map((model) => (
          <Chip key={model.id}>{text.firstStorey(model.name)}</Chip>
        ))}
      {props.wanted < props.all && (
        <Chip actions={[[text.openAll, props.onAll]]}>{text.someOfModels(props.wanted, props.all)}</Chip>
      )}
      {props.onNotices && hasDoubtfulPositions(models) && (
        <Chip actions={[[text.show, props.onNotices]]}>
          <TriangleAlert aria-hidden className="me-1.5 inline size-3.5 align-[-0.125em] text-warning" />
          {text.doubtful}
        </Chip>
      )}
      {plan && storey && (
        <Chip
          actions={[
            ['PDF', () => props.onSheet('pdf')],
            ['SVG', () => props.onSheet('svg')],
            [text.to3d, () => session.tools.leavePlan()],
          ]}
        >
          {text.planOf(storey)}
        </Chip>
      )}
      {state.tool === RECTANGLE_TOOL && (
        <Chip actions={[[text.cancel, session.selection.drawRectangle]]}>{text.rectangleHint}</Chip>
      )}
      {!props.comparing && <VisibilityChip />}
      {sectioned && (
        <Chip
          actions={[
            [text.edit, () => props.onCard('section')],
            [text.reset, session.tools.resetSection],
          ]}
        >
          {planeCount > MAX_PLANES ? text.sectionLimited(MAX_PLANES, planeCount) : text.sectionOn}
        </Chip>
      )}
      {results.length > 0 && measuring === null && (
        <Chip
          actions={[
            [text.edit, () => props.onCard('measure')],
            [text.clear, clearMeasurements],
          ]}
        >
          {text.measured(results.length)}
        </Chip>
      )}
      {coloring && (
        <Chip
          actions={[
            [text.edit, () => props.onCard('colors')],
            [text.reset, () => void session.colors.set(null)],
          ]}
        >
          {text.coloredBy(coloring.by.property ?? text.byWhat[coloring.by.by])}
        </Chip>
      )}
      {state.viewColors.length > 0 && (
        <Chip actions={[[text.reset, () => void session.colors.set(null)]]}>
          {text.coloredByView}
          {state.viewColors.slice(0, MOST_SWATCHES).map(({ color, count }) => (
            <span key={color} className="ms-2 inline-flex items-center gap-1 text-text-muted tabular-nums">
              <span
                aria-hidden
                className="size-3 rounded-full border border-line"
                style={{ background: color }}
              />
              {count}
            </span>
          ))}
        </Chip>
      )}
      {state.lineCount > 0 && (
        <Chip actions={[[text.hide, session.views.clearLines]]}>{text.linesShown(state.lineCount)}</Chip>
      )}
      {state.pictureCount > 0 && (
        <Chip actions={[[text.hide, session.views.clearPictures]]}>
          {text.picturesShown(state.pictureCount)}
        </Chip>
      )}
      {props.children}
      {state.interrupted && <Chip actions={[[text.restore, props.onRestore]]}>{text.interrupted}</Chip>}
    </div>
  )
}

/** Whether the positions of the models look inconsistent. */
export const hasDoubtfulPositions = (models: readonly LoadedModel[]) =>
  findAlignmentNotices(models.filter(({ id }) => !isComparedModel(id))).some(({ kind }) => kind !== 'units')

/** Chip with the number of hidden or ghosted elements, with undo and Show all. */
function VisibilityChip() {
  const text = useViewerText()
  const { visibility } = useSession()
  const { hidden, ghosted, canUndo } = useSessionState()
  if (hidden === 0 && ghosted === 0) return null
  const showAll = () => {
    visibility.showAll()
    toast.success({ title: text.allShown, action: { label: text.undo, run: visibility.undo } })
  }
  return (
    <Chip
      actions={[...(canUndo ? [[text.undo, () => visibility.undo()] as const] : []), [text.showAll, showAll]]}
    >
      {hidden > 0 ? text.hiddenCount(hidden) : text.ghostedCount(ghosted)}
    </Chip>
  )
}

export function Chip(props: {
  children: ReactNode
  actions?: readonly (readonly [name: string, run: () => void])[]
}) {
  const chip = useReturnFocusToCanvas<HTMLSpanElement>()
  return (
    <span
      ref={chip}
      className="pointer-events-auto flex min-h-7 items-center gap-1 rounded-[0.875rem] border border-line bg-raised ps-3 pe-1 text-13 shadow-float"
    >
      <span className="py-0.5 pe-2">{props.children}</span>
      {props.actions?.map(([name, run]) => (
        <button
          key={name}
          type="button"
          onClick={run}
          className="touch-target flex-none rounded-full px-2 font-medium text-link hover:bg-sunken"
        >
          {name}
        </button>
      ))}
    </span>
  )
}
