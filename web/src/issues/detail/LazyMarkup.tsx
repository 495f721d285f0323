import type { Attachment } from '@plumbline/contract/issue-attachments'
import type { IssueViewpoint } from '@plumbline/contract/issues'
import { lazy, type RefObject, Suspense } from 'react'

/** What is drawn on: a photo of the issue, or the picture of one of its views. */
export type Drawable = { photo: Attachment } | { view: IssueViewpoint }

const MarkupDialog = lazy(() => import('../markup/MarkupDialog.tsx'))

/** The drawing tools, which come when somebody draws. */
export function Drawing(props: {
  of: Drawable
  onClose: () => void
  returnTo?: RefObject<HTMLElement | null>
}) {
  return (
    <Suspense>
      <MarkupDialog {...props} />
    </Suspense>
  )
}
