import type { Readable } from 'node:stream'
import { BcfError, type BcfWarning } from './errors.ts'
import { type BcfLimits, bcfLimits } from './limits.ts'
import { type BcfProject, type BcfVersion, bcfVersions, type Topic } from './model.ts'
import { noExtensions, readProject } from './read/project.ts'
import { Reading } from './read/reading.ts'
import { readTopic } from './read/topic.ts'
import { readShape } from './schema/versions.ts'
import { attributeOf, readXml, textOf } from './xml/read.ts'
import { type Archive, openArchive } from './zip/archive.ts'
import { fileOf, folderOf } from './zip/names.ts'

/** An open BCF archive; its topics are streamed, so only one is in memory at a time. */
export interface BcfArchive {
  readonly version: BcfVersion
  /** in 2.x, `documents` is complete only after all topics have been read */
  readonly project: BcfProject
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
const isShadow = (name: string) => name.startsWith('__MACOSX/') || fileOf(name).startsWith('._')

/** The entry `bcf.version`, whose folder is the root of the content. */
function findVersion(archive: Archive): string {
  const found = archive.names.filter(
    (name) => fileOf(name).toLowerCase() === 'bcf.version' && !isShadow(name),
  )
  const depth = (name: string) => name.split('/').length
  const least = Math.min(...found.map(depth))
  const [name, second] = found.filter((each) => depth(each) === least)
  if (name === undefined) throw BcfError.of('NO_VERSION', {})
  if (second !== undefined) throw BcfError.of('SEVERAL_VERSIONS', {})
  return name
}

/** Parses a version, including common variants: `2.1.0`, `v2.1`, `2.1 RC`. */
function versionOf(text: string | undefined): BcfVersion | undefined {
  const [, major, minor] = /^v?(\d)(?:\.(\d))?(?![\d])/i.exec(text ?? '') ?? []
  return bcfVersions.find((version) => version === `${major}.${minor ?? 0}`)
}

async function readVersion(archive: Archive, entry: string, limits: BcfLimits): Promise<BcfVersion> {
  const root = await readXml(archive.read(entry, limits.document_bytes), entry, readShape('version'), limits)
  if (root.name !== 'Version')
    throw BcfError.of('OTHER_CONTENT', { entry, found: root.name.slice(0, MOST_SHOWN) })
  const said = attributeOf(root, 'VersionId') ?? textOf(root, 'DetailedVersion') ?? ''
  const version = versionOf(said) ?? versionOf(textOf(root, 'DetailedVersion'))
  if (version === undefined) throw BcfError.of('UNKNOWN_VERSION', { version: said.slice(0, MOST_SHOWN) })
  return version
}

class OpenArchive implements BcfArchive {
  readonly version: BcfVersion
  readonly project: BcfProject
  private readonly reading: Reading
  private readonly markups: string[]

  constructor(reading: Reading, markups: string[]) {
    this.version = reading.version
    this.project = reading.project
    this.reading = reading
    this.markups = markups
  }

  get topicCount(): number {
    return this.markups.length
  }

  get warnings(): readonly BcfWarning[] {
    return this.reading.warnings
  }

  get warningCount(): number {
    return this.reading.warningCount
  }

  async *topics(): AsyncGenerator<Topic> {
    this.reading.begin()
    const seen = new Set<string>()
    for (const entry of this.markups) {
      const topic = await readTopic(this.reading, entry)
      if (seen.has(topic.guid)) throw BcfError.of('SAME_TOPIC', { topic: topic.guid })
      seen.add(topic.guid)
      yield topic
    }
  }

  read(entry: string): Readable {
    return this.reading.archive.read(entry)
  }

  close(): void {
    this.reading.archive.close()
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
    const entry = findVersion(archive)
    const version = await readVersion(archive, entry, limits)
    const root = folderOf(entry)
    const markups = archive.names.filter(
      (name) => name.startsWith(root) && fileOf(name).toLowerCase() === 'markup.bcf' && !isShadow(name),
    )
    if (markups.length > limits.topics) throw BcfError.of('TOO_MANY', { what: 'Topic', most: limits.topics })
    const reading = new Reading(archive, limits, root, version, { extensions: noExtensions(), documents: [] })
    await readProject(reading)
    return new OpenArchive(reading, markups)
  } catch (error) {
    archive.close()
    throw error
  }
}
