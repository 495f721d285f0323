import type { IssueView } from '@plumbline/contract/issues/lists'

/** Whether a user may change a saved view; the same rule as on the server. */
export const mayChangeView = (view: IssueView, userId: string, isEditor: boolean) =>
  view.created_by === userId || (view.is_shared && isEditor)
