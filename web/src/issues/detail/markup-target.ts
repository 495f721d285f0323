import type { Attachment } from '@plumbline/contract/issues/attachments'
import type { IssueViewpoint } from '@plumbline/contract/issues/issues'

/** The target of a markup: a photo of the issue or the snapshot of one of its viewpoints. */
export type MarkupTarget = { photo: Attachment } | { view: IssueViewpoint }
