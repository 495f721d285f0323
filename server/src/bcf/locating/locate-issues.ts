import { randomUUIDv7 } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { castThroughModels, type MetElement, type RayModel } from '../../bim/rays/cast-through-models.ts'
import type { Server } from '../../context.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import { inProject } from '../../db/project-scope.ts'
import { getAnchorName } from '../../issues/anchors.ts'
import { recordIssues } from '../../issues/log.ts'
import type { Teller } from '../../live/tell.ts'
import { writeAnchors } from '../files/write-parts.ts'
import { buildCentreRay, type CameraView, listExceptions, readCameraViews } from './camera-views.ts'
import { listNamedModels, listProjectModels, type ProjectModel } from './named-models.ts'
import { queueCameraPlaces } from './queue-camera-places.ts'

/**
 * Finds the places of issues whose BCF views select no element: where the ray through the centre of the picture hits a
 * current model named by the file. A killed job is run again and places each issue once: the anchor is inserted and the
 * waiting row deleted in one transaction.
 */

export interface LocateServices {
  server: Server
  teller: Teller
}

/** issues whose rays are cast together; limits the views in memory */
const PAGE = 20
/** searches that may end the worker, before an issue is given up */
const MAX_ATTEMPTS = 3
/** days for which an issue waits for a model that its file names */
const MAX_WAIT_DAYS = 30

/** Claims a page of waiting issues after an id; gives up issues that crashed the worker too often. */
async function claimPage({ db, now }: Server, project_id: string, after: string): Promise<string[]> {
  const before = new Date(now().getTime() - MAX_WAIT_DAYS * 24 * 3600 * 1000).toISOString()
  await sql`delete from issue_camera_places where project_id = ${project_id}
    and (attempts >= ${MAX_ATTEMPTS} or created_at < ${before}::timestamptz)`.execute(db)
  const { rows } = await sql<{ issue_id: string }>`
    update issue_camera_places p set attempts = p.attempts + 1
    from (select issue_id from issue_camera_places where project_id = ${project_id} and not waits and issue_id > ${after}::uuid
      order by issue_id limit ${PAGE} for update skip locked) n
    where p.issue_id = n.issue_id returning p.issue_id`.execute(db)
  return rows.map(({ issue_id }) => issue_id).sort()
}

interface LocatedIssue {
  issue_id: string
  met: MetElement
}

/** Places issues and takes them off the list, unless somebody placed them in the meantime. */
async function applyPage(
  { server, teller }: LocateServices,
  project_id: string,
  decided: string[],
  located: LocatedIssue[],
): Promise<void> {
  if (decided.length === 0) return
  await inTransaction(server.db, async (tx) => {
    const ids = decided
    // past visible.ts: ids that wait for a place, whoever may see them
    await sql`select from issues where id = any (${ids}::uuid[]) order by id for update`.execute(tx)
    const { rows } = await sql<{ issue_id: string }>`
      delete from issue_camera_places p where p.issue_id = any (${ids}::uuid[]) returning p.issue_id,
        exists (select from issue_anchors a where a.issue_id = p.issue_id) as is_placed`.execute(tx)
    const open = new Set(
      (rows as { issue_id: string; is_placed: boolean }[]).flatMap((row) =>
        row.is_placed ? [] : row.issue_id,
      ),
    )
    const written = located.filter(({ issue_id }) => open.has(issue_id))
    await placeIssues({ server, teller }, tx, project_id, written)
  })
  teller.nudge()
}

