import { randomUUIDv7 } from 'node:crypto'
import type * as api from '@plumbline/contract/bim/bim'
import type { ProposedLevel } from '@plumbline/contract/bim/bim'
import { cutText, repairLine } from '@plumbline/contract/characters'
import { fill } from '@plumbline/contract/sentences'
import { sql } from 'kysely'
import type { Input, ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { lockProject, projectLevels } from '../projects/levels.ts'
import { freeName, isSamePlace, type Storey } from './levels.ts'
import { isCurrent } from './reads.ts'

/** one project has at most so many levels, and no list of proposals is longer */
const MOST = 1000

/** Storeys of every file's current version, with the file. */
async function currentStoreys(ctx: ProjectCtx): Promise<(Storey & { header_id: string })[]> {
  const { rows } = await sql<{ header_id: string; storeys: Storey[] }>`
    select v.header_id, v.storeys from bim_file_variants v
    join bim_file_headers h on h.id = v.header_id and h.deleted_at is null
    where v.project_id = ${ctx.member.project_id} and v.storeys <> '[]' and ${isCurrent}
    order by h.created_at, h.id`.execute(ctx.tx)
  return rows.flatMap(({ header_id, storeys }) => storeys.map((storey) => ({ ...storey, header_id })))
}

async function proposals(ctx: ProjectCtx): Promise<ProposedLevel[]> {
  const levels = (await projectLevels(ctx)).map((level) => ({ ...level, guid: level.ifc_guid }))
  const found: (Storey & { header_ids: Set<string> })[] = []
  for (const storey of await currentStoreys(ctx)) {
    if (levels.some((level) => isSamePlace(level, storey))) continue
    const same = found.find((other) => isSamePlace(other, storey))
    if (same) same.header_ids.add(storey.header_id)
    else if (found.length < MOST) found.push({ ...storey, header_ids: new Set([storey.header_id]) })
  }
  return found
    .sort((a, b) => a.elevation_m - b.elevation_m)
    .map(({ guid, name, elevation_m, header_ids }) => ({
      ifc_guid: guid,
      name,
      elevation_m,
      header_ids: [...header_ids],
    }))
}

export const levelsToAdd = (ctx: ProjectCtx, _input: Input<typeof api.proposedLevels>) => proposals(ctx)

export async function addLevels(ctx: ProjectCtx, { body }: Input<typeof api.addProposedLevels>) {
  const { project_id } = ctx.member
  await lockProject(ctx, project_id)
  const wanted = (await proposals(ctx)).filter(
    ({ ifc_guid }) => !body.ifc_guids || body.ifc_guids.includes(ifc_guid),
  )
  const levels = await projectLevels(ctx)
  if (levels.length + wanted.length > MOST)
    throw new Refusal('bad_request', {
      message: fill('A project has at most {count} levels', { count: MOST }),
    })
  if (wanted.length === 0) return levels
  const taken = new Set(levels.map((level) => level.name.toLowerCase()))
  const first = Math.max(-1, ...levels.map((level) => level.order)) + 1
  const rows = wanted.map(({ ifc_guid, name, elevation_m }, index) => ({
    id: randomUUIDv7(),
    project_id,
    name: freeName(cutText(repairLine(name) || `Level ${first + index + 1}`, 110), taken),
    elevation_m,
    order: first + index,
    ifc_guid,
  }))
  await ctx.tx.insertInto('levels').values(rows).execute()
  await ctx.tell('level.updated', { project_id, data: {}, audience: { level: 'VIEWER' } })
  return projectLevels(ctx)
}
