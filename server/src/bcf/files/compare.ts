import type { BcfComment, BcfViewpoint, DocumentReference, Topic } from '@plumbline/bcf/model'
import type { bcfOutcomes } from '@plumbline/contract/bcf/bcf'
import type { WriteContext } from '../../context.ts'
import { asRead, namedAgain } from '../named-people.ts'
import { type Columns, columnsOf, type Project } from './columns-of.ts'
import { equal, type FactName, type Facts, factsOf, type SplitFacts, splitFacts } from './facts.ts'
import { type HereComment, type HereIssue, type Past, readHere, readPast } from './here.ts'
import { type Difference, merge } from './merge.ts'

/** What would become of topics of a file, beside what is here. */

export type Outcome = (typeof bcfOutcomes)[number]

interface Additions {
  comments: BcfComment[]
  viewpoints: BcfViewpoint[]
  references: DocumentReference[]
  related: string[]
}

export interface Plan<T extends Topic> {
  topic: T
  outcome: Outcome
  /** of a topic that is here */
  here?: HereIssue
  /** as the file says it, for the next time */
  facts: Facts
  columns: Columns
  taken: FactName[]
  differences: (Omit<Difference, 'field'> & { field: string })[]
  additions: Additions
  reworded: { before: HereComment; comment: BcfComment }[]
}

/** Under which names the log has a field. */
const logged: Partial<Record<FactName, string>> = {
  ...{ title: 'name', topic_type: 'type', topic_status: 'status', level: 'level_id', section: 'section_id' },
  assigned_to: 'assignee_id',
}
const columnOf = (name: FactName) => logged[name] ?? name

/** A value as the log would have it. */
function valueIn({ fields, kept }: Columns, name: FactName): unknown {
  const column = columnOf(name)
  if (column in fields) return fields[column as keyof typeof fields]
  return kept[name as keyof typeof kept]
}

function additionsTo(topic: Topic, here: HereIssue | undefined): Additions {
  if (!here) {
    const { comments, viewpoints, document_references: references, related_topics: related } = topic
    return { comments, viewpoints, references, related }
  }
  const { kept } = here
  // what the file side knew and is not here was taken away here
  const known = new Set([
    ...(here.base?.fields.parts ?? []),
    ...here.comments.map(({ guid }) => guid),
    ...[...here.views.keys(), ...here.attachments, ...here.related],
    ...(kept.document_references ?? []).flatMap(({ guid, document_guid }) => [guid, document_guid ?? guid]),
    ...(kept.related_topics ?? []),
    here.row.guid,
  ])
  const isNew = ({ guid }: { guid: string }) => !known.has(guid)
  return {
    comments: topic.comments.filter(isNew),
    viewpoints: topic.viewpoints.filter(isNew),
    references: topic.document_references.filter(isNew),
    related: topic.related_topics.filter((guid) => isNew({ guid })),
  }
}

/** Comments that say something else: the later words count. */
function rewordings(topic: Topic, { comments }: HereIssue) {
  const byGuid = new Map(comments.map((comment) => [comment.guid, comment]))
  return topic.comments.flatMap((comment) => {
    const before = byGuid.get(comment.guid)
    if (!before || before.is_deleted || equal(asRead(before.text).trim(), (comment.comment ?? '').trim()))
      return []
    return {
      before,
      comment: { ...comment, comment: namedAgain(comment.comment ?? '', before.text) },
      isLater: Date.parse(comment.modified_date ?? comment.date) > Date.parse(before.at),
    }
  })
}

const isEmpty = (additions: Additions) => Object.values(additions).every((list) => list.length === 0)

function planKnown<T extends Topic>(
  { topic, here, theirs }: { topic: T; here: HereIssue; theirs: Facts },
  project: Project,
  past: Past,
): Plan<T> {
  const { row, base, kept } = here
  const split = (facts: Facts): SplitFacts => splitFacts(facts, project.places)
  const there = split(theirs)
  const columns = columnsOf(there, project)
  const ours = split(factsOf({ ...here.topic, files: kept.files }))
  // whom the file means is the one who is assigned
  const isSamePerson = columns.fields.assignee_id !== null && columns.fields.assignee_id === row.assignee_id
  if (isSamePerson) ours.assigned_to = there.assigned_to
  const merged = merge({
    ...{ ours, theirs: there, base: base && split(base.fields.facts), exchanged_at: base?.exchanged_at },
    modified: topic.modified_date ?? topic.creation_date,
    changedHere: (name) => past.changedAt(row.id, columnOf(name)),
    had: (name, value) => {
      const before = past.before(row.id, columnOf(name))
      if (typeof value === 'string' && (name === 'labels' || name === 'reference_links'))
        return before.some((list) => Array.isArray(list) && list.includes(value))
      return before.some((each) => equal(each, valueIn(columns, name)))
    },
  })
  const words = rewordings(topic, here)
  const additions = additionsTo(topic, here)
  const differences: Plan<T>['differences'] = [
    ...merged.differences,
    ...words.map(({ before, comment, isLater }) => ({
      ...{
        field: 'comment',
        ours: asRead(before.text),
        theirs: asRead(comment.comment ?? ''),
        conflict: false,
      },
      taken: isLater ? ('THEIRS' as const) : ('OURS' as const),
    })),
  ]
  const isChanged = !isEmpty(additions) || differences.some(({ taken }) => taken === 'THEIRS')
  const becoming = columnsOf(merged.facts, project)
  const description = namedAgain(becoming.fields.description ?? '', row.description)
  return {
    ...{ topic, here, facts: theirs, taken: merged.taken, differences, additions },
    columns: { ...becoming, fields: { ...becoming.fields, description } },
    reworded: words.filter(({ isLater }) => isLater),
    outcome: differences.some(({ conflict }) => conflict) ? 'CONFLICT' : isChanged ? 'CHANGED' : 'SAME',
  }
}

export async function comparePage<T extends Topic>(
  reading: Pick<WriteContext, 'tx' | 'member'>,
  topics: T[],
  project: Project,
): Promise<Plan<T>[]> {
  const here = await readHere(
    reading,
    topics.map(({ guid }) => guid),
  )
  const past = await readPast(
    reading,
    [...here.issues.values()].map(({ row }) => row.id),
  )
  return topics.map((topic) => {
    const facts = factsOf(topic)
    const known = here.issues.get(topic.guid)
    if (known) return planKnown({ topic, here: known, theirs: facts }, project, past)
    const columns = columnsOf(splitFacts(facts, project.places), project)
    const nothing: Additions = { comments: [], viewpoints: [], references: [], related: [] }
    // Deleted here, or hidden from who imports: both stay as they are, and the answer does not tell which it is.
    const isTaken = here.taken.has(topic.guid)
    const plan = { topic, facts, columns, taken: [], differences: [], reworded: [] }
    return isTaken
      ? { ...plan, outcome: 'DELETED', additions: nothing }
      : { ...plan, outcome: 'NEW', additions: additionsTo(topic, undefined) }
  })
}

/** What the file side knows of a topic from now on. */
export const partsOf = (topic: Topic): string[] => [
  ...topic.comments.map(({ guid }) => guid),
  ...topic.viewpoints.map(({ guid }) => guid),
  ...topic.document_references.flatMap(({ guid, document_guid }) => [
    guid,
    ...(document_guid ? [document_guid] : []),
  ]),
  ...topic.related_topics,
]
