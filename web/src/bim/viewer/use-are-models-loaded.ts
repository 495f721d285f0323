import { areModelsLoaded } from './are-models-loaded.ts'
import { useSessionState } from './ModelCanvas.tsx'

/** Whether the wanted models, of which there are `count`, are here. */
export const useAreModelsLoaded = (count: number): boolean => areModelsLoaded(useSessionState(), count)
