import type { Project } from '@plumbline/contract/projects/projects'
import { type ComponentType, createContext, use } from 'react'
import type { Place } from './session-state.ts'

/** What issues show inside the viewer; the page provides it, because issues build on models and not the other way. */
export interface IssueSlots {
  /** shows the view of an issue once its models are there */
  View: ComponentType<{ projectId: string; number: number; models: number }>
  Pins: ComponentType<{ projectId: string; shown: number | undefined; onOpen: () => void }>
  Panel: ComponentType<{ project: Project }>
  NewCard: ComponentType<{
    projectId: string
    place: Place
    onClose: () => void
    onCreated: () => void
  }>
}

export const IssueSlotsContext = createContext<IssueSlots | null>(null)

export function useIssueSlots(): IssueSlots {
  const slots = use(IssueSlotsContext)
  if (!slots) throw new Error('The page of the viewer provides the slots of issues')
  return slots
}
