import type { Vec3 } from '@plumbline/bim/model'
import type { Pose } from '../camera.ts'
import { computeHalfHeight, orthonormalize } from '../camera.ts'
import type { ClippingPlane } from '../clipping.ts'
import { COLORED, GHOST, HIDDEN, type StateFlag } from '../element-state.ts'
import type { ElementRef, Model } from '../model.ts'
import { addScaled, boxCenter, dot, isFiniteVec, length, scale, subtract } from '../vec.ts'
import type { Viewer } from '../viewer.ts'
import type { ViewerFeature } from '../viewer-types.ts'
import {
  toVec,
  type ViewerViewpoint,
  type ViewpointColoring,
  type ViewpointComponent,
  type ViewpointGhosts,
  type ViewpointPoint,
  type ViewpointVisibility,
} from '../viewpoint.ts'
import { isolate } from './isolate.ts'
import { pictures } from './pictures.ts'
import { redlines } from './redlines.ts'
import { select } from './select.ts'

/** Limit for files with any number of components; further ones are ignored. */
const MOST_COMPONENTS = 200_000

export interface ViewpointsFeature extends ViewerFeature {
  /** captures the current view as a BCF viewpoint */
  capture(): ViewerViewpoint
  /**
   * restores a viewpoint; components in none of the loaded models are skipped and counted. `prefers`: ids of the models that
   * win where several models have the same GlobalIds
   */
  restore(
    viewpoint: ViewerViewpoint,
    options?: { fly?: boolean; prefers?: readonly string[] },
  ): { missing: number }
}

export function viewpoints(viewer: Viewer): ViewpointsFeature {
  return {
    capture: () => ({
      ...toViewpointCamera(viewer.camera.goal, viewer.aspect),
      clipping_planes: viewer.clipping.map(({ location, direction }) => ({
        location: toPoint(location),
        direction: toPoint(direction),
      })),
      ...linesOf(viewer),
      components: {
        selection: componentsOf(viewer.use(select).elements, viewer),
        coloring: coloringOf(viewer.models.values()),
        visibility: visibilityOf(viewer.models.values()),
      },
      ...ghostsOf(viewer.models.values()),
    }),
    restore(viewpoint, options) {
      const found = new Lookup(viewer.models, new Set(options?.prefers))
      const { selection = [], coloring = [], visibility } = viewpoint.components ?? {}
      viewer.setClipping((viewpoint.clipping_planes ?? []).flatMap(planeOf))
      const pose = poseOf(viewpoint, viewer)
      if (pose) viewer.camera.showStored(pose, options)
      viewer.use(redlines).lines = viewpoint.lines ?? []
      viewer.use(pictures).list = []
      viewer.use(isolate).history.record(() => {
        showComponents(viewer, found, visibility)
        fade(viewer, found, viewpoint.ghosts)
      })
      for (const model of viewer.models.values()) model.state.clear(COLORED)
      for (const { color, components } of coloring) {
        const value = Number.parseInt(String(color).slice(-6), 16)
        if (Number.isNaN(value)) continue
        for (const [model, elements] of found.byModel(components)) model.state.paint(elements, value)
      }
      viewer.use(select).set(found.elements(selection))
      viewer.emit('visibility', viewer.use(isolate).counts)
      viewer.invalidate()
      return { missing: found.missing.size }
    },
    dispose() {},
  }
}

/** Converts a pose to a BCF camera, perspective or orthogonal. */
export function toViewpointCamera(
  pose: Pose,
  aspect_ratio: number,
): Pick<ViewerViewpoint, 'perspective_camera' | 'orthogonal_camera'> {
  const place = {
    camera_view_point: toPoint(pose.eye),
    camera_direction: toPoint(pose.forward),
    camera_up_vector: toPoint(pose.up),
    aspect_ratio,
  }
  return pose.projection === 'perspective'
    ? { perspective_camera: { ...place, field_of_view: pose.fov_deg } }
    : { orthogonal_camera: { ...place, view_to_world_scale: computeHalfHeight(pose) * 2 } }
}

/** Share of the distance to the next object behind the eye that it may step back. */
const ROOM_SHARE = 0.8
/** Widest field of view in degrees; beyond it, objects at the edge are too distorted to recognise. */
const WIDEST_DEG = 90

/** Factor by which the view height must grow so that the captured width fits. */
const widening = (ratio: number | undefined, aspect: number) =>
  ratio !== undefined && Number.isFinite(ratio) && ratio > aspect ? ratio / aspect : 1

/**
 * Widens a view for a narrower canvas by stepping back as far as there is room, and only for the rest by a wider angle:
 * wide angles distort, but behind an eye in a room there is a wall.
 */
