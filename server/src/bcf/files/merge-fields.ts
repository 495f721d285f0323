import type { BimSnippet, HeaderFile, Topic } from '@plumbline/bcf/model'
import { canonical } from '../../issues/log.ts'
import { type ProjectPlaces, parseLabels, placeLabel, tradeLabels } from '../words.ts'

/** What a topic says in fields that are merged, put so that the same meaning looks the same. */
export interface MergeFields {
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
export interface SplitMergeFields extends MergeFields {
  trade?: string | undefined
  level?: string | undefined
  section?: string | undefined
}
export type MergeFieldName = keyof SplitMergeFields

const UNKNOWN = 'Unknown'

/** Without what a way through XML may do to a text, and to what XML has no place for. */
const cleanText = (text: string | undefined): string | undefined =>
  text
    ?.toWellFormed()
    .replace(/\r\n?/g, '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what no XML carries
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
    .trim() || undefined

const cleanKnownText = (text: string | undefined) => (text?.trim() === UNKNOWN ? undefined : cleanText(text))
const normalizeInstant = (text: string | undefined) => {
  const at = new Date(text ?? '')
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}
const cleanWords = (list: string[]) => [...new Set(list.flatMap((text) => cleanText(text) ?? []))]
const baseName = (reference: string) => reference.slice(reference.lastIndexOf('/') + 1)

const normalizeSnippet = (snippet: BimSnippet): BimSnippet => ({
  snippet_type: cleanKnownText(snippet.snippet_type) ?? '',
  reference_schema: cleanKnownText(snippet.reference_schema) ?? '',
  is_external: snippet.is_external,
  reference: snippet.is_external ? snippet.reference : baseName(snippet.reference),
})

const normalizeHeaderFile = (file: HeaderFile): HeaderFile => ({
  ...file,
  ...(file.date === undefined ? {} : { date: normalizeInstant(file.date) }),
  ...(file.reference === undefined
    ? {}
    : { reference: file.is_external ? file.reference.trim() : baseName(file.reference) }),
})

export type Said = Omit<MergeFields, 'files'> & { files?: HeaderFile[] | undefined }

export function buildMergeFields(topic: Said | Topic): MergeFields {
  const { files = [] } = topic
  return {
    title: cleanText(topic.title) ?? '',
    description: cleanText(topic.description),
    topic_type: cleanKnownText(topic.topic_type),
    topic_status: cleanKnownText(topic.topic_status),
    priority: cleanText(topic.priority),
    labels: cleanWords(topic.labels),
    reference_links: cleanWords(topic.reference_links),
    assigned_to: cleanText(topic.assigned_to),
    due_date: normalizeInstant(topic.due_date),
    stage: cleanText(topic.stage),
    index: topic.index,
    bim_snippet: topic.bim_snippet && normalizeSnippet(topic.bim_snippet),
    files: files.length > 0 ? files.map(normalizeHeaderFile) : undefined,
  }
}

/** The same with what labels say of trade, level and section apart, as the project knows them now. */
export function splitMergeFields(facts: MergeFields, places: ProjectPlaces): SplitMergeFields {
  const { labels, trade, level_id, section_id } = parseLabels(facts.labels, places)
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

export const isDeepEqual = (a: unknown, b: unknown): boolean => canonical(a ?? null) === canonical(b ?? null)

/** Addresses are the same however they are written, sets in whatever order. */
export function isSameFieldValue(name: MergeFieldName, a: unknown, b: unknown): boolean {
  if (name === 'assigned_to') return isDeepEqual(String(a ?? '').toLowerCase(), String(b ?? '').toLowerCase())
  if (Array.isArray(a) && Array.isArray(b)) return isDeepEqual([...a].sort(), [...b].sort())
  return isDeepEqual(a, b)
}

/** A value as people read it. */
export function formatFieldValue(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value))
    return value.map((each) => (typeof each === 'string' ? each : formatFieldValue(each))).join(', ')
  if (typeof value === 'object') {
    const { filename, reference } = value as { filename?: string; reference?: string }
    return filename ?? reference ?? ''
  }
  return String(value)
}
