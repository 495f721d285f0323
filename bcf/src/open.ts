import type { Readable } from 'node:stream'
import { BcfError, type BcfWarning } from './errors.ts'
import { type BcfLimits, bcfLimits } from './limits.ts'
import { type BcfArchiveProject, type BcfVersion, bcfVersions, type Topic } from './model.ts'
import { createEmptyExtensions, readBcfProject } from './read/project.ts'
import { ReadContext } from './read/read-context.ts'
import { readBcfTopic } from './read/topic.ts'
import { buildElementFilter } from './schema/versions.ts'
import { findChild, getAttribute, getChildText, parseXml } from './xml/read.ts'
import { type Archive, openArchive } from './zip/archive.ts'
import { getFileName, getFolderPath } from './zip/names.ts'

/** An open BCF archive; its topics are streamed, so only one is in memory at a time. */
export interface BcfArchive {
  readonly version: BcfVersion
  /** in 2.x, `documents` is complete only after all topics have been read */
  readonly project: BcfArchiveProject
  readonly topicCount: number
  /** warnings so far, up to the limit; `warningCount` is their full number */
  readonly warnings: readonly BcfWarning[]
  readonly warningCount: number
  /** Yields the topics in archive order; each call starts from the beginning. @throws BcfError */
  topics: () => AsyncGenerator<Topic>
  /** Streams an entry that the project or a topic refers to. @throws BcfError while reading */
  read: (entry: string) => Readable
  close: () => void
}

const MOST_SHOWN = 40

/** macOS adds a resource fork entry for every file. */
const isResourceFork = (name: string) => name.startsWith('__MACOSX/') || getFileName(name).startsWith('._')

/** The entry `bcf.version`, whose folder is the root of the content; null without one. */
function findVersionEntry(archive: Archive): string | null {
  const found = archive.names.filter(
    (name) => getFileName(name).toLowerCase() === 'bcf.version' && !isResourceFork(name),
  )
  const depth = (name: string) => name.split('/').length
  // one by one: there may be more than a call takes arguments
  const least = found.reduce((best, name) => Math.min(best, depth(name)), Number.POSITIVE_INFINITY)
  const [name, second] = found.filter((each) => depth(each) === least)
  if (name === undefined) return null
  if (second !== undefined) throw BcfError.of('SEVERAL_VERSIONS', {})
  return name
}

/** Parses a version, including common variants: `2.1.0`, `v2.1`, `2.1 RC`. Archives of 1.0 have no version file. */
function parseVersion(text: string | undefined): BcfVersion | undefined {
  const [, major, minor] = /^v?(\d)(?:\.(\d))?(?![\d])/i.exec(text ?? '') ?? []
  return bcfVersions.find((version) => version !== '1.0' && version === `${major}.${minor ?? 0}`)
}

/** Names of children of a topic in BCF 1.0; later versions require at least its author and creation date. */
const TOPIC_CHILDREN_1 = ['ReferenceLink', 'Title']

/**
 * Distinguishes archives of BCF 1.0, which have no file `bcf.version`, from later ones that have lost it.
 * @throws BcfError NO_VERSION
 */
async function checkVersion1(archive: Archive, markups: string[], limits: BcfLimits): Promise<void> {
  const [entry] = markups
  if (entry === undefined) throw BcfError.of('NO_VERSION', {})
  const content = archive.read(entry, limits.document_bytes)
  const root = await parseXml(content, entry, buildElementFilter('markup'), limits)
  const topic = findChild(root, 'Topic')
  const isVersion1 =
    topic?.children.every(({ name }) => TOPIC_CHILDREN_1.includes(name)) &&
    getAttribute(topic, 'TopicType') === undefined &&
    getAttribute(topic, 'TopicStatus') === undefined &&
    findChild(root, 'Viewpoints') === undefined
  if (!isVersion1) throw BcfError.of('NO_VERSION', {})
}

async function readVersion(archive: Archive, entry: string, limits: BcfLimits): Promise<BcfVersion> {
  const root = await parseXml(
    archive.read(entry, limits.document_bytes),
    entry,
    buildElementFilter('version'),
    limits,
  )
  if (root.name !== 'Version')
    throw BcfError.of('OTHER_CONTENT', { entry, found: root.name.slice(0, MOST_SHOWN) })
  const versionId = getAttribute(root, 'VersionId') ?? getChildText(root, 'DetailedVersion') ?? ''
  const version = parseVersion(versionId) ?? parseVersion(getChildText(root, 'DetailedVersion'))
  if (version === undefined) throw BcfError.of('UNKNOWN_VERSION', { version: versionId.slice(0, MOST_SHOWN) })
  return version
}

class OpenArchive implements BcfArchive {
  readonly version: BcfVersion
  readonly project: BcfArchiveProject
  private readonly context: ReadContext
  private readonly markups: string[]

  constructor(context: ReadContext, markups: string[]) {
    this.version = context.version
    this.project = context.project
    this.context = context
    this.markups = markups
  }

  get topicCount(): number {
    return this.markups.length
  }

  get warnings(): readonly BcfWarning[] {
    return this.context.warnings
  }

  get warningCount(): number {
    return this.context.warningCount
  }

  async *topics(): AsyncGenerator<Topic> {
    this.context.startTopics()
    const seen = new Set<string>()
    for (const entry of this.markups) {
      const topic = await readBcfTopic(this.context, entry)
      if (seen.has(topic.guid)) throw BcfError.of('SAME_TOPIC', { topic: topic.guid })
      seen.add(topic.guid)
      yield topic
    }
  }

  read(entry: string): Readable {
    return this.context.archive.read(entry)
  }

  close(): void {
    this.context.archive.close()
  }
}

/**
 * Opens an archive from a file or from memory. Entries are never extracted to disk, and their names are never
 * used as file paths.
 * @throws BcfError, and file system errors
 */
export async function openBcf(
  source: string | Uint8Array,
  limits: BcfLimits = bcfLimits,
): Promise<BcfArchive> {
  const archive = await openArchive(source, limits)
  try {
    const entry = findVersionEntry(archive)
    const root = entry === null ? '' : getFolderPath(entry)
    const markups = archive.names.filter(
      (name) =>
        name.startsWith(root) && getFileName(name).toLowerCase() === 'markup.bcf' && !isResourceFork(name),
    )
    if (entry === null) await checkVersion1(archive, markups, limits)
    const version = entry === null ? '1.0' : await readVersion(archive, entry, limits)
    if (markups.length > limits.topics) throw BcfError.of('TOO_MANY', { what: 'Topic', most: limits.topics })
    const context = new ReadContext(archive, limits, root, version, {
      extensions: createEmptyExtensions(),
      documents: [],
    })
    await readBcfProject(context)
    return new OpenArchive(context, markups)
  } catch (error) {
    archive.close()
    throw error
  }
}
