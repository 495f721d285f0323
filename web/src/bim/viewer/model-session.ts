import { grid } from '@plumbline/viewer/features/grid'
import { isolate } from '@plumbline/viewer/features/isolate'
import { keys } from '@plumbline/viewer/features/keys'
import { measure } from '@plumbline/viewer/features/measure'
import { type CubeSide, navCube } from '@plumbline/viewer/features/nav-cube'
import { pins } from '@plumbline/viewer/features/pins'
import { section } from '@plumbline/viewer/features/section'
import { select } from '@plumbline/viewer/features/select'
import { sheets } from '@plumbline/viewer/features/sheets'
import { snapshot } from '@plumbline/viewer/features/snapshot'
import { viewpoints } from '@plumbline/viewer/features/viewpoint'
import { createViewer, type Viewer } from '@plumbline/viewer/viewer'
import { formatMeasurement, type MeasurementUnits } from '../../projects/units.ts'
import { measureCoveredAreas } from './covered-areas.ts'
import { SessionAlign } from './session-align.ts'
import { SessionCamera } from './session-camera.ts'
import { SessionColors } from './session-colors.ts'
import { SessionCompare } from './session-compare.ts'
import { SessionElements } from './session-elements.ts'
import { SessionIssueLocation } from './session-issue-location.ts'
import { SessionLines } from './session-lines.ts'
import { SessionMenu } from './session-menu.ts'
import { SessionModels } from './session-models.ts'
import { SessionPins } from './session-pins.ts'
import { SessionPlans } from './session-plans.ts'
import { SessionSelection } from './session-selection.ts'
import { SessionSheets } from './session-sheets.ts'
import { INITIAL_STATE, type SessionHost, type SessionState } from './session-state.ts'
import { SessionTools } from './session-tools.ts'
import { SessionViews } from './session-views.ts'
import { SessionVisibility } from './session-visibility.ts'

/** Memory budget of the viewer in megabytes: less on phones and small machines. */
function memoryBudget(): number {
  const { deviceMemory } = navigator as { deviceMemory?: number }
  if (matchMedia('(pointer: coarse)').matches) return 256
  return deviceMemory !== undefined && deviceMemory <= 4 ? 384 : 768
}

export interface SessionOptions {
  theme: 'light' | 'dark'
  units: MeasurementUnits
  locale: string
  /** names for screen readers */
  names: {
    sides: Record<CubeSide, string>
    cube: string
    handles: { sides: string[]; plane: string }
    cluster: (count: number) => string
  }
}

/**
 * An open viewer: its state, which React reads through `subscribe` and `getState`, and its actions, grouped into parts.
 * Only this class and its parts access the viewer itself.
 */
export class ModelSession implements SessionHost {
  state: SessionState = INITIAL_STATE
  readonly viewer: Viewer
  readonly visibility: SessionVisibility
  readonly selection: SessionSelection
  readonly camera: SessionCamera
  readonly tools: SessionTools
  readonly lines: SessionLines
  readonly models: SessionModels
  readonly elements: SessionElements
  readonly colors: SessionColors
  readonly views: SessionViews
  readonly pins: SessionPins
  readonly issueLocation: SessionIssueLocation
  readonly sheets: SessionSheets
  readonly compare: SessionCompare
  readonly menu: SessionMenu
  readonly plans: SessionPlans
  readonly align: SessionAlign
  readonly #listeners = new Set<() => void>()

  constructor(projectId: string, canvas: HTMLCanvasElement, overlay: HTMLElement, options: SessionOptions) {
    const { theme, units, locale, names } = options
    const covered = () => measureCoveredAreas(canvas)
    this.viewer = createViewer(canvas, { overlay, theme, memory_mb: memoryBudget(), covered })
    const { viewer } = this
    for (const feature of [grid, select, isolate, viewpoints, snapshot]) viewer.use(feature as typeof select)
    viewer.use(pins, { clusterLabel: names.cluster })
    viewer.use(sheets, { clusterLabel: names.cluster })
    viewer.use(section, { labels: names.handles }).editing = false
    viewer.use(measure, { format: (result) => formatMeasurement(result, units, locale) })
    viewer.use(navCube, { labels: names.sides, name: names.cube })
    viewer.use(keys)
    this.visibility = new SessionVisibility(this)
    this.selection = new SessionSelection(this)
    this.camera = new SessionCamera(this)
    this.tools = new SessionTools(this, this.visibility)
    this.lines = new SessionLines(this)
    this.models = new SessionModels(this, projectId, this.selection, this.visibility, this.lines, () =>
      this.colors.refresh(),
    )
    this.elements = new SessionElements(this, this.models, this.lines)
    this.align = new SessionAlign(this)
    this.plans = new SessionPlans(this, this.tools, this.lines, locale, units)
    this.colors = new SessionColors(this, this.elements.fetchBlock, locale)
    this.views = new SessionViews(this, this.tools, this.colors, this.visibility)
    this.pins = new SessionPins(this)
    this.issueLocation = new SessionIssueLocation(this, this.elements, this.lines)
    this.sheets = new SessionSheets(
      this,
      this.tools,
      this.elements,
      this.lines,
      this.selection,
      this.issueLocation,
    )
    this.compare = new SessionCompare(this, this)
    this.menu = new SessionMenu(this, this.selection, this.issueLocation)
    this.#listen()
  }

  #listen() {
    const { viewer } = this
    viewer.on('context-lost', ({ restored }) => this.set({ interrupted: !restored }))
    viewer.on('frame', ({ at_rest }) => {
      const { memory } = viewer
      const before = this.state.memory
      if (at_rest && (memory.used_bytes !== before.used_bytes || memory.left_out !== before.left_out))
        this.set({ memory })
    })
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  getState = () => this.state

  /** Whether the browser can draw the models: false without WebGL 2. */
  get draws(): boolean {
    return this.viewer.draws
  }

  set = (values: Partial<SessionState>) => {
    this.state = { ...this.state, ...values }
    for (const listener of this.#listeners) listener()
  }

  /** Enables or disables single-letter shortcuts. */
  setLetters(on: boolean) {
    this.viewer.use(keys).letters = on
  }

  dispose() {
    // a view that is still on its way is not wanted any more
    this.views.ask()
    this.models.dispose()
    this.viewer.dispose()
    this.#listeners.clear()
  }
}
