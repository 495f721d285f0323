import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { PropertyBlock } from '@plumbline/bim/model'
import { PROPERTY_BLOCK_SIZE } from '@plumbline/bim/model'
import {
  changedBits,
  type RevisionChange,
  type RevisionCounts,
  readChanges,
} from '@plumbline/bim/revisions/compare-revisions'
import { matchWays } from '@plumbline/bim/revisions/matching'
import type * as api from '@plumbline/contract/bim/elements'
import type { changedParts, elementChanges } from '@plumbline/contract/bim/elements'
import { reason } from '@plumbline/contract/reasons'
import { type RawBuilder, sql } from 'kysely'
import type { Input, ProjectCtx } from '../../context.ts'
import { inTransaction } from '../../db/database.ts'
import { Refusal } from '../../http/refusal.ts'
import { TimeSlices } from '../../loop/time-slices.ts'
import { findHeader, isCurrent } from '../reads.ts'
import {
  listCorrections,
  MATCHER_VERSION,
  matchVersions,
  storeRevision,
} from '../revisions/match-versions.ts'

/** Reads the stored comparison of two versions, which is made from their match when it is asked for first. */

const MAX_CHANGES = 60
export const unzip = promisify(gunzip)

type ChangeKind = (typeof elementChanges)[number]
type ChangedPart = (typeof changedParts)[number]

export interface ComparedVersion {
  variant_id: string
  version: number
  folder: string
  model_id: number
  artefacts_team_id: string
  artefacts_key: string
}

/** The texts of an element that a comparison shows. */
interface ElementTexts {
  element: number
  guid: string
  name: string
  class: string
  type: string
  storey: string
}

interface ChangedRow extends RevisionChange {
  before: ElementTexts | undefined
  after: ElementTexts | undefined
}

interface ElementChange {
  part: ChangedPart
  set: string
  name: string
  from: string
  to: string
}

/** A converted version of a file that a condition on `v` selects. @throws Refusal not_found, wrong_state */
export async function findVersion(
  ctx: ProjectCtx,
  headerId: string,
  which: RawBuilder<unknown>,
  given: boolean,
): Promise<ComparedVersion> {
  const { rows } = await sql<ComparedVersion & { state: string; model_id: number | null }>`
    select v.id as variant_id, v.version, v.state, m.id as model_id, v.artefacts_team_id,
      v.artefacts_key, 'artefacts/' || v.artefacts_team_id || '/' || v.artefacts_key as folder
    from bim_file_variants v
    left join element_models m on m.team_id = v.artefacts_team_id and m.artefacts_key = v.artefacts_key
    where v.project_id = ${ctx.member.project_id} and v.header_id = ${headerId} and v.deleted_at is null and ${which}
    order by v.version desc limit 1`.execute(ctx.tx)
  const [row] = rows
  if (!row && given) throw new Refusal('not_found')
  if (!row) throw new Refusal('wrong_state', reason('no_versions_to_compare'))
  if (row.state !== 'COMPLETED' || row.model_id === null) throw new Refusal('wrong_state')
  return row
}

/** The two versions that a query names. @throws Refusal not_found, wrong_state */
export async function findVersions(
  ctx: ProjectCtx,
  headerId: string,
  query: Input<typeof api.compareVersions>['query'],
) {
  await findHeader(ctx, headerId)
  const done = sql`v.state = 'COMPLETED'`
  const to = await findVersion(
    ctx,
    headerId,
    query.to ? sql`v.id = ${query.to}` : isCurrent,
    query.to !== undefined,
  )
  const before = sql`${done} and v.version < ${to.version}`
  const from = await findVersion(
    ctx,
    headerId,
    query.from ? sql`v.id = ${query.from}` : before,
    query.from !== undefined,
  )
  return { from, to }
}

interface StoredComparison {
  counts: RevisionCounts
  share: number
  changes: Buffer
}

export async function readComparison(
  ctx: ProjectCtx,
  from: ComparedVersion,
  to: ComparedVersion,
): Promise<StoredComparison | undefined> {
  const row = await ctx.tx
    .selectFrom('bim_revisions')
    .select(['counts', 'share', 'changes'])
    .where('from_variant_id', '=', from.variant_id)
    .where('to_variant_id', '=', to.variant_id)
    .where('matcher', '=', MATCHER_VERSION)
    .executeTakeFirst()
  return row && { ...row, counts: row.counts as RevisionCounts }
}

/** Matches versions that do not follow each other when somebody compares them for the first time. */
export async function ensureCompared(
  ctx: ProjectCtx,
  headerId: string,
  from: ComparedVersion,
  to: ComparedVersion,
) {
  if (await readComparison(ctx, from, to)) return
  const revise = ({ variant_id, ...version }: ComparedVersion) => ({
    ...version,
    id: variant_id,
    header_id: headerId,
    project_id: ctx.member.project_id,
  })
  const corrections = await listCorrections(ctx.db, from.variant_id, to.variant_id)
  const match = await matchVersions(
    ctx,
    revise(from),
    revise(to),
    { guids: [], corrections },
    ctx.http.signal,
  )
  await inTransaction(ctx.db, (tx) => storeRevision(tx, revise(from), revise(to), match))
}

type CompareQuery = Input<typeof api.compareVersions>['query']

const partBits: Record<ChangedPart, number> = { ...changedBits, property: changedBits.properties }

export interface PickedChange extends RevisionChange {
  position: number
}