function widen(pose: Pose, factor: number, room_m: number): Pose {
  if (factor === 1) return pose
  const back = Math.min(pose.focus_m * (factor - 1), Math.max(0, room_m * ROOM_SHARE))
  const focus_m = pose.focus_m + back
  const slope = (Math.tan((pose.fov_deg * Math.PI) / 360) * pose.focus_m * factor) / focus_m
  const wide = Math.min(WIDEST_DEG, (Math.atan(slope) * 360) / Math.PI)
  return {
    ...pose,
    eye: addScaled(pose.eye, pose.forward, -back),
    focus_m,
    fov_deg: Math.max(pose.fov_deg, wide),
  }
}

/**
 * The pose of a viewpoint for a canvas of the given aspect ratio that shows everything the viewpoint showed; null if it has
 * no valid camera. `reach` returns the distance to the model, `room` the distance to the next object behind the eye.
 */
export function toPose(
  viewpoint: ViewerViewpoint,
  reach: (eye: Vec3, forward: Vec3) => number,
  { fov_deg, aspect, room }: { fov_deg: number; aspect: number; room?: (eye: Vec3, back: Vec3) => number },
): Pose | null {
  const { perspective_camera: seen, orthogonal_camera: flat } = viewpoint
  const camera = seen ?? flat
  if (!camera) return null
  const eye = toVec(camera.camera_view_point)
  const forward = toVec(camera.camera_direction)
  const up = toVec(camera.camera_up_vector)
  if (!isFiniteVec(eye) || !isFiniteVec(forward) || length(forward) === 0) return null
  const pose = orthonormalize({
    eye,
    forward,
    up: isFiniteVec(up) ? up : [0, 0, 1],
    projection: seen ? 'perspective' : 'orthographic',
    fov_deg: seen && seen.field_of_view > 0.1 && seen.field_of_view < 179 ? seen.field_of_view : fov_deg,
    focus_m: 1,
  })
  if (seen) {
    const placed = { ...pose, focus_m: Math.max(0.1, reach(eye, pose.forward)) }
    const behind = room?.(eye, scale(pose.forward, -1)) ?? Infinity
    return widen(placed, widening(seen.aspect_ratio, aspect), behind)
  }
  const height = (flat?.view_to_world_scale ?? 0) * widening(flat?.aspect_ratio, aspect)
  if (!(height > 0) || !Number.isFinite(height)) return null
  return { ...pose, focus_m: height / 2 / Math.tan((pose.fov_deg * Math.PI) / 360) }
}

function poseOf(viewpoint: ViewerViewpoint, viewer: Viewer): Pose | null {
  const reach = (eye: Vec3, forward: Vec3) => {
    const hit = viewer.cast({ origin: eye, direction: forward })
    return hit?.distance ?? (viewer.box ? dot(subtract(boxCenter(viewer.box), eye), forward) : 10)
  }
  const room = (eye: Vec3, back: Vec3) => viewer.cast({ origin: eye, direction: back })?.distance ?? Infinity
  return toPose(viewpoint, reach, { fov_deg: viewer.camera.goal.fov_deg, aspect: viewer.aspect, room })
}

/** The current redlines; the field is omitted if there are none. */
function linesOf(viewer: Viewer): Pick<ViewerViewpoint, 'lines'> {
  const { lines } = viewer.use(redlines)
  return lines.length > 0 ? { lines: [...lines] } : {}
}

function planeOf({
  location,
  direction,
}: {
  location: ViewpointPoint
  direction: ViewpointPoint
}): ClippingPlane[] {
  const plane = { location: toVec(location), direction: toVec(direction) }
  return isFiniteVec(plane.location) && isFiniteVec(plane.direction) ? [plane] : []
}

function toPoint([x, y, z]: Vec3): ViewpointPoint {
  return { x, y, z }
}

function guidsOf(model: Model, elements: Iterable<number>): ViewpointComponent[] {
  return [...elements].flatMap((element) => {
    const ifc_guid = model.guidOf(element)
    return ifc_guid ? [{ ifc_guid }] : []
  })
}

function componentsOf(elements: readonly ElementRef[], viewer: Viewer): ViewpointComponent[] {
  return elements.flatMap(({ model: id, element }) => {
    const model = viewer.models.get(id)
    return model ? guidsOf(model, [element]) : []
  })
}

function coloringOf(models: Iterable<Model>): ViewpointColoring[] {
  const byColor = new Map<number, ViewpointComponent[]>()
  for (const model of models) {
    for (const element of model.state.with(COLORED)) {
      const color = model.state.colorOf(element) ?? 0
      const list = byColor.get(color) ?? []
      byColor.set(color, list)
      list.push(...guidsOf(model, [element]))
    }
  }
  return [...byColor].map(([color, components]) => ({
    color: color.toString(16).padStart(6, '0').toUpperCase(),
    components,
  }))
}

/**
 * Partitions the GlobalIds of the drawn elements by a flag. A viewpoint names no models: of elements with one GlobalId, as
 * in two versions of a file, the visible ones decide, and one without the flag is enough. Both parts are empty if no element
 * has the flag.
 */
