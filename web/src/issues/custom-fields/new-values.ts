import {
  type CustomField,
  type CustomValue,
  type CustomValueChanges,
  isRequired,
} from '@plumbline/contract/issues/custom-fields'
import { buildCustomKey } from '@plumbline/contract/issues/custom-keys'
import type { IssueValues } from '@plumbline/contract/issues/issue-fields'
import { createIssue } from '@plumbline/contract/issues/issues'
import type { FieldIssue, FormSchema } from '../../ui/form-values.ts'

/** The value shown in the form of a new issue: the chosen one, or the field's default. */
export const getNewValue = (field: CustomField, chosen: CustomValueChanges): CustomValue | null =>
  chosen[field.id] === undefined ? field.initial : (chosen[field.id] ?? null)

/** The values to send: those of fields still offered by the project. */
export const pickOffered = (
  offered: readonly CustomField[],
  chosen: CustomValueChanges,
): CustomValueChanges =>
  Object.fromEntries(
    offered.flatMap(({ id }) => (chosen[id] === undefined ? [] : [[id, chosen[id]] as const])),
  )

/** The values of an issue that a copy can have: excludes choices no longer offered. */
export const pickCopied = (offered: readonly CustomField[], values: CustomValueChanges): CustomValueChanges =>
  pickOffered(
    offered.filter(
      ({ id, choices }) => !choices.some((choice) => choice.archived && choice.id === values[id]),
    ),
    values,
  )

/** The fields without a value that issues of this type require. */
export const listMissing = (
  offered: readonly CustomField[],
  chosen: CustomValueChanges,
  type: IssueValues['type'],
): CustomField[] =>
  offered.filter((field) => {
    const value = getNewValue(field, chosen)
    return isRequired(field, type) && (value === null || value === '')
  })

interface NewIssue {
  type: IssueValues['type']
  custom_fields: CustomValueChanges
}

/** The schema of a new issue, including the project's required fields, so that the form can check them without a network. */
export const buildNewIssueSchema = (
  offered: readonly CustomField[],
  { type, custom_fields }: NewIssue,
): FormSchema<unknown> => ({
  safeParse(value) {
    const parsed = createIssue.body.safeParse(value)
    const missing = listMissing(offered, custom_fields, type).map(
      ({ id }): FieldIssue => ({ path: [buildCustomKey(id)], message: '', code: 'invalid_type' }),
    )
    if (parsed.success && missing.length === 0) return parsed
    const issues: readonly FieldIssue[] = parsed.success ? [] : (parsed.error.issues as readonly FieldIssue[])
    return { success: false, error: { issues: [...issues, ...missing] } }
  },
})
