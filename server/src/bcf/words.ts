import {
  buildRecord,
  type FieldAlias,
  type FieldOf,
  getFieldAlias,
  getFieldSpec,
  type IssueFieldName,
  type IssueType,
  type IssueValues,
  isFieldOf,
  issueFieldList,
  issueFieldNames,
  type issuePriorities,
} from '@plumbline/contract/issues/issue-fields'
import type { issueStatuses } from '@plumbline/contract/issues/issues'
import type { OwnTerm } from '@plumbline/contract/projects/own-terms'
import { type BuiltInTrade, type Trade, trades } from '@plumbline/contract/projects/trades'
import type { Vocabulary, VocabularyKind } from '@plumbline/contract/projects/vocabulary'
import { buildTermLookup, type ProjectWords } from '../projects/vocabulary.ts'
import type { OwnLabelContext } from './own-labels.ts'

/** Maps issue codes to BCF words, and the words of other programs to codes. */

export interface IssueCodes {
  topic_type: IssueType
  topic_status: (typeof issueStatuses)[number]
  priority: (typeof issuePriorities)[number]
}
export type WordKind = keyof IssueCodes

/** by built-in code; a project's own codes have names only */
type Spellings<T extends string> = Record<Exclude<T, OwnTerm>, readonly [ours: string, ...others: string[]]>

const spellings: { [K in WordKind]: Spellings<IssueCodes[K]> } = {
  topic_type: {
    DEFECT: ['Defect', 'Error', 'Fault', 'Issue'],
    CLASH: ['Clash', 'Clash detection', 'Hard clash', 'Soft clash'],
    COORDINATION: ['Coordination'],
    RFI: ['RFI', 'Request', 'Inquiry', 'Question', 'Request for information'],
    QUALITY: ['Quality'],
    SAFETY: ['Safety'],
    CHANGE: ['Change', 'Change request'],
    TASK: ['Task', 'To do'],
    OTHER: ['Other', 'Unknown', 'Undefined'],
  },
  topic_status: {
    OPEN: ['Open', 'New', 'Active', 'Assigned'],
    IN_PROGRESS: ['In Progress', 'Ongoing', 'Started'],
    RESOLVED: ['Resolved', 'Done', 'Fixed', 'Completed'],
    REOPENED: ['ReOpened'],
    CLOSED: ['Closed', 'Approved'],
    VOID: ['Void', 'Rejected', 'Cancelled', 'Invalid'],
  },
  priority: {
    LOW: ['Low', 'Minor'],
    MEDIUM: ['Medium', 'Normal'],
    HIGH: ['High', 'Major'],
    CRITICAL: ['Critical', 'Urgent', 'Blocker'],
  },
}

/** Codes for unknown words; the original word is preserved as well. */
export const fallbackCodes = {
  topic_type: 'OTHER',
  topic_status: 'OPEN',
  priority: 'MEDIUM',
} as const satisfies IssueCodes

const normalizeWord = (word: string) => word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

const codesByWord = Object.fromEntries(
  Object.entries(spellings).map(([kind, words]) => [
    kind,
    new Map(
      Object.entries(words).flatMap(([code, all]) =>
        [code, ...all].map((word) => [normalizeWord(word), code]),
      ),
    ),
  ]),
) as Record<WordKind, Map<string, string>>

/** Our words by code, for SQL expressions and for projects without a name of their own. */
export const wordsByCode = (kind: WordKind): Record<string, string> =>
  Object.fromEntries(Object.entries(spellings[kind]).map(([code, [ours]]) => [code, ours]))

/** The built-in word of a code; undefined for one of a project's own. */
const getBuiltInWord = (kind: WordKind, code: string): string | undefined =>
  (spellings[kind] as Record<string, readonly string[] | undefined>)[code]?.[0]

/** The list of a project's vocabulary that names a word; priorities have the same names in every project. */
export const vocabularyKindOf = {
  topic_type: 'type',
  topic_status: 'status',
  priority: null,
} as const satisfies Record<WordKind, VocabularyKind | null>

