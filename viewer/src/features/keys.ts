import { type AxisView, computeFocus, orbit, zoom } from '../camera.ts'
import { findGroundFloor } from '../floors.ts'
import { MOST_PLANES } from '../shaders.ts'
import type { Viewer } from '../viewer.ts'
import type { ViewerFeature } from '../viewer-types.ts'
import { isolate } from './isolate.ts'
import { measure } from './measure.ts'
import { plan } from './plan.ts'
import { section } from './section.ts'
import { select } from './select.ts'
import { walk } from './walk.ts'

export interface KeysFeature extends ViewerFeature {
  /** false disables all shortcuts */
  enabled: boolean
  /** false disables single letters and digits, for users who turned them off */
  letters: boolean
}

const AXES: AxisView[] = ['front', 'back', 'left', 'right', 'top', 'bottom']
const TURN = Math.PI / 24
/** planes of a section box */
const BOX_SIDES = 6
const NEARER = 0.88

/**
 * Keyboard shortcuts while the canvas has focus: views, tools, visibility, orbiting with the arrow keys. Keys
 * of the page (new issue, save view, pins, snapshot) are not handled. Handled events are marked by
 * preventDefault.
 */
export function keys(viewer: Viewer): KeysFeature {
  const actions = actionsOf(viewer)
  const isLetter = (name: string) => /^(Shift )?[a-z0-9]$/.test(name)
  const press = (event: KeyboardEvent) => {
    if (!feature.enabled || event.ctrlKey || event.metaKey || event.defaultPrevented) return
    const name = nameOf(event)
    const action = isLetter(name) && !feature.letters ? undefined : actions[name]
    // An action that returns false leaves the key to the page.
    if (action && action() !== false) event.preventDefault()
  }
  viewer.canvas.addEventListener('keydown', press)
  const feature: KeysFeature = {
    enabled: true,
    letters: true,
    dispose: () => viewer.canvas.removeEventListener('keydown', press),
  }
  return feature
}

function nameOf(event: KeyboardEvent): string {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  // With Alt some layouts produce other characters, so digits are read by their physical key.
  if (event.altKey) return event.code.startsWith('Digit') ? `Alt ${event.code.slice(5)}` : ''
  return event.shiftKey && /^[a-z]$/.test(key) ? `Shift ${key}` : key
}

function actionsOf(viewer: Viewer): Record<string, () => unknown> {
  const turn = (yaw: number, pitch: number) => () => {
    viewer.camera.steer(orbit(viewer.camera.pose, computeFocus(viewer.camera.pose), yaw * TURN, pitch * TURN))
  }
  const step = (factor: number) => () =>
    viewer.camera.steer(zoom(viewer.camera.pose, computeFocus(viewer.camera.pose), factor))
  const fitSelection = () => {
    const { elements } = viewer.use(select)
    viewer.camera.fit(elements.length > 0 ? viewer.boxOf(elements) : viewer.shownBox)
  }
  return {
    ' ': fitSelection,
    Home: () => viewer.camera.home(),
    o: () =>
      viewer.camera.setProjection(
        viewer.camera.goal.projection === 'perspective' ? 'orthographic' : 'perspective',
      ),
    ...Object.fromEntries(AXES.map((axis, index) => [`Alt ${index + 1}`, () => viewer.camera.view(axis)])),
    h: () => viewer.use(isolate).hide(),
    i: () => viewer.use(isolate).isolate(),
    g: () => viewer.use(isolate).ghostOthers(),
    'Shift h': () => viewer.use(isolate).showAll(),
    x: () => toggleSectionBox(viewer),
    'Shift x': () => {
      viewer.use(plan).leave()
      viewer.use(section).pickFace()
    },
    m: () => toggleMeasure(viewer),
    f: () => viewer.use(walk).start(),
    '2': () => showPlan(viewer),
    '3': () => viewer.use(plan).leave(),
    Enter: () => (viewer.tool === 'measure' ? viewer.use(measure).finish() : false),
    Escape: () => undoStep(viewer),
    ArrowLeft: turn(1, 0),
    ArrowRight: turn(-1, 0),
    ArrowUp: turn(0, 1),
    ArrowDown: turn(0, -1),
    '+': step(NEARER),
    '=': step(NEARER),
    '-': step(1 / NEARER),
  }
}

/** Toggles the section box, unless its planes would not cut. Leaves the plan first, because a plan sets its own clipping planes. */
export function toggleSectionBox(viewer: Viewer): void {
  viewer.use(plan).leave()
  const tool = viewer.use(section)
  if (!tool.box && tool.planes.length > MOST_PLANES - BOX_SIDES) return
  const { elements } = viewer.use(select)
  tool.setBox(tool.box ? null : ((elements.length > 0 ? viewer.boxOf(elements) : null) ?? viewer.box))
}

export function toggleMeasure(viewer: Viewer): void {
  const tool = viewer.use(measure)
  if (tool.kind) tool.stop()
  else tool.start('distance')
}

/** Shows the plan of the selected element's storey, or of the ground floor. */
export function showPlan(viewer: Viewer): void {
  const [chosen] = viewer.use(select).elements
  const storey =
    viewer.models.get(chosen?.model ?? '')?.structure?.elements.storey[chosen?.element ?? -1] ?? -1
  const shown =
    chosen && storey >= 0 ? { model: chosen.model, storey } : findGroundFloor(viewer.models.values())?.storey
  if (shown) viewer.use(plan).show(shown)
}

/**
 * Undoes one step of the interaction: the last measuring point, then the tool, then the selection. Returns
 * false if there was none.
 */
export function undoStep(viewer: Viewer): boolean {
  if (viewer.tool === 'measure' && viewer.use(measure).back()) return true
  if (viewer.tool !== null) viewer.setTool(null)
  else if (viewer.use(select).elements.length > 0) viewer.use(select).clear()
  else return false
  return true
}
