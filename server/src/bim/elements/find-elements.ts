import { PostingsReader } from '@plumbline/bim/elements/postings'
import { foldText } from '@plumbline/bim/elements/text'
import type { ElementHit, ElementQuery } from '@plumbline/contract/bim/elements'
import { sql } from 'kysely'
import type { ProjectCtx } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { TimeSlices } from '../../loop/time-slices.ts'
import { buildCriteria, type Criterion, type IndexedProperty, parseGlobalId } from './criteria.ts'
import { ElementSet } from './element-set.ts'
import type { IndexedFile } from './indexed-files.ts'
import { findMatchesCache } from './matches-cache.ts'

/**
 * Finds elements by the inverted index: the database returns candidate rows, their postings become bit sets, and the
 * bit sets of all criteria are intersected.
 */

interface ValueRow {
  model_id: number
  property: number
  part: number
  texts: string | null
  folded: string | null
  numbers: Buffer | null
  postings: Buffer
}

/** Models whose index rows are read by one statement: bounds what the server holds at a time. */
const MODELS_AT_ONCE = 100

export interface ElementMatches {
  files: IndexedFile[]
  /** by model */
  sets: Map<number, ElementSet>
  criteria: Criterion[]
  total: number
}

const toPropertyKey = (row: { model_id: number; property: number }) => `${row.model_id} ${row.property}`

/** The properties of these models that a criterion is about. */
async function listProperties(tx: Tx, models: number[], criterion: Criterion): Promise<IndexedProperty[]> {
  const { kind, property } = criterion
  const named = property ? sql`and (name = ${property.name} or lower(name) = lower(${property.name}))` : sql``
  const { rows } = await sql<IndexedProperty>`
    select model_id, id, kind, set_name, name, unit from element_properties
    where model_id = any(${models}::int[]) and kind = ${kind} ${named}`.execute(tx)
  return rows.filter((candidate) => isPropertyOf(criterion, candidate))
}

function isPropertyOf({ kind, property, only }: Criterion, candidate: IndexedProperty): boolean {
  if (candidate.kind !== kind || (only && !only(candidate))) return false
  if (!property) return true
  const named = foldText(candidate.name) === foldText(property.name)
  return named && (property.set === null || foldText(candidate.set_name) === foldText(property.set))
}

async function listValueRows(
  tx: Tx,
  { rows, bound, reads }: Criterion,
  properties: IndexedProperty[],
): Promise<ValueRow[]> {
  if (properties.length === 0) return []
  const models = properties.map(({ model_id }) => model_id)
  const ids = properties.map(({ id }) => id)
  const bounds = properties.map((property) => bound?.(property) ?? null)
  const texts = reads === 'texts' || reads === 'both'
  const numbers = reads === 'numbers' || reads === 'both'
  const found = await sql<ValueRow>`
    select v.model_id, v.property, v.part, v.postings,
      ${texts ? sql`case when v.folded is null then v.texts end` : sql`null`} as texts,
      ${texts ? sql`v.folded` : sql`null`} as folded, ${numbers ? sql`v.numbers` : sql`null`} as numbers
    from unnest(${models}::int[], ${ids}::int[], ${bounds}::float8[]) as p(model_id, property, bound)
    join element_values v on v.model_id = p.model_id and v.property = p.property and ${rows}`.execute(tx)
  return found.rows
}

/** Decodes doubles; copies the bytes, because Float64Array needs 8-byte alignment. */
function decodeNumbers(row: ValueRow): Float64Array | null {
  return row.numbers && new Float64Array(new Uint8Array(row.numbers).buffer)
}

/** Visits the elements of a row with a value that passes the test, with the index of that value. */
function visitMatches(
  row: ValueRow,
  test: Criterion['test'],
  property: IndexedProperty,
  visit: (element: number, value: number) => void,
): void {
  const reader = new PostingsReader(row.postings)
  const folded = (row.folded ?? row.texts)?.split('\n')
  const numbers = decodeNumbers(row)
  for (let value = 0; !reader.done; value++) {
    const tested = { folded: folded?.[value] ?? '', number: numbers?.[value] ?? null }
    if (test === null || test(tested, property)) reader.next((element) => visit(element, value))
    else reader.next()
  }
}