/** The word of a code: the project's own name, or the built-in English one. */
export const formatCode = <K extends WordKind>(
  kind: K,
  code: IssueCodes[K],
  vocabulary: Vocabulary,
): string => {
  const named = vocabularyKindOf[kind]
  return (named && vocabulary[named].names[code]) ?? getBuiltInWord(kind, code) ?? code
}

const tradeWords: Record<BuiltInTrade, string> = {
  ARCHITECTURE: 'Architecture',
  STRUCTURE: 'Structure',
  HVAC: 'HVAC',
  PLUMBING: 'Plumbing',
  ELECTRICAL: 'Electrical',
  FIRE_PROTECTION: 'Fire Protection',
  ICT_LOW_VOLTAGE: 'ICT and Low Voltage',
  FACADE: 'Facade',
  INTERIOR_FITOUT: 'Interior Fit-out',
  VERTICAL_TRANSPORT: 'Vertical Transport',
  CIVIL_SITE: 'Civil and Site',
  LANDSCAPE: 'Landscape',
  GENERAL: 'General',
}

export const TRADE_PREFIX = 'Trade: '
/** Built-in names of the trades that are written; GENERAL means "no trade" and has no label. */
export const labelledTrades: Record<string, string> = Object.fromEntries(
  trades.filter((trade) => trade !== 'GENERAL').map((trade) => [trade, tradeWords[trade]]),
)
/** The label of a trade under the project's own name, or the built-in English one; undefined without one. */
export const formatTradeLabel = (trade: string, { trade: { names } }: Vocabulary): string | undefined =>
  trade === 'GENERAL' ? undefined : `${TRADE_PREFIX}${names[trade] ?? labelledTrades[trade] ?? trade}`

/** Finds the codes of words: by the project's names, and for types, statuses and priorities by the words of other programs. */
export interface WordReader {
  vocabulary: Vocabulary
  find: <K extends WordKind>(kind: K, word: string) => IssueCodes[K] | null
  findTrade: (word: string) => Trade | null
  /** Whether a word is exactly how this project writes or wrote a code, so that its spelling need not be preserved. */
  isOurs: <K extends WordKind>(kind: K, word: string, code: IssueCodes[K]) => boolean
}

const isSameName = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()
const foldName = (text: string) => text.normalize('NFC').trim().toLowerCase()
const toLists = (words: Record<string, string>) =>
  Object.fromEntries(Object.entries(words).map(([code, word]) => [code, [word, code]]))

/** A lookup by names as written, ignoring case, and then ignoring punctuation as well. */
function buildNameFinder(words: ProjectWords, kind: VocabularyKind, builtIn: Record<string, string>) {
  const [exact, loose] = [foldName, normalizeWord].map((fold) =>
    buildTermLookup(words, kind, toLists(builtIn), fold),
  )
  return (word: string) => exact?.get(foldName(word)) ?? loose?.get(normalizeWord(word))
}

export function buildWordReader(words: ProjectWords): WordReader {
  const { vocabulary, former } = words
  const find = {
    type: buildNameFinder(words, 'type', wordsByCode('topic_type')),
    status: buildNameFinder(words, 'status', wordsByCode('topic_status')),
    trade: buildNameFinder(words, 'trade', tradeWords),
  }
  return {
    vocabulary,
    find: <K extends WordKind>(kind: K, word: string) => {
      const named = vocabularyKindOf[kind]
      const code = (named && find[named](word)) ?? codesByWord[kind].get(normalizeWord(word))
      return (code as IssueCodes[K] | undefined) ?? null
    },
    findTrade: (word) => (find.trade(word) as Trade | undefined) ?? null,
    isOurs: (kind, word, code) => {
      const named = vocabularyKindOf[kind]
      const before = (named && former[named]?.[code]) ?? []
      return [formatCode(kind, code, vocabulary), getBuiltInWord(kind, code), ...before].includes(word)
    },
  }
}

export const placeLabel = {
  level: (name: string) => `Level: ${name}`,
  section: (name: string) => `Section: ${name}`,
}

/** The label of a number: `Estimate: 12.5 h`. */
export const formatDecimalLabel = (field: FieldOf<'decimal'>, value: number): string => {
  const { bcf_label, unit } = getFieldSpec(field)
  return `${bcf_label}: ${value} ${unit}`
}

