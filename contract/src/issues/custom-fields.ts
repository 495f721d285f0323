import * as z from 'zod/mini'
import { atLeastOneOf, Day, Id, LineField } from '../fields.ts'
import { endpoint } from '../http.ts'
import { MAX_OWN_TERMS } from '../projects/own-terms.ts'
import { IssueType, issueTypes } from './issue-fields.ts'

/** Custom fields that a project defines for its issues: their names, types and the issue types that require them. */

export const customFieldKinds = ['TEXT', 'NUMBER', 'DATE', 'CHOICE', 'PERSON', 'CHECKBOX'] as const
export type CustomFieldKind = (typeof customFieldKinds)[number]

/** Kinds whose values many issues share, so that lists can be grouped by them. */
export const groupKinds: readonly CustomFieldKind[] = ['CHOICE', 'PERSON', 'CHECKBOX']

/** limit on active fields; archived ones do not count */
export const MAX_CUSTOM_FIELDS = 50
export const MAX_CHOICES = 50
export const MAX_CUSTOM_TEXT = 500
export const MAX_CUSTOM_NUMBER = 1_000_000_000_000

/**
 * A value: text, a number, a day, the id of a choice or of a member, or true for a ticked checkbox. A checkbox that is not
 * ticked has no value.
 */
export const CustomValue = z.union([
  LineField(0, MAX_CUSTOM_TEXT),
  z.number().check(z.minimum(-MAX_CUSTOM_NUMBER), z.maximum(MAX_CUSTOM_NUMBER)),
  z.boolean(),
])
export type CustomValue = z.output<typeof CustomValue>

/** The values of an issue by field; fields without a value are left out. */
export const CustomValues = z.record(Id, CustomValue)
export type CustomValues = z.output<typeof CustomValues>

/** Values to write by field; fields that are left out keep theirs, null empties one. */
export const CustomValueChanges = z
  .record(Id, z.nullable(CustomValue))
  .check(z.refine((changes) => Object.keys(changes).length <= 2 * MAX_CUSTOM_FIELDS))
export type CustomValueChanges = z.output<typeof CustomValueChanges>

const choiceName = LineField(1, 60)
export const CustomChoice = z.object({
  id: Id,
  name: z.string(),
  /** no longer offered; issues that have it keep it */
  archived: z.boolean(),
})
export type CustomChoice = z.output<typeof CustomChoice>

export const CustomField = z.object({
  id: Id,
  name: z.string(),
  kind: z.enum(customFieldKinds),
  /** only for CHOICE, in order, archived ones last */
  choices: z.array(CustomChoice),
  /** default value of new issues; null for none */
  initial: z.nullable(CustomValue),
  /** types of issues that cannot be created without a value */
  required_for: z.array(IssueType),
  order: z.number(),
  /** no longer offered; issues keep their values */
  archived: z.boolean(),
})
export type CustomField = z.output<typeof CustomField>

const customFieldFields = {
  name: LineField(1, 60),
  /** the offered choices in order; a known id keeps its issues under the new name, choices left out are archived */
  choices: z
    .array(z.object({ id: z.optional(Id), name: choiceName }))
    .check(z.minLength(1), z.maxLength(MAX_CHOICES)),
  /** default value of new issues; null for none */
  initial: z.nullable(CustomValue),
  required_for: z.array(IssueType).check(z.maxLength(issueTypes.length + MAX_OWN_TERMS)),
}

export const listCustomFields = endpoint({
  method: 'GET',
  path: '/api/project/:id/custom-field',
  access: 'project:VIEWER',
  summary: 'The custom fields of a project’s issues, in order, archived ones last',
  reply: z.array(CustomField),
  hears: ['custom_field.updated'],
})

export const createCustomField = endpoint({
  method: 'POST',
  path: '/api/project/:id/custom-field',
  access: 'project:EDITOR',
  summary: 'Create a custom field for the issues of a project, at the end; at most 50',
  body: z.object({
    name: customFieldFields.name,
    kind: z.enum(customFieldKinds),
    /** only for CHOICE, which needs at least one */
    choices: z.optional(customFieldFields.choices),
    initial: z.optional(customFieldFields.initial),
    required_for: z.optional(customFieldFields.required_for),
  }),
  reply: CustomField,
  status: 201,
  refuses: ['already_exists', 'conflict'],
  tells: ['custom_field.updated'],
  example: {
    body: {
      name: 'Cause',
      kind: 'CHOICE',
      choices: [{ name: 'Workmanship' }, { name: 'Design' }, { name: 'Material' }],
      required_for: ['DEFECT'],
    },
  },
})

export const updateCustomField = endpoint({
  method: 'PATCH',
  path: '/api/project/:id/custom-field/:customFieldId',
  access: 'project:EDITOR',
  summary: 'Update a custom field: name, choices, default, requirement, position; or archive it',
  body: atLeastOneOf({
    ...customFieldFields,
    /** the offered choices that `choices` is based on: additions, renames and archivals by others since then are kept */
    choices_before: z.array(z.object({ id: Id, name: z.string() })).check(z.maxLength(MAX_CHOICES)),
    /** new position, from 1; all other fields shift */
    order: z.int().check(z.minimum(1), z.maximum(MAX_CUSTOM_FIELDS)),
    archived: z.boolean(),
  }),
  reply: z.array(CustomField),
  refuses: ['not_found', 'already_exists', 'conflict'],
  tells: ['custom_field.updated'],
  example: { body: { name: 'Cause of the defect' } },
})

export const isRequired = (field: Pick<CustomField, 'archived' | 'required_for'>, type: IssueType): boolean =>
  !field.archived && field.required_for.includes(type)

const isDay = (value: CustomValue) => z.safeParse(Day, value).success

/**
 * A value as stored: null for an empty text and an unticked checkbox; undefined if it does not fit the field. Does not check
 * whether a person belongs to the project.
 */
export function parseCustomValue(
  field: Pick<CustomField, 'kind' | 'choices'>,
  value: CustomValue | null,
): CustomValue | null | undefined {
  if (value === null || value === '') return null
  switch (field.kind) {
    case 'TEXT':
      return typeof value === 'string' ? value : undefined
    case 'NUMBER':
      return typeof value === 'number' ? value : undefined
    case 'DATE':
      return isDay(value) ? value : undefined
    case 'CHOICE':
      return field.choices.some(({ id }) => id === value) ? value : undefined
    case 'PERSON':
      return z.safeParse(Id, value).data
    case 'CHECKBOX':
      return typeof value === 'boolean' ? value || null : undefined
  }
}

/** Stored values after a change. */
export function mergeCustomValues(stored: CustomValues, changes: CustomValueChanges): CustomValues {
  const merged = Object.entries({ ...stored, ...changes }).filter(([, value]) => value !== null)
  return Object.fromEntries(merged) as CustomValues
}
