import type { HeaderFile } from '@plumbline/bcf/model'
import type { ProjectCtx } from '../../context.ts'
import { listHeaderFiles } from './header-files.ts'
import type { TopicInput } from './topic-rows.ts'
import { lockTopicForEdit, updatePreservedFields } from './update-preserved-fields.ts'

/** BCF 2.1 names this field `file_name` */
interface SentFile extends Omit<HeaderFile, 'is_external'> {
  file_name?: string | undefined
}

export async function putFiles(ctx: ProjectCtx, { params, body }: TopicInput & { body: SentFile[] }) {
  const issue = await lockTopicForEdit(ctx, params.topicGuid)
  const files = body.map(({ file_name, filename = file_name, ...file }) => ({
    ...file,
    filename,
    is_external: true,
  }))
  await updatePreservedFields(ctx, issue, { files })
  return listHeaderFiles(ctx, issue.id)
}
