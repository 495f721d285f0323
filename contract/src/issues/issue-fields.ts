import * as z from 'zod/mini'
import { Day, Id, LineField, TextField } from '../fields.ts'
import { OwnTerm } from '../projects/own-terms.ts'
import { Trade, trades } from '../projects/trades.ts'

/**
 * The fields of an issue in menu order, with the kind of value and the places where each field appears. A new field of an
 * existing kind needs a row here, its names (`field-names*.ts`) and a migration; everything else derives from its kind. The
 * status (its transitions have rules) and the watchers (stored in rows of their own) are written by hand in each place.
 */

export const issueTypes = [
  'DEFECT',
  'CLASH',
  'COORDINATION',
  'RFI',
  'QUALITY',
  'SAFETY',
  'CHANGE',
  'TASK',
  'OTHER',
] as const
/** A built-in type, or one of the project's own. */
export const IssueType = z.union([z.enum(issueTypes), OwnTerm])
export type IssueType = z.output<typeof IssueType>
export const issuePriorities = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const
export type IssuePriority = (typeof issuePriorities)[number]
export const issueVisibilities = ['ALL', 'COMPANY', 'PRIVATE'] as const

/**
 * `text` is free text and never null; `line` a short text that many issues share; `choice` one of `values`; `decimal` a
 * number with a unit; `person` and `place` ids of members, levels and sections.
 */
export const maxLabels = 50

export type FieldKind = 'text' | 'line' | 'choice' | 'person' | 'place' | 'date' | 'decimal' | 'labels'

/** Places where only some fields appear. The API, history, conflicts, spreadsheets and personal data have all fields. */
export type FieldPlace = 'bulk' | 'template' | 'column' | 'sort' | 'group' | 'filter' | 'report'

export interface IssueFieldSpec {
  kind: FieldKind
  schema: z.ZodMiniType
  /** default value of a new issue */
  initial: string | readonly string[] | null
  in: readonly FieldPlace[]
  /** name in lists and spreadsheets, if it is not the field's name */
  alias?: string
  /** the topic's field in BCF; fields without one travel as a label, see `bcf_label` */
  bcf?: string
  /** prefix of the label that carries the value in BCF: `Level: 02` */
  bcf_label?: string
  /** the built-in ones */
  values?: readonly string[]
  /** projects may add values of their own */
  hasOwnTerms?: boolean
  unit?: string
  /** characters of a line */
  max?: number
}

export const issueFieldList = {
  name: {
    kind: 'text',
    schema: LineField(1, 255),
    initial: '',
    in: ['template', 'column', 'sort'],
    bcf: 'title',
  },
  description: {
    kind: 'text',
    schema: TextField(10_000),
    initial: '',
    in: ['template'],
    bcf: 'description',
  },
  priority: {
    kind: 'choice',
    values: issuePriorities,
    schema: z.enum(issuePriorities),
    initial: 'MEDIUM',
    in: ['bulk', 'template', 'column', 'sort', 'group', 'filter', 'report'],
    bcf: 'priority',
  },
  assignee_id: {
    kind: 'person',
    alias: 'assignee',
    schema: z.nullable(Id),
    initial: null,
    in: ['bulk', 'column', 'sort', 'group', 'filter', 'report'],
    bcf: 'assigned_to',
  },
  due_date: {
    kind: 'date',
    schema: z.nullable(Day),
    initial: null,
    in: ['bulk', 'column', 'sort', 'filter', 'report'],
    bcf: 'due_date',
  },
  trade: {
    kind: 'choice',
    values: trades,
    hasOwnTerms: true,
    schema: Trade,
    initial: 'GENERAL',
    in: ['bulk', 'template', 'column', 'sort', 'group', 'filter', 'report'],
    bcf_label: 'Trade',
  },
  level_id: {
    kind: 'place',
    alias: 'level',
    schema: z.nullable(Id),
    initial: null,
    in: ['bulk', 'column', 'sort', 'group', 'filter', 'report'],
    bcf_label: 'Level',
  },
  section_id: {
    kind: 'place',
    alias: 'section',
    schema: z.nullable(Id),
    initial: null,
    in: ['bulk', 'column', 'sort', 'group', 'filter', 'report'],
    bcf_label: 'Section',
  },
  type: {
    kind: 'choice',
    values: issueTypes,
    hasOwnTerms: true,
    schema: IssueType,
    initial: 'DEFECT',
    in: ['bulk', 'template', 'column', 'sort', 'group', 'filter', 'report'],
    bcf: 'topic_type',
  },
  labels: {
    kind: 'labels',
    schema: z.array(LineField(1, 60)).check(
      z.maxLength(maxLabels),
      z.overwrite((labels) => [...new Set(labels)]),
    ),
    initial: [],
    in: ['template', 'column', 'filter', 'report'],
    bcf: 'labels',
  },
  stage: {
    kind: 'line',
    schema: z.nullable(LineField(1, 60)),
    max: 60,
    initial: null,
    in: ['bulk', 'template', 'filter', 'report'],
    bcf: 'stage',
  },
  estimate_hours: {
    kind: 'decimal',
    unit: 'h',
    schema: z.nullable(z.number().check(z.minimum(0), z.maximum(100_000), z.multipleOf(0.01))),
    initial: null,
    in: ['bulk', 'template', 'column', 'sort', 'filter', 'report'],
    bcf_label: 'Estimate',
  },
  visibility: {
    kind: 'choice',
    values: issueVisibilities,
    schema: z.enum(issueVisibilities),
    initial: 'ALL',
    in: ['bulk', 'template'],
  },
} as const satisfies Record<string, IssueFieldSpec>

