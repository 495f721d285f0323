import { type FileHandle, open } from 'node:fs/promises'

const WINDOW_BYTES = 131_072

/** Random access to the bytes of an archive. */
export interface ArchiveSource {
  /** returns fewer bytes at the end; @throws file system errors, and after `close` */
  read: (at: number, length: number) => Promise<Buffer>
  close: () => void
}

/**
 * A file that is closed only after pending reads have finished: the descriptor could otherwise be reused for
 * another file while a read is still under way.
 */
class FileSource implements ArchiveSource {
  private readonly handle: FileHandle
  private reads = 0
  private isClosed = false
  /** bytes read last: the entries of a topic lie next to each other and are small */
  private window: { at: number; bytes: Buffer } = { at: 0, bytes: Buffer.alloc(0) }

  constructor(handle: FileHandle) {
    this.handle = handle
  }

  async read(at: number, length: number): Promise<Buffer> {
    if (this.isClosed) throw new Error('The archive is closed')
    const begin = at - this.window.at
    if (begin >= 0 && begin + length <= this.window.bytes.length)
      return this.window.bytes.subarray(begin, begin + length)
    if (length > WINDOW_BYTES) return this.readFile(at, length)
    const bytes = await this.readFile(at, WINDOW_BYTES)
    this.window = { at, bytes }
    return bytes.subarray(0, length)
  }

  close(): void {
    if (this.isClosed) return
    this.isClosed = true
    this.end()
  }

  private async readFile(at: number, length: number): Promise<Buffer> {
    this.reads++
    try {
      const { bytesRead, buffer } = await this.handle.read(Buffer.allocUnsafe(length), 0, length, at)
      return buffer.subarray(0, bytesRead)
    } finally {
      this.reads--
      this.end()
    }
  }

  private end(): void {
    if (this.isClosed && this.reads === 0) this.handle.close().catch(() => {})
  }
}

export async function openFileSource(path: string): Promise<{ source: ArchiveSource; fd: number }> {
  const handle = await open(path, 'r')
  return { source: new FileSource(handle), fd: handle.fd }
}

export const createMemorySource = (bytes: Buffer): ArchiveSource => ({
  read: async (at, length) => bytes.subarray(at, at + length),
  close: () => {},
})
