import { randomUUIDv7 } from 'node:crypto'
import type * as api from '@plumbline/contract/bim/bim'
import { cutText, repairLine } from '@plumbline/contract/characters'
import { reason } from '@plumbline/contract/reasons'
import type { Input, ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { lockProject } from '../projects/levels.ts'
import { listLevels } from '../projects/list-levels.ts'
import { listLevelProposals, MAX_LEVELS } from './level-proposals.ts'
import { makeUniqueName } from './levels.ts'

export async function addProposedLevels(ctx: ProjectCtx, { body }: Input<typeof api.addProposedLevels>) {
  const { project_id } = ctx.member
  await lockProject(ctx, project_id)
  const wanted = (await listLevelProposals(ctx)).filter(
    ({ ifc_guid }) => !body.ifc_guids || body.ifc_guids.includes(ifc_guid),
  )
  const levels = await listLevels(ctx)
  if (levels.length + wanted.length > MAX_LEVELS)
    throw new Refusal('bad_request', reason('too_many_levels', { count: MAX_LEVELS }))
  if (wanted.length === 0) return levels
  const taken = new Set(levels.map((level) => level.name.toLowerCase()))
  const first = Math.max(-1, ...levels.map((level) => level.order)) + 1
  const rows = wanted.map(({ ifc_guid, name, elevation_m }, index) => ({
    id: randomUUIDv7(),
    project_id,
    name: makeUniqueName(cutText(repairLine(name) || `Level ${first + index + 1}`, 110), taken),
    elevation_m,
    order: first + index,
    ifc_guid,
  }))
  await ctx.tx.insertInto('levels').values(rows).execute()
  await ctx.tell('level.updated', {
    project_id,
    data: {},
    audience: { level: 'VIEWER' },
    cause: { kind: 'CHANGED' },
  })
  return listLevels(ctx)
}
