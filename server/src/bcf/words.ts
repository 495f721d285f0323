import type { issuePriorities, issueStatuses, issueTypes } from '@plumbline/contract/issues/issues'
import { type Trade, trades } from '@plumbline/contract/projects/trades'

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

/** Levels and sections of a project, to resolve labels such as "Level: 02". */
export interface ProjectPlaces {
  levels: { id: string; name: string }[]
  sections: { id: string; name: string }[]
}

export interface LabelledFields {
  labels: string[]
  trade: Trade
  level_id: string | null
  section_id: string | null
}

const isSameName = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()

/** Splits BCF labels: the first known trade, level and section become fields, all others stay labels. */
export function splitLabels(all: string[], places: ProjectPlaces): LabelledFields {
  const fields: LabelledFields = { labels: [], trade: 'GENERAL', level_id: null, section_id: null }
  const seenKinds = new Set<string>()
  const assignField = (label: string): boolean => {
    const [, kind = '', value = ''] = /^(Trade|Level|Section):\s*(.+)$/i.exec(label) ?? []
    const what = kind.toLowerCase()
    if (seenKinds.has(what)) return false
    if (what === 'trade') {
      const trade = trades.find((code) => normalizeWord(tradeWords[code]) === normalizeWord(value))
      if (trade) fields.trade = trade
      return trade !== undefined
    }
    if (what !== 'level' && what !== 'section') return false
    const id = places[`${what}s`].find(({ name }) => isSameName(name, value))?.id
    if (id) fields[`${what}_id`] = id
    return id !== undefined
  }
  for (const label of all) {
    const kind = /^(\w+):/.exec(label)?.[1]?.toLowerCase() ?? ''
    if (assignField(label)) seenKinds.add(kind)
    else if (!fields.labels.includes(label)) fields.labels.push(label)
  }
  return fields
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
