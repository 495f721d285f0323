import type { Header } from '@plumbline/contract/bim/bim'
import type { Project } from '@plumbline/contract/projects/projects'
import type { ReactNode } from 'react'
import type { ComparedVersions } from './compare-address.ts'

/** Viewer parameters of the URL. */
export interface ViewerSearch {
  /** whether a file is chosen, by its id; null means all that are ready */
  isChosen: ((fileId: string) => boolean) | null
  /** number of the issue whose viewpoint is restored and which is opened beside the model */
  issue: number | undefined
  /** number of the issue opened beside the model without moving the camera */
  open: number | undefined
  compare: ComparedVersions | null
  /** id of a scanned QR sheet, which the camera looks at */
  sheet: string | null
}

/** Props shared by the components around the canvas. */
export interface ViewerLayoutProps {
  project: Project
  headers: Header[]
  wanted: Header[]
  search: ViewerSearch
  compared: Header | null
  /** the session has been created */
  live: boolean
  /** recreates the viewer: browsers do not always restore a lost WebGL context */
  onRestore: () => void
  /** the canvas */
  children: ReactNode
}
