import { randomUUIDv7 } from 'node:crypto'
import type { ReferenceFields } from '@plumbline/contract/bcf/api-documents'
import type { ProjectCtx } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import { editTopic } from './change-kept.ts'
import { keep, type Ref, referencesOf } from './references.ts'

export async function postReference(
  ctx: ProjectCtx,
  { params, body }: Ref & { body: ReferenceFields & { guid?: string | undefined } },
) {
  const issue = await editTopic(ctx, params.topicGuid)
  const guid = body.guid ?? randomUUIDv7()
  if ((await referencesOf(ctx, issue.id)).some((reference) => reference.guid === guid))
    throw new Refusal('already_exists')
  return keep(ctx, issue, { ...body, guid })
}
