import * as z from 'zod/mini'
import { Day, Id } from '../fields.ts'
import { CustomFilter } from './custom-filter.ts'
import { CustomOrder } from './custom-keys.ts'
import {
  buildRecord,
  type FieldIn,
  type FieldOf,
  fieldsIn,
  getFieldAlias,
  issueFieldList,
} from './issue-fields.ts'
import { issueSources, issueStatuses } from './issues.ts'

/**
 * The query parameters that filter issues, the same for list, board, pins, statistics, exports and bulk changes. Several
 * values of a field are separated by commas and match any of them; several fields must all match.
 */

/** A comma-separated list of values, as a query parameter. */
const listOfValues = <T extends z.core.$ZodType<unknown, string>>(value: T) =>
  z.optional(
    z.pipe(
      z.pipe(
        z.string(),
        z.transform((text: string) => text.split(',')),
      ),
      z.array(value),
    ),
  )
const listOf = <const T extends readonly string[]>(values: T) => listOfValues(z.enum(values))

/** A comma-separated list of ids; `none` matches issues without a value, `me` is the caller, for user fields. */
const idsOf = <const T extends readonly string[]>(words: T) =>
  z.optional(
    z.pipe(
      z.pipe(
        z.string(),
        z.transform((text: string) => text.split(',')),
      ),
      z.array(z.union([Id, z.enum(words)])).check(z.maxLength(200)),
    ),
  )

export const dueFilters = ['overdue', 'today', 'next_7_days', 'none'] as const
/** Filters of a number besides its range. */
export const decimalPresence = ['any', 'none'] as const

type ChoiceFilters = {
  [K in FieldIn<'filter'> & FieldOf<'choice'>]: z.ZodMiniOptional<
    z.ZodMiniType<z.output<(typeof issueFieldList)[K]['schema']>[], string>
  >
}
const choiceFilters = buildRecord(
  fieldsIn('filter', 'choice'),
  (name): z.ZodMiniType => listOfValues(issueFieldList[name].schema),
) as ChoiceFilters

/** The parameters of a number: with or without a value, and the bounds of its range. */
export const getDecimalFilter = <K extends FieldOf<'decimal'>>(name: K) =>
  [name, `${name}_from`, `${name}_to`] as const
const NumberBound = z.optional(z.coerce.number<number>().check(z.minimum(0), z.maximum(1e9)))
const decimalFields = fieldsIn('filter', 'decimal')
const decimalFilters = {
  ...buildRecord(decimalFields, () => z.optional(z.enum(decimalPresence))),
  ...buildRecord(
    decimalFields.flatMap((name) => [`${name}_from`, `${name}_to`] as const),
    () => NumberBound,
  ),
}

/** Parameters with a list of values, which `not` may name. */
export const negatableFilters = [
  'status',
  'source',
  'created_by',
  'watcher_id',
  'bim_file_header_id',
  'label',
  ...fieldsIn('filter', 'choice', 'person', 'place'),
] as const
export type NegatableFilter = (typeof negatableFilters)[number]

export const issueFilter = {
  /** words or word prefixes in title, description or comments, or a number as `#12` */
  q: z.optional(z.string().check(z.maxLength(200))),
  status: listOf(issueStatuses),
  ...choiceFilters,
  source: listOf(issueSources),
  assignee_id: idsOf(['me', 'none']),
  created_by: idsOf(['me']),
  /** ids of watchers */
  watcher_id: idsOf(['me']),
  level_id: idsOf(['none']),
  section_id: idsOf(['none']),
  /** ids of files that the issue has a location in */
  bim_file_header_id: idsOf([]),
  /** exact labels; a comma within a label is encoded twice, as `%2C` */
  label: z.optional(z.string().check(z.maxLength(2000))),
  ...buildRecord(fieldsIn('filter', 'line'), () => z.optional(z.string().check(z.maxLength(60)))),
  ...decimalFilters,
  /** conditions of the project's custom fields, such as `<field id>:any:<value>,none;<field id>:from:3` */
  custom_fields: z.optional(CustomFilter),
  /** the named parameters match issues that have none of their values */
  not: listOf(negatableFilters),
  /** by the project's time zone; `overdue` and `next_7_days` match open issues only */
  due: z.optional(z.enum(dueFilters)),
  due_from: z.optional(Day),
  due_to: z.optional(Day),
  created_from: z.optional(Day),
  created_to: z.optional(Day),
  updated_from: z.optional(Day),
  updated_to: z.optional(Day),
  closed_from: z.optional(Day),
  closed_to: z.optional(Day),
  /** numbers and ranges of numbers, such as `7,12-40` */
  number: z.optional(
    z.string().check(z.maxLength(12_000), z.regex(/^\d{1,9}(-\d{1,9})?(,\d{1,9}(-\d{1,9})?)*$/)),
  ),
}
export const IssueFilter = z.object(issueFilter)
export type IssueFilter = z.output<typeof IssueFilter>

/** Fields to sort issues by; a leading `-` means descending. Ties are sorted by number. */
export const issueSorts = [
  'number',
  'status',
  ...fieldsIn('sort').map(getFieldAlias),
  'created_at',
  'updated_at',
] as const
export type IssueSort = (typeof issueSorts)[number]
const builtInOrder = z.enum([...issueSorts, ...issueSorts.map((sort) => `-${sort}` as const)] as [
  IssueSort | `-${IssueSort}`,
  ...(IssueSort | `-${IssueSort}`)[],
])
/** A field to sort by, built in or `custom_fields.<id>` of the project's own. */
export const IssueOrder = z.union([builtInOrder, CustomOrder])
export type IssueOrder = z.output<typeof IssueOrder>
