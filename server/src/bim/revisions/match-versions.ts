import { buffer } from 'node:stream/consumers'
import { getRunsOf } from '@plumbline/bim/carry/element-runs'
import type { Manifest } from '@plumbline/bim/model'
import type { FollowedElement } from '@plumbline/bim/revisions/follow-elements'
import { sql } from 'kysely'
import type { Server } from '../../context.ts'
import { type Tx, toJsonb } from '../../db/database.ts'
import { startWork } from '../../loop/threads.ts'
import { readCarried } from '../read-carried.ts'
import type { MatchReply, MatchRequest, VersionPart } from './match-thread.ts'

/** Version of the matching algorithm: stored pairs of other versions are matched again. */
export const MATCHER_VERSION = 1

/** Below this share of elements found again, the new version may be another building. */
const DOUBTFUL_SHARE = 0.15

export interface RevisedVersion {
  id: string
  version: number
  project_id: string
  header_id: string
  artefacts_team_id: string
  artefacts_key: string
}

type Matched = Extract<MatchReply, { type: 'match' }>

export interface VersionMatch extends Omit<Matched, 'type' | 'followed'> {
  followed: FollowedElement[]
  /** GlobalIds that changed */
  renamed: Map<string, string>
}

type MatchServices = Pick<Server, 'db' | 'blobs'>

/** Hashes of a version's elements as 64-bit integers in one value, which costs less than a row each. */
async function readElementHashes({ db }: MatchServices, version: RevisedVersion) {
  const { rows } = await sql<{ shape: Buffer | null; properties: Buffer | null }>`
    select string_agg(int8send(e.shape_hash), ''::bytea order by e.element) as shape,
      string_agg(int8send(e.properties_hash), ''::bytea order by e.element) as properties
    from elements e join element_models m on m.id = e.model_id
    where m.team_id = ${version.artefacts_team_id} and m.artefacts_key = ${version.artefacts_key}`.execute(db)
  const empty = new Uint8Array()
  return { shape: rows[0]?.shape ?? empty, properties: rows[0]?.properties ?? empty }
}

/** The artefacts of a version, one at a time in memory. */
async function* readVersionParts(
  services: MatchServices,
  version: RevisedVersion,
): AsyncGenerator<VersionPart> {
  const folder = `artefacts/${version.artefacts_team_id}/${version.artefacts_key}`
  const read = async (name: string) => buffer(await services.blobs.read(`${folder}/${name}`))
  yield { part: 'structure', bytes: await read('structure.json') }
  const manifest = await read('manifest.json')
  yield { part: 'manifest', bytes: manifest }
  yield { part: 'hashes', ...(await readElementHashes(services, version)) }
  const parsed = JSON.parse(manifest.toString()) as Manifest
  const carried = await readCarried(parsed, read)
  for (const chunk of parsed.chunks)
    yield { part: 'chunk', bytes: await read(chunk.file), runs: getRunsOf(chunk, carried) }
  yield { part: 'end' }
}

/** Matches two versions in a thread; `guids` are the elements of the older one to follow. */
export async function matchVersions(
  services: MatchServices,
  from: RevisedVersion,
  to: RevisedVersion,
  request: MatchRequest,
  signal?: AbortSignal,
): Promise<VersionMatch> {
  async function* items() {
    yield* readVersionParts(services, from)
    yield* readVersionParts(services, to)
  }
  const chunks = await startWork<MatchReply>({
    module: new URL('./match-thread.ts', import.meta.url),
    input: request,
    items: items(),
    by: `revisions ${from.header_id}`,
    ...(signal && { signal }),
  })
  let match: Matched | null = null
  const renamed = new Map<string, string>()
  for await (const reply of chunks) {
    if (reply.type === 'match') match = reply
    else for (const [before, after] of reply.pairs) renamed.set(before, after)
  }
  if (!match) throw new Error('The matching ended without a result')
  return { ...match, renamed }
}

/** Whether so little was found again that it may be the wrong file. */
export function isDoubtful({ share, counts }: Pick<VersionMatch, 'share' | 'counts'>): boolean {
  const older = counts.removed + counts.changed + counts.reidentified + counts.same
  return share < DOUBTFUL_SHARE && older >= 20
}

/** Stores a match; one that somebody confirmed stays confirmed. */
export async function storeRevision(tx: Tx, from: RevisedVersion, to: RevisedVersion, match: VersionMatch) {
  await tx
    .insertInto('bim_revisions')
    .values({
      from_variant_id: from.id,
      to_variant_id: to.id,
      project_id: to.project_id,
      header_id: to.header_id,
      matcher: MATCHER_VERSION,
      state: isDoubtful(match) ? 'DOUBTFUL' : 'MATCHED',
      share: match.share,
      displacement: toJsonb(match.displacement),
      counts: toJsonb(match.counts),
      matches: Buffer.from(match.matches),
      changes: Buffer.from(match.changes),
    })
    .onConflict((conflict) =>
      conflict.columns(['from_variant_id', 'to_variant_id']).doUpdateSet((eb) => ({
        matcher: eb.ref('excluded.matcher'),
        share: eb.ref('excluded.share'),
        displacement: eb.ref('excluded.displacement'),
        counts: eb.ref('excluded.counts'),
        matches: eb.ref('excluded.matches'),
        changes: eb.ref('excluded.changes'),
      })),
    )
    .execute()
}

/** People's corrections of the match between two versions. */
export const listCorrections = (tx: Tx, fromId: string, toId: string) =>
  tx
    .selectFrom('bim_revision_corrections')
    .select(['from_guid as from', 'to_guid as to'])
    .where('from_variant_id', '=', fromId)
    .where('to_variant_id', '=', toId)
    .execute()
