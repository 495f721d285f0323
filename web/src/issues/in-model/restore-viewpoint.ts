import {
  getIssueViewpoint,
  getViewBitmap,
  type Issue,
  type IssueViewpoint,
} from '@plumbline/contract/issues/issues'
import type { ViewpointView } from '@plumbline/contract/issues/viewpoints'
import { urlOf } from '../../api/client.ts'
import { buildReadOptions, queryClient, toastError } from '../../api/query.ts'
import type { ModelSession } from '../../bim/viewer/model-session.ts'

/**
 * Restores a viewpoint of an issue, including its bitmaps placed in space. One that the issue holds abridged is fetched first;
 * without a network its camera is restored.
 */
export async function restoreViewpoint(
  session: Pick<ModelSession, 'views'>,
  projectId: string,
  { id: issueId, anchors }: Pick<Issue, 'id' | 'anchors'>,
  held: IssueViewpoint,
): Promise<void> {
  const params = { id: projectId, issueId, viewpointId: held.guid }
  let view = held
  if (held.is_abridged) {
    const isLast = session.views.ask()
    try {
      view = await queryClient.fetchQuery(buildReadOptions(getIssueViewpoint, { params }))
    } catch (error) {
      toastError(error)
    }
    if (!isLast()) return
  }
  const pictures = (view.bitmaps ?? []).map(({ guid, location, normal, up, height }) => ({
    location,
    normal,
    up,
    height,
    url: urlOf(getViewBitmap, { params: { ...params, bitmapId: guid } }),
  }))
  const files = anchors.map(({ bim_file_header_id }) => bim_file_header_id)
  session.views.restore(view as ViewpointView, undefined, pictures, files)
}
