import type { ConversionReport, Manifest } from '@plumbline/bim/model'

/** What the server and the process of one conversion say to each other, as JSON over the pipe between them. */
export interface StartMessage {
  type: 'start'
  attempt: number
  file: string
  file_name: string
  /** empty folder of this attempt's own */
  folder: string
  /** bytes an archive may unpack to */
  max_unpacked_bytes: number
  /** false: the first geometry engine has hung or died on this file */
  first_engine: boolean
}

/** Where in the folder of an attempt the first storey is, until the whole is there. */
export const FIRST_STOREY_FOLDER = 'first'

/** Every message carries the attempt it belongs to, so that late ones can be told from current ones. */
export type ChildMessage =
  | { type: 'ready' }
  | { type: 'progress'; attempt: number; stage: string; progress: number; rss_mb: number }
  | { type: 'failed'; attempt: number; code: string; message: string; hint: string; line: number | null }
  | { type: 'broken'; attempt: number; error: string }
  /** the first storey is in the folder's `first`, as a model of its own */
  | { type: 'first'; attempt: number }
  | { type: 'done'; attempt: number; result: ChildResult }
  /** after `done`: the picture as base64, null when there is nothing to see */
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
  /** the most memory the process has held at a time */
  peak_rss_mb: number
}
