import { text } from 'node:stream/consumers'
import type { PropertyBlock } from '@plumbline/bim/model'
import { PROPERTY_BLOCK_SIZE } from '@plumbline/bim/model'
import type * as api from '@plumbline/contract/bim/elements'
import type { changedParts, elementChanges } from '@plumbline/contract/bim/elements'
import { reason } from '@plumbline/contract/reasons'
import { type RawBuilder, sql } from 'kysely'
import type { Input, ProjectCtx } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import { findHeader, isCurrent } from '../reads.ts'
import type { IndexedStorey } from './indexed-files.ts'

/** Compares two versions: joins their element indexes by GlobalId, then reads the properties of one page. */

const PAGE = 50
const MAX_CHANGES = 60

type ChangeKind = (typeof elementChanges)[number]
type ChangedPart = (typeof changedParts)[number]

interface ComparedVersion {
  variant_id: string
  version: number
  folder: string
  model_id: number
  storeys: IndexedStorey[]
}

interface ChangedRow {
  kind: ChangeKind
  position: number
  from_element: number | null
  to_element: number | null
  guid: string
  class: string
  name: string
  properties: boolean
  shape: boolean
  place: boolean
  /** name, class, type, storey in the older and the newer version */
  from_texts: string[]
  to_texts: string[]
}

interface ElementChange {
  part: ChangedPart
  set: string
  name: string
  from: string
  to: string
}

