/** What an archive may hold. Bytes are counted as they come out, not believed. */
export interface BcfLimits {
  entries: number
  /** of one picture or document */
  entry_bytes: number
  /** of all entries that are read; each counts once */
  archive_bytes: number
  /** of one XML document */
  document_bytes: number
  /** of the XML of one topic: its markup and its viewpoints */
  topic_bytes: number
  /** of all XML */
  xml_bytes: number
  depth: number
  attributes: number
  elements: number
  text_length: number
  topics: number
  /** of one topic */
  comments: number
  viewpoints: number
  /** labels, links, related topics, files and documents of one topic, words of one kind */
  items: number
  /** of each list in a viewpoint */
  components: number
  /** kept; those beyond are left out with a warning */
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

/** Entries of pictures and XML shrink to a twentieth; what grows beyond this is made to fill a disk. */
export const MOST_RATIO = 200
/** Up to here a ratio does no harm: a white picture or a list of like components is packed very small. */
export const FREE_BYTES = 20_000_000
