import type { Selectable } from 'kysely'
import type { ProjectCtx } from '../../context.ts'
import type { Tables } from '../../db/tables.ts'
import type { StoredFile } from '../../issues/attachments/attachments.ts'
import { visibleIssues } from '../../issues/visible.ts'

/**
 * Documents of a project: attachments of visible issues, and uploads that no issue refers to yet. The first reference
 * turns such an upload into an attachment with the same GUID (references.ts).
 */

type DocumentRow = Selectable<Tables['bcf_documents']>

/** Selects the attachments of issues that the caller sees. */
export const selectVisibleAttachments = ({ tx, member }: ProjectCtx) =>
  visibleIssues(tx, member)
    .innerJoin('issue_attachments as a', 'a.issue_id', 'issues.id')
    .select(['a.id', 'a.name', 'a.issue_id', 'a.kind', 'a.created_at'])

export const findUnattachedDocument = (
  { tx, member }: ProjectCtx,
  id: string,
): Promise<DocumentRow | undefined> =>
  tx
    .selectFrom('bcf_documents')
    .selectAll()
    .where('id', '=', id)
    .where('project_id', '=', member.project_id)
    .executeTakeFirst()
/** Documents stay FILE, pictures included: every reader gets the uploaded bytes unchanged. */
export type StoredDocument = Extract<StoredFile, { kind: 'FILE' }>
