import type * as api from '@plumbline/contract/bim/elements'
import { MAX_CSV_ELEMENTS } from '@plumbline/contract/bim/elements'
import { reason } from '@plumbline/contract/reasons'
import type { Input, ProjectCtx } from '../../context.ts'
import { formatCsvLine, sendCsv } from '../../http/csv.ts'
import { Refusal } from '../../http/refusal.ts'
import {
  type ElementMatches,
  type ElementPosition,
  findElements,
  iteratePositions,
  listHits,
  listMatchedValues,
} from './find-elements.ts'
import { listIndexedFiles } from './indexed-files.ts'

const PAGE = 50

/** elements per piece of a download */
const CSV_BATCH = 500
/** elements whose matching values are found together; all values of the properties are read for them */
const CSV_CHUNK = 20_000

/** Parses a cursor "<file>.<element>": the last element of the previous page. */
function parseCursor(cursor: string | undefined) {
  if (cursor === undefined) return null
  const found = /^([0-9a-f-]{36})\.(\d{1,9})$/.exec(cursor)
  if (!found) throw new Refusal('bad_request', { fields: { cursor: reason('not_valid') } })
  return { header_id: found[1] ?? '', element: Number(found[2]) }
}

/** Takes up to `most` items from an iterator. */
function take<T>(from: Iterator<T>, most: number): T[] {
  const taken: T[] = []
  while (taken.length < most) {
    const { value, done } = from.next()
    if (done) break
    taken.push(value)
  }
  return taken
}

const csvHeads = ['File', 'GlobalId', 'Class', 'Name', 'Tag', 'Type', 'Storey']

async function* generateCsv(
  ctx: ProjectCtx,
  found: ElementMatches,
  conditions: string[],
): AsyncGenerator<string> {
  const places = iteratePositions(found, null)
  for (let chunk = take(places, CSV_CHUNK); chunk.length > 0; chunk = take(places, CSV_CHUNK)) {
    const values = await listMatchedValues(ctx.tx, found, chunk)
    const names = new Map(chunk.map(({ file }) => [file.header_id, file.header_name]))
    for (let at = 0; at < chunk.length; at += CSV_BATCH) {
      const hits = await listHits(ctx.tx, chunk.slice(at, at + CSV_BATCH), values)
      let text = ''
      for (const hit of hits) {
        const own = [hit.guid, hit.class, hit.name, hit.tag, hit.type, hit.storey]
        const matched = conditions.map(
          (_, index) => hit.values.find(({ condition }) => condition === index)?.value ?? '',
        )
        text += formatCsvLine([names.get(hit.header_id) ?? '', ...own, ...matched])
      }
      yield text
    }
  }
}

export async function searchElements(ctx: ProjectCtx, { query }: Input<typeof api.searchElements>) {
  const after = parseCursor(query.cursor)
  const files = await listIndexedFiles(ctx, query.header_id)
  const found = await findElements(ctx, files, query)
  if (query.format === 'csv') {
    if (found.total > MAX_CSV_ELEMENTS)
      throw new Refusal('too_large', reason('too_many_elements', { count: MAX_CSV_ELEMENTS }))
    const conditions = [query.property ?? []].flat()
    return sendCsv([...csvHeads, ...conditions], generateCsv(ctx, found, conditions), 'elements.csv')
  }
  const limit = query.limit ?? PAGE
  const places: ElementPosition[] = take(iteratePositions(found, after), limit + 1)
  const page = places.slice(0, limit)
  const elements = await listHits(ctx.tx, page, await listMatchedValues(ctx.tx, found, page))
  const last = places.length > limit ? places[limit - 1] : undefined
  return { elements, total: found.total, cursor: last ? `${last.file.header_id}.${last.element}` : null }
}