async function findVersion(
  ctx: ProjectCtx,
  headerId: string,
  which: RawBuilder<unknown>,
  given: boolean,
): Promise<ComparedVersion> {
  const { rows } = await sql<ComparedVersion & { state: string; model_id: number | null }>`
    select v.id as variant_id, v.version, v.state, m.id as model_id, m.storeys,
      'artefacts/' || v.artefacts_team_id || '/' || v.artefacts_key as folder
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

async function findVersions(
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

/** One row per GlobalId; the first of several elements with the same one. */
const selectVersionRows = ({ model_id, storeys }: ComparedVersion) => sql`
  select distinct on (guid) guid, element, name, class, type, properties_hash, shape_hash, place_hash,
    coalesce((${storeys.map(({ name }) => name)}::text[])[storey + 1], '') as storey
  from elements where model_id = ${model_id} and guid <> '' order by guid, element`

const kindsByRank: ChangeKind[] = ['added', 'removed', 'changed']

interface ComparisonPage {
  counts: Record<string, number> | null
  rows: ChangedRow[] | null
}

async function getComparisonPage(
  ctx: ProjectCtx,
  from: ComparedVersion,
  to: ComparedVersion,
  kind: ChangeKind | undefined,
  after: [number, number],
  limit: number,
) {
  const { rows } = await sql<ComparisonPage>`
    with a as materialized (${selectVersionRows(from)}), b as materialized (${selectVersionRows(to)}),
    pairs as materialized (
      select case when b.guid is null then 1 when a.guid is null then 0 when (a.name, a.class, a.type, a.storey,
          a.properties_hash, a.shape_hash, a.place_hash) is distinct from (b.name, b.class, b.type, b.storey,
          b.properties_hash, b.shape_hash, b.place_hash) then 2 else 3 end as rank,
        coalesce(b.element, a.element) as position, a.element as from_element, b.element as to_element,
        coalesce(b.guid, a.guid) as guid
      from a full join b on a.guid = b.guid),
    page as (
      select p.*, coalesce(b.class, a.class) as class, coalesce(b.name, a.name) as name,
        a.properties_hash <> b.properties_hash as properties, a.shape_hash <> b.shape_hash as shape,
        a.place_hash <> b.place_hash as place, array[a.name, a.class, a.type, a.storey] as from_texts,
        array[b.name, b.class, b.type, b.storey] as to_texts
      from (select * from pairs where rank < 3 and (rank, position) > (${after[0]}::int, ${after[1]}::int)
          ${kind ? sql`and rank = ${kindsByRank.indexOf(kind)}` : sql``} order by rank, position limit ${limit + 1}) p
        left join a on a.guid = p.guid left join b on b.guid = p.guid)
    select (select json_object_agg(rank, n) from (select rank, count(*) as n from pairs group by rank) c) as counts,
      (select json_agg(page order by rank, position) from page) as rows`.execute(ctx.tx)
  const { counts, rows: page } = rows[0] ?? { counts: null, rows: null }
  const listed = (page ?? []).map((row) => ({
    ...row,
    kind: kindsByRank[(row as { rank?: number }).rank ?? 0] as ChangeKind,
  }))
  return { counts: counts ?? {}, page: listed }
}

/** Reads properties of a version's elements, with a small cache of property blocks. */
class PropertyReader {
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

  /** Formatted values by "set
name". */
  async of(element: number): Promise<Map<string, string>> {
    const number = Math.floor(element / PROPERTY_BLOCK_SIZE)
    let reading = this.#blocks.get(number)
    if (!reading) {
      // pages follow the order of the model, so the most recent blocks are the ones needed again
      if (this.#blocks.size >= 4) this.#blocks.delete([...this.#blocks.keys()][0] ?? 0)
      reading = this.#read(number)
      this.#blocks.set(number, reading)
    }
    const block = await reading
    const values = new Map<string, string>()
    for (const index of block.elements[element % PROPERTY_BLOCK_SIZE] ?? [])
      for (const { name, value, unit } of block.sets[index]?.properties ?? []) {
        const key = `${block.sets[index]?.name ?? ''}\n${name}`
        if (!values.has(key)) values.set(key, unit ? `${value} ${unit}` : value)
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
  const before = await from.of(row.from_element ?? 0)
  const after = await to.of(row.to_element ?? 0)
  const changes: ElementChange[] = []
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const [old = '', now = ''] = [before.get(key), after.get(key)]
    if (old === now || changes.length >= MAX_CHANGES) continue
    const [set = '', name = ''] = key.split('\n')
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
  const texts = textParts.map((part, index) => ({
    part,
    set: '',
    name: '',
    from: row.from_texts[index] ?? '',
    to: row.to_texts[index] ?? '',
  }))
  const drawn = (['shape', 'place'] as const).filter((part) => row[part])
  return [
    ...texts.filter((each) => each.from !== each.to),
    ...drawn.map((part) => ({ part, set: '', name: '', from: '', to: '' })),
    ...(row.properties ? await changedProperties(from, to, row) : []),
  ]
}

function parseCursor(cursor: string | undefined): [rank: number, position: number] {
  if (cursor === undefined) return [-1, 0]
  const found = /^([0-2])\.(\d{1,9})$/.exec(cursor)
  if (!found) throw new Refusal('bad_request', { fields: { cursor: reason('not_valid') } })
  return [Number(found[1]), Number(found[2])]
}

export async function compareVersions(ctx: ProjectCtx, { params, query }: Input<typeof api.compareVersions>) {
  const after = parseCursor(query.cursor)
  const limit = query.limit ?? PAGE
  const { from, to } = await findVersions(ctx, params.headerId, query)
  const { counts, page } = await getComparisonPage(ctx, from, to, query.kind, after, limit)
  const properties = [new PropertyReader(ctx, from.folder), new PropertyReader(ctx, to.folder)] as const
  const rows = page.slice(0, limit)
  const elements = []
  for (const row of rows) elements.push({ ...row, changes: await listChanges(...properties, row) })
  const last = page.length > limit ? rows.at(-1) : undefined
  const [added = 0, removed = 0, changed = 0, same = 0] = [0, 1, 2, 3].map((rank) => counts[rank])
  return {
    from,
    to,
    counts: { added, removed, changed, same },
    elements,
    cursor: last ? `${kindsByRank.indexOf(last.kind)}.${last.position}` : null,
  }
}
