import { getSnapshot, type IssueViewpoint } from '@plumbline/contract/issues/issues'
import { urlOf } from '../../api/client.ts'
import { useIssueParams } from './issue-context.ts'

/** Builds the URL of a viewpoint's snapshot, with or without its markup, or small with it. */
export function useSnapshotUrl() {
  const params = useIssueParams()
  return (view: IssueViewpoint, as: 'picture' | 'marked' | 'marked_thumbnail') =>
    urlOf(getSnapshot, { params: { ...params, viewpointId: view.guid }, query: { as, v: view.version } })
}
