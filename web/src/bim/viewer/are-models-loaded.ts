import { isComparedModel } from './model-id.ts'
import type { SessionState } from './session-state.ts'

/**
 * Whether the structures of all wanted models are here, of which there are `count`: a view can be restored then. A model
 * that could not be loaded keeps nobody from the view of the others; a version loaded for a comparison is none of them.
 */
export function areModelsLoaded(
  { models, failed }: Pick<SessionState, 'models' | 'failed'>,
  count: number,
): boolean {
  const loaded = models.filter(({ id, structure }) => structure && !isComparedModel(id)).length
  return loaded > 0 && loaded + failed.length >= count
}
