import type { Box } from '@plumbline/bim/model'
import { traceVolume } from '../aabb-tree.ts'
import { isBoxClipped } from '../clipping.ts'
import type { CanvasDrag, CanvasPoint } from '../controls.ts'
import { GHOST, HIDDEN, HOVERED, SELECTED, type StateFlag } from '../element-state.ts'
import type { ElementRef, Model } from '../model.ts'
import { boxCorners } from '../vec.ts'
import type { Viewer } from '../viewer.ts'
import type { ViewerFeature } from '../viewer-types.ts'

export interface SelectFeature extends ViewerFeature {
  /** in order of selection; may include containers such as storeys */
  readonly elements: readonly ElementRef[]
  set(elements: Iterable<ElementRef>): void
  /** selects the unselected elements and deselects the selected ones */
  toggle(elements: Iterable<ElementRef>): void
  clear(): void
  /** selects the elements inside a canvas rectangle, or with `touching` also elements that intersect it */
  within(from: { x: number; y: number }, to: { x: number; y: number }, touching: boolean, add?: boolean): void
  /** toggles the tool that makes the next drag a selection rectangle, for touch screens without an Alt key */
  drawRectangle(): void
}

/** Name of the tool that selects by rectangle with the next drag. */
export const RECTANGLE_TOOL = 'rectangle'

/**
 * Click selects, Ctrl or Shift click toggles, Alt drag selects by rectangle; the element under the pointer is
 * highlighted.
 */
export function select(viewer: Viewer): SelectFeature {
  const selected = new Map<string, ElementRef>()
  const refresh = () => {
    mark(viewer, SELECTED, selected.values())
    viewer.emit('selection', { elements: [...selected.values()] })
    viewer.invalidate()
  }
  const feature: SelectFeature = {
    get elements() {
      return [...selected.values()]
    },
    set(elements) {
      selected.clear()
      for (const each of elements) selected.set(keyOf(each), { model: each.model, element: each.element })
      refresh()
    },
    toggle(elements) {
      for (const each of elements) {
        const key = keyOf(each)
        if (!selected.delete(key)) selected.set(key, { model: each.model, element: each.element })
      }
      refresh()
    },
    clear() {
      if (selected.size > 0) feature.set([])
    },
    within(from, to, touching, add = false) {
      const found = [...viewer.models.values()].flatMap((model) =>
        inRectangle(viewer, model, from, to, touching),
      )
      feature.set(add ? [...selected.values(), ...found] : found)
    },
    drawRectangle() {
      viewer.setTool(viewer.tool === RECTANGLE_TOOL ? null : RECTANGLE_TOOL)
    },
    dispose() {
      for (const stop of stops) stop()
      mark(viewer, SELECTED, [])
      mark(viewer, HOVERED, [])
    },
  }
  const stops = [
    viewer.on('pick', ({ hit, at }) => {
      if (viewer.tool !== null) return
      if (at.ctrl || at.shift) feature.toggle(hit ? [hit] : [])
      else feature.set(hit ? [hit] : [])
    }),
    viewer.on('hover', ({ hit, at }) => {
      const shown = hit && at?.pointer !== 'touch' && viewer.tool === null ? [hit] : []
      if (mark(viewer, HOVERED, shown)) viewer.retouch()
    }),
    viewer.grab((from) => {
      const asked = viewer.tool === RECTANGLE_TOOL || (from.alt && viewer.tool === null)
      return asked ? marquee(viewer, feature, from) : null
    }),
  ]
  return feature
}

function keyOf({ model, element }: ElementRef): string {
  return `${element} ${model}`
}

/** Sets a flag on exactly these elements and their parts. Returns whether anything changed. */
function mark(viewer: Viewer, flag: StateFlag, elements: Iterable<ElementRef>): boolean {
  const byModel = Map.groupBy(elements, (each) => each.model)
  let changed = false
  for (const model of viewer.models.values()) {
    const wanted = new Set((byModel.get(model.id) ?? []).flatMap((each) => model.withParts(each.element)))
    const stale = [...model.state.with(flag)].filter((element) => !wanted.has(element))
    const cleared = model.state.set(stale, flag, false)
    if (model.state.set(wanted, flag, true) + cleared > 0) changed = true
  }
  return changed
}

