import { keepOperations } from '../api/keep-write.ts'
import type { NewOperation } from '../api/outbox/operation.ts'
import { describeIssue, type IssueName } from './describe-issue.ts'

/**
 * Stores a change of an issue's fields on the device. `base` holds the values when editing started, `unanswered` a request
 * that the server may have received.
 */
export const keepEdit = (
  projectId: string,
  issue: IssueName,
  edit: Required<Pick<NewOperation, 'base' | 'body'>> & Pick<NewOperation, 'unanswered'>,
) =>
  keepOperations([
    {
      kind: 'updateIssue',
      group: issue.id,
      project_id: projectId,
      params: { id: projectId, issueId: issue.id },
      label: describeIssue(issue),
      ...edit,
    },
  ])
