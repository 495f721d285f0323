import type { ReferenceFields } from '@plumbline/contract/bcf/api-documents'
import type { ProjectCtx } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import { listReferencesOfIssue, setReference } from './references.ts'
import { checkIfMatch } from './tags.ts'
import { lockTopicForEdit } from './update-preserved-fields.ts'

interface ReferenceRef {
  params: { topicGuid: string; referenceGuid: string }
}

export async function putReference(
  ctx: ProjectCtx,
  { params, body }: ReferenceRef & { body: ReferenceFields },
) {
  const issue = await lockTopicForEdit(ctx, params.topicGuid)
  const guid = params.referenceGuid
  const before = (await listReferencesOfIssue(ctx, issue.id)).find((reference) => reference.guid === guid)
  if (!before) throw new Refusal('not_found')
  await checkIfMatch(ctx.http, async () => before)
  return setReference(ctx, issue, { ...body, guid })
}
