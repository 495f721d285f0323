import { BcfError, type BcfWarning, type BcfWarningCode } from '../errors.ts'
import { deriveNamespace, deriveUuid, parseGuid } from '../guid.ts'
import type { BcfLimits } from '../limits.ts'
import type { BcfArchiveProject, BcfDocument, BcfVersion } from '../model.ts'
import type { DocumentKind } from '../schema/structure.ts'
import { buildElementFilter, findDocumentSchema } from '../schema/versions.ts'
import { type ElementFilter, parseXml, type XmlElement } from '../xml/read.ts'
import type { Archive } from '../zip/archive.ts'
import { getFileName, listCandidateNames } from '../zip/names.ts'
import { parseDate } from './values.ts'

const shapes = new Map<DocumentKind, ElementFilter>()
function filterOf(kind: DocumentKind): ElementFilter {
  const shape = shapes.get(kind) ?? buildElementFilter(kind)
  shapes.set(kind, shape)
  return shape
}

const DETAIL_LENGTH = 200

/** State of reading an archive: entry lookup, warnings, and the remaining XML size budget. */
export class ReadContext {
  readonly archive: Archive
  readonly limits: BcfLimits
  /** folder that contains the whole content; usually the root of the archive */
  readonly root: string
  readonly version: BcfVersion
  readonly project: BcfArchiveProject
  /** namespace of derived GUIDs */
  private namespace = deriveNamespace('')
  warnings: BcfWarning[] = []
  warningCount = 0
  private xmlBytes = 0
  private topicBytes = 0
  private topic: string | undefined
  private readonly documents = new Set<string>()

  constructor(
    archive: Archive,
    limits: BcfLimits,
    root: string,
    version: BcfVersion,
    project: BcfArchiveProject,
  ) {
    this.archive = archive
    this.limits = limits
    this.root = root
    this.version = version
    this.project = project
  }

  /** Sets the namespace of derived GUIDs, once the project is known. */
  setNamespace(project: string): void {
    this.namespace = deriveNamespace(project)
  }

  /** A GUID derived from the given parts, deterministically. */
  deriveGuid(...words: (string | number)[]): string {
    return deriveUuid(this.namespace, words.join('\n'))
  }

  /** Derives GUIDs for parts of a topic that have none from their content, because their position in the file may change. */
  createPartGuids(kind: string, topic: string): (...words: string[]) => string {
    const counts = new Map<string, number>()
    return (...words) => {
      const said = words.join('\n')
      const earlier = counts.get(said) ?? 0
      counts.set(said, earlier + 1)
      return this.deriveGuid(kind, topic, said, earlier)
    }
  }

  /** Starts reading the topics, possibly again: resets their warnings and the size budget. */
  startTopics(): void {
    this.warnings = this.warnings.filter((warning) => warning.topic === undefined)
    this.warningCount = this.warnings.length
    this.xmlBytes = 0
  }

  startTopic(): void {
    this.topicBytes = 0
    this.topic = undefined
  }

  /** Assigns the following warnings to a topic. */
  setTopic(topic: string): void {
    this.topic = topic
  }

  warn(code: BcfWarningCode, detail: string): void {
    this.warningCount++
    if (this.warnings.length >= this.limits.warnings) return
    this.warnings.push({ topic: this.topic, code, detail: detail.slice(0, DETAIL_LENGTH) })
  }

  /** The archive entry that a reference in a folder resolves to. */
  findEntry(folder: string, reference: string): string | undefined {
    return this.archive.find(listCandidateNames(this.root, folder, reference))
  }

  async readDocument(name: string, kind: DocumentKind): Promise<XmlElement> {
    const root = await this.readXml(name, filterOf(kind))
    const expected = (findDocumentSchema(this.version, kind) ?? findDocumentSchema('3.0', kind))?.root
    const isProject = kind === 'project' && /^Project(Info|Extension)$/.test(root.name)
    if (root.name !== expected && !isProject)
      throw BcfError.of('OTHER_CONTENT', { entry: name, found: root.name.slice(0, DETAIL_LENGTH) })
    return root
  }

  readXml(name: string, shape: ElementFilter): Promise<XmlElement> {
    return parseXml(this.streamCounted(name), name, shape, this.limits)
  }

  private async *streamCounted(name: string): AsyncGenerator<Buffer> {
    const { limits } = this
    for await (const part of this.archive.read(name, limits.document_bytes)) {
      this.xmlBytes += part.length
      this.topicBytes += part.length
      if (this.topicBytes > limits.topic_bytes)
        throw BcfError.of('TOO_MUCH_XML', { most: limits.topic_bytes })
      if (this.xmlBytes > limits.xml_bytes) throw BcfError.of('TOO_MUCH_XML', { most: limits.xml_bytes })
      yield part as Buffer
    }
  }

  /** Parses a GUID; an invalid one is replaced by a derived one, with a warning. */
  parseGuid(text: string | undefined): string | undefined {
    if (text === undefined) return undefined
    const guid = parseGuid(text)
    if (guid === undefined) this.warn('BAD_GUID', text)
    return guid ?? deriveUuid(this.namespace, text)
  }

  parseDate(text: string | undefined): string | undefined {
    const date = parseDate(text)
    if (date === 'bad') this.warn('BAD_DATE', text ?? '')
    return date === 'bad' ? undefined : date
  }

  hasDocument(guid: string): boolean {
    return this.documents.has(guid)
  }

  addDocument(document: BcfDocument): void {
    if (!this.documents.has(document.guid)) this.project.documents.push(document)
    this.documents.add(document.guid)
  }

  /** Adds a topic's own document (2.x) to the project's documents. */
  addTopicDocument(entry: string): string {
    const guid = this.deriveGuid('document', entry)
    this.addDocument({ guid, filename: getFileName(entry), entry })
    return guid
  }

  checkCount<T>(what: string, most: number, items: T[]): T[] {
    if (items.length > most) throw BcfError.of('TOO_MANY', { what, most })
    return items
  }
}
