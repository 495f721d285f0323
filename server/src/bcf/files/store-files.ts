import { createHash, randomUUID, randomUUIDv7 } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import fsp from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { BcfViewpoint } from '@plumbline/bcf/model'
import type { BcfArchive } from '@plumbline/bcf/open'
import type { ProjectMember, Server } from '../../context.ts'
import { toJsonb } from '../../db/database.ts'
import { buildAttachmentFolder, type StoredFile } from '../../issues/attachments/attachments.ts'
import { detectMediaType, sanitizeFileName } from '../../issues/attachments/file-kind.ts'
import { buildBitmapKey } from '../../issues/bitmaps.ts'
import { decodePicture, isPictureRefusal } from '../../pictures/decode-picture.ts'
import type { ImportAttempt } from './import-attempt.ts'
import type { ImportProject } from './import-columns.ts'
import { planTopics, type TopicPlan } from './plan-topics.ts'
import type { StagedTopic, StoredParts, StoredPictures } from './staged.ts'

/**
 * Extracts pictures and documents of planned additions from the archive pictures blobs, one at a time, before the
 * transaction. Blob ids are recorded in the topic's row first, so that an interrupted run can be cleaned up.
 */

const PAGE = 50
const MAX_PICTURE_BYTES = 40_000_000
/** pixels of the longer side shown in browsers; the original of a larger picture is stored beside a scaled one */
const MAX_DISPLAY_SIDE = 2048

type StoreServices = Pick<Server, 'db' | 'blobs' | 'config'>

const viewFolder = (projectId: string, viewId: string) => `snapshots/${projectId}/${viewId}`
export const originalKey = (projectId: string, viewId: string) => `${viewFolder(projectId, viewId)}/original`

/** Reads a picture pictures memory; null if it is larger than MAX_PICTURE_BYTES. */
async function readPictureBytes(stream: Readable): Promise<Buffer | null> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of stream as AsyncIterable<Buffer>) {
    size += part.length
    if (size <= MAX_PICTURE_BYTES) parts.push(part)
  }
  return size <= MAX_PICTURE_BYTES ? Buffer.concat(parts) : null
}

/** Decodes a picture completely: its format and a scaled PNG if needed; null if it is no valid PNG or JPEG. */
async function inspectPicture(source: Buffer) {
  const formats = ['png', 'jpeg']
  const within = (side: number) => ({ width: side, height: side, fit: 'inside' as const })
  try {
    const { format, width, height } = await decodePicture({ source, formats, outputs: [] })
    const isPlain = format === 'png' && Math.max(width, height) <= MAX_DISPLAY_SIDE
    const size = within(isPlain ? 1 : MAX_DISPLAY_SIDE)
    const { outputs } = await decodePicture({
      source,
      formats,
      outputs: [{ as: 'png', upright: !isPlain, size }],
    })
    const type = format === 'png' ? ('png' as const) : ('jpg' as const)
    return { type, shown: isPlain ? null : (outputs[0]?.bytes ?? null) }
  } catch (error) {
    if (isPictureRefusal(error)) return null
    throw error
  }
}

/** Stores a snapshot; a JPEG or large PNG is stored unchanged for export, beside a PNG for browsers. */
async function storeSnapshot({ blobs }: StoreServices, projectId: string, id: string, bytes: Buffer | null) {
  const picture = bytes && (await inspectPicture(bytes))
  if (!picture || !bytes) return null
  const key = `${viewFolder(projectId, id)}.png`
  await blobs.put(key, picture.shown ?? bytes)
  if (picture.shown) await blobs.put(originalKey(projectId, id), bytes)
  return key
}

