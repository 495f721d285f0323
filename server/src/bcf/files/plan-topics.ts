import type { BcfComment, BcfViewpoint, DocumentReference, Topic } from '@plumbline/bcf/model'
import type { bcfOutcomes } from '@plumbline/contract/bcf/bcf'
import { isCustomKey, parseCustomKey } from '@plumbline/contract/issues/custom-keys'
import type { WriteContext } from '../../context.ts'
import { formatMentions, restoreMentions } from '../mentions.ts'
import {
  cutByExisting,
  type ExistingComment,
  type ExistingIssue,
  findExistingTopics,
  getIssueHistory,
  type IssueHistory,
} from './existing-topics.ts'
import { buildImportColumns, type ImportColumns, type ImportProject } from './import-columns.ts'
import { chooseBase, type LastExchange } from './last-exchange.ts'
import {
  buildMergeFields,
  fieldByMergeName,
  isDeepEqual,
  type MergeFieldName,
  type MergeFields,
  type SplitMergeFields,
  splitMergeFields,
} from './merge-fields.ts'
import { type MergeDifference, mergeFields } from './merge-sides.ts'
import { omitReturnedComments } from './omit-returned-comments.ts'

/** Compares topics of a file with existing issues and plans the writes of an import. */

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
  /** the issue of a topic that exists already */
  existing?: ExistingIssue
  columns: ImportColumns
  accepted: MergeFieldName[]
  differences: (Omit<MergeDifference, 'field'> & { field: string })[]
  additions: Additions
  editedComments: { before: ExistingComment; comment: BcfComment }[]
}

/** The name of a field in the issue log. */
const toLogField = (name: MergeFieldName) =>
  name === 'topic_status' ? 'status' : (fieldByMergeName[name] ?? name)

/** The value of a field as the issue log stores it. */
function getLogValue({ fields, preserved }: ImportColumns, name: MergeFieldName): unknown {
  if (isCustomKey(name)) return fields.custom_fields?.[parseCustomKey(name) ?? ''] ?? null
  const column = toLogField(name)
  if (column in fields) return fields[column as keyof typeof fields]
  return preserved[name as keyof typeof preserved]
}

/**
 * The recorded key of a viewpoint without a GUID: the GUID derived from its entry name and the one derived from its content.
 */
const formatContentPart = ({ guid, content_guid }: BcfViewpoint) => `${guid}:${content_guid}`

/**
 * A topic of a file without GUIDs of viewpoints, such as one of BCF 1.0, which names each after its entry: one that shows something
 * else than at the exchanges before is another viewpoint, with a GUID from its content.
 */
function nameChangedViews<T extends Topic>(topic: T, { exchanged_parts }: ExistingIssue): T {
  const exchanged = new Set(exchanged_parts)
  const isChanged = (each: BcfViewpoint) =>
    exchanged_parts.some((part) => part.startsWith(`${each.guid}:`)) &&
    !exchanged.has(formatContentPart(each))
  const viewpoints = topic.viewpoints.map((each) =>
    each.content_guid && (exchanged.has(each.content_guid) || isChanged(each))
      ? { ...each, guid: each.content_guid }
      : each,
  )
  return { ...topic, viewpoints }
}

function listAdditions(topic: Topic, existing: ExistingIssue | undefined): Additions {
  if (!existing) {
    const { comments, viewpoints, document_references: references, related_topics: related } = topic
    return { comments, viewpoints, references, related }
  }
  const { preserved } = existing
  // deleted parts of the last exchange were deleted here and are not added again
  const known = new Set([
    ...existing.exchanged_parts,
    ...existing.comments.map(({ guid }) => guid),
    ...[...existing.views.keys(), ...existing.attachments.keys(), ...existing.related],
    ...(preserved.document_references ?? []).flatMap(({ guid, document_guid }) => [
      guid,
      document_guid ?? guid,
    ]),
    ...(preserved.related_topics ?? []),
    existing.row.guid,
  ])
  const isNew = ({ guid }: { guid: string }) => !known.has(guid)
  return {
    comments: omitReturnedComments(topic, topic.comments.filter(isNew), existing.comments),
    viewpoints: topic.viewpoints.filter(isNew),
    references: topic.document_references.filter(isNew),
    related: topic.related_topics.filter((guid) => isNew({ guid })),
  }
}

/** Comments with a changed text; the later edit wins. */
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
      isNewer: Date.parse(comment.modified_date ?? comment.date) > Date.parse(before.at),
    }
  })
}

const isEmpty = (additions: Additions) => Object.values(additions).every((list) => list.length === 0)

