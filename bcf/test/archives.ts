import { buffer } from 'node:stream/consumers'
import { bcfLimits } from '../src/limits.ts'
import type { BcfVersion, Topic, WritableBcfVersion } from '../src/model.ts'
import { type BcfArchive, openBcf } from '../src/open.ts'
import { type DocumentKind, documentKinds } from '../src/schema/structure.ts'
import { validateDocument } from '../src/schema/validate.ts'
import { writeBcf } from '../src/write.ts'
import { openArchive } from '../src/zip/archive.ts'
import { getFileName } from '../src/zip/names.ts'

export async function collectTopics(archive: BcfArchive): Promise<Topic[]> {
  const topics: Topic[] = []
  for await (const topic of archive.topics()) topics.push(topic)
  return topics
}

/** Reads an archive completely, including all its files. */
export async function readWholeArchive(source: string | Uint8Array, limits = bcfLimits) {
  const archive = await openBcf(source, limits)
  try {
    const topics = await collectTopics(archive)
    const entries = topics.flatMap((topic) =>
      topic.viewpoints.flatMap((viewpoint) => [viewpoint.snapshot, ...viewpoint.bitmaps]),
    )
    for (const document of archive.project.documents) entries.push(document.entry)
    for (const entry of entries) if (entry !== undefined) await buffer(archive.read(entry))
    return { archive, topics }
  } finally {
    archive.close()
  }
}

/** Writes an archive again in another version. */
export function rewriteArchive(archive: BcfArchive, version: WritableBcfVersion): Promise<Buffer> {
  const entry = (name: string) => archive.read(name)
  const topics = async function* () {
    for await (const topic of archive.topics()) yield { topic, openEntry: entry }
  }
  return buffer(writeBcf(version, archive.project, topics(), entry))
}

function findDocumentKind(name: string): DocumentKind | undefined {
  const file = getFileName(name).toLowerCase()
  if (file.endsWith('.bcfv')) return 'visinfo'
  const names = ['bcf.version', 'project.bcfp', 'markup.bcf', '', 'extensions.xml', 'documents.xml']
  return documentKinds[names.indexOf(file)]
}

/** The schema problems of all documents in an archive. */
export async function validateArchive(bytes: Uint8Array, version: BcfVersion): Promise<string[]> {
  const archive = await openArchive(bytes, bcfLimits)
  const problems: string[] = []
  for (const name of archive.names) {
    const kind = findDocumentKind(name)
    if (!kind) continue
    const found = await validateDocument(version, kind, await buffer(archive.read(name)))
    problems.push(...found.map((problem) => `${name}: ${problem}`))
  }
  archive.close()
  return problems
}
