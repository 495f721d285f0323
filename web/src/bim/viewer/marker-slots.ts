import type { Project } from '@plumbline/contract/projects/projects'
import { type ComponentType, createContext, use } from 'react'

/** Components of QR sheets inside the viewer, injected by the page: markers depend on models, not the other way round. */
export interface MarkerSlots {
  /** card of the tool that places sheets */
  PlaceSheetCard: ComponentType<{ project: Project; onClose: () => void }>
  /** chip of the scanned sheet; moves the camera in front of it once the models are loaded */
  ScannedSheet: ComponentType<{ markerId: string; models: number; onClose: () => void }>
}

export const MarkerSlotsContext = createContext<MarkerSlots | null>(null)

export function useMarkerSlots(): MarkerSlots {
  const slots = use(MarkerSlotsContext)
  if (!slots) throw new Error('useMarkerSlots needs a MarkerSlotsContext from the page')
  return slots
}
