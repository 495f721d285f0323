import { randomUUIDv7 } from 'node:crypto'
import type { ReferenceFields } from '@plumbline/contract/bcf/api-documents'
import type { ProjectCtx } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import { listReferencesOfIssue, setReference } from './references.ts'
import type { TopicInput } from './topic-rows.ts'
import { lockTopicForEdit } from './update-preserved-fields.ts'

export async function postReference(
  ctx: ProjectCtx,
  { params, body }: TopicInput & { body: ReferenceFields & { guid?: string | undefined } },
) {
  const issue = await lockTopicForEdit(ctx, params.topicGuid)
  const guid = body.guid ?? randomUUIDv7()
  if ((await listReferencesOfIssue(ctx, issue.id)).some((reference) => reference.guid === guid))
    throw new Refusal('already_exists')
  return setReference(ctx, issue, { ...body, guid })
}
