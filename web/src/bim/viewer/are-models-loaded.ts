import { isComparedModel } from './model-id.ts'
import type { SessionState } from './session-state.ts'

/**
 * Whether the structures of all `count` wanted models are loaded, so that a view can be restored. Models that failed to load
 * do not block it, and versions loaded for a comparison do not count.
 */
export function areModelsLoaded(
  { models, failed }: Pick<SessionState, 'models' | 'failed'>,
  count: number,
): boolean {
  const loaded = models.filter(({ id, structure }) => structure && !isComparedModel(id)).length
  return loaded > 0 && loaded + failed.length >= count
}
