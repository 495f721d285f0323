import type { ViewExtras } from '@plumbline/contract/bim/views'
import type { ViewpointView } from '@plumbline/contract/issues/viewpoints'
import type { ModelSession } from './model-session.ts'

interface ViewOpening {
  session: Pick<ModelSession, 'models' | 'views'>
  fetchView: () => Promise<{ view: ViewpointView; extras: ViewExtras }>
  /** opens those of these models that still exist, and returns their ids; without any, the open models stay */
  chooseModels: (wanted: readonly string[]) => readonly string[]
  /** whether these models are still the chosen ones */
  areChosen: (ids: readonly string[]) => boolean
}

/**
 * Opens a saved view with its models and returns the number of its elements missing in them. Null, without any change: the
 * person has opened another view or other models in the meantime, or left.
 */
export async function openView({
  session,
  fetchView,
  chooseModels,
  areChosen,
}: ViewOpening): Promise<number | null> {
  const isLast = session.views.ask()
  const { view, extras } = await fetchView()
  if (!isLast()) return null
  const ids = chooseModels(extras.models.map(({ header_id }) => header_id))
  const isWanted = () => isLast() && (ids.length === 0 || areChosen(ids))
  if (ids.length > 0) await session.models.whenLoaded(ids, isWanted)
  return isWanted() ? session.views.restore(view, extras) : null
}
