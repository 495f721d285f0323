import {
  type CustomChoice,
  type CustomField,
  type CustomValue,
  MAX_CHOICES,
  MAX_CUSTOM_FIELDS,
  parseCustomValue,
} from '@plumbline/contract/issues/custom-fields'
import { reason } from '@plumbline/contract/reasons'
import { sql } from 'kysely'
import type { ProjectCtx } from '../../context.ts'
import { type Tx, toJsonb } from '../../db/database.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Reaction, Tell } from '../../live/tell.ts'
import { checkOwnTerms } from '../../projects/vocabulary.ts'
import { mayBeAssigned } from '../check-references.ts'

/** Custom fields. Offered ones are ordered from 1 to n without gaps; writes lock the project. */

export const customFieldColumns = [
  'id',
  'name',
  'kind',
  'choices',
  'initial',
  'required_for',
  'order',
  'archived',
] as const

/** archived fields of a project, and archived choices of a field */
const MAX_ARCHIVED = 150

/** The fields of a project in order, archived ones last. */
export async function readCustomFields(tx: Tx, projectId: string): Promise<CustomField[]> {
  const rows = await tx
    .selectFrom('custom_fields')
    .select(customFieldColumns)
    .where('project_id', '=', projectId)
    .orderBy('archived')
    .orderBy('order')
    .orderBy('id')
    .limit(MAX_CUSTOM_FIELDS + MAX_ARCHIVED)
    .execute()
  return rows as CustomField[]
}

export const publishCustomFieldsUpdated = (ctx: ProjectCtx) =>
  ctx.tell('custom_field.updated', {
    project_id: ctx.member.project_id,
    data: {},
    audience: { level: 'VIEWER' },
  })

/** Refuses a further field, offered or archived, of a project that has the most already. */
export function checkFieldCount(fields: readonly CustomField[], archived: boolean): void {
  const count = fields.filter((field) => field.archived === archived).length
  if (!archived && count >= MAX_CUSTOM_FIELDS)
    throw new Refusal('conflict', reason('too_many_custom_fields', { count: MAX_CUSTOM_FIELDS }))
  if (archived && count >= MAX_ARCHIVED)
    throw new Refusal('conflict', reason('too_many_archived', { count: MAX_ARCHIVED }))
}

const createFieldRefusal = (field: string, why: ReturnType<typeof reason>) =>
  new Refusal('bad_request', { reason: why, fields: { [field]: why } })

const isSameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/**
 * The choices after a change: a choice with a known id or an unchanged name keeps its id, all others are new, with the id
 * chosen by the client if any. Choices left out are archived, because issues may have them.
 */
export function mergeChoices(
  stored: readonly CustomChoice[],
  wanted: readonly { id?: string | undefined; name: string }[],
): CustomChoice[] {
  const offered = wanted.map(({ id, name }): CustomChoice => {
    const known =
      stored.find((choice) => choice.id === id) ?? stored.find((choice) => isSameName(choice.name, name))
    return { id: known?.id ?? id ?? crypto.randomUUID(), name, archived: false }
  })
  if (new Set(offered.map(({ name }) => name.toLowerCase())).size < offered.length)
    throw createFieldRefusal('choices', reason('choice_repeated'))
  if (new Set(offered.map(({ id }) => id)).size < offered.length)
    throw createFieldRefusal('choices', reason('choice_repeated'))
  const left = stored
    .filter(({ id }) => !offered.some((choice) => choice.id === id))
    .map((choice) => ({ ...choice, archived: true }))
  if (left.length > MAX_ARCHIVED)
    throw new Refusal('conflict', reason('too_many_archived', { count: MAX_ARCHIVED }))
  return [...offered, ...left]
}

/** Refuses a definition with contradicting parts; returns the default value as stored. */
export async function checkDefinition(
  ctx: ProjectCtx,
  field: Pick<CustomField, 'kind' | 'choices' | 'initial' | 'required_for'>,
): Promise<CustomValue | null> {
  const offered = field.choices.filter(({ archived }) => !archived)
  if (field.kind === 'CHOICE' && offered.length === 0)
    throw createFieldRefusal('choices', reason('choices_missing'))
  if (field.kind !== 'CHOICE' && field.choices.length > 0)
    throw createFieldRefusal('choices', reason('not_valid'))
  // an unticked checkbox is an answer too
  if (field.kind === 'CHECKBOX' && field.required_for.length > 0)
    throw createFieldRefusal('required_for', reason('not_valid'))
  await checkOwnTerms(ctx, { type: field.required_for }, 'required_for')
  const initial = parseCustomValue({ kind: field.kind, choices: offered }, field.initial)
  const fits =
    initial !== undefined &&
    (field.kind !== 'PERSON' || initial === null || (await mayBeAssigned(ctx, String(initial))))
  if (!fits) throw createFieldRefusal('initial', reason('default_not_valid'))
  return initial
}

type WantedChoice = { id?: string | undefined; name: string }

/**
 * Applies an editor's choices, based on `before`, to the stored ones: choices that others archived stay archived, names that
 * others changed are kept unless this editor changed them too, and choices that others added come last.
 */
export function keepOthersChoices(
  stored: readonly CustomChoice[],
  before: readonly { id: string; name: string }[],
  wanted: readonly WantedChoice[],
): WantedChoice[] {
  const offered = new Map(stored.filter(({ archived }) => !archived).map((choice) => [choice.id, choice]))
  const seen = new Map(before.map(({ id, name }) => [id, name]))
  const own = wanted.flatMap((choice) => {
    const name = choice.id === undefined ? undefined : seen.get(choice.id)
    if (name === undefined) return choice
    const now = offered.get(choice.id ?? '')
    if (!now) return []
    return name === choice.name ? now : choice
  })
  const isOwn = ({ id, name }: CustomChoice) =>
    own.some((choice) => choice.id === id || isSameName(choice.name, name))
  const added = [...offered.values()].filter((choice) => !seen.has(choice.id) && !isOwn(choice))
  if (own.length + added.length > MAX_CHOICES)
    throw createFieldRefusal('choices', reason('too_many_choices', { count: MAX_CHOICES }))
  return [...own, ...added]
}

/** Before an account is deleted: its person is no longer the default of new issues. */
export async function forgetDefaultsNaming(tx: Tx, tell: Tell, userId: string): Promise<void> {
  const fields = await tx
    .updateTable('custom_fields')
    .set({ initial: null })
    .where('kind', '=', 'PERSON')
    .where('initial', '=', toJsonb(userId))
    .returning('project_id')
    .execute()
  for (const project_id of new Set(fields.map((field) => field.project_id)))
    await tell('custom_field.updated', { project_id, data: {}, audience: { level: 'VIEWER' } })
}

/** Copies the fields of the project that a new project was created from; its people are not members of the new one. */
export const copyCustomFields: Reaction = async (tx, event) => {
  if (event.type !== 'project.created' || event.cause.kind !== 'CREATED' || !event.cause.template_id) return
  await sql`insert into custom_fields (id, project_id, name, kind, choices, initial, required_for, "order")
    select gen_random_uuid(), ${event.project_id}, name, kind, choices,
      case when kind <> 'PERSON' then initial end, required_for, "order"
    from custom_fields where project_id = ${event.cause.template_id} and not archived`.execute(tx)
}
