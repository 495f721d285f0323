import type { IssueView } from '@plumbline/contract/issues/lists'

/** Whether this person may change a view: the server's own rule. */
export const mayChangeView = (view: IssueView, userId: string, isEditor: boolean) =>
  view.created_by === userId || (view.is_shared && isEditor)
