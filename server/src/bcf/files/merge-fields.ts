import type { BimSnippet, HeaderFile, Topic } from '@plumbline/bcf/model'
import { parseDueInstant } from '@plumbline/bcf/read/values'
import type { CustomFieldKey } from '@plumbline/contract/issues/custom-keys'
import {
  getFieldAlias,
  getFieldSpec,
  type IssueFieldName,
  isFieldOf,
  issueFieldNames,
} from '@plumbline/contract/issues/issue-fields'
import { formatCanonicalJson } from '../../db/hash-chain.ts'
import { type OwnLabel, splitOwnLabels } from '../own-labels.ts'
import {
  formatCode,
  formatDecimalLabel,
  formatTradeLabel,
  type LabelFieldAlias,
  labelFields,
  type ProjectPlaces,
  placeLabel,
  splitLabels,
  type WordKind,
} from '../words.ts'

/** The merged fields of a topic, normalized so that equal meanings compare equal. */
export interface MergeFields {
  title: string
  description?: string | undefined
  topic_type?: string | undefined
  topic_status?: string | undefined
  priority?: string | undefined
  /** compared as sets */
  labels: string[]
  reference_links: string[]
  assigned_to?: string | undefined
  due_date?: string | undefined
  stage?: string | undefined
  index?: number | undefined
  bim_snippet?: BimSnippet | undefined
  files?: HeaderFile[] | undefined
}

/** Merge fields, with fields sent as labels taken out of `labels`; each holds its label. */
export type SplitMergeFields = MergeFields &
  Partial<Record<LabelFieldAlias | CustomFieldKey, string | undefined>>
export type MergeFieldName = keyof SplitMergeFields

/** Fields of an issue by their name in a merge. */
export const fieldByMergeName: Partial<Record<string, IssueFieldName>> = Object.fromEntries(
  issueFieldNames.map((name) => [getFieldSpec(name).bcf ?? getFieldAlias(name), name]),
)

const UNKNOWN = 'Unknown'

/** Normalizes line ends, white space and characters that XML cannot carry, so that a round trip compares equal. */
export const cleanText = (text: string | undefined): string | undefined =>
  text
    ?.toWellFormed()
    .replace(/\r\n?/g, '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot carry these
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
    .trim() || undefined

const cleanKnownText = (text: string | undefined) => (text?.trim() === UNKNOWN ? undefined : cleanText(text))
const normalizeInstant = (text: unknown) => {
  const at = new Date(typeof text === 'string' ? text : '')
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

export function buildMergeFields(topic: MergeFields | Topic): MergeFields {
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
    due_date: parseDueInstant(topic.due_date),
    stage: cleanText(topic.stage),
    index: topic.index,
    bim_snippet: topic.bim_snippet && normalizeSnippet(topic.bim_snippet),
    files: files.length > 0 ? files.map(normalizeHeaderFile) : undefined,
  }
}

/** Replaces a former name of the project with the current one; other words stay unchanged. */
function renewWord(kind: WordKind, word: string | undefined, { words }: ProjectPlaces): string | undefined {
  const code = word === undefined ? null : words.find(kind, word)
  const isOurs = word !== undefined && code !== null && words.isOurs(kind, word, code)
  return isOurs ? formatCode(kind, code, words.vocabulary) : word
}

/**
 * Takes the fields that travel as labels out of the labels, and renews names of types and statuses, by the project's current names. `known`: the labels of own values
 * that the issue is sent with.
 */
export function splitMergeFields(
  facts: MergeFields,
  places: ProjectPlaces,
  known: readonly OwnLabel[] = [],
): SplitMergeFields {
  const split = splitLabels(facts.labels, places)
  const format = (field: (typeof labelFields)[number]): string | undefined => {
    if (isFieldOf('decimal', field)) {
      const value = split[field]
      return value === null ? undefined : formatDecimalLabel(field, value)
    }
    if (!isFieldOf('place', field)) return formatTradeLabel(split[field], places.words.vocabulary)
    const kind = getFieldAlias(field)
    const place = places[`${kind}s`].find(({ id }) => id === split[field])
    return place && placeLabel[kind](place.name)
  }
  const labelled = Object.fromEntries(labelFields.map((field) => [getFieldAlias(field), format(field)]))
  const sent = known.map(({ field, label }) => ({ field, label: cleanText(label) ?? '' }))
  const own = splitOwnLabels(split.labels, places, sent)
  const words = {
    topic_type: renewWord('topic_type', facts.topic_type, places),
    topic_status: renewWord('topic_status', facts.topic_status, places),
  }
  return { ...facts, ...words, ...labelled, ...own.texts, labels: own.labels }
}

export const isDeepEqual = (a: unknown, b: unknown): boolean =>
  formatCanonicalJson(a ?? null) === formatCanonicalJson(b ?? null)

/** Compares addresses ignoring case, due dates ignoring zones and lists ignoring order. */
export function isSameFieldValue(name: MergeFieldName, a: unknown, b: unknown): boolean {
  if (name === 'assigned_to') return isDeepEqual(String(a ?? '').toLowerCase(), String(b ?? '').toLowerCase())
  if (name === 'due_date') return isDeepEqual(normalizeInstant(a) ?? a, normalizeInstant(b) ?? b)
  if (Array.isArray(a) && Array.isArray(b)) return isDeepEqual([...a].sort(), [...b].sort())
  return isDeepEqual(a, b)
}

/** Formats a value for the preview. */
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
