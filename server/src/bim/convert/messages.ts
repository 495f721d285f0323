import type { ConversionReport, Manifest } from '@plumbline/bim/model'

/** Messages between the server and a conversion process, as JSON over IPC. */
export interface StartMessage {
  type: 'start'
  attempt: number
  file: string
  file_name: string
  /** an empty folder for this attempt alone */
  folder: string
  /** bytes an archive may unpack to */
  max_unpacked_bytes: number
  /** false: the first geometry engine has hung or died on this file */
  first_engine: boolean
  /** a folder with the artefacts of the previous version; null: draw everything */
  before: string | null
}

/** Subfolder of an attempt for the first storey, until the whole model is converted. */
export const FIRST_STOREY_FOLDER = 'first'

/** Every message carries its attempt, so that late messages of an older one are ignored. */
export type ChildMessage =
  | { type: 'ready' }
  | { type: 'progress'; attempt: number; stage: string; progress: number; rss_mb: number }
  | { type: 'failed'; attempt: number; code: string; message: string; hint: string; line: number | null }
  | { type: 'broken'; attempt: number; error: string }
  /** the first storey is in the folder's `first`, as a separate model */
  | { type: 'first'; attempt: number }
  | { type: 'done'; attempt: number; result: ChildResult }
  /** after `done`: a base64 PNG, or null for a model without geometry */
  | { type: 'thumbnail'; attempt: number; png: string | null }

export interface Artefact {
  name: string
  bytes: number
  /** size of `<name>.br` beside it */
  compressed_bytes: number
}

export interface ChildResult {
  manifest: Manifest
  report: ConversionReport
  artefacts: Artefact[]
  /** milliseconds from the start message to the end of each stage */
  timings: Record<string, number>
  /** peak resident memory of the process in MB */
  peak_rss_mb: number
}