function split(
  models: Iterable<Model>,
  flag: StateFlag,
): { on: ViewpointComponent[]; off: ViewpointComponent[] } {
  const all = [...models]
  if (!all.some(({ state }) => state.count(flag) > 0)) return { on: [], off: [] }
  const decided = new Map<string, { isSeen: boolean; has: boolean }>()
  for (const model of all)
    for (const element of model.drawnElements()) {
      const guid = model.guidOf(element)
      if (!guid) continue
      const isSeen = !model.state.has(element, HIDDEN)
      const has = model.state.has(element, flag)
      const known = decided.get(guid)
      if (!known || (isSeen && !known.isSeen)) decided.set(guid, { isSeen, has })
      else if (isSeen === known.isSeen && !has) known.has = false
    }
  const on: ViewpointComponent[] = []
  const off: ViewpointComponent[] = []
  for (const [ifc_guid, { has }] of decided) (has ? on : off).push({ ifc_guid })
  return { on, off }
}

/** Lists the ghosts, or everything else, whichever list is shorter. */
function ghostsOf(models: Iterable<Model>): Pick<ViewerViewpoint, 'ghosts'> {
  const { on, off } = split(models, GHOST)
  if (on.length === 0) return {}
  const all_but = off.length < on.length
  return { ghosts: { all_but, components: all_but ? off : on } }
}

/** Picks the default with fewer exceptions. Ghosts count as visible, because BCF has no term for them. */
function visibilityOf(models: Iterable<Model>): ViewpointVisibility {
  const all = [...models]
  const { on: hidden, off: shown } = split(all, HIDDEN)
  const default_visibility = hidden.length <= shown.length
  return {
    default_visibility,
    exceptions: default_visibility ? hidden : shown,
    view_setup_hints: {
      spaces_visible: all.some((model) => model.shows('spaces')),
      space_boundaries_visible: false,
      openings_visible: all.some((model) => model.shows('openings')),
    },
  }
}

function showComponents(viewer: Viewer, found: Lookup, visibility: ViewpointVisibility | undefined): void {
  const shown = visibility?.default_visibility ?? true
  const exceptions = found.byModel(visibility?.exceptions ?? [])
  for (const model of viewer.models.values()) {
    const { spaces_visible = false, openings_visible = false } = visibility?.view_setup_hints ?? {}
    void viewer.showSpaces(model.id, spaces_visible).catch(() => {})
    void viewer.showOpenings(model.id, openings_visible).catch(() => {})
    model.state.clear(HIDDEN)
    if (!shown) model.state.set(model.allElements(), HIDDEN, true)
    // An assembly or storey represents its parts.
    const parts = (exceptions.get(model) ?? []).flatMap((element) => model.withParts(element))
    model.state.set(parts, HIDDEN, shown)
  }
}

function fade(viewer: Viewer, found: Lookup, ghosts: ViewpointGhosts | undefined): void {
  const named = found.byModel(ghosts?.components ?? [])
  for (const model of viewer.models.values()) {
    model.state.clear(GHOST)
    if (ghosts?.all_but) model.state.set(model.allElements(), GHOST, true)
    const parts = (named.get(model) ?? []).flatMap((element) => model.withParts(element))
    model.state.set(parts, GHOST, ghosts?.all_but === false)
  }
}

/** Keeps only the elements of preferred models where several share a GlobalId; all of them if no preferred model has it. */
export function keepPreferred(found: ElementRef[], prefers: ReadonlySet<string>): ElementRef[] {
  const preferred = found.filter(({ model }) => prefers.has(model))
  return preferred.length > 0 ? preferred : found
}

/** Resolves components to elements of the loaded models and collects the missing GlobalIds. */
class Lookup {
  readonly missing = new Set<string>()
  readonly #models: ReadonlyMap<string, Model>
  readonly #prefers: ReadonlySet<string>

  constructor(models: ReadonlyMap<string, Model>, prefers: ReadonlySet<string>) {
    this.#models = models
    this.#prefers = prefers
  }

  elements(components: readonly ViewpointComponent[]): ElementRef[] {
    return components.slice(0, MOST_COMPONENTS).flatMap(({ ifc_guid }) => {
      const found = [...this.#models.values()].flatMap((model) =>
        model.elementsOf(ifc_guid).map((element) => ({ model: model.id, element })),
      )
      if (found.length === 0) this.missing.add(ifc_guid)
      return keepPreferred(found, this.#prefers)
    })
  }

  byModel(components: readonly ViewpointComponent[]): Map<Model, number[]> {
    const sorted = new Map<Model, number[]>()
    for (const { model: id, element } of this.elements(components)) {
      const model = this.#models.get(id)
      if (!model) continue
      const list = sorted.get(model)
      if (list) list.push(element)
      else sorted.set(model, [element])
    }
    return sorted
  }
}