/** Characters of a number with its unit. */
const LONGEST_DECIMAL = 60

function parseDecimalLabel(field: FieldOf<'decimal'>, text: string): number | null {
  const { schema, unit } = getFieldSpec(field)
  if (text.length > LONGEST_DECIMAL) return null
  const [, number = '', sign = ''] = /^(\d+(?:[.,]\d+)?)\s*(\S*)$/.exec(text) ?? []
  if (!number || ![unit, ''].includes(sign.toLowerCase())) return null
  const { data } = schema.safeParse(Number(number.replace(',', '.')))
  return typeof data === 'number' ? data : null
}

/** Levels, sections, custom fields and names of a project, to resolve labels such as "Level: 02". */
export interface ProjectPlaces extends OwnLabelContext {
  words: WordReader
  levels: { id: string; name: string }[]
  sections: { id: string; name: string }[]
}

/** Fields that travel as a label, because BCF has no place for them. */
type LabelField = {
  [K in IssueFieldName]: (typeof issueFieldList)[K] extends { bcf_label: string } ? K : never
}[IssueFieldName]
export type LabelFieldAlias = FieldAlias<LabelField>
export const labelFields = issueFieldNames.filter(
  (name): name is LabelField => getFieldSpec(name).bcf_label !== undefined,
)

export type LabelledFields = Pick<IssueValues, 'labels' | LabelField>

/** The value that a label gives a field; null for none that is known. */
function parseLabelValue(field: LabelField, text: string, places: ProjectPlaces) {
  if (isFieldOf('decimal', field)) return parseDecimalLabel(field, text)
  if (isFieldOf('place', field))
    return places[`${getFieldAlias(field)}s`].find(({ name }) => isSameName(name, text))?.id ?? null
  return places.words.findTrade(text)
}

/**
 * The kind and value of a label such as "Level: 02". Not by a regular expression: labels may have a million characters, and
 * a pattern would backtrack at every space.
 */
function parseKindLabel(label: string): { kind: string; text: string } | null {
  const at = label.indexOf(':')
  const [kind, text] = [label.slice(0, at), label.slice(at + 1).trimStart()]
  return at > 0 && /^\w+$/.test(kind) && /^.+$/.test(text) ? { kind, text } : null
}

/** Splits BCF labels: the first known one of each kind becomes a field, all others stay labels. */
export function splitLabels(all: string[], places: ProjectPlaces): LabelledFields {
  const values = new Map<LabelField, string | number>()
  const labels = new Set<string>()
  for (const label of all) {
    const { kind, text } = parseKindLabel(label) ?? { kind: '', text: '' }
    const field = labelFields.find((name) => isSameName(issueFieldList[name].bcf_label, kind))
    const value = field && !values.has(field) ? parseLabelValue(field, text, places) : null
    if (field && value !== null) values.set(field, value)
    else labels.add(label)
  }
  const fields = buildRecord(labelFields, (name) => values.get(name) ?? issueFieldList[name].initial)
  return { ...fields, labels: [...labels] } as LabelledFields
}

const buildDayFormat = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone })
let lastFormat = { timezone: 'UTC', format: buildDayFormat('UTC') }

/**
 * The day of an instant: the written day at midnight, because most programs store days only; otherwise the day in the
 * project's time zone. Null if the text is not a date.
 */
export function parseDueDay(instant: string, timezone: string): string | null {
  const [, day = '', time] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?/.exec(instant) ?? []
  if (!day) return null
  if (!time || /^00:00(:00(\.0+)?)?$/.test(time)) return day
  const zoned = /(Z|[+-]\d\d:?\d\d)$/.test(instant) ? instant : `${instant}Z`
  const at = new Date(zoned)
  if (Number.isNaN(at.getTime())) return null
  // building a format takes far longer than using it, and an import has one time zone
  if (lastFormat.timezone !== timezone) lastFormat = { timezone, format: buildDayFormat(timezone) }
  return lastFormat.format.format(at)
}

export const formatDueInstant = (day: string): string => `${day}T00:00:00Z`
export const formatServerAssignedId = (number: number): string => `PL-${number}`
