import { randomUUIDv7 } from 'node:crypto'
import { cutText, repairLine } from '@plumbline/contract/characters'
import type { Tx } from '../db/database.ts'
import type { Tell } from '../live/tell.ts'

export interface Storey {
  guid: string
  name: string
  elevation_m: number
}

/** metres by which storeys of different trades differ: screed, raised floor, top of the slab */
const MAX_LEVEL_OFFSET_M = 0.3
const normalizeName = (name: string) => name.toLowerCase().replace(/[\s_.-]+/g, '')

/** Tells whether two storeys, or a storey and a level, are the same by GlobalId, name or elevation. */
export function isSamePlace(
  a: { guid: string | null; name: string; elevation_m: number },
  b: { guid: string | null; name: string; elevation_m: number },
): boolean {
  if (a.guid !== null && a.guid === b.guid) return true
  if (normalizeName(a.name) !== '' && normalizeName(a.name) === normalizeName(b.name)) return true
  return Math.abs(a.elevation_m - b.elevation_m) <= MAX_LEVEL_OFFSET_M
}

/** Appends a number to a name in use and adds the result to `usedNames`. */
export function makeUniqueName(name: string, usedNames: Set<string>): string {
  let free = name
  for (let n = 2; usedNames.has(free.toLowerCase()); n++) free = `${name} (${n})`
  usedNames.add(free.toLowerCase())
  return free
}

/** Creates levels from the storeys of the first model; those of later models are proposed to people instead. */
export async function createOrProposeLevels(
  tx: Tx,
  tell: Tell,
  projectId: string,
  storeys: Storey[],
): Promise<void> {
  if (storeys.length === 0) return
  const existing = await tx
    .selectFrom('levels')
    .select('id')
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  if (existing) return
  const usedNames = new Set<string>()
  const rows = storeys.slice(0, 500).map((storey, order) => ({
    id: randomUUIDv7(),
    project_id: projectId,
    name: makeUniqueName(cutText(repairLine(storey.name) || `Level ${order + 1}`, 110), usedNames),
    elevation_m: storey.elevation_m,
    order,
    ifc_guid: storey.guid,
  }))
  // two first models at once: the second insert is ignored
  await tx
    .insertInto('levels')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tell('level.updated', {
    project_id: projectId,
    data: {},
    audience: { level: 'VIEWER' },
    cause: { kind: 'CHANGED' },
  })
}
