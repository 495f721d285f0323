import { foldText } from '@plumbline/bim/elements/text'
import type { PropertyKind } from '@plumbline/bim/elements/values'
import type * as api from '@plumbline/contract/bim/elements'
import type { PropertyFacet } from '@plumbline/contract/bim/elements'
import { sql } from 'kysely'
import type { Input, ProjectCtx } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { TimeSlices } from '../../loop/time-slices.ts'
import { loadFacets } from './facets-cache.ts'
import { type IndexedFile, listIndexedFiles } from './indexed-files.ts'

/** Searchable values, from the most frequent values stored with each index. */

const MAX_LISTED = 500
const MAX_PROPERTIES = 300
const MAX_VALUES = 20

type TopValues = [value: string, count: number][]

/** Sums counts by value. */
class ValueCounts {
  #counts = new Map<string, number>()

  add(value: string, count: number): void {
    this.#counts.set(value, (this.#counts.get(value) ?? 0) + count)
  }

  list(most: number): { value: string; count: number }[] {
    const all = [...this.#counts].map(([value, count]) => ({ value, count }))
    return all.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1)).slice(0, most)
  }
}

interface KindRow {
  model_id: number
  kind: PropertyKind
  set_name: string
  top: TopValues
}

/** Counts classes, types and so on; a model used by two files counts twice, as its elements are found twice. */
async function listKinds(tx: Tx, files: IndexedFile[], part: string) {
  const { rows } = await sql<KindRow>`
    select model_id, kind, set_name, top from element_properties
    where model_id = any(${files.map(({ model_id }) => model_id)}::int[]) and kind not in ('property', 'word')`.execute(
    tx,
  )
  const tallies = new Map<PropertyKind, ValueCounts>()
  const levels = new Map<string, string | null>()
  const byModel = Map.groupBy(rows, (row) => row.model_id)
  const slices = new TimeSlices()
  for (const file of files) {
    if (slices.isOver) await slices.yieldToLoop()
    for (const { kind, set_name, top } of byModel.get(file.model_id) ?? []) {
      const tally = tallies.get(kind) ?? new ValueCounts()
      tallies.set(kind, tally)
      for (const [value, count] of top) {
        if (part !== '' && !foldText(value).includes(part)) continue
        tally.add(value, count)
        if (kind === 'storey') levels.set(value, levels.get(value) ?? file.levels[Number(set_name)] ?? null)
      }
    }
  }
  const list = (kind: PropertyKind) => tallies.get(kind)?.list(MAX_LISTED) ?? []
  return {
    classes: list('class'),
    types: list('type'),
    storeys: list('storey').map((each) => ({ ...each, level_id: levels.get(each.value) ?? null })),
    spaces: list('space'),
    systems: list('system'),
    classifications: list('classification'),
    materials: list('material'),
  }
}

interface PropertyCount {
  set_name: string
  name: string
  unit: string
  data_type: PropertyFacet['data_type']
  elements: number
}

/** The most frequent properties; properties that differ only in unit are merged under the most frequent unit. */
async function listProperties(tx: Tx, files: IndexedFile[], part: string): Promise<PropertyFacet[]> {
  const models = files.map(({ model_id }) => model_id)
  const { rows } = await sql<PropertyCount>`
    select set_name, name, unit, data_type, sum(elements)::int as elements from element_properties
    where model_id = any(${models}::int[]) and kind = 'property'
    group by set_name, name, unit, data_type order by 5 desc, 1, 2`.execute(tx)
  const facets = new Map<string, PropertyFacet>()
  for (const { set_name, name, unit, data_type, elements } of rows) {
    if (!foldText(`${set_name}.${name}`).includes(part)) continue
    const key = `${set_name}\n${name}`
    const known = facets.get(key)
    if (known) known.count += elements
    else if (facets.size < MAX_PROPERTIES)
      facets.set(key, { set: set_name, name, data_type, unit, count: elements, values: [] })
  }
  const wanted = [...facets.values()]
  const tops = await sql<{ set_name: string; name: string; unit: string; top: TopValues }>`
    select p.set_name, p.name, p.unit, p.top from element_properties p
    join unnest(${wanted.map(({ set }) => set)}::text[], ${wanted.map(({ name }) => name)}::text[]) as w(set_name, name)
      using (set_name, name)
    where p.model_id = any(${models}::int[]) and p.kind = 'property'`.execute(tx)
  const tallies = new Map<string, ValueCounts>()
  const slices = new TimeSlices()
  for (const { set_name, name, unit, top } of tops.rows) {
    if (slices.isOver) await slices.yieldToLoop()
    const key = `${set_name}\n${name}`
    const tally = tallies.get(key) ?? new ValueCounts()
    tallies.set(key, tally)
    for (const [value, count] of top) tally.add(unit === '' ? value : `${value} ${unit}`, count)
  }
  for (const [key, facet] of facets) facet.values = tallies.get(key)?.list(MAX_VALUES) ?? []
  return wanted
}

export async function getElementFacets(ctx: ProjectCtx, { query }: Input<typeof api.getElementFacets>) {
  const files = await listIndexedFiles(ctx, query.header_id)
  const part = foldText(query.q ?? '')
  return loadFacets(ctx, files, part, async () => {
    const kinds = await listKinds(ctx.tx, files, part)
    const properties = await listProperties(ctx.tx, files, part)
    return { elements: files.reduce((sum, file) => sum + file.elements, 0), ...kinds, properties }
  })
}
