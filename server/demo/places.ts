import { randomUUIDv7 } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Chunk, Manifest, Structure, Vec3 } from '@plumbline/bim/model'
import type { Insertable } from 'kysely'
import { readChunks, renderPng } from '../src/bim/convert/thumbnail.ts'
import type { Server } from '../src/context.ts'
import { inTransaction, type Tx, toJsonb } from '../src/db/database.ts'
import type { Tables } from '../src/db/tables.ts'
import { recordIssues } from '../src/issues/log.ts'
import type { Teller } from '../src/live/tell.ts'
import { demoIssues } from './issues.ts'

/** Adds anchors, viewpoints and snapshots to the demo's issues once the models are converted. */

const LOOK: Vec3 = [-0.62, 0.74, -0.26]
const FIELD_OF_VIEW = 50
const [WIDTH, HEIGHT] = [960, 540]
const PATIENCE_MS = 10 * 60 * 1000

interface Model {
  header_id: string
  version: number
  manifest: Manifest
  structure: Structure
  chunks: Chunk[]
}

interface Spot {
  element: number
  /** local coordinates */
  center: Vec3
  radius: number
}

const moved = (a: Vec3, b: Vec3, times = 1): Vec3 => [
  a[0] + b[0] * times,
  a[1] + b[1] * times,
  a[2] + b[2] * times,
]
const point = ([x, y, z]: Vec3) => ({ x, y, z })

/** The converted models of the project by file name, or null while one is still being converted. */
async function convertedModels(
  { db, blobs }: Server,
  projectId: string,
  teamId: string,
): Promise<Model[] | null> {
  const rows = await db
    .selectFrom('bim_file_variants as v')
    .distinctOn('v.header_id')
    .select(['v.header_id', 'v.version', 'v.state', 'v.artefacts_key'])
    .where('v.project_id', '=', projectId)
    .orderBy('v.header_id')
    .orderBy('v.version', 'desc')
    .execute()
  if (rows.some((row) => ['QUEUED', 'PROCESSING'].includes(row.state))) return null
  const models: Model[] = []
  for (const { header_id, version, artefacts_key } of rows) {
    if (!artefacts_key) continue
    const read = async (name: string) =>
      buffer(await blobs.read(`artefacts/${teamId}/${artefacts_key}/${name}`))
    const manifest = JSON.parse((await read('manifest.json')).toString()) as Manifest
    const structure = JSON.parse((await read('structure.json')).toString()) as Structure
    models.push({ header_id, version, manifest, structure, chunks: await readChunks(manifest, read) })
  }
  return models
}

/** Centre of a geometry's bounding box in its own coordinates. */
function middleOf({ geometries, positions }: Chunk, geometry: number): Vec3 {
  const first = geometries.firstVertex[geometry] ?? 0
  const count = geometries.vertexCount[geometry] ?? 0
  const middle = [0, 1, 2].map((axis) => {
    let [low, high] = [65535, 0]
    for (let vertex = first; vertex < first + count; vertex++) {
      const value = positions[vertex * 3 + axis] ?? 0
      low = Math.min(low, value)
      high = Math.max(high, value)
    }
    return (
      (geometries.offset[geometry * 3 + axis] ?? 0) + ((geometries.scale[geometry] ?? 0) * (low + high)) / 2
    )
  })
  return middle as Vec3
}

/** Centre and radius of an element's first instance. */
function spotOf({ chunks }: Model, element: number): Spot | null {
  for (const chunk of chunks) {
    const { instances } = chunk
    const instance = instances.element.indexOf(element)
    if (instance < 0) continue
    const local = middleOf(chunk, instances.geometry[instance] ?? 0)
    const m = instances.matrix.subarray(instance * 12, instance * 12 + 12)
    const row = (r: number) =>
      local.reduce((sum, value, axis) => sum + (m[r * 4 + axis] ?? 0) * value, m[r * 4 + 3] ?? 0)
    return { element, center: [row(0), row(1), row(2)], radius: instances.radius[instance] ?? 1 }
  }
  return null
}

function findElement(model: Model, wanted: RegExp, nth: number): Spot | null {
  const { elements, classes } = model.structure
  const fitting = elements.class.flatMap((index, element) =>
    wanted.test(classes[index] ?? '') ? [element] : [],
  )
  for (const element of [...fitting.slice(nth), ...fitting]) {
    const spot = spotOf(model, element)
    if (spot) return spot
  }
  return null
}

