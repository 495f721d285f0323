import type { Pose } from './camera.ts'
import type { ClippingPlane } from './clipping.ts'
import type { CanvasPoint } from './controls.ts'
import type { Decoder } from './decoder.ts'
import type { Rect } from './free-area.ts'
import type { LoadProgress } from './loader.ts'
import type { ElementRef } from './model.ts'
import type { Pick } from './pick.ts'
import type { DrawStats } from './stage.ts'
import type { Theme } from './theme.ts'

export interface ViewerOptions {
  theme?: Theme
  /** lies exactly over the canvas, for markers and labels; made beside the canvas when absent */
  overlay?: HTMLElement
  /** device pixels per CSS pixel, at most; 2 by default */
  most_pixels?: number
  /** what models may take in memory and on the GPU, megabytes; 768 by default */
  memory_mb?: number
  /** one that was made ahead, so that its thread is ready when the first bytes come; it ends with the viewer */
  decoder?: Decoder
  /** what lies over the canvas now, CSS pixels from its top left corner: views are fitted beside it */
  covered?: () => Rect[]
  /** flights happen at once; by default as the system says */
  still?: boolean
}

/** Whatever a feature gives back; the viewer disposes it. */
export interface Feature {
  dispose(): void
}

export interface FrameStats extends DrawStats {
  at_rest: boolean
  /** milliseconds on the main thread */
  cpu_ms: number
  smallest_px: number
  resolution: number
}

export interface ViewerEvents {
  /** a click or tap that no tool took */
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
