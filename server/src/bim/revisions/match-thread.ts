import { gzipSync } from 'node:zlib'
import type { ElementRuns } from '@plumbline/bim/carry/element-runs'
import type { Manifest, Structure } from '@plumbline/bim/model'
import { decodeChunk } from '@plumbline/bim/pack'
import { applyCorrections } from '@plumbline/bim/revisions/apply-corrections'
import {
  compareRevisions,
  encodeChanges,
  type RevisionCounts,
} from '@plumbline/bim/revisions/compare-revisions'
import { FormsBuilder } from '@plumbline/bim/revisions/element-forms'
import { encodeMatch } from '@plumbline/bim/revisions/encode-match'
import {
  type FollowedElement,
  followElements,
  listChangedGuids,
} from '@plumbline/bim/revisions/follow-elements'
import { matchRevisions } from '@plumbline/bim/revisions/match-revisions'
import type { Displacement } from '@plumbline/bim/revisions/placed-forms'
import { buildRevision, type Revision } from '@plumbline/bim/revisions/revision'

/** Matches two versions in a worker thread, and finds the fate of given elements. */

export interface MatchRequest {
  /** GlobalIds of the older version */
  guids: string[]
  corrections: { from: string; to: string | null }[]
}

/** A part of a version, in the order: structure, manifest, hashes, chunks; first the older version. */
export type VersionPart =
  | { part: 'structure' | 'manifest'; bytes: Uint8Array }
  | { part: 'chunk'; bytes: Uint8Array; runs: ElementRuns | null }
  | { part: 'hashes'; shape: Uint8Array; properties: Uint8Array }
  | { part: 'end' }

/** Old and new GlobalIds in one chunk. */
const PAIRS_PER_CHUNK = 2000

export type MatchReply =
  | {
      type: 'match'
      share: number
      displacement: Displacement
      counts: RevisionCounts
      matches: Uint8Array
      changes: Uint8Array
      followed: FollowedElement[]
    }
  | { type: 'renamed'; pairs: [before: string, after: string][] }

interface ReadVersion {
  revision: Revision
  structure: Structure
}

/** Big-endian 64-bit integers, as PostgreSQL sends them. */
function readHashes(bytes: Uint8Array): Float64Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Float64Array.from({ length: bytes.byteLength >> 3 }, (_, at) => Number(view.getBigInt64(at * 8)))
}

const parseJson = <T>(bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(bytes)) as T

async function readVersion(parts: AsyncIterator<VersionPart>): Promise<ReadVersion> {
  let structure: Structure | null = null
  let manifest: Manifest | null = null
  let builder: FormsBuilder | null = null
  let hashes: { shape: Float64Array; properties: Float64Array } = {
    shape: new Float64Array(),
    properties: new Float64Array(),
  }
  for (let next = await parts.next(); !next.done && next.value.part !== 'end'; next = await parts.next()) {
    const part = next.value
    if (part.part === 'structure') structure = parseJson<Structure>(part.bytes)
    else if (part.part === 'manifest') manifest = parseJson<Manifest>(part.bytes)
    else if (part.part === 'hashes')
      hashes = { shape: readHashes(part.shape), properties: readHashes(part.properties) }
    else if (part.part === 'chunk' && structure && manifest) {
      builder ??= new FormsBuilder(structure, manifest.origin)
      builder.addChunk(await decodeChunk(part.bytes, part.runs))
    }
  }
  if (!structure || !manifest) throw new Error('A version lacks its structure')
  const forms = (builder ?? new FormsBuilder(structure, manifest.origin)).finish()
  return { structure, revision: buildRevision({ structure, storeys: manifest.storeys, forms, ...hashes }) }
}

export async function* work(
  { guids, corrections }: MatchRequest,
  items: AsyncIterable<VersionPart>,
): AsyncGenerator<MatchReply> {
  const parts = items[Symbol.asyncIterator]()
  const older = await readVersion(parts)
  const newer = await readVersion(parts)
  const found = matchRevisions(older.revision, newer.revision)
  const match = applyCorrections(older.revision, newer.revision, found, corrections)
  const { counts, changes } = compareRevisions(older.revision, newer.revision, match)
  const { elements, classes } = newer.structure
  const words = {
    names: elements.name,
    classes: elements.class.map((index) => classes[index] ?? ''),
  }
  yield {
    type: 'match',
    share: match.share,
    displacement: match.displacement,
    counts,
    matches: gzipSync(encodeMatch(match)),
    changes: gzipSync(encodeChanges(changes)),
    followed: followElements([older.revision, newer.revision], match, words, guids),
  }
  let pairs: [string, string][] = []
  for (const pair of listChangedGuids(older.revision, newer.revision, match)) {
    pairs.push(pair)
    if (pairs.length < PAIRS_PER_CHUNK) continue
    yield { type: 'renamed', pairs }
    pairs = []
  }
  if (pairs.length > 0) yield { type: 'renamed', pairs }
}
