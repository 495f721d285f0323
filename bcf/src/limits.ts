/** Limits for reading an archive. Sizes are measured while decompressing; declared sizes are not trusted. */
export interface BcfLimits {
  entries: number
  /** size of one picture or document */
  entry_bytes: number
  /** total size of all entries that are read; each counts once */
  archive_bytes: number
  /** size of one XML document */
  document_bytes: number
  /** XML size of one topic: its markup and viewpoints */
  topic_bytes: number
  /** total XML size */
  xml_bytes: number
  depth: number
  attributes: number
  elements: number
  text_length: number
  topics: number
  /** per topic */
  comments: number
  viewpoints: number
  /** labels, links, related topics, files and documents per topic; values per extension list */
  items: number
  /** per list of a viewpoint */
  components: number
  /** warnings that are kept; further ones are only counted */
  warnings: number
}

export const bcfLimits: BcfLimits = {
  entries: 250_000,
  entry_bytes: 250_000_000,
  archive_bytes: 10_000_000_000,
  document_bytes: 50_000_000,
  topic_bytes: 100_000_000,
  xml_bytes: 2_000_000_000,
  depth: 64,
  attributes: 64,
  elements: 1_000_000,
  text_length: 1_000_000,
  topics: 20_000,
  comments: 10_000,
  viewpoints: 1_000,
  items: 10_000,
  components: 100_000,
  warnings: 10_000,
}

/** Maximum compression ratio: pictures and XML reach about 20, anything beyond this is a decompression bomb. */
export const MOST_COMPRESSION_RATIO = 200
/**
 * Size in bytes below which the ratio is not checked: a white image or a repetitive list compresses extremely
 * well.
 */
export const RATIO_CHECK_MIN_BYTES = 20_000_000
