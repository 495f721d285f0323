import type { BcfWarning } from '@plumbline/bcf/errors'
import type { Topic } from '@plumbline/bcf/model'
import type { BcfArchive } from '@plumbline/bcf/open'
import { cutText } from '@plumbline/contract/characters'
import type { ProjectMember } from '../../context.ts'
import { toJsonb } from '../../db/database.ts'
import type { ImportAttempt, ImportServices } from './import-attempt.ts'
import { findPersonId, getImportProject, type ImportProject, type PersonMapping } from './import-columns.ts'
import { buildWarnings } from './notes.ts'
import { planTopics, type TopicOutcome, type TopicPlan } from './plan-topics.ts'
import type { StagedTopic } from './staged.ts'

/** Reads an archive topic by topic and stages each with its planned outcome, for the preview. */

/** topics per page, and the approximate JSON size of a page */
const PAGE = 100
const PAGE_BYTES = 4_000_000
const MAX_PEOPLE = 1000
/** characters of a person's name that `applyBcfImport` takes */
const LONGEST_AUTHOR = 500

export function summarizeWarnings(warnings: readonly BcfWarning[]) {
  const counts = new Map<BcfWarning['code'], number>()
  for (const { code } of warnings) counts.set(code, (counts.get(code) ?? 0) + 1)
  return buildWarnings(counts)
}

/** Adds the documents that the topic refers to. */
function stageTopic(topic: Topic, { project }: BcfArchive): StagedTopic {
  const wanted = new Set(topic.document_references.flatMap(({ document_guid }) => document_guid ?? []))
  const documents = wanted.size > 0 ? project.documents.filter(({ guid }) => wanted.has(guid)) : []
  return { ...topic, documents }
}

const listPeople = (topic: Topic): Set<string> =>
  new Set(
    [
      ...[topic.creation_author, topic.modified_author, topic.assigned_to],
      ...topic.comments.flatMap(({ author, modified_author }) => [author, modified_author]),
    ].filter(
      (author) => author !== undefined && author !== 'Unknown' && author.length <= LONGEST_AUTHOR,
    ) as string[],
  )

function buildStagedRow(import_id: string, place: number, plan: TopicPlan<StagedTopic>) {
  const { topic, outcome, existing, differences, additions, editedComments } = plan
  return {
    import_id,
    place,
    guid: topic.guid,
    title: cutText(topic.title, 1000),
    outcome,
    number: existing?.row.number ?? null,
    differences: toJsonb(differences.map((each) => ({ ...each, ...truncateValues(each) }))),
    comments: additions.comments.length + editedComments.length,
    viewpoints: additions.viewpoints.length,
    documents: additions.references.length,
    topic: toJsonb(topic),
  }
}

/** Shortens values for the preview to 500 characters. */
const truncateValues = ({ ours, theirs }: { ours: string; theirs: string }) => ({
  ours: ours.slice(0, 500).toWellFormed(),
  theirs: theirs.slice(0, 500).toWellFormed(),
})

export interface ArchiveSummary {
  topics: number
  outcomes: Partial<Record<TopicOutcome, number>>
  people: (PersonMapping & { topics: number })[]
}

export async function readArchive(
  { server }: ImportServices,
  attempt: ImportAttempt,
  archive: BcfArchive,
  member: ProjectMember,
  { signal, report }: { signal: AbortSignal; report: (part: number) => void },
): Promise<ArchiveSummary> {
  const { db } = server
  await db.deleteFrom('bcf_import_topics').where('import_id', '=', attempt.id).execute()
  const project: ImportProject = await getImportProject(db, member.project_id, [])
  const people = new Map<string, number>()
  const summary: ArchiveSummary = { topics: 0, outcomes: {}, people: [] }
  let page: StagedTopic[] = []
  let bytes = 0
  const flush = async () => {
    if (page.length === 0) return
    for await (const plans of planTopics({ tx: db, member }, page, project)) {
      for (const { outcome } of plans) summary.outcomes[outcome] = (summary.outcomes[outcome] ?? 0) + 1
      const rows = plans.map((plan, index) => buildStagedRow(attempt.id, summary.topics + index + 1, plan))
      await db.insertInto('bcf_import_topics').values(rows).execute()
      summary.topics += plans.length
    }
    page = []
    bytes = 0
    report(summary.topics / archive.topicCount)
  }
  for await (const topic of archive.topics()) {
    signal.throwIfAborted()
    for (const author of listPeople(topic))
      if (people.has(author) || people.size < MAX_PEOPLE) people.set(author, (people.get(author) ?? 0) + 1)
    const staged = stageTopic(topic, archive)
    page.push(staged)
    bytes += JSON.stringify(staged).length
    if (page.length >= PAGE || bytes >= PAGE_BYTES) await flush()
  }
  await flush()
  summary.people = [...people].map(([author, topics]) => ({
    author,
    topics,
    user_id: findPersonId(project, author),
  }))
  return summary
}