type List = typeof issueFieldList
export type IssueFieldName = keyof List
/** Names of the fields in a place. */
export type FieldIn<P extends FieldPlace> = {
  [K in IssueFieldName]: P extends List[K]['in'][number] ? K : never
}[IssueFieldName]
/** Names of the fields of some kinds. */
export type FieldOf<T extends FieldKind> = {
  [K in IssueFieldName]: List[K]['kind'] extends T ? K : never
}[IssueFieldName]
/** The name of a field in lists and spreadsheets. */
export type FieldAlias<K extends IssueFieldName> = {
  [N in K]: List[N] extends { alias: infer A } ? A : N
}[K]

export const issueFieldNames = Object.keys(issueFieldList) as IssueFieldName[]
export const getFieldSpec = (name: IssueFieldName): IssueFieldSpec => issueFieldList[name]
export const getFieldAlias = <K extends IssueFieldName>(name: K) =>
  (getFieldSpec(name).alias ?? name) as FieldAlias<K>

/** The fields of these kinds. */
export const fieldsOf = <T extends FieldKind>(...kinds: T[]) =>
  issueFieldNames.filter((name): name is FieldOf<T> =>
    kinds.some((kind) => kind === issueFieldList[name].kind),
  )
export const isFieldOf = <T extends FieldKind>(kind: T, name: string): name is FieldOf<T> =>
  Object.hasOwn(issueFieldList, name) && getFieldSpec(name as IssueFieldName).kind === kind
/** The fields in a place, of all kinds or of these. */
export const fieldsIn = <P extends FieldPlace, T extends FieldKind = FieldKind>(place: P, ...kinds: T[]) =>
  (kinds.length > 0 ? fieldsOf(...kinds) : issueFieldNames).filter((name): name is FieldIn<P> & FieldOf<T> =>
    getFieldSpec(name).in.includes(place),
  )

/** Names in another order: these first, then the rest in the order of the list. */
export const putFirst = <K extends string>(names: readonly K[], first: readonly NoInfer<K>[]): K[] => [
  ...first,
  ...names.filter((name) => !first.includes(name)),
]

/** An object with a value for each of these names. */
export const buildRecord = <K extends string, T>(keys: readonly K[], build: (key: K) => T) =>
  Object.fromEntries(keys.map((key) => [key, build(key)])) as Record<K, T>

type Schemas = { [K in IssueFieldName]: List[K]['schema'] }
/** The schema of each field, in the API and for every import. */
export const issueFields = buildRecord(issueFieldNames, (name) => issueFieldList[name].schema) as Schemas
/** The value of each field. */
export type IssueValues = { [K in IssueFieldName]: z.output<Schemas[K]> }
/** The schemas of the fields in a place. */
export const schemasIn = <P extends FieldPlace>(place: P) =>
  buildRecord(fieldsIn(place), (name) => issueFields[name]) as Pick<Schemas, FieldIn<P>>
