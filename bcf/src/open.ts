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

/** A BCF archive that can be read: one topic is in memory at a time. */
export interface BcfArchive {
  readonly version: BcfVersion
  /** In 2.x a document is listed once the topic that refers to it was read. */
  readonly project: BcfProject
  readonly topicCount: number
  /** What of what was read so far is not as the file says it; the first of them, and how many there are. */
  readonly warnings: readonly BcfWarning[]
  readonly warningCount: number
  /** In the archive's order. Begins anew each time. @throws BcfError */
  topics: () => AsyncGenerator<Topic>
  /** The bytes of an entry that the project or a topic names. @throws BcfError while it is read */
  read: (entry: string) => Readable
  close: () => void
}

const MOST_SHOWN = 40

/** What others write beside: macOS puts a shadow of every file into the archive. */
const isShadow = (name: string) => name.startsWith('__MACOSX/') || fileOf(name).startsWith('._')

/** The folder that holds everything: that of the version's file, which is usually none. */
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

/** `2.1`, and what others write for it: `2.1.0`, `v2.1`, `2.1 RC`. */
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
 * Opens the archive in a file, or one in memory. Nothing is unpacked to a disk, and no name in it is used as a path.
 * @throws BcfError, and what the system says of a path
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
