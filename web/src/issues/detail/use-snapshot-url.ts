import { getSnapshot, type IssueViewpoint } from '@plumbline/contract/issues/issues'
import { urlOf } from '../../api/client.ts'
import { useIssueParams } from './issue-context.ts'

/** The address of a view's picture, with what was drawn on it. */
export function useSnapshotUrl() {
  const params = useIssueParams()
  return (view: IssueViewpoint, as: 'picture' | 'marked') =>
    urlOf(getSnapshot, { params: { ...params, viewpointId: view.guid }, query: { as, v: view.version } })
}
