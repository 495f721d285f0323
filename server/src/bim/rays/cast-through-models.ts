import { buffer } from 'node:stream/consumers'
import { getRunsOf } from '@plumbline/bim/carry/element-runs'
import type { Manifest } from '@plumbline/bim/model'
import { isBoxHit, moveRay, type Ray } from '@plumbline/bim/rays/ray'
import { sql } from 'kysely'
import { BlobMissingError } from '../../blobs/blob-store.ts'
import type { Server } from '../../context.ts'
import { startWork } from '../../loop/threads.ts'
import { readCarried } from '../read-carried.ts'
import type { CastHit, RayPart, ShownElements } from './ray-thread.ts'

/** Finds what rays meet first in current models: only chunks whose box a ray hits are read, one at a time, in a thread. */

export interface RayModel {
  header_id: string
  version: number
  artefacts_team_id: string
  artefacts_key: string
  /** its element index */
  model_id: number
}

export interface WorldRay {
  ray: Ray
  /** files that it may hit */
  header_ids: Set<string>
  /** GlobalIds that the view hides, or the only ones that it shows */
  guids: string[]
  all_but: boolean
}

/** An element that a ray meets first. */
export interface MetElement {
  model: RayModel
  guid: string
  class: string
  name: string
  point: { x: number; y: number; z: number }
}

type RayServices = Pick<Server, 'db' | 'blobs'>

/** Element indices of the GlobalIds that rays name, by model. */
async function readNamedElements({ db }: RayServices, models: RayModel[], rays: WorldRay[]) {
  const guids = [...new Set(rays.flatMap((ray) => ray.guids))]
  if (guids.length === 0) return new Map<number, { guid: string; element: number }[]>()
  const { rows } = await sql<{ model_id: number; guid: string; element: number }>`
    select model_id, guid, element from elements
    where model_id = any (${models.map(({ model_id }) => model_id)}::int[]) and guid = any (${guids}::text[])`.execute(
    db,
  )
  return Map.groupBy(rows, ({ model_id }) => model_id)
}

async function* readHitChunks(
  services: RayServices,
  models: RayModel[],
  rays: WorldRay[],
): AsyncGenerator<RayPart> {
  const named = await readNamedElements(services, models, rays)
  for (const [index, model] of models.entries()) {
    const folder = `artefacts/${model.artefacts_team_id}/${model.artefacts_key}`
    const read = async (name: string) => buffer(await services.blobs.read(`${folder}/${name}`))
    try {
      const manifest = JSON.parse((await read('manifest.json')).toString()) as Manifest
      const { box, origin, chunks } = manifest
      const elements = named.get(model.model_id) ?? []
      const shown = rays.map(({ ray, header_ids, guids, all_but }): ShownElements | null => {
        if (!box || !header_ids.has(model.header_id) || !isBoxHit(ray, box)) return null
        const names = new Set(guids)
        return { all_but, elements: elements.flatMap((row) => (names.has(row.guid) ? row.element : [])) }
      })
      const local = rays.flatMap(({ ray }, at) => (shown[at] ? moveRay(ray, origin) : []))
      if (local.length === 0) continue
      yield { part: 'model', model: index, origin, shown }
      const carried = await readCarried(manifest, read)
      for (const chunk of chunks)
        if (chunk.kind === 'model' && local.some((ray) => isBoxHit(ray, chunk.box)))
          yield { part: 'chunk', bytes: await read(chunk.file), runs: getRunsOf(chunk, carried) }
    } catch (error) {
      // a version that is being purged or converted again
      if (!(error instanceof BlobMissingError)) throw error
    }
  }
}

async function describeHits({ db }: RayServices, models: RayModel[], hits: (CastHit | null)[]) {
  const met = hits.flatMap((hit) => hit ?? [])
  const { rows } = await sql<{
    model_id: number
    element: number
    guid: string
    class: string
    name: string
  }>`
    select e.model_id, e.element, e.guid, e.class, e.name
    from unnest(${met.map(({ model }) => models[model]?.model_id ?? 0)}::int[], ${met.map(({ element }) => element)}::int[])
      as h (model_id, element)
    join elements e on e.model_id = h.model_id and e.element = h.element`.execute(db)
  return new Map(rows.map((row) => [`${row.model_id}/${row.element}`, row]))
}

/** The first hit of each ray; null for rays without a hit. */
export async function castThroughModels(
  services: RayServices,
  models: RayModel[],
  rays: WorldRay[],
  by: string,
  signal: AbortSignal,
): Promise<(MetElement | null)[]> {
  const replies = await startWork<(CastHit | null)[]>({
    module: new URL('./ray-thread.ts', import.meta.url),
    input: rays.map(({ ray }) => ray),
    items: readHitChunks(services, models, rays),
    by,
    signal,
  })
  let hits: (CastHit | null)[] = []
  for await (const reply of replies) hits = reply
  const elements = await describeHits(services, models, hits)
  return rays.map(({ ray: { origin, direction } }, at) => {
    const hit = hits[at]
    const model = hit && models[hit.model]
    const element = model && elements.get(`${model.model_id}/${hit.element}`)
    if (!element) return null
    const [x, y, z] = [0, 1, 2].map((axis) => (origin[axis] ?? 0) + hit.distance * (direction[axis] ?? 0))
    return {
      model,
      guid: element.guid,
      class: element.class,
      name: element.name,
      point: { x: x ?? 0, y: y ?? 0, z: z ?? 0 },
    }
  })
}
