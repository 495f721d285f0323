import type { CustomField } from '@plumbline/contract/issues/custom-fields'
import { buildCustomKey, CUSTOM_PREFIX, parseCustomKey } from '@plumbline/contract/issues/custom-keys'
import type { FieldChange } from '@plumbline/contract/issues/timeline'
import type { NotificationPayload } from '@plumbline/contract/notifications/notifications'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { customFieldColumns } from '../issues/custom-fields/custom-fields.ts'
import { readUserNames } from '../issues/lists/places.ts'
import { readProjectWords } from '../projects/vocabulary.ts'

/** Fields whose values fit into a sentence; for other fields it gives the name only. */
const told = ['name', 'status', 'priority', 'due_date', 'stage', 'estimate_hours']
const placeFields = ['level_id', 'section_id']
/** imported data without a name for people */
const untold = ['bcf']

/** The project's custom fields among the changes, by the name of their change. */
async function readOwnFields(tx: Tx, changes: FieldChange[]): Promise<Map<string, CustomField>> {
  const ids = changes.flatMap(({ field }) => parseCustomKey(field) ?? [])
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('custom_fields')
    .select(customFieldColumns)
    .where('id', 'in', ids)
    .execute()
  return new Map((rows as CustomField[]).map((field) => [buildCustomKey(field.id), field]))
}

/** A value of the project's custom field as people read it. */
function formatOwnValue({ kind, choices }: CustomField, value: unknown, people: Map<string, string>) {
  if (kind === 'CHOICE') return choices.find(({ id }) => id === value)?.name ?? null
  if (kind === 'PERSON') return people.get(String(value)) || null
  if (kind === 'CHECKBOX') return '✓'
  const text = String(value)
  return text.length <= MAX_TOLD_TEXT ? text : null
}

/** characters of a text that a sentence has room for */
const MAX_TOLD_TEXT = 100

/** Values before and after by field; of people with their ids, which no reply contains, to take their names away. */
type Changed = Record<
  string,
  NonNullable<NotificationPayload['changed']>[string] & { from_id?: string; to_id?: string }
>

interface ChangedPayload extends Pick<NotificationPayload, 'assignee_from_id' | 'assignee_to_id'> {
  changed?: Changed
  /** ids of the people named by custom fields */
  named_ids?: string[]
}

const idsOf = (changes: FieldChange[], fields: string[]) =>
  changes
    .filter(({ field }) => fields.includes(field))
    .flatMap(({ from, to }) => [from, to])
    .filter((id) => typeof id === 'string')

async function readPlaceNames(tx: Tx, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from levels where id = any (${ids}::uuid[])
    union all select id, name from sections where id = any (${ids}::uuid[])`.execute(tx)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Builds the part of the payload about changed fields: the display values before and after. */
export async function buildChangedPayload(
  tx: Tx,
  projectId: string | null,
  changes: FieldChange[],
): Promise<ChangedPayload> {
  const shown = changes.filter(({ field }) => !untold.includes(field))
  if (shown.length === 0) return {}
  const own = await readOwnFields(tx, shown)
  const peopleFields = [...own].flatMap(([key, { kind }]) => (kind === 'PERSON' ? key : []))
  const people = await readUserNames(tx, idsOf(shown, ['assignee_id', ...peopleFields]))
  const places = await readPlaceNames(tx, idsOf(shown, placeFields))
  const hasStatus = projectId !== null && shown.some(({ field }) => field === 'status')
  // the project's own name replaces the code, which each language translates
  const statusNames = hasStatus ? (await readProjectWords(tx, projectId)).vocabulary.status.names : {}
  const format = (field: string, value: unknown): string | null => {
    if (value === null || value === undefined) return null
    const ownField = own.get(field)
    if (ownField) return formatOwnValue(ownField, value, people)
    if (field === 'assignee_id') return people.get(String(value)) || null
    if (placeFields.includes(field)) return places.get(String(value)) ?? null
    if (field === 'status') return statusNames[String(value)] ?? String(value)
    return told.includes(field) ? String(value) : null
  }
  const changed: Changed = {}
  // told by its name: the sentence is written without the project
  for (const { field, from, to } of shown)
    changed[own.has(field) ? `${CUSTOM_PREFIX}${own.get(field)?.name}` : field] = {
      from: format(field, from),
      to: format(field, to),
      ...(peopleFields.includes(field) && typeof from === 'string' && { from_id: from }),
      ...(peopleFields.includes(field) && typeof to === 'string' && { to_id: to }),
    }
  const named_ids = idsOf(shown, peopleFields)
  const assigned = shown.find(({ field }) => field === 'assignee_id')
  return {
    changed,
    ...(named_ids.length > 0 && { named_ids }),
    ...(typeof assigned?.from === 'string' && { assignee_from_id: assigned.from }),
    ...(typeof assigned?.to === 'string' && { assignee_to_id: assigned.to }),
  }
}
