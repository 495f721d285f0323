import { BcfError, type BcfWarning, type BcfWarningCode } from '../errors.ts'
import { namespaceOf, readGuid, uuidOf } from '../guid.ts'
import type { BcfLimits } from '../limits.ts'
import type { BcfDocument, BcfProject, BcfVersion } from '../model.ts'
import type { DocumentKind } from '../schema/structure.ts'
import { documentOf, readShape } from '../schema/versions.ts'
import { readXml, type Shape, type XmlElement } from '../xml/read.ts'
import type { Archive } from '../zip/archive.ts'
import { fileOf, meantNames } from '../zip/names.ts'
import { readDate } from './values.ts'

const shapes = new Map<DocumentKind, Shape>()
function shapeOf(kind: DocumentKind): Shape {
  const shape = shapes.get(kind) ?? readShape(kind)
  shapes.set(kind, shape)
  return shape
}

const DETAIL_LENGTH = 200

/** State of reading an archive: entry lookup, warnings, and the remaining XML size budget. */
export class Reading {
  readonly archive: Archive
  readonly limits: BcfLimits
  /** folder that contains the whole content; usually the root of the archive */
  readonly root: string
  readonly version: BcfVersion
  readonly project: BcfProject
  /** namespace of derived GUIDs */
  private namespace = namespaceOf('')
  warnings: BcfWarning[] = []
  warningCount = 0
  private xmlBytes = 0
  private topicBytes = 0
  private topic: string | undefined
  private readonly documents = new Set<string>()

  constructor(archive: Archive, limits: BcfLimits, root: string, version: BcfVersion, project: BcfProject) {
    this.archive = archive
    this.limits = limits
    this.root = root
    this.version = version
    this.project = project
  }

  /** Sets the namespace of derived GUIDs, once the project is known. */
  namespaceFrom(project: string): void {
    this.namespace = namespaceOf(project)
  }

  /** A GUID derived from the given parts, deterministically. */
  guidOf(...words: (string | number)[]): string {
    return uuidOf(this.namespace, words.join('\n'))
  }

  /** Starts reading the topics, possibly again: resets their warnings and the size budget. */
  begin(): void {
    this.warnings = this.warnings.filter((warning) => warning.topic === undefined)
    this.warningCount = this.warnings.length
    this.xmlBytes = 0
  }

  beginTopic(): void {
    this.topicBytes = 0
    this.topic = undefined
  }

  /** Assigns the following warnings to a topic. */
  isAbout(topic: string): void {
    this.topic = topic
  }

  warn(code: BcfWarningCode, detail: string): void {
    this.warningCount++
    if (this.warnings.length >= this.limits.warnings) return
    this.warnings.push({ topic: this.topic, code, detail: detail.slice(0, DETAIL_LENGTH) })
  }

  /** The archive entry that a reference in a folder resolves to. */
  find(folder: string, reference: string): string | undefined {
    return this.archive.find(meantNames(this.root, folder, reference))
  }

  async xml(name: string, kind: DocumentKind): Promise<XmlElement> {
    const root = await this.readXml(name, shapeOf(kind))
    const expected = (documentOf(this.version, kind) ?? documentOf('3.0', kind))?.root
    const isProject = kind === 'project' && /^Project(Info|Extension)$/.test(root.name)
    if (root.name !== expected && !isProject)
      throw BcfError.of('OTHER_CONTENT', { entry: name, found: root.name.slice(0, DETAIL_LENGTH) })
    return root
  }

  readXml(name: string, shape: Shape): Promise<XmlElement> {
    return readXml(this.counted(name), name, shape, this.limits)
  }

  private async *counted(name: string): AsyncGenerator<Buffer> {
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
  guid(text: string | undefined): string | undefined {
    if (text === undefined) return undefined
    const guid = readGuid(text)
    if (guid === undefined) this.warn('BAD_GUID', text)
    return guid ?? uuidOf(this.namespace, text)
  }

  date(text: string | undefined): string | undefined {
    const date = readDate(text)
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
  ownDocument(entry: string): string {
    const guid = this.guidOf('document', entry)
    this.addDocument({ guid, filename: fileOf(entry), entry })
    return guid
  }

  atMost<T>(what: string, most: number, items: T[]): T[] {
    if (items.length > most) throw BcfError.of('TOO_MANY', { what, most })
    return items
  }
}
