import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { getAnchorName } from '../anchors.ts'
import { type NewEntry, recordIssues } from '../log.ts'
import type { NewPlace } from './compute-place.ts'

/** Locks the issues of places in the id order of all bulk changes: an issue is locked before the log and its anchors. */
export async function lockIssuesOf(tx: Tx, places: NewPlace[]): Promise<void> {
  const ids = [...new Set(places.map(({ issue_id }) => issue_id))]
  // past visible.ts: anchors of every issue follow the model
  await sql`select from issues where id = any (${ids}::uuid[]) order by id for update`.execute(tx)
}

const isLost = (state: NewPlace['state']) => state === 'NEEDS_REVIEW' || state === 'ORPHANED'

/** Whether something happened to a place: it moved, was found again, lost, or is back. */
function isWorthTelling({ state, was }: NewPlace): boolean {
  if (state === 'ANCHORED') return isLost(was)
  return !isLost(state) || state !== was
}

/** to millimetres */
const roundLength = (metres: number | null) => (metres === null ? null : Math.round(metres * 1000) / 1000)

interface FollowedVersion {
  project_id: string
  file: string
  version: number
  at: string
}

/** Issues of viewpoints, in the order of their ids. */
async function listIssuesOfViews(tx: Tx, viewpoints: string[]): Promise<string[]> {
  const { rows } = await sql<{ issue_id: string }>`
    select distinct issue_id from issue_viewpoints where id = any (${viewpoints}::uuid[]) order by 1`.execute(
    tx,
  )
  return rows.map(({ issue_id }) => issue_id)
}

/**
 * Records the new places of issues after a new version of their file in the issues' logs; `viewpoints`: ids of the changed
 * ones, from whose entries offline devices know that they have to read the issue again. Must come after all changes of
 * viewpoints: whoever edits a viewpoint locks it before the log.
 */
export async function recordFollowed(
  tx: Tx,
  { project_id, file, version, at }: FollowedVersion,
  places: NewPlace[],
  viewpoints: string[],
): Promise<void> {
  const entries = places.filter(isWorthTelling).map((place): NewEntry => {
    const { id, issue_id, state, found_by, moved_m } = place
    return {
      issue_id,
      kind: 'FOLLOWED',
      data: {
        anchor_id: id,
        subject: getAnchorName(place),
        followed: { file, version, state, found_by, moved_m: roundLength(moved_m) },
      },
    }
  })
  const told = new Set(entries.map(({ issue_id }) => issue_id))
  const others = (await listIssuesOfViews(tx, viewpoints)).filter((id) => !told.has(id))
  const viewEntries = others.map((issue_id): NewEntry => ({ issue_id, kind: 'VIEWS_FOLLOWED' }))
  await recordIssues(tx, { project_id, by: null, at }, [...entries, ...viewEntries])
}
