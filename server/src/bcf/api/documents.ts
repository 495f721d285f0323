import type { Selectable } from 'kysely'
import type { ProjectCtx } from '../../context.ts'
import type { Tables } from '../../db/tables.ts'
import type { StoredFile } from '../../issues/attachments/attachments.ts'
import { visibleIssues } from '../../issues/visible.ts'

/**
 * Documents of a project: the attachments of issues that the caller sees, and what was sent here and belongs to no
 * issue yet. With its first reference such a document becomes an attachment under the same GUID (references.ts).
 */

type DocumentRow = Selectable<Tables['bcf_documents']>

/** An attachment of an issue that the caller sees. */
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
/** A document is for everybody as it was sent, pictures, too: a FILE, also where it becomes an attachment. */
export type StoredDocument = Extract<StoredFile, { kind: 'FILE' }>
