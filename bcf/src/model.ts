import type { BcfView } from '@plumbline/contract/issues/viewpoints'

/**
 * What BCF says, whatever version of the file format it was written in: the names and meanings of BCF-XML 3.0 and BCF
 * API 3.0 (buildingSMART). Lengths are metres in world coordinates, Z up; angles degrees; a `field_of_view` is vertical.
 * Dates are instants as ISO 8601 with a zone. GUIDs are lower-case UUIDs.
 */

export const bcfVersions = ['2.0', '2.1', '3.0'] as const
export type BcfVersion = (typeof bcfVersions)[number]
/** Versions that are written. */
export type WrittenVersion = '2.1' | '3.0'

/** The words that a project's topics may use. */
export interface Extensions {
  topic_type: string[]
  topic_status: string[]
  priority: string[]
  topic_label: string[]
  stage: string[]
  snippet_type: string[]
  users: string[]
}

/** A model that a topic speaks of. */
export interface HeaderFile {
  ifc_project?: string
  ifc_spatial_structure_element?: string
  filename?: string
  date?: string
  reference?: string
  /** false: `reference` names an entry of the archive */
  is_external: boolean
}

export interface BimSnippet {
  snippet_type: string
  is_external: boolean
  reference: string
  reference_schema: string
}

/** A document that a topic refers to: one of the archive's (`document_guid`) or one elsewhere (`url`). */
export interface DocumentReference {
  guid: string
  document_guid?: string
  url?: string
  description?: string
}

/** A document in the archive; in 2.x each topic has its own, which are given here as if they were the project's. */
export interface BcfDocument {
  guid: string
  filename: string
  description?: string
  /** the archive's entry with its bytes */
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

/** A viewpoint of a topic. Entries are names in the archive; a bitmap's entry stands beside its place in the view. */
export interface BcfViewpoint {
  guid: string
  index?: number
  view: BcfView
  snapshot?: string
  /** entries of `view.bitmaps`, in their order */
  bitmaps: string[]
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
  due_date?: string
  assigned_to?: string
  stage?: string
  description?: string
  bim_snippet?: BimSnippet
  files: HeaderFile[]
  document_references: DocumentReference[]
  /** GUIDs of topics that may or may not be in the archive */
  related_topics: string[]
  comments: BcfComment[]
  viewpoints: BcfViewpoint[]
}

export interface BcfProject {
  project_id?: string
  name?: string
  extensions: Extensions
  documents: BcfDocument[]
}
