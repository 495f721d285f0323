import { type Displacement, displacePoint } from '@plumbline/bim/revisions/placed-forms'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { mapInSlices } from '../../loop/time-slices.ts'

/**
 * Makes viewpoints and saved views name the elements of another version: selected, hidden and coloured ones. Elements
 * that are gone keep their GlobalId, so that they are found again when their version is restored.
 */

const BATCH = 300
const GUID = /"([0-9A-Za-z_$]{22})"/g

interface StoredView {
  id: string
  view: string
}

const renameElements = (view: string, renamed: Map<string, string>) =>
  view.replaceAll(GUID, (whole, guid: string) => {
    const after = renamed.get(guid)
    return after === undefined ? whole : `"${after}"`
  })

async function renameInTable(
  list: (after: string) => Promise<StoredView[]>,
  write: (rows: StoredView[]) => Promise<unknown>,
  renamed: Map<string, string>,
) {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const rows = await list(after)
    const changed = (
      await mapInSlices(rows, ({ id, view }) => ({ id, view, renamed: renameElements(view, renamed) }))
    )
      .filter((row) => row.renamed !== row.view)
      .map(({ id, renamed: view }) => ({ id, view }))
    if (changed.length > 0) await write(changed)
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return
    after = last.id
  }
}

export async function renameElementsInViews(
  tx: Tx,
  projectId: string,
  renamed: Map<string, string>,
): Promise<void> {
  if (renamed.size === 0) return
  const pairs = (rows: StoredView[]) => sql`
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ view }) => view)}::text[]) as n (id, view)`
  await renameInTable(
    async (after) => {
      // past visible.ts: viewpoints of every issue follow the model
      const { rows } = await sql<StoredView>`
        select w.id, w.view::text as view from issue_viewpoints w join issues i on i.id = w.issue_id
        where i.project_id = ${projectId} and w.id > ${after} and w.view ? 'components'
        order by w.id limit ${BATCH}`.execute(tx)
      return rows
    },
    (rows) =>
      sql`update issue_viewpoints w set view = n.view::jsonb ${pairs(rows)} where w.id = n.id`.execute(tx),
    renamed,
  )
  await renameInTable(
    async (after) => {
      const { rows } = await sql<StoredView>`
        select w.id, w.view::text as view from views w
        where w.project_id = ${projectId} and w.id > ${after} order by w.id limit ${BATCH}`.execute(tx)
      return rows
    },
    (rows) => sql`update views w set view = n.view::jsonb ${pairs(rows)} where w.id = n.id`.execute(tx),
    renamed,
  )
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

/** Issues whose element moved, with the way it went beside the displacement of the whole model. */
export interface MovedIssue {
  issue_id: string
  by: [number, number, number]
}

/** Moves the cameras of issues with their elements, so that a viewpoint still shows what it showed. */
export async function moveCameras(tx: Tx, displacement: Displacement, issues: MovedIssue[]): Promise<void> {
  for (let start = 0; start < issues.length; start += BATCH) {
    const batch = new Map(issues.slice(start, start + BATCH).map(({ issue_id, by }) => [issue_id, by]))
    const rows = await tx
      .selectFrom('issue_viewpoints')
      .select(['id', 'issue_id', 'view'])
      .where('issue_id', '=', sql<string>`any (${[...batch.keys()]}::uuid[])`)
      .execute()
    const moved = await mapInSlices(rows, ({ id, issue_id, view }) => ({
      id,
      view: JSON.stringify(moveView(view, displacement, batch.get(issue_id) ?? [0, 0, 0])),
    }))
    if (moved.length === 0) continue
    await sql`update issue_viewpoints w set view = n.view::jsonb
      from unnest(${moved.map(({ id }) => id)}::uuid[], ${moved.map(({ view }) => view)}::text[]) as n (id, view)
      where w.id = n.id`.execute(tx)
  }
}