function planExistingTopic<T extends Topic>(
  { topic: named, existing, theirs }: { topic: T; existing: ExistingIssue; theirs: MergeFields },
  project: ImportProject,
  history: IssueHistory,
): TopicPlan<T> {
  const { row, preserved } = existing
  const topic = nameChangedViews(named, existing)
  const modified = topic.modified_date ?? topic.creation_date
  const additions = listAdditions(topic, existing)
  const edits = listCommentEdits(topic, existing)
  const has_additions = !isEmpty(additions) || edits.some(({ isNewer }) => isNewer)
  const exchanged = new Set(existing.exchanged_parts)
  const part_count = listShownParts(topic).filter(({ guid }) => exchanged.has(guid)).length
  const base = chooseBase(existing.exchanges, { facts: theirs, modified, part_count, has_additions })
  const split = (facts: MergeFields): SplitMergeFields =>
    splitMergeFields(facts, project.places, row.own_labels)
  const fileFields = split(theirs)
  const columns = buildImportColumns(fileFields, project)
  const ours = split(buildMergeFields({ ...existing.topic, files: preserved.files }))
  // the file's name refers to the current assignee: no difference
  const isSamePerson = columns.fields.assignee_id !== null && columns.fields.assignee_id === row.assignee_id
  if (isSamePerson) ours.assigned_to = fileFields.assigned_to
  const merged = mergeFields({
    ours,
    theirs: fileFields,
    base: base && split(base.facts),
    exchanged_at: base?.exchanged_at,
    modified,
    changedHere: (name) => history.changedAt(row.id, toLogField(name)),
    had: (name, value) => {
      const before = history.before(row.id, toLogField(name))
      if (typeof value === 'string' && (name === 'labels' || name === 'reference_links'))
        return before.some((list) => Array.isArray(list) && list.includes(value))
      return before.some((each) => isDeepEqual(each, getLogValue(columns, name)))
    },
  })
  const differences: TopicPlan<T>['differences'] = [
    ...merged.differences,
    ...edits.map(({ before, comment, isNewer }) => ({
      ...{
        field: 'comment',
        ours: formatMentions(before.text),
        theirs: formatMentions(comment.comment ?? ''),
        conflict: false,
      },
      taken: isNewer ? ('THEIRS' as const) : ('OURS' as const),
    })),
  ]
  const isChanged = !isEmpty(additions) || differences.some(({ taken }) => taken === 'THEIRS')
  const columnsAfter = buildImportColumns(merged.facts, project)
  const description = restoreMentions(columnsAfter.fields.description ?? '', row.description)
  return {
    topic,
    existing,
    accepted: merged.accepted,
    differences,
    additions,
    columns: { ...columnsAfter, fields: { ...columnsAfter.fields, description } },
    editedComments: edits.filter(({ isNewer }) => isNewer),
    outcome: differences.some(({ conflict }) => conflict) ? 'CONFLICT' : isChanged ? 'CHANGED' : 'SAME',
  }
}

async function planPage<T extends Topic>(
  reading: Pick<WriteContext, 'tx' | 'member'>,
  topics: T[],
  project: ImportProject,
): Promise<TopicPlan<T>[]> {
  const existing = await findExistingTopics(
    reading,
    topics.map(({ guid }) => guid),
  )
  const history = await getIssueHistory(
    reading,
    [...existing.issues.values()].map(({ row }) => row.id),
  )
  return topics.map((topic) => {
    const facts = buildMergeFields(topic)
    const known = existing.issues.get(topic.guid)
    if (known) return planExistingTopic({ topic, existing: known, theirs: facts }, project, history)
    const columns = buildImportColumns(splitMergeFields(facts, project.places), project)
    const noAdditions: Additions = { comments: [], viewpoints: [], references: [], related: [] }
    // Deleted, or hidden from the importer: not changed in either case, and the outcome does not reveal which.
    const isUnavailable = existing.unavailable.has(topic.guid)
    const plan = { topic, columns, accepted: [], differences: [], editedComments: [] }
    return isUnavailable
      ? { ...plan, outcome: 'DELETED', additions: noAdditions }
      : { ...plan, outcome: 'NEW', additions: listAdditions(topic, undefined) }
  })
}

/** The plans of these topics, in their order: pages of as many as fit in memory with their issues. */
export async function* planTopics<T extends Topic>(
  reading: Pick<WriteContext, 'tx' | 'member'>,
  topics: T[],
  project: ImportProject,
): AsyncGenerator<TopicPlan<T>[]> {
  for (const page of await cutByExisting(reading, topics)) yield planPage(reading, page, project)
}

const listShownParts = ({ comments, viewpoints }: Topic): { guid: string }[] => [...comments, ...viewpoints]

/** The recorded state of an exchanged topic; the other side has these parts. */
export const buildExchange = (topic: Topic): LastExchange => ({
  facts: buildMergeFields(topic),
  modified: topic.modified_date ?? topic.creation_date,
  part_count: listShownParts(topic).length,
  parts: [
    ...listShownParts(topic).map(({ guid }) => guid),
    ...topic.viewpoints.flatMap((each) => (each.content_guid ? formatContentPart(each) : [])),
    ...topic.document_references.flatMap(({ guid, document_guid }) => [
      guid,
      ...(document_guid ? [document_guid] : []),
    ]),
    ...topic.related_topics,
  ],
})
