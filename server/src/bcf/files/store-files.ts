import { createHash, randomUUID, randomUUIDv7 } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import fsp from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { BcfError } from '@plumbline/bcf/errors'
import { bcfLimits } from '@plumbline/bcf/limits'
import type { BcfArchive } from '@plumbline/bcf/open'
import { sql } from 'kysely'
import type { ProjectMember, Server } from '../../context.ts'
import type { Db } from '../../db/database.ts'
import { buildAttachmentFolder, type StoredFile } from '../../issues/attachments/attachments.ts'
import { detectMediaType, sanitizeFileName } from '../../issues/attachments/file-kind.ts'
import { formatJsonBatches } from '../../loop/time-slices.ts'
import { findKnownViews } from './find-known-views.ts'
import type { ImportAttempt } from './import-attempt.ts'
import type { ImportProject } from './import-columns.ts'
import { planTopics, type TopicOutcome, type TopicPlan } from './plan-topics.ts'
import type { StagedTopic, StoredParts } from './staged.ts'
import { type ArchiveReader, buildSnapshotFolder, PictureBatches } from './store-pictures.ts'
import { listTopicPages } from './topic-pages.ts'

/**
 * Extracts pictures and documents of planned additions from the archive into blobs, page by page, before the transaction.
 * Blob ids are recorded in the rows of a page first, so that an interrupted run can be cleaned up.
 */

const PAGE = 100

type StoreServices = Pick<Server, 'db' | 'blobs' | 'config'>

async function storeDocument({ blobs, config }: StoreServices, stream: Readable, key: string, name: string) {
  const folder = path.join(config.dataDir, 'incoming')
  await fsp.mkdir(folder, { recursive: true })
  const file = path.join(folder, randomUUID())
  const hash = createHash('sha256')
  let size = 0
  try {
    const counted = async function* (parts: AsyncIterable<Buffer>) {
      for await (const part of parts) {
        hash.update(part)
        size += part.length
        yield part
      }
    }
    await pipeline(stream, counted, createWriteStream(file))
    const sha256 = hash.digest('hex')
    const type = await detectMediaType({ path: file, size, sha256, name })
    await blobs.putFile(key, file)
    return { kind: 'FILE' as const, type, name: sanitizeFileName(name), size, sha256 }
  } finally {
    await fsp.rm(file, { force: true })
  }
}

/** Archive entries of the topic's header files and snippet. */
function listTopicEntries({ topic, accepted, outcome }: TopicPlan<StagedTopic>): string[] {
  const isWanted = (name: 'files' | 'bim_snippet') => outcome === 'NEW' || accepted.includes(name)
  const files = isWanted('files') ? topic.files : []
  const snippet = isWanted('bim_snippet') ? [topic.bim_snippet] : []
  return [...files, ...snippet].flatMap((each) =>
    each && !each.is_external && each.reference !== undefined ? [each.reference] : [],
  )
}

/** Assigns blob ids to everything that will be stored of a topic; null if there is nothing. */
function planStoredParts(
  plan: TopicPlan<StagedTopic>,
  known_views: Record<string, string>,
): StoredParts | null {
  const { viewpoints, references } = plan.additions
  const stored: StoredParts = { views: {}, documents: {}, blobs: {}, known_views }
  for (const { guid } of viewpoints.filter((each) => known_views[each.guid] === undefined))
    stored.views[guid] = { id: randomUUIDv7(), snapshot_key: null, bitmaps: [] }
  for (const { document_guid } of references)
    if (document_guid !== undefined) stored.documents[document_guid] = { blob_id: randomUUIDv7() }
  for (const entry of listTopicEntries(plan)) stored.blobs[entry] = randomUUIDv7()
  return Object.values(stored).some((each) => Object.keys(each).length > 0) ? stored : null
}

/** Removes the blobs of a topic. */
export async function removeStoredParts(blobs: Server['blobs'], projectId: string, stored: StoredParts) {
  for (const { id } of Object.values(stored.views))
    for (const key of [`${buildSnapshotFolder(projectId, id)}.png`, buildSnapshotFolder(projectId, id)])
      await blobs.remove(key)
  const files = [
    ...Object.values(stored.documents).map(({ blob_id }) => blob_id),
    ...Object.values(stored.blobs),
  ]
  for (const id of files) await blobs.remove(buildAttachmentFolder(projectId, id))
}

