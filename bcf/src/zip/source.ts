import { type FileHandle, open } from 'node:fs/promises'

/** The bytes of an archive, at any place. */
export interface Source {
  /** fewer at the end; @throws what the system says, and when the source is closed */
  read: (at: number, length: number) => Promise<Buffer>
  close: () => void
}

/**
 * A file that is closed when what is being read has come. A library that reads from a handle which is closed meanwhile
 * may read from another file that got the same number.
 */
class FileSource implements Source {
  private readonly handle: FileHandle
  private reads = 0
  private isClosed = false

  constructor(handle: FileHandle) {
    this.handle = handle
  }

  async read(at: number, length: number): Promise<Buffer> {
    if (this.isClosed) throw new Error('the archive is closed')
    this.reads++
    try {
      const { bytesRead, buffer } = await this.handle.read(Buffer.allocUnsafe(length), 0, length, at)
      return buffer.subarray(0, bytesRead)
    } finally {
      this.reads--
      this.end()
    }
  }

  close(): void {
    if (this.isClosed) return
    this.isClosed = true
    this.end()
  }

  private end(): void {
    if (this.isClosed && this.reads === 0) this.handle.close().catch(() => {})
  }
}

export async function fileSource(path: string): Promise<{ source: Source; fd: number }> {
  const handle = await open(path, 'r')
  return { source: new FileSource(handle), fd: handle.fd }
}

export const memorySource = (bytes: Buffer): Source => ({
  read: async (at, length) => bytes.subarray(at, at + length),
  close: () => {},
})
