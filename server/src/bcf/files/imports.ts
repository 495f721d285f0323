import { type BcfImport, bcfOutcomes } from '@plumbline/contract/bcf/bcf'
import type { Selectable } from 'kysely'
import type { ProjectCtx } from '../../context.ts'
import type { Tables } from '../../db/tables.ts'
import { Refusal } from '../../http/refusal.ts'

export type BcfImportRecord = Selectable<Tables['bcf_imports']>
const MONTH_MS = 30 * 24 * 3600 * 1000
export const buildImportReply = (row: BcfImportRecord, numbers: string | null = null): BcfImport => ({
  ...row,
  numbers,
  outcomes: { ...Object.fromEntries(bcfOutcomes.map((outcome) => [outcome, 0])), ...row.outcomes },
})

export const selectImports = ({ tx, member, now }: ProjectCtx) =>
  tx
    .selectFrom('bcf_imports')
    .selectAll()
    .where('project_id', '=', member.project_id)
    .where('created_at', '>', new Date(now().getTime() - MONTH_MS).toISOString())

export async function findImport(ctx: ProjectCtx, id: string, lock = false): Promise<BcfImportRecord> {
  const row = await selectImports(ctx)
    .where('id', '=', id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}
