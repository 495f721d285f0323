import type { Header } from '@plumbline/contract/bim/bim'
import type { Project } from '@plumbline/contract/projects/projects'
import type { ReactNode } from 'react'

/** What the address asks the viewer for. */
export interface ViewerSearch {
  /** ids of files; all that are ready when absent */
  models: string[] | null
  /** number of the issue whose view is shown, with the issue beside it */
  issue: number | undefined
  /** number of the issue that is open beside the model, which stays as it is */
  open: number | undefined
  /** ids of two versions; the older one may be left open */
  compare: { from: string | null; to: string } | null
}

/** What everything around the canvas gets. */
export interface WorkplaceProps {
  project: Project
  headers: Header[]
  wanted: Header[]
  search: ViewerSearch
  compared: Header | null
  /** the session is there */
  live: boolean
  /** begins anew: a browser gives a lost context back, but not always */
  onRestore: () => void
  /** the canvas */
  children: ReactNode
}
