import { useSessionState } from './ModelCanvas.tsx'

/**
 * Whether the structures of all wanted models are here, of which there are `count`: a view can be restored then. A model
 * that could not be loaded keeps nobody from the view of the others.
 */
export function useAreModelsLoaded(count: number): boolean {
  const { models, failed } = useSessionState()
  const loaded = models.filter(({ structure }) => structure).length
  return loaded > 0 && loaded + failed.length >= count
}
