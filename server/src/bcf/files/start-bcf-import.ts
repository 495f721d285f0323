import { randomUUIDv7 } from 'node:crypto'
import type * as api from '@plumbline/contract/bcf/bcf'
import { maxBcfImports } from '@plumbline/contract/bcf/bcf'
import { reason } from '@plumbline/contract/reasons'
import { sql } from 'kysely'
import type { Handler } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import { archiveKey, publishImportUpdate } from './import-attempt.ts'
import { buildImportReply } from './imports.ts'

interface StoredArchive {
  id: string
  size_bytes: number
}

export const startBcfImport: Handler<typeof api.startBcfImport, StoredArchive> = {
  prepareFile: async (ctx, _input, file) => {
    const id = randomUUIDv7()
    const key = archiveKey({ project_id: ctx.member.project_id, id })
    ctx.onFailure(() => void ctx.blobs.remove(key).catch((err: unknown) => ctx.log.warn({ err }, 'import')))
    await ctx.blobs.putFile(key, file.path)
    return { id, size_bytes: file.size }
  },
  handle: async (ctx, { query }, sent) => {
    const { project_id, user_id } = ctx.member
    // locks the project so that concurrent uploads are counted in turn; a full row lock would block everybody
    // who adds issues
    await ctx.tx.selectFrom('projects').select('id').where('id', '=', project_id).forNoKeyUpdate().execute()
    const { unfinished } = await ctx.tx
      .selectFrom('bcf_imports')
      .select((eb) => eb.fn.countAll<number>().as('unfinished'))
      .where('project_id', '=', project_id)
      .where('state', 'in', ['READING', 'READY', 'APPLYING'])
      // previews without any change need no decision and do not count
      .where(
        sql<boolean>`not (state = 'READY' and topics > 0 and not (outcomes ?| array['NEW', 'CHANGED', 'CONFLICT']))`,
      )
      .executeTakeFirstOrThrow()
    if (unfinished >= maxBcfImports)
      throw new Refusal(
        'conflict',
        reason('too_many_imports', {
          count: unfinished,
        }),
      )
    const at = ctx.now().toISOString()
    const row = await ctx.tx
      .insertInto('bcf_imports')
      .values({
        ...sent,
        project_id,
        file_name: query.name,
        state: 'READING',
        created_by: user_id,
        created_at: at,
        changed_at: at,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await ctx.jobs.add(ctx.tx, 'bcf', {})
    await publishImportUpdate(ctx.tell, row)
    return buildImportReply(row)
  },
}
