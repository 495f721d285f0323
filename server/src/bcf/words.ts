import {
  buildRecord,
  type FieldAlias,
  type FieldOf,
  getFieldAlias,
  getFieldSpec,
  type IssueFieldName,
  type IssueValues,
  isFieldOf,
  issueFieldList,
  issueFieldNames,
  type issuePriorities,
  type issueTypes,
} from '@plumbline/contract/issues/issue-fields'
import type { issueStatuses } from '@plumbline/contract/issues/issues'
import { type Trade, trades } from '@plumbline/contract/projects/trades'
import type { OwnLabelContext } from './own-labels.ts'

/** Maps issue codes to BCF words, and the words of other programs to codes. */

export interface IssueCodes {
  topic_type: (typeof issueTypes)[number]
  topic_status: (typeof issueStatuses)[number]
  priority: (typeof issuePriorities)[number]
}
export type WordKind = keyof IssueCodes

type Spellings<T extends string> = Record<T, readonly [ours: string, ...others: string[]]>

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

/** Codes of unknown words; the word itself is preserved beside the code. */
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

/** The code of a word, ignoring case and punctuation; null for an unknown word. */
export const findCode = <K extends WordKind>(kind: K, word: string): IssueCodes[K] | null =>
  (codesByWord[kind].get(normalizeWord(word)) as IssueCodes[K] | undefined) ?? null

export const formatCode = <K extends WordKind>(kind: K, code: IssueCodes[K]): string =>
  spellings[kind][code][0]

/** The words that we write, in the order of the codes. */
export const listWords = (kind: WordKind): string[] => Object.values(spellings[kind]).map(([ours]) => ours)

/** Our words by code, for SQL expressions. */
export const wordsByCode = (kind: WordKind): Record<string, string> =>
  Object.fromEntries(Object.entries(spellings[kind]).map(([code, [ours]]) => [code, ours]))

const tradeWords: Record<Trade, string> = {
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

const formatTradeLabel = (trade: Trade): string => `Trade: ${tradeWords[trade]}`
/** Labels by trade; GENERAL means "no trade" and has none. */
export const tradeLabels: Record<string, string> = Object.fromEntries(
  trades.filter((trade) => trade !== 'GENERAL').map((trade) => [trade, formatTradeLabel(trade)]),
)
export const placeLabel = {
  level: (name: string) => `Level: ${name}`,
  section: (name: string) => `Section: ${name}`,
}

/** The label of a number: `Estimate: 12.5 h`. */
export const formatDecimalLabel = (field: FieldOf<'decimal'>, value: number): string => {
  const { bcf_label, unit } = getFieldSpec(field)
  return `${bcf_label}: ${value} ${unit}`
}

function parseDecimalLabel(field: FieldOf<'decimal'>, text: string): number | null {
  const { schema, unit } = getFieldSpec(field)
  const [, number = '', sign = ''] = /^(\d+(?:[.,]\d+)?)\s*(\S*)$/.exec(text) ?? []
  if (!number || ![unit, ''].includes(sign.toLowerCase())) return null
  const { data } = schema.safeParse(Number(number.replace(',', '.')))
  return typeof data === 'number' ? data : null
}

/** Levels, sections and own fields of a project, to resolve labels such as "Level: 02". */
export interface ProjectPlaces extends OwnLabelContext {
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

const isSameName = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()

/** The value that a label gives a field; null for none that is known. */
function parseLabelValue(field: LabelField, text: string, places: ProjectPlaces) {
  if (isFieldOf('decimal', field)) return parseDecimalLabel(field, text)
  if (isFieldOf('place', field))
    return places[`${getFieldAlias(field)}s`].find(({ name }) => isSameName(name, text))?.id ?? null
  return trades.find((code) => normalizeWord(tradeWords[code]) === normalizeWord(text)) ?? null
}

/** Splits BCF labels: the first known one of each kind becomes a field, all others stay labels. */
export function splitLabels(all: string[], places: ProjectPlaces): LabelledFields {
  const values = new Map<LabelField, string | number>()
  const labels = new Set<string>()
  for (const label of all) {
    const [, kind = '', text = ''] = /^(\w+):\s*(.+)$/.exec(label) ?? []
    const field = labelFields.find((name) => isSameName(issueFieldList[name].bcf_label, kind))
    const value = field && !values.has(field) ? parseLabelValue(field, text, places) : null
    if (field && value !== null) values.set(field, value)
    else labels.add(label)
  }
  const fields = buildRecord(labelFields, (name) => values.get(name) ?? issueFieldList[name].initial)
  return { ...fields, labels: [...labels] } as LabelledFields
}

/**
 * The day of an instant: the written day at midnight, because most programs store days only; otherwise the day in the
 * project's time zone. Null if the text is no date.
 */
export function parseDueDay(instant: string, timezone: string): string | null {
  const [, day = '', time] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?/.exec(instant) ?? []
  if (!day) return null
  if (!time || /^00:00(:00(\.0+)?)?$/.test(time)) return day
  const zoned = /(Z|[+-]\d\d:?\d\d)$/.test(instant) ? instant : `${instant}Z`
  const at = new Date(zoned)
  if (Number.isNaN(at.getTime())) return null
  return new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format(at)
}

export const formatDueInstant = (day: string): string => `${day}T00:00:00Z`
export const formatServerAssignedId = (number: number): string => `PL-${number}`