/** Yields the stored changes from a position on, `size` at a time; models may have a million. */
export async function* pickChanges(
  bytes: Uint8Array,
  { kind, part }: CompareQuery,
  start: number,
  size: number,
): AsyncGenerator<PickedChange[]> {
  const slices = new TimeSlices()
  let picked: PickedChange[] = []
  let position = -1
  for (const change of readChanges(bytes)) {
    position++
    if (position % 1000 === 0 && slices.isOver) await slices.yieldToLoop()
    if (position < start) continue
    if (kind ? change.kind !== kind : change.kind === 'reidentified') continue
    if (part && !(change.bits & partBits[part])) continue
    picked.push({ ...change, position })
    if (picked.length < size) continue
    yield picked
    picked = []
  }
  if (picked.length > 0) yield picked
}

async function readElementTexts(ctx: ProjectCtx, { model_id }: ComparedVersion, elements: number[]) {
  const { rows } = await sql<ElementTexts>`
    select e.element, e.guid, e.name, e.class, e.type, coalesce(m.storeys -> e.storey ->> 'name', '') as storey
    from elements e join element_models m on m.id = e.model_id
    where e.model_id = ${model_id} and e.element = any (${elements}::int[])`.execute(ctx.tx)
  return new Map(rows.map((row) => [row.element, row]))
}

interface FormattedProperty {
  set: string
  name: string
  value: string
}

/** Reads properties of a version's elements, with a small cache of property blocks. */
export class PropertyReader {
  #ctx: ProjectCtx
  #folder: string
  #blocks = new Map<number, Promise<PropertyBlock>>()

  constructor(ctx: ProjectCtx, folder: string) {
    this.#ctx = ctx
    this.#folder = folder
  }

  async #read(block: number): Promise<PropertyBlock> {
    const file = await this.#ctx.blobs.read(`${this.#folder}/props-${block}.json`)
    return JSON.parse(await text(file)) as PropertyBlock
  }

  /** Values by set and name, both of which may have line breaks. */
  async of(element: number): Promise<Map<string, FormattedProperty>> {
    const number = Math.floor(element / PROPERTY_BLOCK_SIZE)
    let reading = this.#blocks.get(number)
    if (!reading) {
      // pages follow the order of the model, so the most recent blocks are needed again
      if (this.#blocks.size >= 4) this.#blocks.delete([...this.#blocks.keys()][0] ?? 0)
      reading = this.#read(number)
      this.#blocks.set(number, reading)
    }
    const block = await reading
    const values = new Map<string, FormattedProperty>()
    for (const index of block.elements[element % PROPERTY_BLOCK_SIZE] ?? []) {
      const set = block.sets[index]?.name ?? ''
      for (const { name, value, unit } of block.sets[index]?.properties ?? []) {
        const key = JSON.stringify([set, name])
        if (!values.has(key)) values.set(key, { set, name, value: unit ? `${value} ${unit}` : value })
      }
    }
    return values
  }
}

const shorten = (value: string) => (value.length > 300 ? `${value.slice(0, 299).toWellFormed()}…` : value)

async function changedProperties(
  from: PropertyReader,
  to: PropertyReader,
  row: ChangedRow,
): Promise<ElementChange[]> {
  const before = await from.of(row.from)
  const after = await to.of(row.to)
  const changes: ElementChange[] = []
  for (const [key, { set, name }] of new Map([...before, ...after])) {
    const [old = '', now = ''] = [before.get(key)?.value, after.get(key)?.value]
    if (old === now || changes.length >= MAX_CHANGES) continue
    changes.push({ part: 'property', set, name, from: shorten(old), to: shorten(now) })
  }
  return changes
}

const textParts = ['name', 'class', 'type', 'storey'] as const

async function listChanges(
  from: PropertyReader,
  to: PropertyReader,
  row: ChangedRow,
): Promise<ElementChange[]> {
  if (row.kind !== 'changed') return []
  const texts = textParts
    .filter((part) => row.before?.[part] !== row.after?.[part])
    .map((part) => ({ part, set: '', name: '', from: row.before?.[part] ?? '', to: row.after?.[part] ?? '' }))
  const drawn = (['shape', 'place'] as const).filter((part) => row.bits & changedBits[part])
  return [
    ...texts,
    ...drawn.map((part) => ({ part, set: '', name: '', from: '', to: '' })),
    ...(row.bits & changedBits.properties ? await changedProperties(from, to, row) : []),
  ]
}

/** Describes changes for a page or an export, in the given order. */
export async function describeChanges(
  ctx: ProjectCtx,
  { from, to }: { from: ComparedVersion; to: ComparedVersion },
  changes: RevisionChange[],
  [old, now]: readonly [PropertyReader, PropertyReader],
) {
  const listElements = (side: 'from' | 'to') => changes.map((change) => change[side])
  const before = await readElementTexts(ctx, from, listElements('from'))
  const after = await readElementTexts(ctx, to, listElements('to'))
  const elements = []
  for (const change of changes) {
    const row: ChangedRow = { ...change, before: before.get(change.from), after: after.get(change.to) }
    const shown = row.after ?? row.before
    elements.push({
      kind: row.kind as ChangeKind,
      guid: shown?.guid ?? '',
      class: shown?.class ?? '',
      name: shown?.name ?? '',
      storey: shown?.storey ?? '',
      from_element: row.from < 0 ? null : row.from,
      to_element: row.to < 0 ? null : row.to,
      moved_m: row.moved / 1000,
      found_by: row.kind === 'changed' || row.kind === 'reidentified' ? (matchWays[row.way] ?? '') : '',
      score: row.score,
      changes: await listChanges(old, now, row),
    })
  }
  return elements
}
