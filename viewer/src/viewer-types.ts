import type { Pose } from './camera.ts'
import type { ClippingPlane } from './clipping.ts'
import type { CanvasPoint } from './controls.ts'
import type { Decoder } from './decoder.ts'
import type { CanvasRect } from './free-area.ts'
import type { LoadProgress } from './loader.ts'
import type { ElementRef } from './model.ts'
import type { Pick } from './pick.ts'
import type { DrawStats } from './stage.ts'
import type { Theme } from './theme.ts'

export interface ViewerOptions {
  theme?: Theme
  /** element exactly over the canvas for markers and labels; created next to the canvas if absent */
  overlay?: HTMLElement
  /** maximum device pixel ratio; 2 by default */
  most_pixels?: number
  /** memory budget for models, in memory and on the GPU, megabytes; 768 by default */
  memory_mb?: number
  /**
   * a decoder created in advance, so that its worker is ready when the first bytes arrive; the viewer disposes
   * it
   */
  decoder?: Decoder
  /**
   * rectangles of panels that cover the canvas, CSS pixels from its top left corner; views are fitted into the
   * free area
   */
  covered?: () => CanvasRect[]
  /** whether a shadow lies on the ground at rest; by default on machines that are not slow */
  shadow?: boolean
  /** disables camera animations; defaults to the system's reduced-motion setting */
  still?: boolean
}

/** An optional part of the viewer, created by `Viewer.use` and disposed with the viewer. */
export interface ViewerFeature {
  dispose(): void
}

export interface FrameStats extends DrawStats {
  at_rest: boolean
  /** time spent on the main thread, milliseconds */
  cpu_ms: number
  smallest_px: number
  resolution: number
}

export interface ViewerEvents {
  /** a click or tap that no tool handled */
  pick: { hit: Pick | null; at: CanvasPoint }
  hover: { hit: Pick | null; at: CanvasPoint | null }
  /** right click or long press */
  menu: { hit: Pick | null; at: CanvasPoint }
  selection: { elements: ElementRef[] }
  camera: { pose: Pose; moving: boolean }
  visibility: { hidden: number; ghosted: number }
  clipping: { planes: readonly ClippingPlane[] }
  tool: { tool: string | null }
  progress: LoadProgress
  'context-lost': { restored: boolean }
  frame: FrameStats
}
