import type { PreviousModel } from './carry/previous-model.ts'
import type { ConversionWarning, Manifest } from './model.ts'
import type { ModelContents, Preparation } from './read-model.ts'
import type { TableFindings } from './read-table.ts'

export type ConversionStage = 'VALIDATE' | 'PARSE' | 'GEOMETRY' | 'INDEX' | 'TILES'
/** Progress callback; `fraction` refers to the whole conversion, 0…1, and never decreases. */
export type OnProgress = (stage: ConversionStage, fraction: number) => void

/** Reads structure and properties in parallel to the drawing. */
export interface ModelReader {
  /** resolves as soon as the file has been scanned */
  preparation: Promise<Preparation>
  contents: Promise<ModelContents>
  /** null when there is a version before, because then this thread reads the table of statements */
  table: () => Promise<TableFindings | null>
}

export interface ConvertOptions {
  /** used in messages only */
  fileName?: string
  /** warnings from converting another format to this file */
  warnings?: ConversionWarning[]
  onProgress?: OnProgress
  /**
   * Receives the first storey of a large model while the rest is being drawn: a complete model without
   * properties.
   */
  onFirst?: (first: PreviewModel) => void
  /** Called after drawing, when the first engine is closed: the moment to free its memory. */
  onDrawn?: () => Promise<void>
  /** File size in bytes from which the first storey is emitted early, if no `reader` is given. */
  longWait?: number
  /**
   * Reads structure and properties in another thread and writes their artefacts itself; by default it is done
   * here.
   */
  reader?: ModelReader
  /** false keeps every triangle of the geometry engine */
  simplify?: boolean
  /** placed triangles of the file beyond which nothing more is drawn; 200 million by default */
  mostTriangles?: number
  /** false leaves all drawing to the second engine, for files on which the first one hung or crashed */
  firstEngine?: boolean
  /** the previous version: unchanged elements are reused from its chunks */
  previous?: PreviousModel
  /** loads the WebAssembly of @ifc-lite/wasm; called only when the first engine skipped elements */
  secondEngine?: () => Promise<Uint8Array<ArrayBuffer>>
}

export interface PreviewModel {
  manifest: Manifest
  structure: ModelContents['structure']
  /** by file name in the manifest */
  chunks: { file: string; bytes: Uint8Array }[]
}
