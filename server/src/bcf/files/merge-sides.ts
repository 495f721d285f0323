import { type CustomFieldKey, isCustomKey } from '@plumbline/contract/issues/custom-keys'
import { getFieldAlias } from '@plumbline/contract/issues/issue-fields'
import { labelFields } from '../words.ts'
import {
  formatFieldValue,
  isSameFieldValue,
  type MergeFieldName,
  type SplitMergeFields,
} from './merge-fields.ts'

/**
 * Three-way merge of an issue, field by field, with the exchange that the file comes from as base: a side that equals the base has not
 * changed; if both sides changed, the later change wins. Labels and links are merged as sets, member by member.
 */

export interface MergeSides {
  ours: SplitMergeFields
  theirs: SplitMergeFields
  /** values of the exchange that the file comes from */
  base?: SplitMergeFields | undefined
  /** time of that exchange */
  exchanged_at?: string | undefined
  /** modification date of the file's topic */
  modified: string
  /** when a field was changed ourValue; undefined: never since the issue was created */
  changedHere: (name: MergeFieldName) => string | undefined
  /** whether a field had this value, or a set this member, earlier */
  had: (name: MergeFieldName, value: unknown) => boolean
}

export interface MergeDifference {
  field: MergeFieldName
  ours: string
  theirs: string
  taken: 'OURS' | 'THEIRS'
  conflict: boolean
}

export interface MergedTopic {
  /** our fields with the accepted ones replaced */
  facts: SplitMergeFields
  accepted: MergeFieldName[]
  differences: MergeDifference[]
}

const setFields = ['labels', 'reference_links'] as const
const scalarFields = [
  'title',
  'description',
  'topic_type',
  'topic_status',
  'priority',
  ...labelFields.map(getFieldAlias),
  'assigned_to',
  'due_date',
  'stage',
  'index',
  'bim_snippet',
  'files',
] as const

type Verdict = { take: boolean; conflict: boolean }
const keepOurs: Verdict = { take: false, conflict: false }

/** A topic modified before the exchange cannot contain later changes. */
const isStaleFile = ({ exchanged_at, modified }: MergeSides) =>
  exchanged_at !== undefined && modified < exchanged_at

/** The project's custom fields with a value on any side; each is merged separately. */
const listOwnFields = ({ ours, theirs, base = ours }: MergeSides): CustomFieldKey[] => [
  ...new Set([ours, theirs, base].flatMap((side) => Object.keys(side).filter(isCustomKey))),
]

function decideField(sides: MergeSides, name: (typeof scalarFields)[number] | CustomFieldKey): Verdict {
  const { base, modified } = sides
  const [ourValue, theirValue] = [sides.ours[name], sides.theirs[name]]
  if (base && isSameFieldValue(name, theirValue, base[name])) return keepOurs
  const changed = sides.changedHere(name)
  const isOurs = base ? isSameFieldValue(name, ourValue, base[name]) : changed === undefined
  if (isOurs) return { take: !(isStaleFile(sides) && sides.had(name, theirValue)), conflict: false }
  return { take: changed === undefined || modified > changed, conflict: true }
}

/** Without a base, members missing in the file count as unknown, not as removed. */
function mergeSetField(sides: MergeSides, name: (typeof setFields)[number]): string[] {
  const [ourValue, theirValue] = [sides.ours[name], sides.theirs[name]]
  // sets: a topic may have 10,000 of each
  const [ours, theirs] = [new Set(ourValue), new Set(theirValue)]
  const before = new Set(sides.base?.[name])
  const older = isStaleFile(sides)
  const isRemoved = (member: string) => !older && before.has(member) && !theirs.has(member)
  const isAdded = (member: string) =>
    !before.has(member) && !ours.has(member) && !(older && sides.had(name, member))
  return [...ourValue.filter((member) => !isRemoved(member)), ...theirValue.filter(isAdded)]
}

export function mergeFields(sides: MergeSides): MergedTopic {
  const merged: MergedTopic = { facts: { ...sides.ours }, accepted: [], differences: [] }
  const recordDifference = (field: MergeFieldName, value: unknown, { take, conflict }: Verdict) => {
    if (take) {
      Object.assign(merged.facts, { [field]: value })
      merged.accepted.push(field)
    }
    merged.differences.push({
      field,
      ours: formatFieldValue(sides.ours[field]),
      theirs: formatFieldValue(sides.theirs[field]),
      taken: take ? 'THEIRS' : 'OURS',
      conflict,
    })
  }
  for (const name of [...scalarFields, ...listOwnFields(sides)]) {
    if (isSameFieldValue(name, sides.ours[name], sides.theirs[name])) continue
    recordDifference(name, sides.theirs[name], decideField(sides, name))
  }
  for (const name of setFields) {
    const value = mergeSetField(sides, name)
    const isSame = isSameFieldValue(name, value, sides.ours[name])
    if (!isSame) recordDifference(name, value, { take: true, conflict: false })
    else if (!isSameFieldValue(name, sides.theirs[name], value)) recordDifference(name, value, keepOurs)
  }
  return merged
}
