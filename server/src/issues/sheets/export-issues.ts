import { Readable } from 'node:stream'
import type * as api from '@plumbline/contract/issues/bulk'
import type { CustomField } from '@plumbline/contract/issues/custom-fields'
import { termCodes } from '@plumbline/contract/issues/vocabulary'
import { listOfferedTerms, type Vocabulary } from '@plumbline/contract/projects/vocabulary'
import type { Locale } from '@plumbline/contract/users/users'
import { recordAuditOfRead } from '../../audit/record-audit.ts'
import type { BytesReply, Handler, Input, ProjectCtx } from '../../context.ts'
import { startGenerator } from '../../http/start-generator.ts'
import { TimeSlices } from '../../loop/time-slices.ts'
import { readProjectWords } from '../../projects/vocabulary.ts'
import { readCustomFields } from '../custom-fields/custom-fields.ts'
import { readCalendar } from '../lists/calendar.ts'
import { filterIssues } from '../lists/filter-issues.ts'
import { readLogHead } from '../lists/issue-cache.ts'
import { buildIssueWalk } from '../lists/issue-walk.ts'
import { readIssueRows } from '../lists/read-issue-rows.ts'
import { buildReport } from '../report/report.ts'
import {
  addPeopleNames,
  applyOwnNames,
  buildCells,
  codedColumns,
  readSheetNames,
  type SheetCell,
  type SheetColumn,
  type SheetNames,
  sheetColumns,
} from './columns.ts'
import { writeCsv } from './csv.ts'
import { listOwnPeople } from './own-columns.ts'
import { type SheetTexts, sheetTexts } from './texts/texts.ts'
import { type SheetColumnStyle, writeWorkbook } from './write-workbook.ts'

const ISSUES_PER_READ = 250
/** rows per written chunk */
const ROWS_PER_WRITE = 25
const MAX_EXPORTS = 60
const WINDOW_S = 600
const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const columnWidths: Partial<Record<SheetColumn, number>> = {
  number: 7,
  name: 48,
  description: 60,
  labels: 24,
  assignee: 22,
  created_by: 22,
  comment: 40,
}

/** The values that a column offers in a workbook. */
const listChoices = (
  column: SheetColumn,
  { texts, names, vocabulary }: { texts: SheetTexts; names: SheetNames; vocabulary: Vocabulary },
) => {
  const coded = codedColumns.find((name) => name === column)
  if (coded === 'type' || coded === 'trade' || coded === 'status') {
    const words: Record<string, string> = texts[coded]
    return listOfferedTerms<string>(termCodes[coded], vocabulary[coded]).map((code) => words[code] ?? code)
  }
  if (coded && coded !== 'source') return Object.values(texts[coded])
  if (column === 'level' || column === 'section' || column === 'assignee') return [...names[column].values()]
  return undefined
}

/** Reads issues in batches and yields their cells, so that only a few are in memory. */
async function* readCellBatches(
  ctx: ProjectCtx,
  numbers: number[],
  about: Parameters<typeof buildCells>[2],
): AsyncGenerator<SheetCell[][]> {
  for (let start = 0; start < numbers.length; start += ISSUES_PER_READ) {
    // read before the rows: a change between the two queries then counts as later than the export when the file is imported
    const seq = await readLogHead(ctx.db, ctx.member.project_id)
    const rows = await readIssueRows(ctx, numbers.slice(start, start + ISSUES_PER_READ))
    await addPeopleNames(ctx, about.names, [...rows, ...listOwnPeople(rows, about.own)])
    const slices = new TimeSlices()
    for (let from = 0; from < rows.length; from += ROWS_PER_WRITE) {
      yield rows.slice(from, from + ROWS_PER_WRITE).map((row) => buildCells(row, seq, about))
      if (slices.isOver) await slices.yieldToLoop()
    }
  }
}

async function readExportLocale(ctx: ProjectCtx, requested: Locale | undefined): Promise<Locale> {
  if (requested) return requested
  const { locale } = await ctx.tx
    .selectFrom('users')
    .select('locale')
    .where('id', '=', ctx.actor.user_id)
    .executeTakeFirstOrThrow()
  return locale
}

/** The file name of an export, for all systems: `zurich-2026-11-21.xlsx`, `harbour-school-2026-11-21-bcf-3.0.bcf` */
export async function buildExportFileName(ctx: ProjectCtx, ending: string, kind = ''): Promise<string> {
  const { name } = await ctx.tx
    .selectFrom('projects')
    .select('name')
    .where('id', '=', ctx.member.project_id)
    .executeTakeFirstOrThrow()
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replace(/[^a-zA-Z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase()
  return `${plain || 'issues'}-${ctx.now().toISOString().slice(0, 10)}${kind}.${ending}`
}

/** The column of a custom field. */
const buildOwnStyle = ({ name, choices }: CustomField): SheetColumnStyle => {
  const values = choices.filter(({ archived }) => !archived).map((choice) => choice.name)
  return { head: name, width: 20, is_hidden: false, ...(values.length > 0 ? { values } : {}) }
}

async function buildFile(ctx: ProjectCtx, { query }: Input<typeof api.exportIssues>): Promise<BytesReply> {
  const { format, sort, language, pictures, ...filter } = query
  const locale = await readExportLocale(ctx, language)
  const chosen = await filterIssues(ctx, filter)
  const walk = await buildIssueWalk(ctx.db, ctx.member.project_id, chosen.cache, { sort })
  const numbers = walk.take(chosen, null, Number.POSITIVE_INFINITY)
  await recordAuditOfRead(
    ctx,
    { project_id: ctx.member.project_id },
    { kind: 'ISSUES_EXPORTED', data: { format, issues: numbers.length } },
  )
  const { vocabulary } = await readProjectWords(ctx.tx, ctx.member.project_id)
  const about = {
    texts: applyOwnNames(sheetTexts[locale], vocabulary),
    vocabulary,
    names: await readSheetNames(ctx),
    calendar: await readCalendar(ctx.db, ctx.member.project_id),
    own: (await readCustomFields(ctx.tx, ctx.member.project_id)).filter(({ archived }) => !archived),
  }
  const headers = {
    'content-disposition': `attachment; filename="${await buildExportFileName(ctx, format)}"`,
    'cache-control': 'no-store',
  }
  if (format === 'pdf') {
    const selection = { filter, locale, numbers, has_pictures: pictures !== 'false' }
    return {
      body: await buildReport(ctx, { ...about, ...selection, chosen }),
      type: 'application/pdf',
      headers,
    }
  }
  const batches = await startGenerator(readCellBatches(ctx, numbers, about))
  const known = sheetColumns.map(
    (column): SheetColumnStyle => ({
      head: about.texts.columns[column],
      width: columnWidths[column] ?? 16,
      is_hidden: column === 'version',
      ...(listChoices(column, about) ? { values: listChoices(column, about) ?? [] } : {}),
    }),
  )
  const columns = [...known, ...about.own.map(buildOwnStyle)]
  const heads = columns.map(({ head }) => head)
  return format === 'csv'
    ? { body: Readable.from(writeCsv(heads, batches)), type: 'text/csv; charset=utf-8', headers }
    : { body: writeWorkbook(about.texts.sheets, columns, batches), type: XLSX_TYPE, headers }
}

export const exportIssues: Handler<typeof api.exportIssues, void> = {
  prepare: (ctx) => ctx.limit(`issue-export:${ctx.actor.user_id}`, MAX_EXPORTS, WINDOW_S),
  handle: buildFile,
}
