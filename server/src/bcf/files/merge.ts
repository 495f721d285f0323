import { type FactName, type SplitFacts, sameFact, shown } from './facts.ts'

/**
 * Two sides changed the same issue apart from each other. Field by field: what the file still says as it was last
 * exchanged was not changed there; what is here as it was exchanged was not changed here; where both were changed the
 * later change counts. Labels and links are sets, whose members come and go one by one.
 */

export interface Sides {
  ours: SplitFacts
  theirs: SplitFacts
  /** what the file side was last told, or told us */
  base?: SplitFacts | undefined
  /** when that was */
  exchanged_at?: string | undefined
  /** when the file's topic was last changed */
  modified: string
  /** when a field was last changed here; undefined: not since the issue was made */
  changedHere: (name: FactName) => string | undefined
  /** whether a field had this value here before; of a set, whether this was a member */
  had: (name: FactName, value: unknown) => boolean
}

export interface Difference {
  field: FactName
  ours: string
  theirs: string
  taken: 'OURS' | 'THEIRS'
  conflict: boolean
}

export interface Merged {
  /** what becomes of the fields: ours, but for those that are taken */
  facts: SplitFacts
  taken: FactName[]
  differences: Difference[]
}

const sets = ['labels', 'reference_links'] as const
const scalars = [
  ...(['title', 'description', 'topic_type', 'topic_status', 'priority', 'trade', 'level'] as const),
  ...(['section', 'assigned_to', 'due_date', 'stage', 'index', 'bim_snippet', 'files'] as const),
] as const

type Verdict = { take: boolean; conflict: boolean }
const ours: Verdict = { take: false, conflict: false }

/** A file that was last changed before the last exchange knows nothing of what came after. */
const isOlder = ({ exchanged_at, modified }: Sides) => exchanged_at !== undefined && modified < exchanged_at

function judge(sides: Sides, name: (typeof scalars)[number]): Verdict {
  const { base, modified } = sides
  const [here, there] = [sides.ours[name], sides.theirs[name]]
  if (base && sameFact(name, there, base[name])) return ours
  const changed = sides.changedHere(name)
  const isOurs = base ? sameFact(name, here, base[name]) : changed === undefined
  if (isOurs) return { take: !(isOlder(sides) && sides.had(name, there)), conflict: false }
  return { take: changed === undefined || modified > changed, conflict: true }
}

/** Without a base nothing says that a member was taken away there. */
function mergeSet(sides: Sides, name: (typeof sets)[number]): string[] {
  const [here, there] = [sides.ours[name], sides.theirs[name]]
  const before = sides.base?.[name] ?? []
  const older = isOlder(sides)
  const removed = older ? [] : before.filter((member) => !there.includes(member))
  const added = there.filter((member) => !before.includes(member) && !(older && sides.had(name, member)))
  return [...here.filter((member) => !removed.includes(member)), ...added.filter((it) => !here.includes(it))]
}

export function merge(sides: Sides): Merged {
  const merged: Merged = { facts: { ...sides.ours }, taken: [], differences: [] }
  const put = (field: FactName, value: unknown, { take, conflict }: Verdict) => {
    if (take) {
      Object.assign(merged.facts, { [field]: value })
      merged.taken.push(field)
    }
    merged.differences.push({
      ...{ field, ours: shown(sides.ours[field]), theirs: shown(sides.theirs[field]) },
      ...{ taken: take ? 'THEIRS' : 'OURS', conflict },
    })
  }
  for (const name of scalars) {
    if (sameFact(name, sides.ours[name], sides.theirs[name])) continue
    put(name, sides.theirs[name], judge(sides, name))
  }
  for (const name of sets) {
    const value = mergeSet(sides, name)
    const isSame = sameFact(name, value, sides.ours[name])
    if (!isSame) put(name, value, { take: true, conflict: false })
    else if (!sameFact(name, sides.theirs[name], value)) put(name, value, ours)
  }
  return merged
}
