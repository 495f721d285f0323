import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Minus, Move3d, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../ui/IconButton.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { useSession, useSessionState } from './ModelView.tsx'
import { useViewerText } from './text.ts'

/** What is not as usual in the picture, and the way back. */
export function ViewerStatus(props: {
  /** how many models are to be open */
  wanted: number
  /** two versions are compared, which hides and fades by itself */
  comparing: boolean
  onColors: () => void
  onRestore: () => void
}) {
  const text = useViewerText()
  const session = useSession()
  const state = useSessionState()
  const { models, hidden, ghosted, plan, storey, coloring } = state
  const loaded = models.reduce((sum, model) => sum + model.loaded_bytes, 0)
  const total = models.reduce((sum, model) => sum + model.total_bytes, 0)
  const missing = props.wanted - models.length - state.failed.length
  const loading = missing > 0 || models.some((model) => !model.done || !model.structure)
  const sectioned = !plan && (state.box !== null || state.planes.length > 0)
  return (
    <div
      role="status"
      className="pointer-events-none absolute inset-x-0 top-16 flex flex-wrap justify-center gap-2 px-2 max-md:pe-32 md:top-3 md:px-36"
    >
      {loading && <Chip>{text.loading(total ? Math.floor((loaded / total) * 100) : 0)}</Chip>}
      {state.failed.length > 0 && <Chip>{text.failed(state.failed.join(', '))}</Chip>}
      {models
        .filter((model) => model.is_part)
        .map((model) => (
          <Chip key={model.id}>{text.firstStorey(model.name)}</Chip>
        ))}
      {plan && storey && (
        <Chip action={text.to3d} onClick={() => session.tools.leavePlan()}>
          {text.planOf(storey)}
        </Chip>
      )}
      {hidden > 0 && !props.comparing && (
        <Chip action={text.showAll} onClick={session.showAll}>
          {text.hiddenCount(hidden)}
        </Chip>
      )}
      {hidden === 0 && ghosted > 0 && !props.comparing && (
        <Chip action={text.showAll} onClick={session.showAll}>
          {text.ghostedCount(ghosted)}
        </Chip>
      )}
      {sectioned && (
        <Chip action={text.reset} onClick={session.tools.resetSection}>
          {text.sectionOn}
        </Chip>
      )}
      {coloring && (
        <Chip action={text.colors} onClick={props.onColors}>
          {text.coloredBy(coloring.by.property ?? text.byWhat[coloring.by.by])}
        </Chip>
      )}
      {state.lines > 0 && (
        <Chip action={text.hide} onClick={session.views.clearLines}>
          {text.linesShown(state.lines)}
        </Chip>
      )}
      {state.interrupted && (
        <Chip action={text.restore} onClick={props.onRestore}>
          {text.interrupted}
        </Chip>
      )}
    </div>
  )
}

function Chip(props: { children: ReactNode; action?: string; onClick?: () => void }) {
  return (
    <span className="pointer-events-auto flex min-h-7 items-center gap-1 rounded-[0.875rem] border border-line bg-raised ps-3 pe-1 text-13 shadow-float">
      <span className="py-0.5 pe-2">{props.children}</span>
      {props.action && (
        <button
          type="button"
          onClick={props.onClick}
          className="touch-target rounded-full px-2 font-medium text-link hover:bg-sunken"
        >
          {props.action}
        </button>
      )}
    </span>
  )
}

/** Moving the view without dragging: below the cube. */
export function ViewButtons() {
  const text = useViewerText()
  const { tools } = useSession()
  return (
    <div className="absolute end-3 top-32 z-10 flex flex-col gap-0.5 rounded-card border border-line bg-raised p-0.5 shadow-float">
      <IconButton name={text.zoomIn} keys="+" icon={<Plus aria-hidden />} onClick={() => tools.nearer(1)} />
      <IconButton
        name={text.zoomOut}
        keys="-"
        icon={<Minus aria-hidden />}
        onClick={() => tools.nearer(-1)}
      />
      <Popover
        label={text.moveView}
        side="inline-start"
        className="w-auto p-1"
        trigger={<IconButton name={text.moveView} icon={<Move3d aria-hidden />} />}
      >
        <div className="grid grid-cols-3">
          <span />
          <IconButton name={text.turnUp} icon={<ArrowUp aria-hidden />} onClick={() => tools.turn(0, 1)} />
          <span />
          <IconButton
            name={text.turnLeft}
            icon={<ArrowLeft aria-hidden />}
            onClick={() => tools.turn(1, 0)}
          />
          <span />
          <IconButton
            name={text.turnRight}
            icon={<ArrowRight aria-hidden />}
            onClick={() => tools.turn(-1, 0)}
          />
          <span />
          <IconButton
            name={text.turnDown}
            icon={<ArrowDown aria-hidden />}
            onClick={() => tools.turn(0, -1)}
          />
          <span />
        </div>
      </Popover>
    </div>
  )
}
