import type { ProjectCtx } from '../context.ts'

const formatAccessCode = (code: string) => `${code.slice(0, 4)}-${code.slice(4)}`

export async function getAccessCode({ tx, member, config }: ProjectCtx) {
  const { code, created_at } = await tx
    .selectFrom('access_codes')
    .select(['code', 'created_at'])
    .where('project_id', '=', member.project_id)
    .executeTakeFirstOrThrow()
  const url = `${config.publicUrl}/client?code=${formatAccessCode(code)}`
  return { code: formatAccessCode(code), created_at, url }
}
