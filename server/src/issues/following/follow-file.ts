import {
  isDoubtful,
  listCorrections,
  matchVersions,
  type RevisedVersion,
  storeRevision,
  type VersionMatch,
} from '../../bim/revisions/match-versions.ts'
import { BlobMissingError } from '../../blobs/blob-store.ts'
import type { Server } from '../../context.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import type { Teller } from '../../live/tell.ts'
import { computePlace, type NewPlace, type PlacedAnchor } from './compute-place.ts'
import { moveCameras, recordViewVersions, renameElementsInViews } from './move-viewpoints.ts'
import { chooseNextVersion, type FollowedFile, listOpenAnchors, readFollowedFile } from './plan-following.ts'
import { lockIssuesOf, recordFollowed } from './record-followed.ts'
import { countForPeople, writePlaces } from './write-places.ts'

export interface FollowServices {
  server: Server
  teller: Teller
}

/** versions followed by one job */
const MOST_STEPS = 200
/** limit on older versions that are searched for lost anchors for one version */
const MOST_BASES = 5

/** A matched pair of versions with the anchors that follow it. */
interface FollowedPair {
  from: RevisedVersion
  match: VersionMatch
  anchors: PlacedAnchor[]
}

async function isConfirmed(
  { server }: FollowServices,
  from: RevisedVersion,
  to: RevisedVersion,
): Promise<boolean> {
  const row = await server.db
    .selectFrom('bim_revisions')
    .select('state')
    .where('from_variant_id', '=', from.id)
    .where('to_variant_id', '=', to.id)
    .executeTakeFirst()
  return row?.state === 'CONFIRMED'
}

async function matchPair(
  { server }: FollowServices,
  from: RevisedVersion,
  to: RevisedVersion,
  anchors: PlacedAnchor[],
  signal: AbortSignal,
): Promise<FollowedPair | null> {
  const guids = [...new Set(anchors.flatMap(({ ifc_guid }) => ifc_guid ?? []))]
  const corrections = await listCorrections(server.db, from.id, to.id)
  try {
    const match = await matchVersions(server, from, to, { guids, corrections }, signal)
    return { from, match, anchors }
  } catch (error) {
    // the artefacts of a version that is being purged or converted again
    if (error instanceof BlobMissingError) return null
    throw error
  }
}

/** Matches the versions of open anchors with the next one, starting with the version of most anchors. */
async function matchBases(
  services: FollowServices,
  file: FollowedFile,
  next: RevisedVersion,
  open: PlacedAnchor[],
  signal: AbortSignal,
): Promise<FollowedPair[]> {
  const byBase = Map.groupBy(open, ({ base_version }) => base_version)
  const bases = [...byBase.keys()].filter((version) => version !== next.version).sort((a, b) => b - a)
  const { anchored, converted } = file
  const pairs: FollowedPair[] = []
  if (anchored && anchored.id !== next.id) {
    const pair = await matchPair(services, anchored, next, byBase.get(anchored.version) ?? [], signal)
    if (pair) pairs.push(pair)
  }
  for (const version of bases.filter((each) => each !== anchored?.version).slice(0, MOST_BASES)) {
    const from = converted.find((each) => each.version === version)
    const pair = from && (await matchPair(services, from, next, byBase.get(version) ?? [], signal))
    if (pair && !isDoubtful(pair.match)) pairs.push(pair)
  }
  return pairs
}

/** Anchors lost in other versions are in place again in the version they come from. */
const listReturned = (open: PlacedAnchor[], { version }: RevisedVersion): NewPlace[] =>
  open
    .filter(({ base_version }) => base_version === version)
    .map((anchor) => ({
      ...anchor,
      ...{ state: 'ANCHORED', found_by: null, score: null, moved_m: null, candidates: [], move: null },
    }))

function listPlaces(pairs: FollowedPair[], next: RevisedVersion): NewPlace[] {
  return pairs.flatMap(({ match, anchors }) => {
    const followed = new Map(match.followed.map((each) => [each.guid, each]))
    return anchors.map((anchor) =>
      computePlace(anchor, followed.get(anchor.ifc_guid ?? ''), match.displacement, next.version),
    )
  })
}

/** The displacements of issues whose cameras move with them: by their first moved anchor. */
function listMovedIssues({ match }: FollowedPair, places: NewPlace[]) {
  const { displacement } = match
  const isWhole =
    displacement.scale !== 1 || displacement.sin !== 0 || displacement.move.some((value) => value !== 0)
  const residuals = new Map(match.followed.map(({ to, move }) => [to?.guid ?? '', move]))
  const moved = new Map<string, [number, number, number]>()
  for (const { issue_id, ifc_guid, state } of places) {
    const by = residuals.get(ifc_guid ?? '') ?? [0, 0, 0]
    if ((state === 'MOVED' || isWhole) && !moved.has(issue_id)) moved.set(issue_id, by)
  }
  return [...moved].map(([issue_id, by]) => ({ issue_id, by }))
}

