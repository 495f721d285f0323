import { type PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** Pictures are packed already. */
const PACKED = /\.(png|jpe?g|pdf|zip|ifczip|docx|xlsx)$/i

/** Zip's dates have no zone: those of UTC are written, wherever this runs. */
class ZipDate extends Date {
  override getFullYear = () => this.getUTCFullYear()
  override getMonth = () => this.getUTCMonth()
  override getDate = () => this.getUTCDate()
  override getHours = () => this.getUTCHours()
  override getMinutes = () => this.getUTCMinutes()
  override getSeconds = () => this.getUTCSeconds()
}

/** What zip can say, and a day less at each end for the zones. */
const EARLIEST = Date.UTC(1980, 0, 2)
const LATEST = Date.UTC(2107, 11, 30)

const zipDate = (iso: string | undefined): Date =>
  new ZipDate(Math.min(LATEST, Math.max(EARLIEST, iso === undefined ? 0 : Date.parse(iso))))

export type Bytes = Buffer | Readable | Promise<Readable>

/**
 * An archive that is written as fast as it is read: one entry at a time, and the next begins when the last has gone
 * through. Entries are deflated throughout, because not every program reads stored ones of unknown length.
 */
export class ArchiveWriter {
  readonly output: PassThrough
  private readonly zip = new ZipFile()
  private readonly closed: Promise<never>

  constructor() {
    this.output = this.zip.outputStream as PassThrough
    this.closed = new Promise((_, reject) => {
      this.output.once('close', () => reject(new Error('nobody reads the archive any more')))
    })
    this.closed.catch(() => {})
  }

  folder(name: string, date?: string): void {
    this.zip.addEmptyDirectory(name, { mtime: zipDate(date), forceDosTimestamp: true })
  }

  async file(name: string, open: () => Bytes, date?: string): Promise<void> {
    const options = {
      mtime: zipDate(date),
      mode: 0o100644,
      forceDosTimestamp: true,
      compressionLevel: PACKED.test(name) ? 1 : 6,
    }
    let source: Readable | undefined
    const written = new Promise<void>((resolve, reject) => {
      this.zip.addReadStreamLazy(name, options, (begin) => {
        const opening = async () => await open()
        opening().then((bytes) => {
          source = Buffer.isBuffer(bytes) ? Readable.from([bytes], { objectMode: false }) : bytes
          source.once('end', resolve)
          source.once('error', reject)
          begin(null, source)
        }, reject)
      })
    })
    try {
      await Promise.race([written, this.closed])
    } finally {
      source?.destroy()
    }
  }

  end(): void {
    this.zip.end()
  }

  fail(error: Error): void {
    this.output.destroy(error)
  }
}
