import type { OpeningPanels, PanelMotion, Vec3 } from '@plumbline/bim/model'
import { pointFromPlane } from './contour.ts'
import { cutInstance, toLocalPlane } from './cut.ts'
import { GHOST, HIDDEN } from './element-state.ts'
import type { Model } from './model.ts'

/** How the panels of a door or window are drawn in a plan, in the model's local coordinates. */
interface PanelSymbol {
  element: number
  lines: Vec3[][]
}

/** The extent of a door or window in a horizontal cut, along and across its opening, metres. */
interface Footprint {
  left: number
  right: number
  back: number
  front: number
  z: number
}

/** Segments of a quarter of a circle. */
const QUARTER = 12
/** Gap between a sliding panel and the wall that it moves along, metres. */
const GAP_M = 0.04
/** Narrower openings are drawing errors, metres. */
const NARROWEST_M = 0.1

/**
 * Draws the panels of doors and windows that a horizontal plane cuts: open leaves with their swing arcs, and sliding,
 * folding or revolving panels. Skips hidden and ghosted elements.
 * @param height of the plane in the scene, metres
 */
export function drawPanelSymbols(
  model: Model,
  openings: readonly OpeningPanels[],
  height: number,
): PanelSymbol[] {
  const shown = openings.filter(
    ({ element }) => ((model.state.data[element * 4] ?? 0) & (HIDDEN | GHOST)) === 0,
  )
  const footprints = measureFootprints(model, shown, height)
  return shown.flatMap((opening) => {
    const footprint = footprints.get(opening.element)
    if (!footprint || footprint.right - footprint.left < NARROWEST_M) return []
    const place = ([u, v]: [number, number]): Vec3 => [
      opening.along[0] * u + opening.towards[0] * v,
      opening.along[1] * u + opening.towards[1] * v,
      footprint.z,
    ]
    const lines = opening.panels.flatMap((panel) => drawPanel(panel, footprint))
    return [{ element: opening.element, lines: lines.map((line) => line.map(place)) }]
  })
}

function measureFootprints(model: Model, openings: readonly OpeningPanels[], height: number) {
  const wanted = new Map(openings.map((opening) => [opening.element, opening]))
  const plane = toLocalPlane({ normal: [0, 0, -1], constant: height }, model.frame)
  const found = new Map<number, Footprint>()
  for (const { info, placed } of model.chunks) {
    if (info.kind !== 'model') continue
    const { count, element } = placed.instances
    for (let instance = 0; instance < count; instance++) {
      const opening = wanted.get(element[instance] as number)
      const cut = opening && cutInstance(placed, instance, plane)
      if (!opening || !cut) continue
      const { nodes } = cut.contour
      for (let at = 0; at + 1 < nodes.length; at += 2)
        extend(found, opening, pointFromPlane(cut.basis, nodes[at] as number, nodes[at + 1] as number))
    }
  }
  return found
}

function extend(
  found: Map<number, Footprint>,
  { element, along, towards }: OpeningPanels,
  [x, y, z]: Vec3,
): void {
  const [u, v] = [x * along[0] + y * along[1], x * towards[0] + y * towards[1]]
  const known = found.get(element)
  found.set(element, {
    left: Math.min(known?.left ?? u, u),
    right: Math.max(known?.right ?? u, u),
    back: Math.min(known?.back ?? v, v),
    front: Math.max(known?.front ?? v, v),
    z,
  })
}

/** Lines of a panel in coordinates along and across the opening. */
function drawPanel({ kind, from, to, side }: PanelMotion, footprint: Footprint): [number, number][][] {
  const width = footprint.right - footprint.left
  const [start, end] = [footprint.left + from * width, footprint.left + to * width]
  const face = side > 0 ? footprint.front : footprint.back
  const length = Math.abs(end - start)
  if (kind === 'SWING') {
    const arc = Array.from({ length: QUARTER + 1 }, (_, step): [number, number] => {
      const angle = (step / QUARTER) * (Math.PI / 2)
      return [start + (end - start) * Math.cos(angle), face + side * length * Math.sin(angle)]
    })
    return [[[start, face], arc.at(-1) as [number, number]], arc]
  }
  if (kind === 'SLIDE') {
    const beside = start - (end - start)
    const level = face + GAP_M
    return [
      [
        [beside, level],
        [start, level],
      ],
    ]
  }
  if (kind === 'FOLD') {
    const step = (end - start) / 6
    const tip = face + length / 2
    return [
      [
        [start, face],
        [start + step / 2, tip],
        [start + step, face],
        [start + step * 1.5, tip],
        [start + step * 2, face],
      ],
    ]
  }
  const center: [number, number] = [(start + end) / 2, (footprint.back + footprint.front) / 2]
  const circle = Array.from({ length: QUARTER * 4 + 1 }, (_, step): [number, number] => {
    const angle = (step / QUARTER) * (Math.PI / 2)
    return [center[0] + (length / 2) * Math.cos(angle), center[1] + (length / 2) * Math.sin(angle)]
  })
  const wing = (angle: number): [number, number][] => {
    const [x, y] = [(length / 2) * Math.cos(angle), (length / 2) * Math.sin(angle)]
    return [
      [center[0] - x, center[1] - y],
      [center[0] + x, center[1] + y],
    ]
  }
  return [circle, wing(Math.PI / 4), wing(-Math.PI / 4)]
}
