import type { Box, Manifest, Structure, Vec3 } from '@plumbline/bim/model'
import type { ClippingPlane } from '@plumbline/viewer/clipping'
import type { MemoryUsage } from '@plumbline/viewer/collection'
import type { ModelPlacement } from '@plumbline/viewer/frame'
import type { MeasureKind, Measurement } from '@plumbline/viewer/measurement'
import type { ElementRef } from '@plumbline/viewer/model'
import type { Pick } from '@plumbline/viewer/pick'
import type { Viewer } from '@plumbline/viewer/viewer'
import type { ColoringBy, LegendEntry } from './coloring.ts'

export interface LoadedModel {
  /** id of the model in the viewer: the file's id, with a suffix for a version loaded for a comparison */
  id: string
  name: string
  version: number
  /** artefacts key of the version */
  key: string
  /** only the first storey is available: the rest is still being processed */
  is_part: boolean
  manifest: Manifest
  structure: Structure | null
  /** names of axes and stations by element; null until the lines are loaded */
  names: ReadonlyMap<number, string> | null
  /** placement in the scene */
  setting: ModelPlacement
  loaded_bytes: number
  total_bytes: number
  isComplete: boolean
}

export interface ActiveColoring {
  by: ColoringBy
  /** null while the values are being fetched */
  swatches: readonly LegendEntry[] | null
  /** number of elements without such a value */
  withoutValue: number
  /** the values of some elements could not be read */
  isPartial: boolean
}

interface OpenElementMenu {
  /** CSS pixels relative to the canvas; outside of it for a row of the tree */
  x: number
  y: number
  /** the element; null on empty space */
  ref: ElementRef | null
  /** the clicked face; null if opened by keyboard */
  face: Pick | null
  /** gets the focus when the menu closes; by default the canvas */
  returnFocusTo?: HTMLElement
}

export interface SessionState {
  models: readonly LoadedModel[]
  selection: readonly ElementRef[]
  hidden: number
  ghosted: number
  canUndo: boolean
  canRedo: boolean
  /** incremented with every change of visibility */
  shownRevision: number
  tool: string | null
  measuring: MeasureKind | null
  /** number of points of the current measurement */
  pointCount: number
  measurements: readonly Measurement[]
  box: Box | null
  /** degrees by which the box is turned */
  boxTurn: number
  planes: readonly ClippingPlane[]
  /** the handles of the section are visible */
  sectionHandlesShown: boolean
  /** name of the storey shown isolated or as a plan */
  storey: string | null
  plan: boolean
  flat: boolean
  gravity: boolean
  spaces: boolean
  openings: boolean
  /** axes, alignments and annotations are drawn */
  lines: boolean
  coloring: ActiveColoring | null
  /** colours that a restored view gives its elements, and how many have each */
  viewColors: readonly { color: string; count: number }[]
  /** number of lines of a restored view */
  lineCount: number
  /** number of pictures of a restored view placed in the model */
  pictureCount: number
  pinsShown: boolean
  menu: OpenElementMenu | null
  memory: MemoryUsage
  /** the user has moved the camera */
  cameraMoved: boolean
  /** incremented when the camera comes to rest at another pose */
  poseRevision: number
  interrupted: boolean
  /** names of the models that could not be loaded */
  failed: readonly string[]
  /** those that only a newer version of this page can show */
  newer: readonly string[]
}

export const INITIAL_STATE: SessionState = {
  models: [],
  selection: [],
  hidden: 0,
  ghosted: 0,
  canUndo: false,
  canRedo: false,
  shownRevision: 0,
  tool: null,
  measuring: null,
  pointCount: 0,
  measurements: [],
  box: null,
  boxTurn: 0,
  planes: [],
  sectionHandlesShown: false,
  storey: null,
  plan: false,
  flat: false,
  gravity: false,
  spaces: false,
  openings: false,
  lines: true,
  coloring: null,
  viewColors: [],
  lineCount: 0,
  pictureCount: 0,
  pinsShown: true,
  menu: null,
  memory: { used_bytes: 0, budget_bytes: 0, left_out: 0 },
  cameraMoved: false,
  poseRevision: 0,
  interrupted: false,
  failed: [],
  newer: [],
}

/** The access to viewer and state that the parts of a session share. */
export interface SessionHost {
  readonly viewer: Viewer
  readonly state: SessionState
  set(values: Partial<SessionState>): void
  /** Calls the listener after every change of state; returns a function that unsubscribes it. */
  subscribe(listener: () => void): () => void
}

/** Attributes of one element, for the properties panel, screen readers and new issues. */
export interface ElementSummary {
  ref: ElementRef
  guid: string
  name: string
  class: string
  type: string | null
  tag: string
  storey: string | null
  /** the systems, zones and groups that it belongs to, with all their members */
  systems: { name: string; members: ElementRef[] }[]
  /** the nearest axes of the models' grids, such as "C/3"; for a grid or an alignment the names of its own lines */
  axes: string | null
  header_id: string
  header_name: string
  version: number
}

/** Anchor of a new issue: the element, if any, and a point in world metres. */
export interface IssueLocation {
  element: ElementSummary | null
  header_id: string
  version: number
  point: Vec3
  /** the nearest axes of the models' grids */
  axes: string | null
}
