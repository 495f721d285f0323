import type { BcfDocument, Topic } from '@plumbline/bcf/model'
import type { StoredFile } from '../../issues/attachments/attachments.ts'

/** JSON stored in `bcf_import_topics` between preview and application. */

/** A topic with the archived documents that it refers to. */
export interface StagedTopic extends Topic {
  documents: BcfDocument[]
}

/** Stored pictures of a viewpoint. */
export interface StoredPictures {
  id: string
  /** null: no snapshot, or not a valid picture */
  snapshot_key: string | null
  /** in the order of the viewpoint's bitmaps; null for an invalid picture */
  bitmaps: ({ guid: string; bitmap_type: 'png' | 'jpg' } | null)[]
}

/** Blob ids of a topic, recorded before the blobs are written, so that none is leaked. */
export interface StoredParts {
  /** by the viewpoint's GUID */
  views: Record<string, StoredPictures>
  /** ids of viewpoints that the issue has already, by the GUIDs under which the file gives them back */
  known_views?: Record<string, string>
  /** by document GUID; size and checksum are missing until it is stored */
  documents: Record<string, StoredFile | { blob_id: string }>
  /** blobs of header files and the snippet, by archive entry */
  blobs: Record<string, string>
}