/** Reads the elements of some models that match a criterion; a set for each model. */
async function readMatches(
  tx: Tx,
  criterion: Criterion,
  models: number[],
  sizes: Map<number, number>,
): Promise<Map<number, ElementSet>> {
  const sets = new Map(models.map((model) => [model, new ElementSet(sizes.get(model) ?? 0)]))
  const found = await listProperties(tx, models, criterion)
  const properties = new Map(found.map((property) => [`${property.model_id} ${property.id}`, property]))
  const slices = new TimeSlices()
  for (const row of await listValueRows(tx, criterion, found)) {
    const property = properties.get(toPropertyKey(row))
    const set = sets.get(row.model_id)
    if (property && set) visitMatches(row, criterion.test, property, (element) => set.add(element))
    if (slices.isOver) await slices.yieldToLoop()
  }
  return sets
}

/** The elements that match a criterion, by model; from memory for models that were asked about lately. */
async function evaluateCriterion(
  { db, tx, now }: SearchContext,
  criterion: Criterion,
  sizes: Map<number, number>,
): Promise<ReadonlyMap<number, ElementSet>> {
  const cache = findMatchesCache(db)
  const since = now().getTime()
  const matches = cache.find(criterion.key, since)
  const missing = [...sizes.keys()].filter((model) => !matches.has(model))
  const read = new Map<number, ElementSet>()
  for (let from = 0; from < missing.length; from += MODELS_AT_ONCE) {
    const models = missing.slice(from, from + MODELS_AT_ONCE)
    for (const [model, set] of await readMatches(tx, criterion, models, sizes)) {
      matches.set(model, set)
      read.set(model, set)
    }
  }
  if (read.size > 0) cache.keep(criterion.key, read, since)
  return matches
}

async function findGlobalId(tx: Tx, guid: string, sizes: Map<number, number>) {
  const sets = new Map<number, ElementSet>()
  const rows = await tx
    .selectFrom('elements')
    .select(['model_id', 'element'])
    .where('model_id', 'in', [...sizes.keys()])
    .where('guid', '=', guid)
    .limit(10_000)
    .execute()
  for (const { model_id, element } of rows) {
    const set = sets.get(model_id) ?? new ElementSet(sizes.get(model_id) ?? 0)
    set.add(element)
    sets.set(model_id, set)
  }
  return sets
}

type SearchContext = Pick<ProjectCtx, 'db' | 'tx' | 'now'>

/** Finds all elements of these files that match a query. */
export async function findElements(
  ctx: SearchContext,
  files: IndexedFile[],
  query: ElementQuery,
): Promise<ElementMatches> {
  const sizes = new Map(files.map(({ model_id, elements }) => [model_id, elements]))
  const sets = new Map([...sizes].map(([model, size]) => [model, new ElementSet(size, true)]))
  const criteria = buildCriteria(query, files)
  const guid = parseGlobalId(query.q)
  if (files.length > 0) {
    for (const criterion of criteria) {
      const matches = await evaluateCriterion(ctx, criterion, sizes)
      for (const [model, set] of sets) set.intersect(matches.get(model))
    }
    const named = guid ? await findGlobalId(ctx.tx, guid, sizes) : null
    if (named) for (const [model, set] of sets) set.intersect(named.get(model))
  }
  const counts = new Map([...sets].map(([model, set]) => [model, set.count]))
  const total = files.reduce((sum, { model_id }) => sum + (counts.get(model_id) ?? 0), 0)
  return { files, sets, criteria, total }
}

export interface ElementPosition {
  file: IndexedFile
  element: number
}

/** Iterates over hits after a position, in the order of files and elements. */
export function* iteratePositions(
  { files, sets }: ElementMatches,
  after: { header_id: string; element: number } | null,
): Generator<ElementPosition> {
  for (const file of files) {
    if (after && file.header_id < after.header_id) continue
    const from = after?.header_id === file.header_id ? after.element + 1 : 0
    for (const element of sets.get(file.model_id)?.from(from) ?? []) yield { file, element }
  }
}

