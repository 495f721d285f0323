import type * as api from '@plumbline/contract/bim/bim'
import { type Trade, trades } from '@plumbline/contract/projects/trades'
import { sortTerms } from '@plumbline/contract/projects/vocabulary'
import type { Input, ProjectCtx } from '../context.ts'
import { listLevels } from '../projects/list-levels.ts'
import { listSections } from '../projects/list-sections.ts'
import { readProjectWords } from '../projects/vocabulary.ts'
import { listHeaderDetails } from './reads.ts'

export async function listHeaders(ctx: ProjectCtx, { query }: Input<typeof api.listHeaders>) {
  const headers = await listHeaderDetails(ctx)
  if (query.group_by === 'level') {
    const levels = await listLevels(ctx)
    const on = (id: string | null) => headers.filter((header) => header.level_id === id)
    return [...levels, null].map((level) => ({ level, headers: on(level?.id ?? null) }))
  }
  if (query.group_by === 'section') {
    const sections = await listSections(ctx)
    const within = (id: string | null) => headers.filter((header) => header.section_id === id)
    return [...sections, null].map((section) => ({ section, headers: within(section?.id ?? null) }))
  }
  if (query.group_by === 'trade') {
    const { vocabulary } = await readProjectWords(ctx.tx, ctx.member.project_id)
    const of = (trade: Trade) => headers.filter((header) => header.trade === trade)
    return sortTerms<Trade>(trades, vocabulary.trade)
      .map((trade) => ({ trade, headers: of(trade) }))
      .filter((group) => group.headers.length > 0)
  }
  return headers
}
