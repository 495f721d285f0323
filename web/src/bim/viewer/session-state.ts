import type { Box, Manifest, Structure, Vec3 } from '@plumbline/bim/model'
import type { ClippingPlane } from '@plumbline/viewer/clipping'
import type { MemoryUsage } from '@plumbline/viewer/collection'
import type { ModelPlacement } from '@plumbline/viewer/frame'
import type { MeasureKind, Measurement } from '@plumbline/viewer/measurement'
import type { ElementRef } from '@plumbline/viewer/model'
import type { Pick } from '@plumbline/viewer/pick'
import type { Viewer } from '@plumbline/viewer/viewer'
import type { ColoringBy, Swatch } from './coloring.ts'

export interface LoadedModel {
  /** the file's id; the viewer knows the model by it */
  id: string
  name: string
  version: number
  /** of its artefacts */
  key: string
  /** its first storey only, because the rest is being processed */
  is_part: boolean
  manifest: Manifest
  structure: Structure | null
  /** how it is put into the scene */
  setting: ModelPlacement
  loaded_bytes: number
  total_bytes: number
  done: boolean
}

export interface Coloring {
  by: ColoringBy
  /** null while the values are being fetched */
  swatches: readonly Swatch[] | null
  /** elements that have no such value */
  without: number
}

export interface MenuAt {
  /** CSS pixels on the canvas; outside of it for a row of the tree */
  x: number
  y: number
  /** what it is about; null where there is nothing */
  ref: ElementRef | null
  /** what was pressed of it, null by keys */
  face: Pick | null
  /** takes the focus when the menu closes; the canvas when absent */
  back?: HTMLElement
}

export interface SessionState {
  models: readonly LoadedModel[]
  selection: readonly ElementRef[]
  hidden: number
  ghosted: number
  canUndo: boolean
  canRedo: boolean
  /** rises with every change of what is visible */
  shownRevision: number
  tool: string | null
  measuring: MeasureKind | null
  /** points of the measurement under way */
  points: number
  results: readonly Measurement[]
  box: Box | null
  planes: readonly ClippingPlane[]
  /** the handles of the section can be seen */
  handles: boolean
  /** name of the storey that is shown alone, or as a plan */
  storey: string | null
  plan: boolean
  flat: boolean
  gravity: boolean
  spaces: boolean
  coloring: Coloring | null
  /** how many lines of a restored view are shown */
  lines: number
  /** and how many of its pictures stand in the model */
  pictures: number
  pinsShown: boolean
  menu: MenuAt | null
  memory: MemoryUsage
  /** the camera has been moved by somebody */
  steered: boolean
  /** rises when the camera has come to rest somewhere else */
  poseRevision: number
  interrupted: boolean
  failed: readonly string[]
}

export const START: SessionState = {
  models: [],
  selection: [],
  hidden: 0,
  ghosted: 0,
  canUndo: false,
  canRedo: false,
  shownRevision: 0,
  tool: null,
  measuring: null,
  points: 0,
  results: [],
  box: null,
  planes: [],
  handles: false,
  storey: null,
  plan: false,
  flat: false,
  gravity: false,
  spaces: false,
  coloring: null,
  lines: 0,
  pictures: 0,
  pinsShown: true,
  menu: null,
  memory: { used_bytes: 0, budget_bytes: 0, left_out: 0 },
  steered: false,
  poseRevision: 0,
  interrupted: false,
  failed: [],
}

/** What the parts of a session share. */
export interface SessionHost {
  readonly viewer: Viewer
  readonly state: SessionState
  set(values: Partial<SessionState>): void
}

/** One element in words, for the panel, the live text and new issues. */
export interface ElementFacts {
  ref: ElementRef
  guid: string
  name: string
  class: string
  type: string | null
  tag: string
  storey: string | null
  /** systems, zones and groups that it is part of */
  systems: string[]
  header_id: string
  header_name: string
  version: number
}

/** Where a new issue is: the element and the point on it that was last touched. */
export interface Place {
  facts: ElementFacts | null
  header_id: string
  version: number
  point: Vec3
}
