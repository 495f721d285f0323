import { cutText, repairLine, repairText } from '@plumbline/contract/characters'
import type { CustomValues } from '@plumbline/contract/issues/custom-fields'
import { isCustomKey } from '@plumbline/contract/issues/custom-keys'
import { getFieldAlias, issueFields } from '@plumbline/contract/issues/issue-fields'
import type { PermissionLevel } from '@plumbline/contract/roles'
import { isLevelAtLeast } from '@plumbline/contract/roles'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { BulkFields } from '../../issues/bulk/apply-changes.ts'
import { listProjectMembers } from '../../projects/project-roles.ts'
import { keptId } from '../../users/merged-people.ts'
import { parseOwnLabel } from '../own-labels.ts'
import { type PreservedFields, type PreservedWord, parseWord, type TextField } from '../preserved-fields.ts'
import { getProjectPlaces } from '../project-places.ts'
import {
  formatDueInstant,
  labelFields,
  type ProjectPlaces,
  parseDueDay,
  splitLabels,
  type WordKind,
  type WordReader,
} from '../words.ts'
import type { SplitMergeFields } from './merge-fields.ts'

/** Data of a project that topics refer to by name: levels, sections, people, time zone. */
export interface ImportProject {
  places: ProjectPlaces
  timezone: string
  /** by their name in the file, lower-cased */
  people: Map<string, { user_id: string; level: PermissionLevel }>
}

export interface PersonMapping {
  author: string
  user_id: string | null
}

/** `chosen`: members that the importer chose for addresses without an account. */
export async function getImportProject(
  tx: Tx,
  project_id: string,
  chosen: PersonMapping[],
): Promise<ImportProject> {
  const { places, timezone } = await getProjectPlaces(tx, project_id)
  const members = await listProjectMembers(tx, project_id)
  const levels = new Map<string, PermissionLevel>()
  for (const { user_id, permission_level } of members) {
    const level = levels.get(user_id)
    if (!level || isLevelAtLeast(permission_level, level)) levels.set(user_id, permission_level)
  }
  const ids = [...levels.keys()]
  const users =
    ids.length > 0
      ? await tx
          .selectFrom('users')
          .select([keptId('users').as('id'), 'email'])
          .where(keptId('users'), '=', sql<string>`any (${ids}::uuid[])`)
          .execute()
      : []
  const people: ImportProject['people'] = new Map()
  const addPerson = (name: string, user_id: string) => {
    const level = levels.get(user_id)
    if (level) people.set(name.trim().toLowerCase(), { user_id, level })
  }
  for (const { author, user_id } of chosen) if (user_id) addPerson(author, user_id)
  for (const { id, email } of users) addPerson(email, id)
  const able = [...people].filter(([, { level }]) => isLevelAtLeast(level, 'CONTRIBUTOR'))
  const named = new Map(able.map(([address, { user_id }]) => [address, user_id]))
  return { places: { ...places, people: named }, timezone, people }
}

export const findPersonId = ({ people }: ImportProject, author: string | undefined): string | null =>
  people.get(author?.trim().toLowerCase() ?? '')?.user_id ?? null

export interface ImportColumns {
  fields: BulkFields & Required<Pick<BulkFields, 'name' | 'status'>>
  /** the parts of the same fields that have no column */
  preserved: Pick<
    PreservedFields,
    'words' | 'labels' | 'assigned_to' | 'index' | 'reference_links' | 'bim_snippet' | 'files'
  >
}

const MAX_NAME_LENGTH = 255

/** Turns a text into one line of at most `most` characters, with an ellipsis if it was cut. */
function fitLine(text: string, most: number): string {
  const line = repairLine(text)
  return cutText(line, most) === line ? line : `${cutText(line, most - 1)}…`
}