interface MatchedValue {
  /** index of the property condition */
  condition: number
  set: string
  name: string
  value: string
}

/** Values that matched property conditions, by "<model> <element>". Reads all values of their properties. */
export async function listMatchedValues(
  tx: Tx,
  { criteria }: ElementMatches,
  positions: ElementPosition[],
): Promise<Map<string, MatchedValue[]>> {
  const elementsByModel = new Map(
    [...Map.groupBy(positions, ({ file }) => file.model_id)].map(
      ([model, own]) => [model, new Set(own.map(({ element }) => element))] as const,
    ),
  )
  const shown: {
    condition: number
    place: string
    row: ValueRow
    value: number
    property: IndexedProperty
  }[] = []
  const slices = new TimeSlices()
  for (const [condition, criterion] of criteria.filter((each) => each.shown).entries()) {
    const found = await listProperties(tx, [...elementsByModel.keys()], criterion)
    const properties = new Map(found.map((property) => [`${property.model_id} ${property.id}`, property]))
    for (const row of await listValueRows(tx, criterion, found)) {
      const property = properties.get(toPropertyKey(row))
      const elements = elementsByModel.get(row.model_id)
      if (!property || !elements) continue
      visitMatches(row, criterion.test, property, (element, value) => {
        if (elements.has(element))
          shown.push({ condition, place: `${row.model_id} ${element}`, row, value, property })
      })
      if (slices.isOver) await slices.yieldToLoop()
    }
  }
  const rows = [...new Set(shown.map(({ row }) => row))]
  const { rows: texts } = await sql<{ model_id: number; property: number; part: number; texts: string }>`
    select v.model_id, v.property, v.part, v.texts from element_values v
    join unnest(${rows.map((row) => row.model_id)}::int[], ${rows.map((row) => row.property)}::int[],
      ${rows.map((row) => row.part)}::int[]) as w(model_id, property, part) using (model_id, property, part)`.execute(
    tx,
  )
  const lines = new Map<string, string[]>()
  for (const row of texts) {
    lines.set(`${toPropertyKey(row)} ${row.part}`, row.texts.split('\n'))
    if (slices.isOver) await slices.yieldToLoop()
  }
  const values = new Map<string, MatchedValue[]>()
  for (const { condition, place, row, value, property } of shown) {
    if (slices.isOver) await slices.yieldToLoop()
    const text = lines.get(`${toPropertyKey(row)} ${row.part}`)?.[value] ?? ''
    const list = values.get(place) ?? []
    const whole = property.unit === '' ? text : `${text} ${property.unit}`
    list.push({ condition, set: property.set_name, name: property.name, value: whole })
    values.set(place, list)
  }
  return values
}

/** Builds the reply's hits with their matching values, in the order of the positions. */
export async function listHits(
  tx: Tx,
  positions: ElementPosition[],
  values: ReadonlyMap<string, MatchedValue[]>,
): Promise<(Omit<ElementHit, 'values'> & { values: MatchedValue[] })[]> {
  if (positions.length === 0) return []
  const { rows } = await sql<
    Pick<ElementHit, 'element' | 'guid' | 'name' | 'tag' | 'class' | 'type'> & {
      model_id: number
      storey: number
    }
  >`
    select e.model_id, e.element, e.guid, e.name, e.tag, e.class, e.type, e.storey
    from unnest(${positions.map(({ file }) => file.model_id)}::int[], ${positions.map(({ element }) => element)}::int[])
      as p(model_id, element) join elements e using (model_id, element)`.execute(tx)
  const byPlace = new Map(rows.map((row) => [`${row.model_id} ${row.element}`, row]))
  return positions.flatMap(({ file, element }) => {
    const place = `${file.model_id} ${element}`
    const row = byPlace.get(place)
    if (!row) return []
    const { header_id, variant_id } = file
    const storey = file.storeys[row.storey]?.name ?? ''
    const level_id = file.levels[row.storey] ?? null
    return [{ ...row, header_id, variant_id, storey, level_id, values: values.get(place) ?? [] }]
  })
}
