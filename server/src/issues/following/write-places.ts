import type { FollowedPerson } from '@plumbline/contract/event-causes'
import { openStatuses } from '@plumbline/contract/issues/issues.rules'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { type NewPlace, worstState } from './compute-place.ts'
import { isOpenIn, type NextVersion } from './plan-following.ts'

const BATCH = 1000

/** Writes new places of anchors, except anchors that somebody changed since they were read; returns the written ones. */
export async function writePlaces(tx: Tx, places: NewPlace[], next: NextVersion): Promise<NewPlace[]> {
  const written = new Set<string>()
  for (let start = 0; start < places.length; start += BATCH) {
    const rows = places.slice(start, start + BATCH).map(({ move, was, ...place }) => place)
    const { rows: updated } = await sql<{ id: string }>`
      update issue_anchors a set ifc_guid = n.ifc_guid, ifc_class = n.ifc_class, element_name = n.element_name,
        point = n.point, state = n.state, found_by = n.found_by, score = n.score, moved_m = n.moved_m,
        candidates = n.candidates, axes = case when a.point = n.point then a.axes end, placed_version = n.base_version, state_version = ${next.version}::int
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (id uuid, ifc_guid text, ifc_class text,
        element_name text, point jsonb, state text, found_by text, score int, moved_m float8, candidates jsonb,
        base_version int)
      where a.id = n.id and ${isOpenIn('a', next)}
      returning a.id`.execute(tx)
    for (const { id } of updated) written.add(id)
  }
  return places.filter(({ id }) => written.has(id))
}

interface ConcernedRow {
  issue_id: string
  user_id: string
}

/** Counts, for each person with open issues of the file, how the places of these issues changed. */
export async function countForPeople(tx: Tx, headerId: string): Promise<FollowedPerson[]> {
  // past visible.ts: creators, assignees and watchers follow their issues
  const { rows: states } = await sql<{ issue_id: string; states: NewPlace['state'][] }>`
    select a.issue_id, array_agg(a.state) as states from issue_anchors a join issues i on i.id = a.issue_id
    where a.bim_file_header_id = ${headerId} and i.deleted_at is null and i.status = any (${openStatuses}::text[])
    group by a.issue_id`.execute(tx)
  const ids = states.map(({ issue_id }) => issue_id)
  // past visible.ts: as above
  const { rows: people } = await sql<ConcernedRow>`
    select id as issue_id, created_by as user_id from issues where id = any (${ids}::uuid[]) and created_by is not null
    union select id, assignee_id from issues where id = any (${ids}::uuid[]) and assignee_id is not null
    union select issue_id, user_id from issue_watchers where issue_id = any (${ids}::uuid[])
    except select issue_id, user_id from issue_mutes where issue_id = any (${ids}::uuid[])`.execute(tx)
  const stateOf = new Map(states.map((row) => [row.issue_id, worstState(row.states)]))
  const counted = new Map<string, FollowedPerson>()
  for (const { issue_id, user_id } of people) {
    const own = counted.get(user_id) ?? {
      user_id,
      issues: 0,
      stay: 0,
      moved: 0,
      found: 0,
      review: 0,
      gone: 0,
    }
    counted.set(user_id, own)
    own.issues++
    const state = stateOf.get(issue_id)
    if (state === 'MOVED') own.moved++
    else if (state === 'REMATCHED') own.found++
    else if (state === 'NEEDS_REVIEW') own.review++
    else if (state === 'ORPHANED') own.gone++
    else own.stay++
  }
  return [...counted.values()]
}
