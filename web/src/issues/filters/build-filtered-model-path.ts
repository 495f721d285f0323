import { paths } from '../../base/paths.ts'
import { formatIssueFilter, parseIssueFilter } from './issue-query.ts'

/** Path of the viewer with the pins of the issues that the list at the current address shows. */
export function buildFilteredModelPath(projectId: string): string {
  const filter = parseIssueFilter(Object.fromEntries(new URLSearchParams(location.search)))
  return paths.viewer(projectId, { view: { issues: formatIssueFilter(filter) } })
}