async function storeParts(
  machines: StoreServices,
  archive: ArchiveReader,
  projectId: string,
  plan: TopicPlan<StagedTopic>,
  stored: StoredParts,
  batches: PictureBatches,
) {
  for (const viewpoint of plan.additions.viewpoints) {
    const pictures = stored.views[viewpoint.guid]
    if (pictures) await batches.addView(viewpoint, pictures)
  }
  const original = (blobId: string) => `${buildAttachmentFolder(projectId, blobId)}/original`
  for (const [guid, { blob_id }] of Object.entries(stored.documents)) {
    const document = plan.topic.documents.find((each) => each.guid === guid)
    if (!document) continue
    const file = await storeDocument(
      machines,
      archive.read(document.entry),
      original(blob_id),
      document.filename,
    )
    stored.documents[guid] = { ...file, blob_id } satisfies StoredFile
  }
  for (const [entry, blob_id] of Object.entries(stored.blobs))
    await storeDocument(machines, archive.read(entry), original(blob_id), entry)
}

/** Entries of an archive; together they may be as large as the archive, however often topics refer to one. */
function limitReads(archive: BcfArchive): ArchiveReader {
  const most = bcfLimits.archive_bytes
  let total = 0
  async function* count(entry: string): AsyncGenerator<Buffer> {
    for await (const part of archive.read(entry)) {
      total += part.length
      if (total > most) throw BcfError.of('ARCHIVE_TOO_LARGE', { most })
      yield part as Buffer
    }
  }
  return { read: (entry) => Readable.from(count(entry), { objectMode: false }) }
}

interface WaitingTopic {
  place: number
  plan: TopicPlan<StagedTopic>
  stored: StoredParts | null
}

/** Records in the topics' rows which of their files are stored or will be. */
async function updateStagedTopics(
  db: Db,
  importId: string,
  topics: WaitingTopic[],
  is_stored: boolean,
): Promise<void> {
  const rows = topics.map(({ place, stored }) => ({ place, stored }))
  for await (const json of formatJsonBatches(rows))
    await sql`
      update bcf_import_topics t set stored = v.stored, is_stored = ${is_stored}
      from jsonb_to_recordset(${json}::jsonb) as v (place integer, stored jsonb)
      where t.import_id = ${importId} and t.place = v.place`.execute(db)
}

/** Deletes files that an interrupted run stored for topics without a complete record, and plans these topics again. */
async function* planWaitingTopics(
  { db, blobs }: StoreServices,
  archive: ArchiveReader,
  rows: { place: number; topic: unknown; stored: unknown; is_stored: boolean }[],
  { member, project }: StoreTarget,
): AsyncGenerator<WaitingTopic[]> {
  const waiting = rows.filter(({ is_stored }) => !is_stored)
  for (const { stored } of waiting)
    if (stored) await removeStoredParts(blobs, member.project_id, stored as StoredParts)
  const topics = waiting.map(({ topic }) => topic as StagedTopic)
  let at = 0
  for await (const plans of planTopics({ tx: db, member }, topics, project)) {
    const planned: WaitingTopic[] = []
    for (const plan of plans) {
      const known = await findKnownViews({ db, blobs }, member, archive, plan)
      const { place } = waiting[at++] as { place: number }
      planned.push({ place, plan, stored: planStoredParts(plan, known) })
    }
    yield planned
  }
}

interface StoreTarget {
  member: ProjectMember
  project: ImportProject
}

export async function storeFiles(
  machines: StoreServices,
  attempt: ImportAttempt,
  archive: BcfArchive,
  target: StoreTarget,
  { signal, report }: { signal: AbortSignal; report: (part: number) => void },
): Promise<void> {
  const { db, blobs } = machines
  const { project_id } = target.member
  const reader = limitReads(archive)
  // an issue may have been restored since the preview
  const outcomes: TopicOutcome[] =
    attempt.known === 'SKIP' ? ['NEW'] : ['NEW', 'CHANGED', 'CONFLICT', 'DELETED']
  for (const { first, last } of await listTopicPages(db, attempt.id, PAGE, outcomes)) {
    const rows = await db
      .selectFrom('bcf_import_topics')
      .select(['place', 'topic', 'stored', 'is_stored'])
      .where('import_id', '=', attempt.id)
      .where('place', '>=', first)
      .where('place', '<=', last)
      .where('outcome', 'in', outcomes)
      .orderBy('place')
      .execute()
    for await (const waiting of planWaitingTopics(machines, reader, rows, target)) {
      const withParts = waiting.filter(({ stored }) => stored)
      await updateStagedTopics(db, attempt.id, withParts, false)
      const batches = new PictureBatches(blobs, reader, project_id)
      try {
        for (const { place, plan, stored } of withParts) {
          signal.throwIfAborted()
          if (stored) await storeParts(machines, reader, project_id, plan, stored, batches)
          report(place / archive.topicCount)
        }
        await batches.finish()
      } catch (error) {
        await batches.abandon()
        throw error
      }
      await updateStagedTopics(db, attempt.id, waiting, true)
    }
    report(last / archive.topicCount)
  }
}