async function storeBitmaps(
  machines: StoreServices,
  archive: BcfArchive,
  key: (guid: string) => string,
  entries: string[],
) {
  const stored: StoredPictures['bitmaps'] = []
  for (const entry of entries) {
    const bytes = await readPictureBytes(archive.read(entry))
    const picture = bytes && (await inspectPicture(bytes))
    const guid = randomUUIDv7()
    if (bytes && picture) await machines.blobs.put(key(guid), bytes)
    stored.push(picture ? { guid, bitmap_type: picture.type } : null)
  }
  return stored
}

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
function planStoredParts(plan: TopicPlan<StagedTopic>): StoredParts | null {
  const { viewpoints, references } = plan.additions
  const stored: StoredParts = { views: {}, documents: {}, blobs: {} }
  for (const { guid } of viewpoints)
    stored.views[guid] = { id: randomUUIDv7(), snapshot_key: null, bitmaps: [] }
  for (const { document_guid } of references)
    if (document_guid !== undefined) stored.documents[document_guid] = { blob_id: randomUUIDv7() }
  for (const entry of listTopicEntries(plan)) stored.blobs[entry] = randomUUIDv7()
  return Object.values(stored).some((each) => Object.keys(each).length > 0) ? stored : null
}

/** Removes the blobs of a topic. */
export async function removeStoredParts(blobs: Server['blobs'], projectId: string, stored: StoredParts) {
  for (const { id } of Object.values(stored.views))
    for (const key of [`${viewFolder(projectId, id)}.png`, viewFolder(projectId, id)]) await blobs.remove(key)
  const files = [
    ...Object.values(stored.documents).map(({ blob_id }) => blob_id),
    ...Object.values(stored.blobs),
  ]
  for (const id of files) await blobs.remove(buildAttachmentFolder(projectId, id))
}

async function storeView(
  machines: StoreServices,
  archive: BcfArchive,
  projectId: string,
  { snapshot, bitmaps }: BcfViewpoint,
  pictures: StoredPictures,
) {
  if (snapshot !== undefined)
    pictures.snapshot_key = await storeSnapshot(
      machines,
      projectId,
      pictures.id,
      await readPictureBytes(archive.read(snapshot)),
    )
  const key = (guid: string) => buildBitmapKey(projectId, pictures.id, guid)
  pictures.bitmaps = await storeBitmaps(machines, archive, key, bitmaps)
}

async function storeParts(
  machines: StoreServices,
  archive: BcfArchive,
  projectId: string,
  plan: TopicPlan<StagedTopic>,
  stored: StoredParts,
) {
  for (const viewpoint of plan.additions.viewpoints) {
    const pictures = stored.views[viewpoint.guid]
    if (pictures) await storeView(machines, archive, projectId, viewpoint, pictures)
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

export async function storeFiles(
  machines: StoreServices,
  attempt: ImportAttempt,
  archive: BcfArchive,
  { member, project }: { member: ProjectMember; project: ImportProject },
  { signal, report }: { signal: AbortSignal; report: (part: number) => void },
): Promise<void> {
  const { db, blobs } = machines
  const staged = () => db.updateTable('bcf_import_topics').where('import_id', '=', attempt.id)
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom('bcf_import_topics')
      .select(['place', 'topic', 'stored', 'is_stored'])
      .where('import_id', '=', attempt.id)
      .where('place', '>', last)
      .where('outcome', 'in', attempt.known === 'SKIP' ? ['NEW'] : ['NEW', 'CHANGED', 'CONFLICT'])
      .orderBy('place')
      .limit(PAGE)
      .execute()
    const waiting = rows.filter(({ is_stored }) => !is_stored)
    const plans = await planTopics(
      { tx: db, member },
      waiting.map(({ topic }) => topic as StagedTopic),
      project,
    )
    for (const [index, { place, stored: before }] of waiting.entries()) {
      signal.throwIfAborted()
      if (before) await removeStoredParts(blobs, member.project_id, before as StoredParts)
      const plan = plans[index] as TopicPlan<StagedTopic>
      const stored = planStoredParts(plan)
      if (stored) {
        await staged()
          .where('place', '=', place)
          .set({ stored: toJsonb(stored) })
          .execute()
        await storeParts(machines, archive, member.project_id, plan, stored)
      }
      await staged()
        .where('place', '=', place)
        .set({ is_stored: true, stored: stored && toJsonb(stored) })
        .execute()
      report(place / archive.topicCount)
    }
    const end = rows.at(-1)
    if (!end) return
    last = end.place
  }
}
