import type { ViewpointWithBitmaps } from '@plumbline/contract/issues/viewpoints'

/**
 * The BCF content model, independent of the file version: names and semantics of BCF-XML 3.0 and BCF API 3.0
 * (buildingSMART). Lengths are metres in world coordinates, Z up; angles are degrees; `field_of_view` is
 * vertical. Dates are ISO 8601 instants with a zone. GUIDs are lower-case UUIDs.
 */

/** 1.0 as written by Tekla BIMsight and Solibri before the version was a file of the archive */
export const bcfVersions = ['1.0', '2.0', '2.1', '3.0'] as const
export type BcfVersion = (typeof bcfVersions)[number]
/** Versions supported by the writer. */
export type WritableBcfVersion = '2.1' | '3.0'

/** The allowed values of a project's topic fields. */
export interface BcfExtensions {
  topic_type: string[]
  topic_status: string[]
  priority: string[]
  topic_label: string[]
  stage: string[]
  snippet_type: string[]
  users: string[]
}

/** A model file that a topic refers to. */
export interface HeaderFile {
  ifc_project?: string
  ifc_spatial_structure_element?: string
  filename?: string
  date?: string
  reference?: string
  /** false if `reference` is the name of an archive entry */
  is_external: boolean
}

export interface BimSnippet {
  snippet_type: string
  is_external: boolean
  reference: string
  reference_schema: string
}

/** A reference to a document in the archive (`document_guid`) or an external one (`url`). */
export interface DocumentReference {
  guid: string
  document_guid?: string
  url?: string
  description?: string
}

/** A document in the archive. In 2.x documents belong to topics; the reader moves them to the project. */
export interface BcfDocument {
  guid: string
  filename: string
  description?: string
  /** name of the archive entry with its content */
  entry: string
}

export interface BcfComment {
  guid: string
  date: string
  author: string
  comment?: string
  viewpoint_guid?: string
  modified_date?: string
  modified_author?: string
}

/** A viewpoint of a topic. `snapshot` and `bitmaps` are names of archive entries. */
export interface BcfViewpoint {
  guid: string
  index?: number
  view: ViewpointWithBitmaps
  snapshot?: string
  /** entries of `view.bitmaps`, in the same order */
  bitmaps: string[]
  /**
   * set for a viewpoint without a GUID, whose `guid` is derived from its entry name: a GUID derived from the entry name and
   * the content
   */
  content_guid?: string
}

export interface Topic {
  guid: string
  server_assigned_id?: string
  topic_type?: string
  topic_status?: string
  title: string
  priority?: string
  index?: number
  labels: string[]
  reference_links: string[]
  creation_date: string
  creation_author: string
  modified_date?: string
  modified_author?: string
  /** a day is its midnight in the zone of who wrote it */
  due_date?: string
  assigned_to?: string
  stage?: string
  description?: string
  bim_snippet?: BimSnippet
  files: HeaderFile[]
  document_references: DocumentReference[]
  /** GUIDs of related topics, which need not be in the archive */
  related_topics: string[]
  comments: BcfComment[]
  viewpoints: BcfViewpoint[]
}

export interface BcfArchiveProject {
  project_id?: string
  name?: string
  extensions: BcfExtensions
  documents: BcfDocument[]
}
