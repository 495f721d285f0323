import type { BcfImport } from '@plumbline/contract/bcf/bcf'
import type { ProjectCtx } from '../../context.ts'
import { importsOf, replyOf } from './imports.ts'

const SHOWN = 50

export async function listBcfImports(ctx: ProjectCtx): Promise<BcfImport[]> {
  const rows = await importsOf(ctx).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(SHOWN).execute()
  return rows.map((row) => replyOf(row))
}
