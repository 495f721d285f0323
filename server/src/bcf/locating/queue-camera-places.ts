import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Reaction } from '../../live/tell.ts'

/** Queue of issues whose place is searched by camera: rows processed by the job `locate`. */

type QueueJobs = Pick<Jobs, 'add'>

export async function queueCameraPlaces(
  jobs: QueueJobs,
  tx: Tx,
  project_id: string,
  issueIds: string[],
): Promise<void> {
  if (issueIds.length === 0) return
  const { rows } = await sql`
    insert into issue_camera_places (issue_id, project_id)
    select i, ${project_id}::uuid from unnest(${issueIds}::uuid[]) i
    where not exists (select from issue_anchors a where a.issue_id = i)
    on conflict (issue_id) do update set attempts = 0, waits = false returning issue_id`.execute(tx)
  if (rows.length > 0) await jobs.add(tx, 'locate', { project_id })
}

/** Looks again when a model of the project is ready: it may be one that the files named. */
export const createCameraPlaceReaction =
  (jobs: QueueJobs): Reaction =>
  async (tx, event) => {
    if (event.type !== 'variant.updated' || event.cause.kind !== 'PROCESSED' || !event.project_id) return
    const { rows } = await sql`
      update issue_camera_places set waits = false where project_id = ${event.project_id} returning issue_id`.execute(
      tx,
    )
    if (rows.length > 0) await jobs.add(tx, 'locate', { project_id: event.project_id })
  }
