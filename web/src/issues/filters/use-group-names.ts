import type { CustomField } from '@plumbline/contract/issues/custom-fields'
import { isCustomKey } from '@plumbline/contract/issues/custom-keys'
import type { IssueGroup } from '@plumbline/contract/issues/lists'
import type { Project } from '@plumbline/contract/projects/projects'
import { useCustomOptions } from '../custom-fields/use-custom-options.ts'
import { useListText } from '../list/text.ts'
import { useIssueText } from '../text.ts'
import { usePeople } from '../use-people.ts'
import { useFilterLabels } from './use-filter-labels.ts'

/** Returns a function that names a group of issues by its shared value; null is the group without a value. */
export function useGroupNames(project: Project) {
  const text = useListText()
  const issues = useIssueText()
  const labels = useFilterLabels(project.id, {})
  const none = { assignee: issues.nobody, level: issues.noLevel, section: text.noSection } as const
  const listOptions = useCustomOptions(project.id)
  const { orElse } = usePeople(project.id)
  /** People leave a project and stay in its issues; other values have names, which may not have been read. */
  const nameUnknown = (isPerson: boolean) => (isPerson ? orElse(issues.formerMember) : '…')
  const nameOwn = (field: CustomField | undefined, key: string | null) =>
    (field && listOptions(field).find(({ value }) => value === (key ?? 'none'))?.label) ??
    (key === null ? text.noValue : nameUnknown(field?.kind === 'PERSON'))
  return (group: IssueGroup, key: string | null): string => {
    if (isCustomKey(group)) return nameOwn(labels.getOwn(group), key)
    if (key === null) return none[group as keyof typeof none] ?? text.noValue
    return (
      labels.options[group].find(({ value }) => value === key)?.label ?? nameUnknown(group === 'assignee')
    )
  }
}
