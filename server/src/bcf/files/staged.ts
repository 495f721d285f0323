import type { BcfDocument, Topic } from '@plumbline/bcf/model'
import type { StoredFile } from '../../issues/attachments/attachments.ts'

/** What is kept of a topic between its being read and being taken over. */

/** The topic, with the documents that it refers to and that came with it. */
export interface StagedTopic extends Topic {
  documents: BcfDocument[]
}

/** A view whose pictures are stored under ids of ours. */
export interface StoredPictures {
  id: string
  /** null: none, or none that is a picture */
  snapshot_key: string | null
  /** in the order of the view's bitmaps; null where it is no picture */
  bitmaps: ({ guid: string; bitmap_type: 'png' | 'jpg' } | null)[]
}

/** Where bytes of a topic lie; written before they do, so that none is ever left behind. */
export interface StoredParts {
  /** by the viewpoint's GUID */
  views: Record<string, StoredPictures>
  /** by the document's GUID; without its size and sum until it is stored */
  documents: Record<string, StoredFile | { blob_id: string }>
  /** of header files and the snippet, by the archive's entry */
  blobs: Record<string, string>
}
