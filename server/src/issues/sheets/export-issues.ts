import { Readable } from 'node:stream'
import type * as api from '@plumbline/contract/issues/bulk'
import type { Locale } from '@plumbline/contract/users/users'
import type { BytesReply, Handler, Input, ProjectCtx } from '../../context.ts'
import { startGenerator } from '../../http/start-generator.ts'
import { TimeSlices } from '../../loop/time-slices.ts'
import { calendarOf } from '../lists/calendar.ts'
import { chooseIssues } from '../lists/filter.ts'
import { headOf } from '../lists/follow.ts'
import { walkIssues } from '../lists/order.ts'
import { readRows } from '../lists/page.ts'
import { reportOf } from '../report/report.ts'
import {
  type Cell,
  cellsOf,
  codedColumns,
  type Names,
  nameOthers,
  readSheetNames,
  type SheetColumn,
  sheetColumns,
} from './columns.ts'
import { csvOf } from './csv.ts'
import { type SheetWords, words } from './words/words.ts'
import { type SheetColumnStyle, workbookOf } from './write-workbook.ts'

/** The filtered issues as a file. */

const BATCH = 250
/** rows that are written in one piece */
const ROWS_AT_ONCE = 25
const MOST = 60
const WINDOW_S = 600
const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const widths: Partial<Record<SheetColumn, number>> = {
  number: 7,
  name: 48,
  description: 60,
  labels: 24,
  assignee: 22,
  created_by: 22,
  comment: 40,
}

const valuesOf = (column: SheetColumn, { words, names }: { words: SheetWords; names: Names }) => {
  const coded = codedColumns.find((name) => name === column)
  if (coded && coded !== 'source') return Object.values(words[coded])
  if (column === 'level' || column === 'section' || column === 'assignee') return [...names[column].values()]
  return undefined
}

/** Rows of issues as cells, a batch at a time: however many there are, a few are in memory. */
async function* cellBatches(
  ctx: ProjectCtx,
  numbers: number[],
  about: Parameters<typeof cellsOf>[2],
): AsyncGenerator<Cell[][]> {
  for (let start = 0; start < numbers.length; start += BATCH) {
    // before the rows: what changes between the two is found to have changed when the file comes back
    const seq = await headOf(ctx.db, ctx.member.project_id)
    const rows = await readRows(ctx, numbers.slice(start, start + BATCH))
    await nameOthers(ctx, about.names, rows)
    const slices = new TimeSlices()
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
      yield rows.slice(from, from + ROWS_AT_ONCE).map((row) => cellsOf(row, seq, about))
      if (slices.isOver) await slices.yieldToLoop()
    }
  }
}

async function languageOf(ctx: ProjectCtx, asked: Locale | undefined): Promise<Locale> {
  if (asked) return asked
  const { locale } = await ctx.tx
    .selectFrom('users')
    .select('locale')
    .where('id', '=', ctx.actor.user_id)
    .executeTakeFirstOrThrow()
  return locale
}

/** `harbour-school-2026-11-21.xlsx`, `harbour-school-2026-11-21-bcf-3.0.bcf` */
export async function fileName(ctx: ProjectCtx, ending: string, kind = ''): Promise<string> {
  const { name } = await ctx.tx
    .selectFrom('projects')
    .select('name')
    .where('id', '=', ctx.member.project_id)
    .executeTakeFirstOrThrow()
  const plain = name
    .normalize('NFKD')
    .replace(/[^a-zA-Z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase()
  return `${plain || 'issues'}-${ctx.now().toISOString().slice(0, 10)}${kind}.${ending}`
}

async function sendFile(ctx: ProjectCtx, { query }: Input<typeof api.exportIssues>): Promise<BytesReply> {
  const { format, sort, language, pictures, ...filter } = query
  const locale = await languageOf(ctx, language)
  const chosen = await chooseIssues(ctx, filter)
  const walk = await walkIssues(ctx.db, ctx.member.project_id, chosen.followed, { sort })
  const numbers = walk.take(chosen, null, Number.POSITIVE_INFINITY)
  const about = {
    words: words[locale],
    names: await readSheetNames(ctx),
    calendar: await calendarOf(ctx.db, ctx.member.project_id),
  }
  const headers = {
    'content-disposition': `attachment; filename="${await fileName(ctx, format)}"`,
    'cache-control': 'no-store',
  }
  if (format === 'pdf') {
    const wanted = { filter, locale, numbers, has_pictures: pictures !== 'false' }
    return { body: await reportOf(ctx, { ...about, ...wanted, chosen }), type: 'application/pdf', headers }
  }
  const batches = await startGenerator(cellBatches(ctx, numbers, about))
  const columns = sheetColumns.map(
    (column): SheetColumnStyle => ({
      head: about.words.columns[column],
      width: widths[column] ?? 16,
      is_hidden: column === 'version',
      ...(valuesOf(column, about) ? { values: valuesOf(column, about) ?? [] } : {}),
    }),
  )
  const heads = columns.map(({ head }) => head)
  return format === 'csv'
    ? { body: Readable.from(csvOf(heads, batches)), type: 'text/csv; charset=utf-8', headers }
    : { body: workbookOf(about.words.sheets, columns, batches), type: SHEET, headers }
}

export const exportIssues: Handler<typeof api.exportIssues, void> = {
  prepare: (ctx) => ctx.limit(`issue-export:${ctx.actor.user_id}`, MOST, WINDOW_S),
  handle: sendFile,
}
