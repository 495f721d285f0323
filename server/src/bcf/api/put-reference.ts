import type { ReferenceFields } from '@plumbline/contract/bcf/api-documents'
import type { ProjectCtx } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import { editTopic } from './change-kept.ts'
import { keep, referencesOf } from './references.ts'
import { demandMatch } from './tags.ts'

interface ReferenceRef {
  params: { topicGuid: string; referenceGuid: string }
}

export async function putReference(
  ctx: ProjectCtx,
  { params, body }: ReferenceRef & { body: ReferenceFields },
) {
  const issue = await editTopic(ctx, params.topicGuid)
  const guid = params.referenceGuid
  const before = (await referencesOf(ctx, issue.id)).find((reference) => reference.guid === guid)
  if (!before) throw new Refusal('not_found')
  await demandMatch(ctx.http, async () => before)
  return keep(ctx, issue, { ...body, guid })
}