/** Locks the file's row; false if another job has followed the file in the meantime. */
async function lockFollowedFile(tx: Tx, file: FollowedFile): Promise<boolean> {
  const row = await tx
    .selectFrom('bim_file_headers')
    .select('anchored_variant_id')
    .where('id', '=', file.id)
    // a key lock would wait for transactions that add an anchor, and these for the locked issues
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined && row.anchored_variant_id === (file.anchored?.id ?? null)
}

async function applyPairs(
  { server, teller }: FollowServices,
  file: FollowedFile,
  next: RevisedVersion,
  pairs: FollowedPair[],
  returned: NewPlace[],
) {
  const places = [...listPlaces(pairs, next), ...returned]
  await inTransaction(server.db, async (tx) => {
    if (!(await lockFollowedFile(tx, file))) return
    for (const { from, match } of pairs) await storeRevision(tx, from, next, match)
    await lockIssuesOf(tx, places)
    const isStep = next.id !== file.current.id
    const written = await writePlaces(tx, places, { version: next.version, isStep })
    const at = server.now().toISOString()
    const { project_id } = file
    const [main] = pairs
    let views: string[] = []
    if (main && main.from.id === file.anchored?.id) {
      const { displacement, renamed } = main.match
      const versions = { id: file.id, from: main.from.version, to: next.version }
      const changed = await renameElementsInViews(tx, { ...versions, project_id, renamed })
      const moved = await moveCameras(tx, versions, displacement, listMovedIssues(main, written))
      await recordViewVersions(tx, project_id, versions)
      views = [...changed, ...moved]
    }
    await recordFollowed(tx, { project_id, file: file.name, version: next.version, at }, written, views)
    await tx
      .updateTable('bim_file_headers')
      .set({ anchored_variant_id: next.id })
      .where('id', '=', file.id)
      .execute()
    // versions in between are only steps: people are notified about the version they see
    const isTold = !isStep && main !== undefined && main.from.id === file.anchored?.id
    const people = isTold ? await countForPeople(tx, file.id) : []
    await teller.begin(tx)('anchors.updated', {
      project_id: file.project_id,
      data: { header_id: file.id },
      audience: { level: 'VIEWER' },
      cause: { kind: 'FOLLOWED', file: { id: file.id, name: file.name }, version: next.version, people },
    })
  })
  teller.nudge()
}

/** Stores the match and asks whether it is the right file; issues do not follow until a person confirms. */
async function askAboutVersion(
  { server, teller }: FollowServices,
  file: FollowedFile,
  next: RevisedVersion,
  { from, match }: FollowedPair,
) {
  await inTransaction(server.db, async (tx) => {
    if (!(await lockFollowedFile(tx, file))) return
    await storeRevision(tx, from, next, match)
    await teller.begin(tx)('anchors.updated', {
      project_id: file.project_id,
      data: { header_id: file.id },
      audience: { level: 'VIEWER' },
      cause: {
        kind: 'DOUBTFUL',
        file: { id: file.id, name: file.name },
        version: next.version,
        share: match.share,
      },
    })
  })
  teller.nudge()
}

/** Makes the places of a file's issues follow its current version, step by step; a second run changes nothing. */
export async function followFile(
  services: FollowServices,
  headerId: string,
  signal: AbortSignal,
): Promise<void> {
  for (let step = 0; step < MOST_STEPS && !signal.aborted; step++) {
    const file = await readFollowedFile(services.server.db, headerId)
    const next = file && (await chooseNextVersion(services.server.db, file))
    if (!file || !next) return
    if (file.type_of !== 'MODEL' || !file.anchored) {
      await services.server.db
        .updateTable('bim_file_headers')
        .set({ anchored_variant_id: next.id })
        .where('id', '=', file.id)
        .execute()
      if (file.type_of !== 'MODEL') return
      continue
    }
    const isThere = file.anchored.id === next.id
    const isStep = next.id !== file.current.id
    const open = await listOpenAnchors(services.server.db, file.id, { version: next.version, isStep })
    const pairs = await matchBases(services, file, next, open, signal)
    const returned = listReturned(open, next)
    const [main] = pairs
    if (isThere && pairs.length + returned.length === 0) return
    if (!isThere && main?.from.id !== file.anchored.id) return
    const isAsked =
      main && !isThere && isDoubtful(main.match) && !(await isConfirmed(services, main.from, next))
    if (isAsked) await askAboutVersion(services, file, next, main)
    else await applyPairs(services, file, next, pairs, returned)
  }
}
