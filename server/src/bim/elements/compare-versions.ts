import type * as api from '@plumbline/contract/bim/elements'
import { reason } from '@plumbline/contract/reasons'
import type { Input, ProjectCtx } from '../../context.ts'
import { formatCsvLine, sendCsv } from '../../http/csv.ts'
import { Refusal } from '../../http/refusal.ts'
import {
  type ComparedVersion,
  describeChanges,
  ensureCompared,
  findVersions,
  PropertyReader,
  pickChanges,
  readComparison,
  unzip,
} from './comparison.ts'

/** Compares two versions by their match: lists the differences, and reads the properties of one page. */

const PAGE = 50
const CSV_BATCH = 200

function parseCursor(cursor: string | undefined): number {
  if (cursor === undefined) return 0
  if (!/^\d{1,9}$/.test(cursor)) throw new Refusal('bad_request', { fields: { cursor: reason('not_valid') } })
  return Number(cursor)
}

interface Comparison {
  from: ComparedVersion
  to: ComparedVersion
  changes: Uint8Array
}

type Query = Input<typeof api.compareVersions>['query']

const csvHeads = ['Change', 'GlobalId', 'Class', 'Name', 'Storey', 'Moved m', 'Part', 'Set', 'Property']

/** One line for each difference; one for an element that was added, removed or has another GlobalId only. */
async function* generateCsv(
  ctx: ProjectCtx,
  { changes, ...versions }: Comparison,
  query: Query,
): AsyncGenerator<string> {
  const { from, to } = versions
  const readers = [new PropertyReader(ctx, from.folder), new PropertyReader(ctx, to.folder)] as const
  for await (const picked of pickChanges(changes, query, 0, CSV_BATCH)) {
    const elements = await describeChanges(ctx, versions, picked, readers)
    let text = ''
    for (const { kind, guid, name, storey, moved_m, changes: parts, ...element } of elements) {
      const own = [kind, guid, element.class, name, storey, moved_m > 0 ? `${moved_m}` : '']
      for (const each of parts.length > 0 ? parts : [null])
        text += formatCsvLine([
          ...own,
          each?.part ?? '',
          each?.set ?? '',
          each?.name ?? '',
          each?.from ?? '',
          each?.to ?? '',
        ])
    }
    yield text
  }
}

async function getComparison(ctx: ProjectCtx, { params, query }: Input<typeof api.compareVersions>) {
  const start = parseCursor(query.cursor)
  const limit = query.limit ?? PAGE
  const { from, to } = await findVersions(ctx, params.headerId, query)
  const stored = await readComparison(ctx, from, to)
  if (!stored) throw new Refusal('unavailable', { retryAfter: 2 })
  const changes = await unzip(stored.changes)
  if (query.format === 'csv')
    return sendCsv(
      [...csvHeads, `Version ${from.version}`, `Version ${to.version}`],
      generateCsv(ctx, { from, to, changes }, query),
      `changes-${from.version}-${to.version}.csv`,
    )
  const { value: page = [] } = await pickChanges(changes, query, start, limit + 1).next()
  const readers = [new PropertyReader(ctx, from.folder), new PropertyReader(ctx, to.folder)] as const
  const next = page.length > limit ? page.at(-1) : undefined
  return {
    from,
    to,
    counts: stored.counts,
    whole: stored.counts.whole ?? null,
    share: stored.share,
    elements: await describeChanges(ctx, { from, to }, page.slice(0, limit), readers),
    cursor: next ? `${next.position}` : null,
  }
}

export const compareVersions = {
  prepare: async (ctx: ProjectCtx, { params, query }: Input<typeof api.compareVersions>) => {
    parseCursor(query.cursor)
    const { from, to } = await findVersions(ctx, params.headerId, query)
    await ensureCompared(ctx, params.headerId, from, to)
  },
  handle: (ctx: ProjectCtx, input: Input<typeof api.compareVersions>) => getComparison(ctx, input),
}
