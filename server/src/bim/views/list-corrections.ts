import type { ProjectCtx } from '../../context.ts'

export function listCorrections({ tx, member }: ProjectCtx) {
  return tx
    .selectFrom('bim_corrections as c')
    .innerJoin('bim_file_headers as h', 'h.id', 'c.header_id')
    .selectAll('c')
    .where('h.project_id', '=', member.project_id)
    .orderBy('c.header_id')
    .execute()
}