function marquee(viewer: Viewer, feature: SelectFeature, from: CanvasPoint): CanvasDrag {
  const frame = document.createElement('div')
  viewer.overlay.append(frame)
  let to = from
  // As in CAD: dragging to the right selects enclosed elements, dragging to the left also touched ones.
  const touching = () => to.x < from.x
  return {
    move(at) {
      to = at
      Object.assign(frame.style, {
        position: 'absolute',
        left: `${Math.min(from.x, to.x)}px`,
        top: `${Math.min(from.y, to.y)}px`,
        width: `${Math.abs(to.x - from.x)}px`,
        height: `${Math.abs(to.y - from.y)}px`,
        border: `1px ${touching() ? 'dashed' : 'solid'} #ec6100`,
        background: 'rgb(236 97 0 / 0.08)',
      })
    },
    end(kept) {
      frame.remove()
      if (!kept) return
      if (viewer.tool === RECTANGLE_TOOL) viewer.setTool(null)
      feature.within(from, to, touching(), from.ctrl || from.shift)
    },
  }
}

interface Rectangle {
  left: number
  top: number
  right: number
  bottom: number
}

function inRectangle(
  viewer: Viewer,
  model: Model,
  from: { x: number; y: number },
  to: { x: number; y: number },
  touching: boolean,
): ElementRef[] {
  const frame = {
    left: Math.min(from.x, to.x),
    top: Math.min(from.y, to.y),
    right: Math.max(from.x, to.x),
    bottom: Math.max(from.y, to.y),
  }
  const inside = new Map<number, boolean>()
  for (const { placed } of model.drawn) {
    const boxAt = (bounds: Float32Array, at: number) =>
      model.frame.box([...bounds.subarray(at, at + 6)] as Box)
    const visit = (instance: number) => {
      const element = placed.instances.element[instance] as number
      if ((model.state.data[element * 4] ?? 0) & (HIDDEN | GHOST)) return
      const box = boxAt(placed.instances.box, instance * 6)
      if (isBoxClipped(viewer.planes, box, 0, [0, 0, 0])) return
      const within = holds(viewer, frame, box, touching)
      // An element with several instances is touched if any of them is, and enclosed only if all of them are.
      const before = inside.get(element)
      inside.set(element, before === undefined ? within : touching ? before || within : before && within)
    }
    // Without `touching`, an element with any instance outside the rectangle is excluded, so all instances are
    // tested.
    if (touching)
      traceVolume(placed.tree, (bounds, at) => holds(viewer, frame, boxAt(bounds, at), true), visit)
    else for (let instance = 0; instance < placed.instances.count; instance++) visit(instance)
  }
  return [...inside].filter(([, within]) => within).map(([element]) => ({ model: model.id, element }))
}

/** Whether a box's projection lies inside a rectangle, or intersects it. */
function holds(viewer: Viewer, frame: Rectangle, box: Box, touching: boolean): boolean {
  const corners = boxCorners(box).map((corner) => viewer.camera.project(corner))
  const ahead = corners.filter(
    (corner) => corner.depth > 0 || viewer.camera.pose.projection === 'orthographic',
  )
  if (ahead.length < corners.length) return touching && ahead.length > 0
  const xs = corners.map((corner) => corner.x)
  const ys = corners.map((corner) => corner.y)
  const left = Math.min(...xs)
  const right = Math.max(...xs)
  const top = Math.min(...ys)
  const bottom = Math.max(...ys)
  return touching
    ? right >= frame.left && left <= frame.right && bottom >= frame.top && top <= frame.bottom
    : left >= frame.left && right <= frame.right && top >= frame.top && bottom <= frame.bottom
}