async function placeOne(server: Server, teller: Teller, projectId: string, number: number, models: Model[]) {
  const { at } = demoIssues[number - 1] ?? {}
  const model =
    at &&
    models.find(({ structure }) =>
      structure.elements.class.some((c) => at.class.test(structure.classes[c] ?? '')),
    )
  const spot = at && model && findElement(model, at.class, at.nth)
  if (!spot || !model) return
  const distance = spot.radius * 2.2 + 4
  const near = distance - spot.radius - 0.4
  const eye = moved(spot.center, LOOK, -distance)
  const { origin } = model.manifest
  const picture = await renderPng(
    // chunks have local coordinates: only models with the same origin can be combined
    models.filter(({ manifest }) => manifest.origin.join() === origin.join()).flatMap(({ chunks }) => chunks),
    {
      width: WIDTH,
      height: HEIGHT,
      view: { eye, direction: LOOK, field_of_view: FIELD_OF_VIEW, near_m: near },
      highlight: { element: spot.element, chunks: model.chunks },
    },
  )
  const { elements, classes } = model.structure
  const ifc_guid = elements.guid[spot.element] ?? ''
  const view = {
    perspective_camera: {
      camera_view_point: point(moved(eye, origin)),
      camera_direction: point(LOOK),
      camera_up_vector: { x: 0, y: 0, z: 1 },
      field_of_view: FIELD_OF_VIEW,
      aspect_ratio: WIDTH / HEIGHT,
    },
    clipping_planes: [
      {
        location: point(moved(moved(eye, LOOK, near), origin)),
        direction: point([-LOOK[0], -LOOK[1], -LOOK[2]]),
      },
    ],
    components: { selection: [{ ifc_guid }], visibility: { default_visibility: true, exceptions: [] } },
  }
  const id = randomUUIDv7()
  const snapshot_key = `snapshots/${projectId}/${id}.png`
  await server.blobs.put(snapshot_key, picture)
  const anchor = {
    bim_file_header_id: model.header_id,
    variant_version_at_creation: model.version,
    ifc_guid,
    ifc_class: classes[elements.class[spot.element] ?? -1] ?? null,
    element_name: elements.name[spot.element] ?? null,
    point: toJsonb(point(moved(spot.center, origin))),
  }
  await inTransaction(server.db, async (tx) => {
    const at = server.now().toISOString()
    const issue_id = await addPlace(tx, { projectId, number, at }, anchor, {
      id,
      view: toJsonb(view),
      snapshot_key,
    })
    if (!issue_id) return
    await teller.begin(tx)('issue.updated', {
      project_id: projectId,
      data: { issue_id },
      audience: { level: 'VIEWER' },
      cause: { kind: 'PART_CHANGED' },
    })
  })
  teller.nudge()
}

type NewPlace = Omit<Insertable<Tables['issue_anchors']>, 'id' | 'issue_id' | 'order'>
type NewView = Omit<Insertable<Tables['issue_viewpoints']>, 'issue_id' | 'index' | 'created_by'>

/** Returns the issue's id; null if it was deleted in the meantime. */
async function addPlace(
  tx: Tx,
  { projectId, number, at }: { projectId: string; number: number; at: string },
  anchor: NewPlace,
  view: NewView,
): Promise<string | null> {
  const issue = await tx
    .selectFrom('issues')
    .select(['id', 'created_by'])
    .where('project_id', '=', projectId)
    .where('number', '=', number)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!issue) return null
  const { id: issue_id, created_by } = issue
  const anchor_id = randomUUIDv7()
  await tx
    .insertInto('issue_anchors')
    .values({ ...anchor, id: anchor_id, issue_id, order: 0 })
    .execute()
  await tx
    .insertInto('issue_viewpoints')
    .values({ ...view, issue_id, index: 0, created_by })
    .execute()
  const subject = anchor.element_name ?? anchor.ifc_class ?? undefined
  await recordIssues(tx, { project_id: projectId, by: created_by, at }, [
    { issue_id, kind: 'PLACED', data: { anchor_id, subject } },
    { issue_id, kind: 'VIEW_ADDED', data: { viewpoint_id: view.id } },
  ])
  return issue_id
}

/** Waits for the models in the background; ends silently if the server stops or they are never converted. */
export async function placeIssues(
  server: Server,
  teller: Teller,
  projectId: string,
  teamId: string,
  signal: AbortSignal,
) {
  const until = Date.now() + PATIENCE_MS
  let models: Model[] | null = null
  while (!models && Date.now() < until) {
    await sleep(500, undefined, { signal })
    models = await convertedModels(server, projectId, teamId)
  }
  for (let number = 1; models && number <= demoIssues.length; number++) {
    if (signal.aborted) return
    await placeOne(server, teller, projectId, number, models)
  }
}
