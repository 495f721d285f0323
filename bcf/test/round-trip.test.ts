import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareArchives } from '../src/compare-archives.ts'
import type { BcfViewpoint, Topic, WritableBcfVersion } from '../src/model.ts'
import { type BcfArchive, openBcf } from '../src/open.ts'
import { writeBcf } from '../src/write.ts'
import {
  archiveArbitrary,
  buildEntryBytes,
  getHorizontalFieldOfView,
  openGeneratedEntry,
} from './arbitrary.ts'
import { collectTopics, rewriteArchive, validateArchive } from './archives.ts'

const bytesIn = async (archive: BcfArchive, entry: string | undefined) =>
  entry === undefined ? undefined : (await buffer(archive.read(entry))).toString()
const written = (entry: string | undefined) =>
  entry === undefined ? undefined : buildEntryBytes(entry).toString()

type BytesOf = (entry: string | undefined) => Promise<string | undefined> | string | undefined

/** A viewpoint with file contents in place of entry names, and its angle as 2.1 represents it. */
async function viewpointWith(version: WritableBcfVersion, viewpoint: BcfViewpoint, bytes: BytesOf) {
  const { view, snapshot, bitmaps } = viewpoint
  const camera = view.perspective_camera
  const angle = version === '2.1' ? getHorizontalFieldOfView(view) : camera?.field_of_view
  return {
    ...viewpoint,
    view: { ...view, perspective_camera: camera && { ...camera, field_of_view: angle?.toPrecision(9) } },
    snapshot: await bytes(snapshot),
    bitmaps: await Promise.all(bitmaps.map(bytes)),
  }
}

async function topicWith(
  version: WritableBcfVersion,
  topic: Topic,
  documents: { guid: string; entry: string; filename: string }[],
  bytes: BytesOf,
) {
  const snippet = topic.bim_snippet
  const named = (guid: string | undefined) => documents.find((document) => document.guid === guid)
  return {
    ...topic,
    bim_snippet: snippet && {
      ...snippet,
      reference: snippet.is_external ? snippet.reference : await bytes(snippet.reference),
    },
    files: await Promise.all(
      topic.files.map(async (file) => ({
        ...file,
        reference: file.is_external ? file.reference : await bytes(file.reference),
      })),
    ),
    document_references: await Promise.all(
      topic.document_references.map(async ({ document_guid, ...rest }) => ({
        ...rest,
        filename: named(document_guid)?.filename,
        document: await bytes(named(document_guid)?.entry),
      })),
    ),
    viewpoints: await Promise.all(
      topic.viewpoints.map((viewpoint) => viewpointWith(version, viewpoint, bytes)),
    ),
  }
}

describe.each(['2.1', '3.0'] as const)('any archive of %s', (version) => {
  test('is valid and read as it was written', async () => {
    await fc.assert(
      fc.asyncProperty(archiveArbitrary(version), async ({ project, topics }) => {
        const bytes = await buffer(
          writeBcf(
            version,
            project,
            topics.map((topic) => ({ topic, openEntry: openGeneratedEntry })),
            openGeneratedEntry,
          ),
        )
        expect(await validateArchive(bytes, version)).toEqual([])
        const archive = await openBcf(bytes)
        const read = await collectTopics(archive)
        expect(archive.warnings).toEqual([])
        expect(archive.project).toMatchObject({
          project_id: project.project_id,
          extensions: project.extensions,
        })
        expect(archive.project.name).toBe(project.name)
        const found = await Promise.all(
          read.map((topic) =>
            topicWith(version, topic, archive.project.documents, (entry) => bytesIn(archive, entry)),
          ),
        )
        const expected = await Promise.all(
          topics.map((topic) => topicWith(version, topic, project.documents, written)),
        )
        expect(found).toEqual(expected)
      }),
      { numRuns: 40, endOnFailure: true },
    )
  })

  test('is equivalent after conversion to the other version and back', async () => {
    const other = version === '2.1' ? '3.0' : '2.1'
    await fc.assert(
      fc.asyncProperty(archiveArbitrary(version), async ({ project, topics }) => {
        const first = await openBcf(
          await buffer(
            writeBcf(
              version,
              project,
              topics.map((topic) => ({ topic, openEntry: openGeneratedEntry })),
              openGeneratedEntry,
            ),
          ),
        )
        const second = await openBcf(await rewriteArchive(first, other))
        expect(await compareArchives(first, second)).toEqual([])
        const third = await openBcf(await rewriteArchive(second, version))
        expect(await compareArchives(second, third)).toEqual([])
      }),
      { numRuns: 20, endOnFailure: true },
    )
  })
})
