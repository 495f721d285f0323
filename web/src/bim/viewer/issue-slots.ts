import type { Project } from '@plumbline/contract/projects/projects'
import { type ComponentType, createContext, use } from 'react'
import type { IssueLocation } from './session-state.ts'

/** Issue components inside the viewer, injected by the page: issues depend on models, not the other way round. */
export interface IssueSlots {
  /** moves the camera to an issue's viewpoint once its models are loaded */
  IssueCamera: ComponentType<{ projectId: string; number: number; models: number }>
  IssuePins: ComponentType<{ projectId: string; shown: number | undefined; onOpen: () => void }>
  IssuesPanel: ComponentType<{ project: Project }>
  NewIssueCard: ComponentType<{
    projectId: string
    place: IssueLocation
    onClose: () => void
    onCreated: () => void
  }> & { preload: () => Promise<void> }
}

export const IssueSlotsContext = createContext<IssueSlots | null>(null)

export function useIssueSlots(): IssueSlots {
  const slots = use(IssueSlotsContext)
  if (!slots) throw new Error('useIssueSlots needs an IssueSlotsContext from the page')
  return slots
}
