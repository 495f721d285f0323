import type { Box } from '@plumbline/bim/model'
import type { ClippingPlane } from '@plumbline/viewer/clipping'
import { undoStep } from '@plumbline/viewer/features/keys'
import { measure } from '@plumbline/viewer/features/measure'
import { plan } from '@plumbline/viewer/features/plan'
import { section } from '@plumbline/viewer/features/section'
import { walk } from '@plumbline/viewer/features/walk'
import { computeLevelBox, findFloor } from '@plumbline/viewer/floors'
import type { MeasureKind, Measurement } from '@plumbline/viewer/measurement'
import type { ElementRef } from '@plumbline/viewer/model'
import type { Pick } from '@plumbline/viewer/pick'
import type { SessionHost } from './session-state.ts'
import type { SessionVisibility } from './session-visibility.ts'
import { findGroundStorey, mergeStoreys, type ProjectStorey } from './storeys.ts'

/** Actions of the viewer's tools; their state is part of the session's state. */
export class SessionTools {
  readonly #host: SessionHost
  readonly #visibility: SessionVisibility

  constructor(host: SessionHost, visibility: SessionVisibility) {
    this.#host = host
    this.#visibility = visibility
    const { viewer } = host
    viewer.on('tool', () => this.#follow())
    viewer.on('clipping', () => this.#followSection())
    const tool = viewer.use(measure)
    tool.on('change', ({ results }) => host.set({ measurements: results }))
    tool.on('points', ({ count }) => count !== host.state.pointCount && host.set({ pointCount: count }))
  }

  #follow() {
    const { viewer, set, state } = this.#host
    const shown = viewer.use(plan).storey
    const name = shown && this.storeys.find(({ refs }) => refs.some((ref) => sameRef(ref, shown)))?.name
    set({
      tool: viewer.tool,
      measuring: viewer.use(measure).kind,
      plan: shown !== null,
      ...(shown && name ? { storey: name } : {}),
      ...(!shown && state.plan ? { storey: null } : {}),
    })
  }

  #followSection() {
    const tool = this.#host.viewer.use(section)
    const { box, planes, turn_deg: boxTurn } = tool
    this.#host.set({
      box,
      boxTurn,
      planes,
      sectionHandlesShown: tool.editing && (box !== null || planes.length > 0),
    })
  }

  get storeys(): ProjectStorey[] {
    return mergeStoreys(this.#host.state.models)
  }

  /** Starts measuring, or stops if the same kind is active. */
  measure(kind: MeasureKind | null) {
    const tool = this.#host.viewer.use(measure)
    if (kind === null || tool.kind === kind) tool.stop()
    else tool.start(kind)
  }

  finishMeasuring = () => this.#host.viewer.use(measure).finish()
  removeMeasurement = (id: string) => this.#host.viewer.use(measure).remove(id)

  /** Deletes all measurements and returns them for an undo. */
  clearMeasurements = (): readonly Measurement[] => {
    const tool = this.#host.viewer.use(measure)
    const { results } = tool
    tool.clear()
    return results
  }

  restoreMeasurements = (results: readonly Measurement[]) => this.#host.viewer.use(measure).restore(results)

  /** Adds a measurement point by coordinates, in world metres. */
  addPoint(x: number, y: number, z: number) {
    this.#host.viewer.use(measure).addPoint([x, y, z])
  }

  /** Toggles a section box around the selection or everything. Leaves the plan, which has a separate section. */
  toggleBox() {
    this.leavePlan()
    const { viewer, state } = this.#host
    const tool = viewer.use(section)
    if (tool.box) tool.setBox(null)
    else this.setBoxAround(state.selection.length > 0 ? viewer.boxOf(state.selection) : null)
  }

  setBoxAround(box: Box | null) {
    this.leavePlan()
    const { viewer } = this.#host
    const around = box ?? viewer.mainBox
    if (!around) return
    viewer.use(section).setBox(around)
    this.showHandles(true)
  }

  /** Sets a section box around the storey that is shown, otherwise that of the selection or the ground floor. */
  setStoreyBox() {
    const { viewer, state } = this.#host
    const ref = this.#findStorey(state.storey ?? undefined)?.refs[0]
    const model = ref && viewer.models.get(ref.model)
    const floor = model && findFloor(model, ref.storey)
    if (floor) this.setBoxAround(computeLevelBox([...viewer.models.values()], floor))
  }

  setBox = (box: Box | null) => this.#host.viewer.use(section).setBox(box)
  /** Turns the section box about the vertical through its centre, degrees counter-clockwise. */
  turnBox = (degrees: number) => {
    this.#host.viewer.use(section).turn_deg = degrees
  }
  setPlanes = (planes: readonly ClippingPlane[]) => this.#host.viewer.use(section).setPlanes(planes)
  cutFace = (face: Pick) => {
    this.leavePlan()
    this.#host.viewer.use(section).fromFace(face)
  }
  /** Starts picking a face to cut along; stops if already active. */
  pickFace = () => {
    const { viewer } = this.#host
    this.leavePlan()
    if (viewer.tool === 'section') viewer.setTool(null)
    else viewer.use(section).pickFace()
  }
  resetSection = () => this.#host.viewer.use(section).reset()

  /** Adds a section plane through the centre of the models, perpendicular to an axis. */
  addPlane(axis: 0 | 1 | 2) {
    this.leavePlan()
    const { viewer } = this.#host
    const box = viewer.mainBox
    if (!box) return
    const direction: [number, number, number] = [0, 0, 0]
    direction[axis] = 1
    const location: [number, number, number] = [
      (box[0] + box[3]) / 2,
      (box[1] + box[4]) / 2,
      (box[2] + box[5]) / 2,
    ]
    const tool = viewer.use(section)
    tool.setPlanes([...tool.planes, { location, direction }])
  }

  showHandles(on: boolean) {
    this.#host.viewer.use(section).editing = on
    this.#followSection()
  }

  /** Called when the section card closes: keeps the section and hides its handles. */
  leaveSection() {
    const { viewer } = this.#host
    if (viewer.tool === 'section') viewer.setTool(null)
    this.showHandles(false)
  }

  walk(on: boolean) {
    const tool = this.#host.viewer.use(walk)
    if (on) tool.start()
    else tool.stop()
  }

  setGravity(on: boolean) {
    this.#host.viewer.use(walk).gravity = on
    this.#host.set({ gravity: on })
  }

  /** Returns to orbiting: leaves walk mode and plan. */
  orbit() {
    this.walk(false)
    this.leavePlan()
  }

  leavePlan() {
    this.#host.viewer.use(plan).leave()
  }

  /** Shows a storey as a plan, cut at 1.2 m; without a name the storey of the selection, otherwise the ground floor. */
  showPlan(name?: string) {
    const [first] = this.#findStorey(name)?.refs ?? []
    if (first) this.#host.viewer.use(plan).show(first)
  }

  #findStorey(name?: string): ProjectStorey | undefined {
    const { state } = this.#host
    const ref = state.selection.at(-1)
    const model = state.models.find(({ id }) => id === ref?.model)
    const index = ref && model?.structure?.elements.storey[ref.element]
    const { storeys } = this
    return (
      storeys.find((each) => each.name === (name ?? state.storey)) ??
      storeys.find(({ refs }) => refs.some((each) => each.model === ref?.model && each.storey === index)) ??
      findGroundStorey(storeys)
    )
  }

  /** Isolates a storey in 3D, or switches the plan to it; null shows all. */
  showStorey(name: string | null) {
    const { state, viewer } = this.#host
    if (state.plan && name !== null) {
      this.showPlan(name)
      return
    }
    if (state.plan) this.leavePlan()
    const storey = this.storeys.find((each) => each.name === name)
    if (!storey) {
      this.#visibility.showAll()
      return
    }
    const refs = this.storeyElements(storey.name)
    this.#visibility.showStorey(storey.name, refs)
    viewer.camera.fit(viewer.boxOf(refs) ?? viewer.shownBox)
  }

  /** The storey elements with this name, in all models. */
  storeyElements(name: string): ElementRef[] {
    const storey = this.storeys.find((each) => each.name === name)
    return (storey?.refs ?? []).flatMap(({ model, storey: at }) => {
      const element = this.#host.viewer.models.get(model)?.manifest.storeys[at]?.element
      return element === undefined ? [] : [{ model, element }]
    })
  }

  /** Handles Escape: cancels one step; returns false if there is nothing to cancel. */
  cancelStep = () => undoStep(this.#host.viewer)
}

const sameRef = (a: { model: string; storey: number }, b: { model: string; storey: number }) =>
  a.model === b.model && a.storey === b.storey
