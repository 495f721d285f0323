import type { FoundIssue } from '../../issues/visible.ts'
export const refTo = ({ project_id, id }: Pick<FoundIssue, 'project_id' | 'id'>) => ({
  id: project_id,
  issueId: id,
})

export interface Ref {
  params: { topicGuid: string }
}
