import { Readable } from 'node:stream'
import type { BcfArchiveProject, BcfDocument, Topic, WritableBcfVersion } from './model.ts'
import { buildMarkup, type TopicFileNames } from './write/markup.ts'
import { TopicFiles } from './write/names.ts'
import {
  buildDocuments,
  buildExtensionSchema,
  buildExtensions,
  buildProject,
  buildVersion,
  EXTENSION_SCHEMA_FILE,
} from './write/project.ts'
import { buildVisualizationInfo } from './write/visinfo.ts'
import { ZipWriter } from './write/zip.ts'
import { formatXml } from './xml/write.ts'
import { getFileName } from './zip/names.ts'

/** Opens the content of an archive entry named by a topic or the project; undefined if it has been deleted in the meantime. */
export type OpenEntry = (entry: string) => Readable | Promise<Readable | undefined>

export interface TopicToWrite {
  topic: Topic
  openEntry: OpenEntry
}

/** Names of a first view and its snapshot, which readers look for in topics that name none. */
const FIRST_VIEW_NAMES = ['viewpoint.bcfv', 'snapshot.png', 'snapshot.jpg']

/** File extension of a picture; anything but JPEG is treated as PNG. */
const pictureEnding = (entry: string) => (/\.jpe?g$/i.test(entry) ? 'jpg' : 'png')

class BcfWriter {
  private readonly zip = new ZipWriter()
  private readonly version: WritableBcfVersion
  private readonly project: BcfArchiveProject
  /** documents written so far (3.0: in the folder Documents) */
  private readonly documents = new Map<string, BcfDocument>()
  private readonly byGuid = new Map<string, BcfDocument>()
  private indexed = 0

  constructor(version: WritableBcfVersion, project: BcfArchiveProject) {
    this.version = version
    this.project = project
  }

  async *start(): AsyncGenerator<Buffer> {
    const { version, project } = this
    yield* this.zip.file('bcf.version', () => formatXml(buildVersion(version)))
    const named = buildProject(version, project)
    if (named) yield* this.zip.file('project.bcfp', () => formatXml(named))
    if (version === '3.0')
      yield* this.zip.file('extensions.xml', () => formatXml(buildExtensions(project.extensions)))
    else
      yield* this.zip.file(EXTENSION_SCHEMA_FILE, () => formatXml(buildExtensionSchema(project.extensions)))
  }

  /** 2.1 requires the names of BCF 1.0 for the first view and snapshot. */
  private viewNames(files: TopicFiles, topic: Topic) {
    const isOld = this.version === '2.1'
    return topic.viewpoints.map(({ guid, view, snapshot, bitmaps }, at) => {
      const isFirst = isOld && at === 0
      // an empty viewpoint gets a file as well, because comments may refer to it
      const hasView = snapshot === undefined || Object.values(view).some((value) => value !== undefined)
      return {
        view: hasView ? files.reserve(isFirst ? 'viewpoint.bcfv' : `Viewpoint_${guid}.bcfv`) : undefined,
        snapshot:
          snapshot === undefined
            ? undefined
            : files.add(snapshot, `${isFirst ? 'snapshot' : `Snapshot_${guid}`}.${pictureEnding(snapshot)}`),
        bitmaps: bitmaps.map((entry, index) =>
          files.add(entry, `Bitmap_${guid}_${index + 1}.${pictureEnding(entry)}`),
        ),
      }
    })
  }

  private documentOf(guid: string): BcfDocument | undefined {
    const { documents } = this.project
    for (; this.indexed < documents.length; this.indexed++) {
      const document = documents[this.indexed]
      if (document) this.byGuid.set(document.guid, document)
    }
    return this.byGuid.get(guid)
  }

  async *topic({ topic, openEntry: entry }: TopicToWrite): AsyncGenerator<Buffer> {
    const { version, zip } = this
    const folder = `${topic.guid.toLowerCase()}/`
    const date = topic.modified_date ?? topic.creation_date
    const files = new TopicFiles()
    const views = this.viewNames(files, topic)
    files.block(FIRST_VIEW_NAMES)
    const used: BcfDocument[] = []
    const names: TopicFileNames = {
      viewpoints: views,
      entryName: (name) => files.add(name, getFileName(name)),
      documentName: (guid) => {
        const document = this.documentOf(guid)
        if (document) used.push(document)
        if (version === '3.0') return document?.guid.toLowerCase()
        return document && files.add(document.entry, document.filename)
      },
    }
    const markup = buildMarkup(version, topic, names)
    yield* zip.folder(folder, date)
    yield* zip.file(`${folder}markup.bcf`, () => formatXml(markup), date)
    for (const [at, viewpoint] of topic.viewpoints.entries()) {
      const { view, bitmaps } = views[at] ?? { bitmaps: [] }
      if (view === undefined) continue
      const visinfo = buildVisualizationInfo(version, viewpoint.guid, viewpoint.view, bitmaps)
      yield* zip.file(`${folder}${view}`, () => formatXml(visinfo), date)
    }
    for (const file of files.files) yield* zip.file(`${folder}${file.name}`, () => entry(file.entry), date)
    if (version === '3.0') for (const document of used) yield* this.document(document, entry, date)
  }

  private async *document(document: BcfDocument, entry: OpenEntry, date?: string): AsyncGenerator<Buffer> {
    const guid = document.guid.toLowerCase()
    if (this.documents.has(guid)) return
    const isWritten = yield* this.zip.file(`Documents/${guid}`, () => entry(document.entry), date)
    if (isWritten) this.documents.set(guid, document)
  }

  async *end(documentEntry: OpenEntry | undefined): AsyncGenerator<Buffer> {
    if (this.version === '3.0') {
      if (documentEntry)
        for (const document of this.project.documents) yield* this.document(document, documentEntry)
      const documents = [...this.documents.values()]
      if (documents.length > 0)
        yield* this.zip.file('documents.xml', () => formatXml(buildDocuments(documents)))
    }
    yield* this.zip.end()
  }
}

/**
 * Streams an archive: one topic is in memory at a time, and the next one is requested after the previous one
 * was consumed. The output is deterministic: the same content gives the same bytes.
 * Referenced documents are looked up in `project.documents` when a topic is written, so the list may grow
 * meanwhile. Unreferenced ones are written (3.0 only) if `documentEntry` is given.
 */
export function writeBcf(
  version: WritableBcfVersion,
  project: BcfArchiveProject,
  topics: AsyncIterable<TopicToWrite> | Iterable<TopicToWrite>,
  openDocument?: OpenEntry,
): Readable {
  const writer = new BcfWriter(version, project)
  async function* parts(): AsyncGenerator<Buffer> {
    yield* writer.start()
    for await (const topic of topics) yield* writer.topic(topic)
    yield* writer.end(openDocument)
  }
  return Readable.from(parts(), { objectMode: false })
}
