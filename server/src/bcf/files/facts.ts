import type { BimSnippet, HeaderFile, Topic } from '@plumbline/bcf/model'
import { formatCanonicalJson } from '../../issues/log.ts'
import { type Places, placeLabel, readLabels, tradeLabels } from '../words.ts'

/** What a topic says in fields that are merged, put so that the same meaning looks the same. */
export interface Facts {
  title: string
  description?: string | undefined
  topic_type?: string | undefined
  topic_status?: string | undefined
  priority?: string | undefined
  /** sets */
  labels: string[]
  reference_links: string[]
  assigned_to?: string | undefined
  due_date?: string | undefined
  stage?: string | undefined
  index?: number | undefined
  bim_snippet?: BimSnippet | undefined
  files?: HeaderFile[] | undefined
}

/** In what came from elsewhere `labels` holds all of them; here trade, level and section are apart. */
export interface SplitFacts extends Facts {
  trade?: string | undefined
  level?: string | undefined
  section?: string | undefined
}
export type FactName = keyof SplitFacts

const UNKNOWN = 'Unknown'

/** Without what a way through XML may do to a text, and to what XML has no place for. */
const plain = (text: string | undefined): string | undefined =>
  text
    ?.toWellFormed()
    .replace(/\r\n?/g, '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what no XML carries
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
    .trim() || undefined

const known = (text: string | undefined) => (text?.trim() === UNKNOWN ? undefined : plain(text))
const instant = (text: string | undefined) => {
  const at = new Date(text ?? '')
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}
const words = (list: string[]) => [...new Set(list.flatMap((text) => plain(text) ?? []))]
const fileName = (reference: string) => reference.slice(reference.lastIndexOf('/') + 1)

const snippetOf = (snippet: BimSnippet): BimSnippet => ({
  snippet_type: known(snippet.snippet_type) ?? '',
  reference_schema: known(snippet.reference_schema) ?? '',
  is_external: snippet.is_external,
  reference: snippet.is_external ? snippet.reference : fileName(snippet.reference),
})

const headerFileOf = (file: HeaderFile): HeaderFile => ({
  ...file,
  ...(file.date === undefined ? {} : { date: instant(file.date) }),
  ...(file.reference === undefined
    ? {}
    : { reference: file.is_external ? file.reference.trim() : fileName(file.reference) }),
})

export type Said = Omit<Facts, 'files'> & { files?: HeaderFile[] | undefined }

export function factsOf(topic: Said | Topic): Facts {
  const { files = [] } = topic
  return {
    title: plain(topic.title) ?? '',
    description: plain(topic.description),
    topic_type: known(topic.topic_type),
    topic_status: known(topic.topic_status),
    priority: plain(topic.priority),
    labels: words(topic.labels),
    reference_links: words(topic.reference_links),
    assigned_to: plain(topic.assigned_to),
    due_date: instant(topic.due_date),
    stage: plain(topic.stage),
    index: topic.index,
    bim_snippet: topic.bim_snippet && snippetOf(topic.bim_snippet),
    files: files.length > 0 ? files.map(headerFileOf) : undefined,
  }
}

/** The same with what labels say of trade, level and section apart, as the project knows them now. */
export function splitFacts(facts: Facts, places: Places): SplitFacts {
  const { labels, trade, level_id, section_id } = readLabels(facts.labels, places)
  const nameIn = (kind: 'levels' | 'sections', id: string | null) =>
    places[kind].find((place) => place.id === id)?.name
  const [level, section] = [nameIn('levels', level_id), nameIn('sections', section_id)]
  return {
    ...facts,
    labels,
    trade: tradeLabels[trade],
    level: level === undefined ? undefined : placeLabel.level(level),
    section: section === undefined ? undefined : placeLabel.section(section),
  }
}

export const equal = (a: unknown, b: unknown): boolean =>
  formatCanonicalJson(a ?? null) === formatCanonicalJson(b ?? null)

/** Addresses are the same however they are written, sets in whatever order. */
export function sameFact(name: FactName, a: unknown, b: unknown): boolean {
  if (name === 'assigned_to') return equal(String(a ?? '').toLowerCase(), String(b ?? '').toLowerCase())
  if (Array.isArray(a) && Array.isArray(b)) return equal([...a].sort(), [...b].sort())
  return equal(a, b)
}

/** A value as people read it. */
export function shown(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value))
    return value.map((each) => (typeof each === 'string' ? each : shown(each))).join(', ')
  if (typeof value === 'object') {
    const { filename, reference } = value as { filename?: string; reference?: string }
    return filename ?? reference ?? ''
  }
  return String(value)
}
