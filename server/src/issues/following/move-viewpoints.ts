import { type Displacement, displacePoint } from '@plumbline/bim/revisions/placed-forms'
import { sql } from 'kysely'
import { isCurrent } from '../../bim/reads.ts'
import type { Tx } from '../../db/database.ts'
import { mapInSlices } from '../../loop/time-slices.ts'
import { cutBySize } from '../part-sizes.ts'

/**
 * Renames elements of viewpoints and saved views to another version's GlobalIds: selected, hidden and coloured ones. Deleted
 * elements keep their GlobalId, so that they are found again when their version is restored.
 */

/** views looked at, or issues, at a time */
const BATCH = 300
const GUID = /"([0-9A-Za-z_$]{22})"/g

interface StoredView {
  id: string
  view: string
  /** the files with anchors of the issue */
  files?: string[]
}

/** The two versions of a file between which viewpoints follow. */
interface VersionStep {
  /** id of the file */
  id: string
  from: number
  to: number
}

/** A file whose elements have new GlobalIds. */
interface RenamedFile extends VersionStep {
  project_id: string
  renamed: Map<string, string>
}

/**
 * SQL: whether a viewpoint uses coordinates and GlobalIds of the previous version; assumed for viewpoints without a recorded
 * version.
 */
const isInVersion = ({ id, from }: VersionStep) =>
  sql<boolean>`coalesce((w.model_versions ->> ${id}::text)::int, ${from}::int) = ${from}::int`

const listRenamed = (view: string, renamed: Map<string, string>) =>
  [...view.matchAll(GUID)].flatMap(([, guid = '']) => (renamed.has(guid) ? guid : []))

/** Of some GlobalIds, those that other current models of the project use as well. */
async function readShared(tx: Tx, { id, project_id }: RenamedFile, guids: string[]): Promise<Set<string>> {
  if (guids.length === 0) return new Set()
  const { rows } = await sql<{ guid: string }>`
    select distinct e.guid from bim_file_headers h
    join bim_file_variants v on v.header_id = h.id and ${isCurrent}
    join element_models m on m.team_id = v.artefacts_team_id and m.artefacts_key = v.artefacts_key
    join elements e on e.model_id = m.id and e.guid = any (${guids}::text[])
    where h.project_id = ${project_id} and h.id <> ${id} and h.deleted_at is null`.execute(tx)
  return new Set(rows.map(({ guid }) => guid))
}

/** Adds the new element next to each element of another file with the same former GlobalId. */
function addBesideShared(value: unknown, renamed: Map<string, string>, shared: Set<string>): unknown {
  if (Array.isArray(value))
    return value.flatMap((each: unknown) => {
      const walked = addBesideShared(each, renamed, shared)
      const guid = (each as { ifc_guid?: string } | null)?.ifc_guid
      const after = guid !== undefined && shared.has(guid) ? renamed.get(guid) : undefined
      return after === undefined ? [walked] : [walked, { ...(walked as object), ifc_guid: after }]
    })
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, addBesideShared(each, renamed, shared)]),
  )
}

/**
 * The view with the new GlobalIds. A GlobalId used by another file as well is renamed if the issue has an anchor in this
 * file, and kept if it has anchors in other files only; without an anchor both elements are named.
 */
function renameElements({ view, files = [] }: StoredView, file: RenamedFile, shared: Set<string>): string {
  const isOwn = files.includes(file.id)
  const text = view.replaceAll(GUID, (whole, guid: string) => {
    const after = file.renamed.get(guid)
    return after === undefined || (shared.has(guid) && !isOwn) ? whole : `"${after}"`
  })
  if (isOwn || files.length > 0 || !listRenamed(text, file.renamed).some((guid) => shared.has(guid)))
    return text
  return JSON.stringify(addBesideShared(JSON.parse(text), file.renamed, shared))
}

/** A view as far as it decides how many are read together. */
interface SizedView {
  id: string
  size: number
}

type ViewTable = 'issue_viewpoints' | 'views'

const isAmong = (views: SizedView[]) => sql<boolean>`w.id = any (${views.map(({ id }) => id)}::uuid[])`

async function writeViews(tx: Tx, table: ViewTable, rows: StoredView[]) {
  if (rows.length === 0) return
  await sql`update ${sql.table(table)} w set view = n.view::jsonb
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ view }) => view)}::text[]) as n (id, view)
    where w.id = n.id`.execute(tx)
}

async function renameInTable(
  tx: Tx,
  table: ViewTable,
  list: (after: string) => Promise<SizedView[]>,
  read: (views: SizedView[]) => Promise<StoredView[]>,
  file: RenamedFile,
): Promise<string[]> {
  const changed: string[] = []
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const views = await list(after)
    for (const page of cutBySize(views, BATCH, ({ size }) => size)) {
      const rows = await read(page)
      const named = await mapInSlices(rows, ({ view }) => listRenamed(view, file.renamed))
      const shared = await readShared(tx, file, [...new Set(named.flat())])
      const renamed = await mapInSlices(rows, (row) => ({
        id: row.id,
        view: renameElements(row, file, shared),
      }))
      const written = renamed.filter(({ view }, index) => view !== rows[index]?.view)
      await writeViews(tx, table, written)
      changed.push(...written.map(({ id }) => id))
    }
    const last = views.at(-1)
    if (!last || views.length < BATCH) return changed
    after = last.id
  }
}

