import type { Anchor, Issue, IssueViewpoint } from '@plumbline/contract/issues/issues'
import { type IssueAction, issueAction, type Relation } from '@plumbline/contract/issues/issues.rules'
import type { NewViewpoint } from '@plumbline/contract/issues/viewpoints'
import type { Project } from '@plumbline/contract/projects/projects'
import { createContext, use } from 'react'
import type * as z from 'zod/mini'
import type { IssueChanges } from './conflict.ts'
import { useDetailText } from './text.ts'

/** The model beside which an issue is open. */
export interface BesideModel {
  show: (view: IssueViewpoint) => void
  /** the present view with its picture */
  capture: () => Promise<z.output<typeof NewViewpoint>>
  /** the element that is selected there, as a place */
  selected: Omit<Anchor, 'id' | 'state'> | null
}

export interface SaveOptions {
  /** what the fields were when the change was begun */
  base?: IssueChanges
  comment?: string
}

/** The issue that is open, for the parts of its screen. */
export interface OpenIssue {
  project: Project
  /** with the changes that are on their way */
  issue: Issue
  who: Relation
  /** false, or why not */
  mayNotEdit: false | string
  /** comment, attach, add views */
  mayContribute: boolean
  /** answers whether it was written; what was refused is told */
  save: (changes: IssueChanges, options?: SaveOptions) => Promise<boolean>
  beside: BesideModel | null
  /** opens a photo of the issue over the whole window */
  showPhoto: (id: string) => void
}

export const IssueContext = createContext<OpenIssue | null>(null)

export function useOpenIssue(): OpenIssue {
  const open = use(IssueContext)
  if (!open) throw new Error('Parts of an issue are inside IssueDetail')
  return open
}

/** The path parameters of every call about the open issue. */
export function useIssueParams() {
  const { project, issue } = useOpenIssue()
  return { id: project.id, issueId: issue.id }
}

/** Why this person may not do something with the open issue now; false when they may. */
export function useWhyNot(): (action: IssueAction) => false | string {
  const text = useDetailText()
  const { issue, who } = useOpenIssue()
  return (action) => {
    const verdict = issueAction(who, issue, action)
    return verdict !== true && text.reasons[verdict]
  }
}
