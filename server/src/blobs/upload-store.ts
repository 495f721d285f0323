import { DataStore, ERRORS, Upload } from '@tus/server'

export const WEEK_MS = 7 * 24 * 3600 * 1000

/** All received bytes of an upload as a file, which `release` gives up. */
export interface ReceivedFile {
  file: string
  release: () => Promise<void>
}

/** Stores the received bytes of uploads until a domain takes the file. `sizeOf` returns the announced size. */
export abstract class UploadStore extends DataStore {
  readonly #sizeOf: (id: string) => Promise<number | null>

  constructor(sizeOf: (id: string) => Promise<number | null>) {
    super()
    this.#sizeOf = sizeOf
    this.extensions = ['creation', 'creation-with-upload', 'termination']
  }

  /** number of received bytes; null if the upload does not exist */
  abstract getOffset(id: string): Promise<number | null>

  abstract openFile(id: string): Promise<ReceivedFile>

  /** Lists the uploads to look after; `isForgotten`: not continued for a week. */
  abstract list(now: Date): Promise<{ id: string; isForgotten: boolean }[]>

  override async getUpload(id: string): Promise<Upload> {
    const offset = await this.getOffset(id)
    const size = await this.#sizeOf(id)
    if (offset === null || size === null) throw ERRORS.FILE_NOT_FOUND
    return new Upload({ id, size, offset })
  }
}
