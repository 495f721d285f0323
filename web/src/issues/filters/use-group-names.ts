import type { Project } from '@plumbline/contract/projects/projects'
import { useListText } from '../list/text.ts'
import { useIssueText } from '../text.ts'
import type { IssueGrouping } from './issue-query.ts'
import { useFilterLabels } from './use-filter-labels.ts'

/** Returns a function that names a group of issues by its shared value; null is the group without a value. */
export function useGroupNames(project: Project) {
  const text = useListText()
  const issues = useIssueText()
  const labels = useFilterLabels(project.id, {})
  const none = { assignee: issues.nobody, level: issues.noLevel, section: text.noSection } as const
  return (group: IssueGrouping, key: string | null): string => {
    if (key === null) return none[group as keyof typeof none] ?? text.noValue
    return labels.options[group].find(({ value }) => value === key)?.label ?? issues.formerMember
  }
}