/** Returns the ids of the viewpoints that it changed. */
export async function renameElementsInViews(tx: Tx, file: RenamedFile): Promise<string[]> {
  if (file.renamed.size === 0) return []
  const { project_id } = file
  const viewpoints = await renameInTable(
    tx,
    'issue_viewpoints',
    async (after) => {
      // past visible.ts: viewpoints of every issue follow the model
      const { rows } = await sql<SizedView>`
        select w.id, w.view_size as size from issue_viewpoints w join issues i on i.id = w.issue_id
        where i.project_id = ${project_id} and w.id > ${after} and w.view ? 'components'
          and ${isInVersion(file)}
        order by w.id limit ${BATCH}`.execute(tx)
      return rows
    },
    async (page) => {
      const { rows } = await sql<StoredView>`
        select w.id, w.view::text as view,
          array(select a.bim_file_header_id from issue_anchors a where a.issue_id = w.issue_id) as files
        from issue_viewpoints w where ${isAmong(page)}`.execute(tx)
      return rows
    },
    file,
  )
  await renameInTable(
    tx,
    'views',
    async (after) => {
      const { rows } = await sql<SizedView>`
        select w.id, length(w.view::text) as size from views w
        where w.project_id = ${project_id} and w.id > ${after} order by w.id limit ${BATCH}`.execute(tx)
      return rows
    },
    async (page) => {
      const { rows } = await sql<StoredView>`
        select w.id, w.view::text as view from views w where ${isAmong(page)}`.execute(tx)
      return rows
    },
    file,
  )
  return viewpoints
}

type Xyz = { x: number; y: number; z: number }

/** Moves every place and turns every direction of a view. */
function moveView(view: unknown, displacement: Displacement, by: readonly [number, number, number]): unknown {
  const place = ({ x, y, z }: Xyz): Xyz => {
    const [a, b, c] = displacePoint(displacement, [x, y, z])
    return { x: a + by[0], y: b + by[1], z: c + by[2] }
  }
  const turn = ({ x, y, z }: Xyz): Xyz => ({
    x: displacement.cos * x - displacement.sin * y,
    y: displacement.sin * x + displacement.cos * y,
    z,
  })
  const moves: Record<string, (point: Xyz) => Xyz> = {
    ...{ camera_view_point: place, location: place, start_point: place, end_point: place },
    ...{ camera_direction: turn, camera_up_vector: turn, direction: turn, normal: turn, up: turn },
  }
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk)
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => {
        if (key === 'components' || key === 'ghosts') return [key, each]
        return [key, moves[key] ? moves[key](each as Xyz) : walk(each)]
      }),
    )
  }
  return walk(view)
}

/** Issues whose element moved, and their movement relative to the displacement of the whole model. */
export interface MovedIssue {
  issue_id: string
  by: [number, number, number]
}

/**
 * Moves the cameras of issues together with their elements, so that viewpoints keep showing the same. Skips views taken in
 * another version than the previous one. Returns the ids of the changed viewpoints.
 */
export async function moveCameras(
  tx: Tx,
  step: VersionStep,
  displacement: Displacement,
  issues: MovedIssue[],
): Promise<string[]> {
  const changed: string[] = []
  for (let start = 0; start < issues.length; start += BATCH) {
    const batch = new Map(issues.slice(start, start + BATCH).map(({ issue_id, by }) => [issue_id, by]))
    const { rows: views } = await sql<SizedView>`
      select w.id, w.view_size as size from issue_viewpoints w
      where w.issue_id = any (${[...batch.keys()]}::uuid[]) and ${isInVersion(step)} order by w.id`.execute(
      tx,
    )
    for (const page of cutBySize(views, BATCH, ({ size }) => size)) {
      const rows = await tx
        .selectFrom('issue_viewpoints as w')
        .select(['w.id', 'w.issue_id', 'w.view'])
        .where(isAmong(page))
        .execute()
      const moved = await mapInSlices(rows, ({ id, issue_id, view }) => ({
        id,
        view: JSON.stringify(moveView(view, displacement, batch.get(issue_id) ?? [0, 0, 0])),
      }))
      await writeViews(tx, 'issue_viewpoints', moved)
      changed.push(...moved.map(({ id }) => id))
    }
  }
  return changed
}

/** Records that viewpoints in the previous version have moved to the next one. */
export async function recordViewVersions(tx: Tx, project_id: string, { id, from, to }: VersionStep) {
  // past visible.ts: viewpoints of every issue follow the model
  await sql`update issue_viewpoints w set model_versions = w.model_versions || jsonb_build_object(${id}::text, ${to}::int)
    from issues i where i.id = w.issue_id and i.project_id = ${project_id}
      and (w.model_versions ->> ${id}::text)::int = ${from}::int`.execute(tx)
}
