import { areModelsLoaded } from './are-models-loaded.ts'
import { useSessionState } from './ModelCanvas.tsx'

/** Whether all `count` wanted models are loaded. */
export const useAreModelsLoaded = (count: number): boolean => areModelsLoaded(useSessionState(), count)
