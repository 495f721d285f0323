import type { Attachment } from '@plumbline/contract/issues/attachments'
import type { IssueViewpoint } from '@plumbline/contract/issues/issues'

/** What is drawn on: a photo of the issue, or the picture of one of its views. */
export type Drawable = { photo: Attachment } | { view: IssueViewpoint }
