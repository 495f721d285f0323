import type { NewAnchor } from '@plumbline/contract/issues/anchors'
import type { Issue, IssueViewpoint } from '@plumbline/contract/issues/issues'
import {
  evaluateIssueAction,
  type IssueAction,
  type IssueCaller,
} from '@plumbline/contract/issues/issues.rules'
import type { NewIssueViewpoint } from '@plumbline/contract/issues/viewpoints'
import type { Project } from '@plumbline/contract/projects/projects'
import { createContext, use } from 'react'
import type * as z from 'zod/mini'
import type { IssueChanges } from './conflict.ts'
import { useDetailText } from './text.ts'

/** Actions on the viewer next to an open issue. */
export interface ModelActions {
  show: (view: IssueViewpoint) => void
  /** captures the current view with a snapshot */
  capture: () => Promise<NewIssueViewpoint>
  /** the element selected in the viewer, as an anchor */
  selected: z.output<typeof NewAnchor> | null
}

export interface SaveOptions {
  /** values of the fields when editing started */
  base?: IssueChanges
  comment?: string
}

/** Context of the issue details: the open issue and the actions that the user may take. */
export interface OpenIssue {
  project: Project
  /** includes optimistic changes */
  issue: Issue
  relation: IssueCaller
  /** false, or the reason why the fields are read-only */
  mayNotEdit: false | string
  /** may comment, attach files and add views */
  mayContribute: boolean
  /** resolves to whether the change was saved; shows a toast if it was rejected */
  save: (changes: IssueChanges, options?: SaveOptions) => Promise<boolean>
  beside: ModelActions | null
  /** opens a photo of the issue in the full-screen viewer */
  showPhoto: (id: string) => void
}

export const IssueContext = createContext<OpenIssue | null>(null)

export function useOpenIssue(): OpenIssue {
  const open = use(IssueContext)
  if (!open) throw new Error('useOpenIssue must be used inside IssueDetail')
  return open
}

/** The path parameters of API calls for the open issue. */
export function useIssueParams() {
  const { project, issue } = useOpenIssue()
  return { id: project.id, issueId: issue.id }
}

/** Returns a function that explains why an action on the open issue is not allowed; false if it is allowed. */
export function useIssueRefusal(): (action: IssueAction) => false | string {
  const text = useDetailText()
  const { issue, relation } = useOpenIssue()
  return (action) => {
    const verdict = evaluateIssueAction(relation, issue, action)
    return verdict !== true && text.reasons[verdict]
  }
}
