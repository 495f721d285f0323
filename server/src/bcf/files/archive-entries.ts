import { Readable } from 'node:stream'
import { BlobMissingError } from '../../blobs/blob-store.ts'
import type { ProjectCtx } from '../../context.ts'

export type ExportContext = Pick<ProjectCtx, 'tx' | 'member' | 'blobs'>

type EntrySource = () => Promise<Readable | Buffer>

/** Maps entry names of a topic to the streams of their bytes. */
export class ArchiveEntries {
  private readonly sources = new Map<string, EntrySource>()
  add(name: string, source: EntrySource): string {
    this.sources.set(name, source)
    return name
  }
  /** Undefined for a file that was deleted after its topic was read: the export continues without it. */
  read = async (name: string): Promise<Readable | undefined> => {
    const source = this.sources.get(name)
    if (!source) throw new Error(`no entry ${name}`)
    try {
      const bytes = await source()
      return Buffer.isBuffer(bytes) ? Readable.from([bytes]) : bytes
    } catch (error) {
      if (error instanceof BlobMissingError) return undefined
      throw error
    }
  }
}
