import type { BcfImport } from '@plumbline/contract/bcf/bcf'
import type { ProjectCtx } from '../../context.ts'
import { buildImportReply, selectImports } from './imports.ts'

const MAX_IMPORTS = 50

export async function listBcfImports(ctx: ProjectCtx): Promise<BcfImport[]> {
  const rows = await selectImports(ctx)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_IMPORTS)
    .execute()
  return rows.map((row) => buildImportReply(row))
}
