import type { PanelMotion } from '../model.ts'

/**
 * How the panels of doors and windows move, by the enumerations IfcDoorTypeOperationEnum, IfcDoorStyleOperationEnum and
 * IfcWindowPanelOperationEnum. Left and right are seen by a person looking along the positive Y axis of the placement, the
 * direction into which single swing panels open.
 */

const swing = (from: number, to: number, side: 1 | -1 = 1): PanelMotion => ({ kind: 'SWING', from, to, side })
const move = (kind: 'SLIDE' | 'FOLD' | 'REVOLVE', from: number, to: number): PanelMotion => ({
  kind,
  from,
  to,
  side: 1,
})
const both = (from: number, to: number) => [swing(from, to, 1), swing(from, to, -1)]

const doors: Record<string, PanelMotion[]> = {
  SINGLE_SWING_LEFT: [swing(0, 1)],
  SINGLE_SWING_RIGHT: [swing(1, 0)],
  SWING_FIXED_LEFT: [swing(0, 0.5)],
  SWING_FIXED_RIGHT: [swing(1, 0.5)],
  DOUBLE_SINGLE_SWING: [swing(0, 0.5), swing(1, 0.5)],
  DOUBLE_SINGLE_SWING_OPPOSITE_LEFT: [swing(0, 0.5), swing(1, 0.5, -1)],
  DOUBLE_SINGLE_SWING_OPPOSITE_RIGHT: [swing(0, 0.5, -1), swing(1, 0.5)],
  DOUBLE_SWING_LEFT: both(0, 1),
  DOUBLE_SWING_RIGHT: both(1, 0),
  DOUBLE_DOUBLE_SWING: [...both(0, 0.5), ...both(1, 0.5)],
  SLIDING_TO_LEFT: [move('SLIDE', 0, 1)],
  SLIDING_TO_RIGHT: [move('SLIDE', 1, 0)],
  DOUBLE_SLIDING: [move('SLIDE', 0, 0.5), move('SLIDE', 1, 0.5)],
  FOLDING_TO_LEFT: [move('FOLD', 0, 1)],
  FOLDING_TO_RIGHT: [move('FOLD', 1, 0)],
  DOUBLE_FOLDING: [move('FOLD', 0, 0.5), move('FOLD', 1, 0.5)],
  REVOLVING: [move('REVOLVE', 0, 1)],
  REVOLVING_VERTICAL: [move('REVOLVE', 0, 1)],
}

/** Null for an operation that a plan does not show, such as ROLLINGUP. IFC 4.3 uses PANEL where earlier schemas use DOOR. */
export const listDoorPanels = (operation: string): PanelMotion[] | null =>
  doors[operation.replace(/^DOUBLE_(DOOR|PANEL)_/, 'DOUBLE_')] ?? null

/** Where the panel of a window is, and how it opens (IfcWindowPanelProperties). */
export interface WindowPanel {
  operation: string
  position: string
}

const places = ['LEFT', 'MIDDLE', 'RIGHT']

/** Null if no panel swings or slides in the plan, for example where all panels only tilt. */
export function listWindowPanels(panels: readonly WindowPanel[]): PanelMotion[] | null {
  const beside = places.filter((place) => panels.some(({ position }) => position === place))
  const motions = panels.flatMap(({ operation, position }) => {
    const at = beside.length > 1 ? beside.indexOf(position) : 0
    if (at < 0) return []
    const count = Math.max(1, beside.length)
    return moveWindowPanel(operation, at / count, (at + 1) / count)
  })
  return motions.length > 0 ? motions : null
}

function moveWindowPanel(operation: string, left: number, right: number): PanelMotion[] {
  if (/^(SIDEHUNG|TILTANDTURN)LEFTHAND$/.test(operation)) return [swing(left, right)]
  if (/^(SIDEHUNG|TILTANDTURN)RIGHTHAND$/.test(operation)) return [swing(right, left)]
  return operation === 'SLIDINGHORIZONTAL' ? [move('SLIDE', left, right)] : []
}
