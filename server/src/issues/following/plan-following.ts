import { sql } from 'kysely'
import type { RevisedVersion } from '../../bim/revisions/match-versions.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { PlacedAnchor } from './compute-place.ts'

/** Which version the issues of a file follow next, and which anchors are not there yet. */

export interface FollowedFile {
  id: string
  name: string
  project_id: string
  type_of: string
  /** version of its issues' places */
  anchored: RevisedVersion | null
  current: RevisedVersion
  /** ready versions, ascending */
  versions: RevisedVersion[]
  /** versions with artefacts, including those of an earlier conversion if the last one failed, was stopped or is running */
  converted: RevisedVersion[]
  /** version numbers that are still processed */
  pending: number[]
}

interface VersionRow extends RevisedVersion {
  state: string
  rank: number
}

/** Whether a version is newer than another one of its file. */
const isAbove = (one: VersionRow, other: VersionRow) =>
  one.rank > other.rank || (one.rank === other.rank && one.version > other.version)

/**
 * Null: nothing to follow now, also while the version of the places is being converted again: it will be current afterwards,
 * and the version below it is so only until then.
 */
export async function readFollowedFile(db: Db | Tx, headerId: string): Promise<FollowedFile | null> {
  const header = await db
    .selectFrom('bim_file_headers')
    .select(['id', 'name', 'project_id', 'type_of', 'anchored_variant_id'])
    .where('id', '=', headerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!header) return null
  const { rows } = await sql<VersionRow & { artefacts_key: string | null; is_kept: boolean }>`
    select id, version, project_id, header_id, artefacts_team_id, artefacts_key, state, rank, deleted_at is null as is_kept
    from bim_file_variants where header_id = ${headerId} and (deleted_at is null or id = ${header.anchored_variant_id})
    order by version`.execute(db)
  const versions = rows.filter(({ state, is_kept }) => state === 'COMPLETED' && is_kept)
  const current = versions.toSorted((a, b) => b.rank - a.rank || b.version - a.version)[0]
  if (!current) return null
  const pending = rows.filter(({ state }) => state === 'QUEUED' || state === 'PROCESSING')
  const again = pending.find(({ id }) => id === header.anchored_variant_id)
  if (again?.is_kept && isAbove(again, current)) return null
  const converted = rows.filter(({ artefacts_key }) => artefacts_key !== null)
  return {
    ...header,
    anchored: converted.find(({ id }) => id === header.anchored_variant_id) ?? null,
    current,
    versions,
    converted,
    pending: pending.map(({ version }) => version),
  }
}

/** Versions that somebody has to confirm before anything follows them. */
async function listDoubtfulVersions(db: Db | Tx, from: RevisedVersion): Promise<Set<string>> {
  const rows = await db
    .selectFrom('bim_revisions')
    .select('to_variant_id')
    .where('from_variant_id', '=', from.id)
    .where('state', '=', 'DOUBTFUL')
    .execute()
  return new Set(rows.map(({ to_variant_id }) => to_variant_id))
}

/**
 * The version to follow next: uploads are followed one at a time, in upload order whichever finished first; a version that
 * was restored or made current is followed at once. Null: nothing to do now.
 */
export async function chooseNextVersion(db: Db | Tx, file: FollowedFile): Promise<RevisedVersion | null> {
  const { anchored, current, versions, pending } = file
  if (!anchored || anchored.id === current.id) return current
  const doubtful = await listDoubtfulVersions(db, anchored)
  if (current.version < anchored.version) return doubtful.has(current.id) ? null : current
  if (pending.some((version) => version > anchored.version && version < current.version)) return null
  const between = versions.filter(
    ({ id, version }) => version > anchored.version && version <= current.version && !doubtful.has(id),
  )
  return between[0] ?? null
}

/** A version that the places of a file follow into. */
export interface NextVersion {
  version: number
  /** only a step to the current one */
  isStep: boolean
}

/**
 * SQL: whether the state of an anchor is undecided for a version. Decisions of people for a later version do not apply to an
 * earlier one that is only a step to it.
 */
export const isOpenIn = (anchor: string, { version, isStep }: NextVersion) => sql<boolean>`
  coalesce(${sql.ref(`${anchor}.state_version`)}, ${sql.ref(`${anchor}.variant_version_at_creation`)})
    ${isStep ? sql`<` : sql`<>`} ${version}::int`

export async function listOpenAnchors(
  db: Db | Tx,
  headerId: string,
  next: NextVersion,
): Promise<PlacedAnchor[]> {
  const { rows } = await sql<PlacedAnchor>`
    select id, issue_id, ifc_guid, ifc_class, element_name, point, state as was,
      coalesce(placed_version, variant_version_at_creation) as base_version
    from issue_anchors a where bim_file_header_id = ${headerId} and ${isOpenIn('a', next)}`.execute(db)
  return rows
}
