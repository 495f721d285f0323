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

interface Place {
  guid: string | null
  name: string
  elevation_m: number
}

/** Wide enough that places within MAX_LEVEL_OFFSET_M are in the same band or in neighbours. */
const BAND_M = 1

/** Storeys or levels; finds duplicates by GlobalId, name or elevation. */
export class PlaceIndex<T extends Place> {
  readonly places: T[] = []
  readonly #byGuid = new Map<string, number>()
  readonly #byName = new Map<string, number>()
  readonly #byBand = new Map<number, number[]>()

  add(place: T): void {
    const at = this.places.push(place) - 1
    const name = normalizeName(place.name)
    if (place.guid !== null && !this.#byGuid.has(place.guid)) this.#byGuid.set(place.guid, at)
    if (name !== '' && !this.#byName.has(name)) this.#byName.set(name, at)
    const band = Math.floor(place.elevation_m / BAND_M)
    const beside = this.#byBand.get(band)
    if (beside) beside.push(at)
    else this.#byBand.set(band, [at])
  }

  /** The first one that was added. */
  find({ guid, name, elevation_m }: Place): T | undefined {
    const isNear = (at: number) =>
      Math.abs((this.places[at]?.elevation_m ?? Number.NaN) - elevation_m) <= MAX_LEVEL_OFFSET_M
    const band = Math.floor(elevation_m / BAND_M)
    const found = [
      guid === null ? undefined : this.#byGuid.get(guid),
      this.#byName.get(normalizeName(name)),
      ...[band - 1, band, band + 1].map((each) => this.#byBand.get(each)?.find(isNear)),
    ]
    return this.places[Math.min(...found.map((at) => at ?? Number.POSITIVE_INFINITY))]
  }
}

/** Appends a number to a name in use and adds the result to `usedNames`. */
export function makeUniqueName(name: string, usedNames: Set<string>): string {
  let free = name
  for (let n = 2; usedNames.has(free.toLowerCase()); n++) free = `${name} (${n})`
  usedNames.add(free.toLowerCase())
  return free
}

/** Creates levels from the storeys of the first model; storeys of later models are proposed to people instead. */
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