function buildTexts(facts: SplitMergeFields, words: Partial<Record<string, PreservedWord>>) {
  const name = fitLine(facts.title, MAX_NAME_LENGTH) || '-'
  const { description = '', stage = '' } = facts
  const fits = issueFields.description.safeParse(description)
  const texts = {
    title: name,
    description: fits.success ? fits.data : cutText(repairText(description), 10_000),
    stage: fitLine(stage, 60),
  }
  const originals: Record<TextField, string> = { title: facts.title, description, stage }
  for (const kind of ['title', 'description', 'stage'] as const)
    if (originals[kind] !== texts[kind]) words[kind] = { word: originals[kind], means: texts[kind] }
  return texts
}

const defaultCodes = { topic_type: 'DEFECT', topic_status: 'OPEN', priority: 'MEDIUM' } as const

/** The code of a word; a missing word is preserved as empty. */
function parseCodeField<K extends WordKind>(
  kind: K,
  facts: SplitMergeFields,
  words: Partial<Record<string, PreservedWord>>,
  reader: WordReader,
) {
  const word = facts[kind]
  if (word === undefined) {
    words[kind] = { word: '', means: defaultCodes[kind] }
    return defaultCodes[kind]
  }
  const { code, preserved } = parseWord(kind, word, reader)
  if (preserved) words[kind] = preserved
  return code
}

function parseDueDate(
  { due_date }: SplitMergeFields,
  timezone: string,
  words: Partial<Record<string, PreservedWord>>,
) {
  const day = due_date === undefined ? null : parseDueDay(due_date, timezone)
  if (due_date === undefined || day === null || !issueFields.due_date.safeParse(day).success) return null
  if (new Date(formatDueInstant(day)).toISOString() !== due_date)
    words.due_date = { word: due_date, means: day }
  return day
}

/** The values of the project's custom fields. */
const buildOwnValues = (facts: SplitMergeFields, places: ProjectPlaces): CustomValues =>
  Object.fromEntries(
    Object.keys(facts)
      .filter(isCustomKey)
      .flatMap((key) => {
        const found = parseOwnLabel(facts[key] ?? '', places)
        return found ? [[found.field.id, found.value] as const] : []
      }),
  )

/** Converts merge fields into columns of an issue, and preserves values that do not fit. */
export function buildImportColumns(facts: SplitMergeFields, project: ImportProject): ImportColumns {
  const words: NonNullable<PreservedFields['words']> = {}
  const all = [...facts.labels, ...labelFields.flatMap((field) => facts[getFieldAlias(field)] ?? [])]
  const labelled = splitLabels(all, project.places)
  const fitting = labelled.labels
    .filter((label) => issueFields.labels.safeParse([label]).success)
    .slice(0, 50)
  const extraLabels = labelled.labels.filter((label) => !fitting.includes(label))
  const assignee = project.people.get(facts.assigned_to?.toLowerCase() ?? '')
  const assignee_id = assignee && isLevelAtLeast(assignee.level, 'CONTRIBUTOR') ? assignee.user_id : null
  const { title: name, description, stage } = buildTexts(facts, words)
  const fields = {
    name,
    description,
    stage: stage || null,
    type: parseCodeField('topic_type', facts, words, project.places.words),
    status: parseCodeField('topic_status', facts, words, project.places.words),
    priority: parseCodeField('priority', facts, words, project.places.words),
    due_date: parseDueDate(facts, project.timezone, words),
    ...labelled,
    labels: fitting,
    custom_fields: buildOwnValues(facts, project.places),
    assignee_id,
  }
  const preserved = {
    words: Object.keys(words).length > 0 ? words : undefined,
    labels: extraLabels.length > 0 ? extraLabels : undefined,
    assigned_to: assignee_id === null ? facts.assigned_to : undefined,
    index: facts.index,
    reference_links: facts.reference_links.length > 0 ? facts.reference_links : undefined,
    bim_snippet: facts.bim_snippet,
    files: facts.files,
  }
  return {
    fields,
    preserved: Object.fromEntries(Object.entries(preserved).filter(([, it]) => it !== undefined)),
  }
}
