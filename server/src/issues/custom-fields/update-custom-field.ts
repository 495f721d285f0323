import type * as api from '@plumbline/contract/issues/custom-fields'
import type { Input, ProjectCtx } from '../../context.ts'
import { toJsonb } from '../../db/database.ts'
import { Refusal } from '../../http/refusal.ts'
import { convertNameConflict, lockProject } from '../../projects/levels.ts'
import { holdNamedPeople } from '../check-references.ts'
import {
  checkDefinition,
  checkFieldCount,
  keepOthersChoices,
  mergeChoices,
  publishCustomFieldsUpdated,
  readCustomFields,
} from './custom-fields.ts'

type Body = Input<typeof api.updateCustomField>['body']

/** The field after a change; drops a default whose choice is no longer offered. */
function applyBody(
  field: api.CustomField,
  { order: _, choices: named, choices_before: before, ...body }: Body,
): api.CustomField {
  const wanted = named && before ? keepOthersChoices(field.choices, before, named) : named
  const choices = wanted ? mergeChoices(field.choices, wanted) : field.choices
  const isGone = choices.some(({ id, archived }) => archived && id === field.initial)
  const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
  return { ...field, initial: isGone ? null : field.initial, ...given, choices }
}

async function writeField(ctx: ProjectCtx, field: api.CustomField): Promise<void> {
  const { id, name, choices, initial, required_for, archived } = field
  await ctx.tx
    .updateTable('custom_fields')
    .set({
      name,
      choices: toJsonb(choices),
      initial: initial === null ? null : toJsonb(initial),
      required_for: [...new Set(required_for)],
      archived,
    })
    .where('id', '=', id)
    .execute()
    .catch((error: unknown) => Promise.reject(convertNameConflict(error)))
}

/** Numbers the offered fields from 1, the moved one at its new position. */
async function writeOrder(
  ctx: ProjectCtx,
  fields: readonly api.CustomField[],
  moved: string,
  order?: number,
) {
  const others = fields.filter(({ id }) => id !== moved)
  const field = fields.filter(({ id }) => id === moved)
  const ordered = order === undefined ? fields : others.toSpliced(order - 1, 0, ...field)
  for (const [index, { id, order: stored }] of ordered.entries())
    if (stored !== index + 1)
      await ctx.tx
        .updateTable('custom_fields')
        .set({ order: index + 1 })
        .where('id', '=', id)
        .execute()
}

export async function updateCustomField(
  ctx: ProjectCtx,
  { params, body }: Input<typeof api.updateCustomField>,
) {
  const { project_id } = ctx.member
  if (body.initial !== undefined) holdNamedPeople(ctx, { custom_fields: { initial: body.initial } })
  await lockProject(ctx, project_id)
  const fields = await readCustomFields(ctx.tx, project_id)
  const field = fields.find(({ id }) => id === params.customFieldId)
  if (!field) throw new Refusal('not_found')
  const next = applyBody(field, body)
  if (next.archived !== field.archived) checkFieldCount(fields, next.archived)
  // a default person who has left since does not block other changes
  const isDefaultGiven = body.initial !== undefined
  const checked = await checkDefinition(ctx, isDefaultGiven ? next : { ...next, initial: null })
  await writeField(ctx, isDefaultGiven ? { ...next, initial: checked } : next)
  const offered = fields.filter(({ id, archived }) => !archived && id !== field.id)
  const place = field.archived ? offered.length : field.order - 1
  const kept = next.archived ? offered : offered.toSpliced(place, 0, field)
  await writeOrder(ctx, kept, field.id, next.archived ? undefined : body.order)
  await publishCustomFieldsUpdated(ctx)
  return readCustomFields(ctx.tx, project_id)
}
