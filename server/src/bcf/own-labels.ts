import {
  type CustomField,
  CustomValue,
  type CustomValues,
  parseCustomValue,
} from '@plumbline/contract/issues/custom-fields'
import { buildCustomKey, type CustomFieldKey } from '@plumbline/contract/issues/custom-keys'
import { getFieldSpec, issueFieldNames } from '@plumbline/contract/issues/issue-fields'
import { sql } from 'kysely'
import * as z from 'zod/mini'

/** Values of a project's custom fields as labels of topics, `Cause: Rain`, because BCF has no custom fields. */

export type OwnLabelField = Pick<
  CustomField,
  'id' | 'name' | 'kind' | 'choices' | 'required_for' | 'archived'
>

/** The custom fields that a project offers, and who may be named in them. */
export interface OwnLabelContext {
  own: readonly OwnLabelField[]
  /** ids by e-mail address in lower case; of several addresses of a person the last is written */
  people: ReadonlyMap<string, string>
}

/** The label that an issue's value is sent as. */
export interface OwnLabel {
  /** id of the field */
  field: string
  label: string
}

/** Prefixes of labels that represent built-in fields. */
const builtInPrefixes = issueFieldNames.flatMap((name) => getFieldSpec(name).bcf_label?.toLowerCase() ?? [])
const SUFFIX = ' (field)'
const YES = 'Yes'

const formatPrefix = (name: string) =>
  builtInPrefixes.includes(name.toLowerCase()) ? `${name}${SUFFIX}` : name

/** SQL: the labels of an issue's own values, `[{field, label}]` in the order of the fields. */
export const ownLabelsColumn = sql<
  OwnLabel[]
>`case when issues.custom_fields = '{}' then '[]'::jsonb else coalesce((
  select jsonb_agg(jsonb_build_object('field', o.id, 'label', o.name || ': ' || o.value) order by o."order") from (
    select f.id, f."order",
      case when lower(f.name) = any (${sql.lit(`{${builtInPrefixes.join()}}`)}::text[]) then f.name || ${sql.lit(SUFFIX)}
        else f.name end as name,
      case f.kind
        when 'CHOICE' then
          (select c->>'name' from jsonb_array_elements(f.choices) c where c->>'id' = issues.custom_fields->>f.id::text)
        when 'PERSON' then (select email from users where id = (issues.custom_fields->>f.id::text)::uuid)
        when 'CHECKBOX' then ${sql.lit(YES)}
        else issues.custom_fields->>f.id::text end as value
    from custom_fields f
    where f.project_id = issues.project_id and not f.archived and issues.custom_fields ? f.id::text) o
  where o.value is not null), '[]'::jsonb) end`

/** SQL: the same labels as an array of text. */
export const ownLabelTexts = sql<
  string[]
>`array(select each->>'label' from jsonb_array_elements(${ownLabelsColumn}) each)`

/** The label of a value; `nameOf` has the addresses of people. Null for a deleted choice or person. */
export function formatOwnLabel(
  { name, kind, choices }: OwnLabelField,
  value: CustomValue,
  nameOf: (personId: string) => string | undefined,
): string | null {
  const words: Partial<Record<CustomField['kind'], () => string | undefined>> = {
    CHOICE: () => choices.find(({ id }) => id === value)?.name,
    PERSON: () => nameOf(String(value)),
    CHECKBOX: () => YES,
  }
  const format = words[kind]
  const text = format ? format() : String(value)
  return text === undefined ? null : `${formatPrefix(name)}: ${text}`
}

/** A number as programs and people write it. */
const parseNumber = (text: string) =>
  /^[+-]?\d+(?:[.,]\d+)?(?:e[+-]?\d+)?$/i.test(text) ? Number(text.replace(',', '.')) : null

function parseText(
  { kind, choices }: OwnLabelField,
  text: string,
  people: OwnLabelContext['people'],
): unknown {
  switch (kind) {
    case 'NUMBER':
      return parseNumber(text)
    case 'CHOICE': {
      const wanted = text.toLowerCase()
      return choices.find(({ name, archived }) => !archived && name.toLowerCase() === wanted)?.id ?? null
    }
    case 'PERSON':
      return people.get(text.toLowerCase()) ?? null
    case 'CHECKBOX':
      return ['yes', 'true'].includes(text.toLowerCase()) ? true : null
    default:
      return text
  }
}

/** The field whose name starts a label, longest name first, and its matching value; null without one. */
export function parseOwnLabel(
  label: string,
  { own, people }: OwnLabelContext,
): { field: OwnLabelField; value: CustomValue } | null {
  const lower = label.toLowerCase()
  const [field] = own
    .filter(({ name }) => lower.startsWith(`${formatPrefix(name).toLowerCase()}:`))
    .sort((a, b) => b.name.length - a.name.length)
  if (!field) return null
  const text = label.slice(formatPrefix(field.name).length + 1).trim()
  const read = z.safeParse(CustomValue, parseText(field, text, people))
  const value = read.success ? parseCustomValue(field, read.data) : null
  return value === null || value === undefined ? null : { field, value }
}

export interface SplitOwnLabels {
  /** labels that represent no value */
  labels: string[]
  /** the label of each field with a value, written as we write it */
  texts: Record<CustomFieldKey, string>
  values: CustomValues
  /** ids of the fields whose label was sent unchanged */
  unchanged: Set<string>
}

/**
 * Separates values of custom fields from labels: one per field, further ones stay labels. `known`: the values exported for
 * the issue, recognized even if no longer offered.
 */
export function splitOwnLabels(
  all: readonly string[],
  context: OwnLabelContext,
  known: readonly OwnLabel[] = [],
): SplitOwnLabels {
  const split: SplitOwnLabels = { labels: [], texts: {}, values: {}, unchanged: new Set() }
  if (context.own.length === 0) return { ...split, labels: [...all] }
  const addresses = new Map([...context.people].map(([address, id]) => [id, address]))
  const take = (label: string, fieldId?: string): boolean => {
    const found = parseOwnLabel(label, context)
    const key = buildCustomKey(fieldId ?? found?.field.id ?? '')
    if (split.texts[key] !== undefined || (!found && fieldId === undefined)) return false
    const isOwn = found && (fieldId === undefined || found.field.id === fieldId)
    split.texts[key] = (isOwn && formatOwnLabel(found.field, found.value, (id) => addresses.get(id))) || label
    if (isOwn) split.values[found.field.id] = found.value
    return true
  }
  const sent = known.filter(({ label, field }) => all.includes(label) && take(label, field))
  split.unchanged = new Set(sent.map(({ field }) => field))
  const taken = new Set(sent.map(({ label }) => label))
  for (const label of all) if (!taken.has(label) && !take(label)) split.labels.push(label)
  return split
}
