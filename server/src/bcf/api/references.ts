import type { DocumentReference } from '@plumbline/bcf/model'
import { reason } from '@plumbline/contract/reasons'
import type { ProjectCtx } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import { attachFile } from '../../issues/attachments/attachments.ts'
import type { FoundIssue } from '../../issues/visible.ts'
import { getPreservedFields } from '../preserved-fields.ts'
import { findUnattachedDocument, selectVisibleAttachments } from './documents.ts'
import { tagEntity } from './tags.ts'
import { updatePreservedFields } from './update-preserved-fields.ts'

/**
 * References of a topic: one for each attachment, under the attachment's own GUID unless a preserved reference names
 * it, and the preserved references to URLs and external documents.
 */

const MAX_REFERENCES = 100

export async function listReferencesOfIssue(ctx: ProjectCtx, issueId: string): Promise<DocumentReference[]> {
  const { document_references: preserved = [] } = await getPreservedFields(ctx.tx, issueId)
  const attached = await selectVisibleAttachments(ctx)
    .where('a.issue_id', '=', issueId)
    .orderBy('a.created_at')
    .orderBy('a.id')
    .execute()
  const isReferenced = (id: string) => preserved.some((reference) => reference.document_guid === id)
  const own = attached
    .filter(({ id }) => !isReferenced(id))
    .map(({ id }) => ({ guid: id, document_guid: id }))
  return [...own, ...preserved]
}

/** Attaches an unattached document to the issue. @throws Refusal if the project has no such document */
async function attachDocument(
  ctx: ProjectCtx,
  issue: FoundIssue,
  document_guid: string | undefined,
): Promise<void> {
  if (!document_guid) return
  const document = await findUnattachedDocument(ctx, document_guid)
  if (document) {
    const { id, project_id: _, created_by: __, created_at: ___, ...stored } = document
    await ctx.tx.deleteFrom('bcf_documents').where('id', '=', id).execute()
    if (await attachFile(ctx, issue, { kind: 'FILE', ...stored }, id)) return
    throw new Refusal('conflict')
  }
  const attached = await selectVisibleAttachments(ctx).where('a.id', '=', document_guid).executeTakeFirst()
  if (!attached) throw new Refusal('bad_request', { fields: { document_guid: reason('not_in_project') } })
}

const replaceReference = (preserved: DocumentReference[], reference: DocumentReference) =>
  preserved.some(({ guid }) => guid === reference.guid)
    ? preserved.map((each) => (each.guid === reference.guid ? reference : each))
    : [...preserved, reference]

export async function setReference(ctx: ProjectCtx, issue: FoundIssue, reference: DocumentReference) {
  await attachDocument(ctx, issue, reference.document_guid)
  const { document_references: preserved = [] } = await getPreservedFields(ctx.tx, issue.id)
  const all = replaceReference(preserved, reference)
  if (all.length > MAX_REFERENCES)
    throw new Refusal('conflict', reason('too_many_documents', { count: MAX_REFERENCES }))
  await updatePreservedFields(ctx, issue, { document_references: all })
  return tagEntity(ctx.http, reference)
}
