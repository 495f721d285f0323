import {
  formatFieldValue,
  isSameFieldValue,
  type MergeFieldName,
  type SplitMergeFields,
} from './merge-fields.ts'

/**
 * Two sides changed the same issue apart from each other. Field by field: what the file still says as it was last
 * exchanged was not changed there; what is here as it was exchanged was not changed here; where both were changed the
 * later change counts. Labels and links are sets, whose members come and go one by one.
 */

export interface MergeSides {
  ours: SplitMergeFields
  theirs: SplitMergeFields
  /** what the file side was last told, or told us */
  base?: SplitMergeFields | undefined
  /** when that was */
  exchanged_at?: string | undefined
  /** when the file's topic was last changed */
  modified: string
  /** when a field was last changed here; undefined: not since the issue was made */
  changedHere: (name: MergeFieldName) => string | undefined
  /** whether a field had this value here before; of a set, whether this was a member */
  had: (name: MergeFieldName, value: unknown) => boolean
}

export interface MergeDifference {
  field: MergeFieldName
  ours: string
  theirs: string
  taken: 'OURS' | 'THEIRS'
  conflict: boolean
}

export interface MergeResult {
  /** what becomes of the fields: ours, but for those that are taken */
  facts: SplitMergeFields
  taken: MergeFieldName[]
  differences: MergeDifference[]
}

const setFields = ['labels', 'reference_links'] as const
const scalarFields = [
  ...(['title', 'description', 'topic_type', 'topic_status', 'priority', 'trade', 'level'] as const),
  ...(['section', 'assigned_to', 'due_date', 'stage', 'index', 'bim_snippet', 'files'] as const),
] as const

type Verdict = { take: boolean; conflict: boolean }
const keepOurs: Verdict = { take: false, conflict: false }

/** A file that was last changed before the last exchange knows nothing of what came after. */
const isStaleFile = ({ exchanged_at, modified }: MergeSides) =>
  exchanged_at !== undefined && modified < exchanged_at

function decideField(sides: MergeSides, name: (typeof scalarFields)[number]): Verdict {
  const { base, modified } = sides
  const [here, there] = [sides.ours[name], sides.theirs[name]]
  if (base && isSameFieldValue(name, there, base[name])) return keepOurs
  const changed = sides.changedHere(name)
  const isOurs = base ? isSameFieldValue(name, here, base[name]) : changed === undefined
  if (isOurs) return { take: !(isStaleFile(sides) && sides.had(name, there)), conflict: false }
  return { take: changed === undefined || modified > changed, conflict: true }
}

/** Without a base nothing says that a member was taken away there. */
function mergeSetField(sides: MergeSides, name: (typeof setFields)[number]): string[] {
  const [here, there] = [sides.ours[name], sides.theirs[name]]
  const before = sides.base?.[name] ?? []
  const older = isStaleFile(sides)
  const removed = older ? [] : before.filter((member) => !there.includes(member))
  const added = there.filter((member) => !before.includes(member) && !(older && sides.had(name, member)))
  return [...here.filter((member) => !removed.includes(member)), ...added.filter((it) => !here.includes(it))]
}

export function mergeFields(sides: MergeSides): MergeResult {
  const merged: MergeResult = { facts: { ...sides.ours }, taken: [], differences: [] }
  const put = (field: MergeFieldName, value: unknown, { take, conflict }: Verdict) => {
    if (take) {
      Object.assign(merged.facts, { [field]: value })
      merged.taken.push(field)
    }
    merged.differences.push({
      ...{ field, ours: formatFieldValue(sides.ours[field]), theirs: formatFieldValue(sides.theirs[field]) },
      ...{ taken: take ? 'THEIRS' : 'OURS', conflict },
    })
  }
  for (const name of scalarFields) {
    if (isSameFieldValue(name, sides.ours[name], sides.theirs[name])) continue
    put(name, sides.theirs[name], decideField(sides, name))
  }
  for (const name of setFields) {
    const value = mergeSetField(sides, name)
    const isSame = isSameFieldValue(name, value, sides.ours[name])
    if (!isSame) put(name, value, { take: true, conflict: false })
    else if (!isSameFieldValue(name, sides.theirs[name], value)) put(name, value, keepOurs)
  }
  return merged
}
