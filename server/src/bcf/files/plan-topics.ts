import type { BcfComment, BcfViewpoint, DocumentReference, Topic } from '@plumbline/bcf/model'
import type { bcfOutcomes } from '@plumbline/contract/bcf/bcf'
import type { Writing } from '../../context.ts'
import { formatMentions, restoreMentions } from '../mentions.ts'
import {
  type ExistingComment,
  type ExistingIssue,
  findExistingTopics,
  getIssueHistory,
  type IssueHistory,
} from './existing-topics.ts'
import { buildImportColumns, type ImportColumns, type ImportProject } from './import-columns.ts'
import {
  buildMergeFields,
  isDeepEqual,
  type MergeFieldName,
  type MergeFields,
  type SplitMergeFields,
  splitMergeFields,
} from './merge-fields.ts'
import { type MergeDifference, mergeFields } from './merge-sides.ts'

/** What would become of topics of a file, beside what is here. */

export type TopicOutcome = (typeof bcfOutcomes)[number]

interface Additions {
  comments: BcfComment[]
  viewpoints: BcfViewpoint[]
  references: DocumentReference[]
  related: string[]
}

export interface TopicPlan<T extends Topic> {
  topic: T
  outcome: TopicOutcome
  /** of a topic that is here */
  here?: ExistingIssue
  /** as the file says it, for the next time */
  facts: MergeFields
  columns: ImportColumns
  taken: MergeFieldName[]
  differences: (Omit<MergeDifference, 'field'> & { field: string })[]
  additions: Additions
  reworded: { before: ExistingComment; comment: BcfComment }[]
}

/** Under which names the log has a field. */
const logFieldNames: Partial<Record<MergeFieldName, string>> = {
  ...{ title: 'name', topic_type: 'type', topic_status: 'status', level: 'level_id', section: 'section_id' },
  assigned_to: 'assignee_id',
}
const toLogField = (name: MergeFieldName) => logFieldNames[name] ?? name

/** A value as the log would have it. */
function getLogValue({ fields, kept }: ImportColumns, name: MergeFieldName): unknown {
  const column = toLogField(name)
  if (column in fields) return fields[column as keyof typeof fields]
  return kept[name as keyof typeof kept]
}

function listAdditions(topic: Topic, here: ExistingIssue | undefined): Additions {
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
function listCommentEdits(topic: Topic, { comments }: ExistingIssue) {
  const byGuid = new Map(comments.map((comment) => [comment.guid, comment]))
  return topic.comments.flatMap((comment) => {
    const before = byGuid.get(comment.guid)
    if (
      !before ||
      before.is_deleted ||
      isDeepEqual(formatMentions(before.text).trim(), (comment.comment ?? '').trim())
    )
      return []
    return {
      before,
      comment: { ...comment, comment: restoreMentions(comment.comment ?? '', before.text) },
      isLater: Date.parse(comment.modified_date ?? comment.date) > Date.parse(before.at),
    }
  })
}

const isEmpty = (additions: Additions) => Object.values(additions).every((list) => list.length === 0)

function planExistingTopic<T extends Topic>(
  { topic, here, theirs }: { topic: T; here: ExistingIssue; theirs: MergeFields },
  project: ImportProject,
  past: IssueHistory,
): TopicPlan<T> {
  const { row, base, kept } = here
  const split = (facts: MergeFields): SplitMergeFields => splitMergeFields(facts, project.places)
  const there = split(theirs)
  const columns = buildImportColumns(there, project)
  const ours = split(buildMergeFields({ ...here.topic, files: kept.files }))
  // whom the file means is the one who is assigned
  const isSamePerson = columns.fields.assignee_id !== null && columns.fields.assignee_id === row.assignee_id
  if (isSamePerson) ours.assigned_to = there.assigned_to
  const merged = mergeFields({
    ...{ ours, theirs: there, base: base && split(base.fields.facts), exchanged_at: base?.exchanged_at },
    modified: topic.modified_date ?? topic.creation_date,
    changedHere: (name) => past.changedAt(row.id, toLogField(name)),
    had: (name, value) => {
      const before = past.before(row.id, toLogField(name))
      if (typeof value === 'string' && (name === 'labels' || name === 'reference_links'))
        return before.some((list) => Array.isArray(list) && list.includes(value))
      return before.some((each) => isDeepEqual(each, getLogValue(columns, name)))
    },
  })
  const words = listCommentEdits(topic, here)
  const additions = listAdditions(topic, here)
  const differences: TopicPlan<T>['differences'] = [
    ...merged.differences,
    ...words.map(({ before, comment, isLater }) => ({
      ...{
        field: 'comment',
        ours: formatMentions(before.text),
        theirs: formatMentions(comment.comment ?? ''),
        conflict: false,
      },
      taken: isLater ? ('THEIRS' as const) : ('OURS' as const),
    })),
  ]
  const isChanged = !isEmpty(additions) || differences.some(({ taken }) => taken === 'THEIRS')
  const becoming = buildImportColumns(merged.facts, project)
  const description = restoreMentions(becoming.fields.description ?? '', row.description)
  return {
    ...{ topic, here, facts: theirs, taken: merged.taken, differences, additions },
    columns: { ...becoming, fields: { ...becoming.fields, description } },
    reworded: words.filter(({ isLater }) => isLater),
    outcome: differences.some(({ conflict }) => conflict) ? 'CONFLICT' : isChanged ? 'CHANGED' : 'SAME',
  }
}

export async function planTopics<T extends Topic>(
  reading: Pick<Writing, 'tx' | 'member'>,
  topics: T[],
  project: ImportProject,
): Promise<TopicPlan<T>[]> {
  const here = await findExistingTopics(
    reading,
    topics.map(({ guid }) => guid),
  )
  const past = await getIssueHistory(
    reading,
    [...here.issues.values()].map(({ row }) => row.id),
  )
  return topics.map((topic) => {
    const facts = buildMergeFields(topic)
    const known = here.issues.get(topic.guid)
    if (known) return planExistingTopic({ topic, here: known, theirs: facts }, project, past)
    const columns = buildImportColumns(splitMergeFields(facts, project.places), project)
    const nothing: Additions = { comments: [], viewpoints: [], references: [], related: [] }
    // Deleted here, or hidden from who imports: both stay as they are, and the answer does not tell which it is.
    const isTaken = here.taken.has(topic.guid)
    const plan = { topic, facts, columns, taken: [], differences: [], reworded: [] }
    return isTaken
      ? { ...plan, outcome: 'DELETED', additions: nothing }
      : { ...plan, outcome: 'NEW', additions: listAdditions(topic, undefined) }
  })
}

/** What the file side knows of a topic from now on. */
export const listPartGuids = (topic: Topic): string[] => [
  ...topic.comments.map(({ guid }) => guid),
  ...topic.viewpoints.map(({ guid }) => guid),
  ...topic.document_references.flatMap(({ guid, document_guid }) => [
    guid,
    ...(document_guid ? [document_guid] : []),
  ]),
  ...topic.related_topics,
]