async function placeIssues(
  { server, teller }: LocateServices,
  tx: Tx,
  project_id: string,
  located: LocatedIssue[],
): Promise<void> {
  if (located.length === 0) return
  const writes = located.map(({ issue_id, met }) => ({
    id: randomUUIDv7(),
    issue_id,
    located_by: 'CAMERA' as const,
    anchor: {
      bim_file_header_id: met.model.header_id,
      variant_version_at_creation: met.model.version,
      ifc_guid: met.guid,
      ifc_class: met.class.slice(0, 80),
      element_name: met.name.slice(0, 500),
      point: met.point,
    },
  }))
  await writeAnchors({ tx }, writes)
  await recordIssues(
    tx,
    { project_id, by: null, at: server.now().toISOString() },
    writes.map(({ id, issue_id, anchor }) => ({
      issue_id,
      kind: 'LOCATED' as const,
      data: { anchor_id: id, subject: getAnchorName(anchor) },
    })),
  )
  const tell = teller.begin(tx)
  for (const header_id of new Set(located.map(({ met }) => met.model.header_id)))
    await tell('anchors.updated', {
      project_id,
      data: { header_id },
      audience: { level: 'VIEWER' },
      cause: { kind: 'CHANGED' },
    })
}

/**
 * Lets issues wait for models that are not ready yet, without counting an attempt. A model that became ready since `models`
 * were read has woken the issues too early: they are checked again.
 */
async function releasePage(
  { db, jobs }: Server,
  project_id: string,
  waiting: string[],
  models: ProjectModel[],
): Promise<void> {
  if (waiting.length === 0) return
  await sql`update issue_camera_places set attempts = greatest(attempts - 1, 0), waits = true
    where issue_id = any (${waiting}::uuid[])`.execute(db)
  if (isDeepStrictEqual(models, await listProjectModels(db, project_id))) return
  await inTransaction(db, (tx) => queueCameraPlaces(jobs, tx, project_id, waiting))
}

interface Search {
  view: CameraView
  models: ProjectModel[]
}

/** Whether the models that a file names are there: one that is still processed may be the nearest. */
const isSearchable = ({ models }: Search) =>
  models.some(({ current }) => current !== null) && !models.some(({ is_pending }) => is_pending)

async function castSearches(
  server: Server,
  project_id: string,
  searches: Search[],
  signal: AbortSignal,
): Promise<LocatedIssue[]> {
  const rays = searches.flatMap(({ view, models }) => {
    const ray = buildCentreRay(view)
    const header_ids = new Set(models.map(({ header_id }) => header_id))
    return ray ? [{ issue_id: view.issue_id, ray, header_ids, ...listExceptions(view) }] : []
  })
  if (rays.length === 0) return []
  const current = new Map<string, RayModel>()
  for (const { models } of searches)
    for (const model of models) if (model.current) current.set(model.header_id, model.current)
  const by = `locate ${project_id}`
  const hits = await castThroughModels(server, [...current.values()], rays, by, signal)
  return rays.flatMap(({ issue_id }, at) => {
    const met = hits[at]
    return met ? [{ issue_id, met }] : []
  })
}

export async function locateIssues(
  services: LocateServices,
  project_id: string,
  signal: AbortSignal,
): Promise<void> {
  const { server } = services
  for (let after = '00000000-0000-0000-0000-000000000000'; !signal.aborted; ) {
    const ids = await claimPage(server, project_id, after)
    const last = ids.at(-1)
    if (last === undefined) return
    after = last
    const views = await readCameraViews(server.db, ids)
    const models = await listProjectModels(server.db, project_id)
    const searches = views.map((view) => ({ view, models: listNamedModels(models, view.files) }))
    const waiting = new Set(searches.flatMap((each) => (isSearchable(each) ? [] : each.view.issue_id)))
    const located = await castSearches(server, project_id, searches.filter(isSearchable), signal)
    await applyPage(
      services,
      project_id,
      ids.filter((id) => !waiting.has(id)),
      located,
    )
    await releasePage(server, project_id, [...waiting], models)
  }
}

export const createLocateWorker = (services: LocateServices) => ({
  queue: 'locate' as const,
  parallel: 1,
  run: ({ project_id }: { project_id: string }, signal: AbortSignal) =>
    inProject(project_id, () => locateIssues(services, project_id, signal)),
  isHeavy: true,
  /** queues projects again whose job was lost with its server */
  recover: async () => {
    const { db, jobs } = services.server
    const { rows } = await sql<{ project_id: string }>`
      select distinct project_id from issue_camera_places where not waits`.execute(db)
    await inTransaction(db, (tx) => jobs.addMissing(tx, 'locate', rows))
  },
})
