import {
  type CustomField,
  type CustomValue,
  type CustomValueChanges,
  type CustomValues,
  isRequired,
  parseCustomValue,
} from '@plumbline/contract/issues/custom-fields'
import { buildCustomKey } from '@plumbline/contract/issues/custom-keys'
import type { IssueValues } from '@plumbline/contract/issues/issue-fields'
import { type Reason, reason } from '@plumbline/contract/reasons'
import type { ProjectCtx } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import { mayBeAssigned } from '../check-references.ts'

const createValueRefusal = (id: string, why: Reason) =>
  new Refusal('bad_request', { reason: why, fields: { [buildCustomKey(id)]: why } })

/** A value as stored; refuses values that the field cannot hold or no longer offers. */
async function checkValue(
  ctx: ProjectCtx,
  field: CustomField,
  value: CustomValue | null,
  stored: CustomValue | undefined,
): Promise<CustomValue | null> {
  const parsed = parseCustomValue(field, value)
  if (parsed === undefined)
    throw createValueRefusal(field.id, reason('custom_value_not_valid', { name: field.name }))
  // the issue's existing value may be sent again, for example in the whole form of an older client
  if (parsed === null || parsed === stored) return parsed
  if (field.archived) throw createValueRefusal(field.id, reason('unknown_custom_field'))
  if (field.kind === 'CHOICE' && field.choices.some(({ id, archived }) => archived && id === parsed))
    throw createValueRefusal(field.id, reason('custom_value_not_valid', { name: field.name }))
  if (field.kind === 'PERSON' && !(await mayBeAssigned(ctx, String(parsed))))
    throw createValueRefusal(field.id, reason('assignee_cannot_work'))
  return parsed
}

/** The changed values as stored. @throws Refusal bad_request, naming the field */
export async function checkCustomValues(
  ctx: ProjectCtx,
  fields: readonly CustomField[],
  changes: CustomValueChanges,
  stored: CustomValues = {},
): Promise<CustomValueChanges> {
  const checked: CustomValueChanges = {}
  for (const [key, value] of Object.entries(changes)) {
    const id = key.toLowerCase()
    const field = fields.find((each) => each.id === id)
    if (!field) throw createValueRefusal(key, reason('unknown_custom_field'))
    checked[id] = await checkValue(ctx, field, value, stored[id])
  }
  return checked
}

/** Refuses a new issue without a value that its type requires. */
export function checkRequiredValues(
  fields: readonly CustomField[],
  values: CustomValues,
  type: IssueValues['type'],
): void {
  const missing = fields.find((field) => isRequired(field, type) && values[field.id] === undefined)
  if (missing) throw createValueRefusal(missing.id, reason('custom_value_missing', { name: missing.name }))
}

/** A field required by the type that a change would empty; fields that were empty before may stay empty. */
export const findEmptiedField = (
  fields: readonly CustomField[],
  changes: CustomValueChanges,
  stored: CustomValues,
  type: IssueValues['type'],
): CustomField | undefined =>
  fields.find(
    (field) => isRequired(field, type) && changes[field.id] === null && stored[field.id] !== undefined,
  )

/** Refuses to empty a value that the type requires. */
export function checkEmptiedValues(...change: Parameters<typeof findEmptiedField>): void {
  const emptied = findEmptiedField(...change)
  if (emptied) throw createValueRefusal(emptied.id, reason('custom_value_missing', { name: emptied.name }))
}

/** The defaults of fields without a value in a new issue, except a person who has left the project. */
export async function listDefaults(
  ctx: ProjectCtx,
  fields: readonly CustomField[],
  given: CustomValueChanges,
): Promise<CustomValues> {
  const values: CustomValues = {}
  for (const { id, kind, initial, archived } of fields) {
    if (archived || initial === null || given[id] !== undefined) continue
    if (kind === 'PERSON' && !(await mayBeAssigned(ctx, String(initial)))) continue
    values[id] = initial
  }
  return values
}
