import type { HeaderFile } from '@plumbline/bcf/model'
import type { ProjectCtx } from '../../context.ts'
import { changeKept, editTopic } from './change-kept.ts'
import { filesOf, type Ref } from './files.ts'

/** 2.1 spells the name in two words */
interface SentFile extends Omit<HeaderFile, 'is_external'> {
  file_name?: string | undefined
}

export async function putFiles(ctx: ProjectCtx, { params, body }: Ref & { body: SentFile[] }) {
  const issue = await editTopic(ctx, params.topicGuid)
  const files = body.map(({ file_name, filename = file_name, ...file }) => ({
    ...file,
    filename,
    is_external: true,
  }))
  await changeKept(ctx, issue, { files })
  return filesOf(ctx, issue.id)
}
