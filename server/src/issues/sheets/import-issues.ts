import type * as api from '@plumbline/contract/issues/bulk'
import type { ImportRow } from '@plumbline/contract/issues/bulk'
import { issueAction } from '@plumbline/contract/issues/issues.rules'
import type { FieldChange } from '@plumbline/contract/issues/timeline'
import { type FilledSentence, fillSentence, type Sentence } from '@plumbline/contract/sentences'
import { sql } from 'kysely'
import type { Handler, ProjectCtx } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import { runWork } from '../../loop/threads.ts'
import { mapInSlices } from '../../loop/time-slices.ts'
import { applyChanges, type Change, type Fields, type Row } from '../bulk/apply.ts'
import { holdIssues, provenAmong } from '../bulk/hold.ts'
import { tellMany } from '../bulk/tell-many.ts'
import { canonical, fieldsOf, recordIssues } from '../log.ts'
import { wordsOf } from '../may.ts'
import { recording } from '../part-changed.ts'
import { statusColumns } from '../status-columns.ts'
import { nameOthers, readSheetNames } from './columns.ts'
import { insertIssues } from './insert-issues.ts'
import { editedColumns, fieldNameOf, fieldsOfRow, idsOf, numberOf, type RowFields } from './read-cells.ts'
import { plain, type ReadRow, type ReadSheet } from './read-sheet.ts'

/**
 * Issues as they come back from a spreadsheet. The hidden version of a row is the seq of the log when it was exported: a
 * cell that differs from what stood there then was edited, and an edit of what others changed since is refused. What
 * was not edited is left alone, whoever changed it.
 */

interface Planned {
  row: ReadRow
  outcome: ImportRow['outcome']
  name: string
  number: number | null
  /** fields that it changes */
  fields: string[]
  message?: Sentence | FilledSentence | undefined
  is_stale?: boolean
  change?: Change
  filed?: RowFields
}

/** How fields were before the changes after a seq, by issue. */
type Past = Map<string, { seq: number; changes: FieldChange[] }[]>

async function pastOf(ctx: ProjectCtx, ids: string[], since: number): Promise<Past> {
  const { rows } = await sql<{ issue_id: string; seq: number; changes: FieldChange[] }>`
    select issue_id, seq, data->'changes' as changes from issue_log
    where project_id = ${ctx.member.project_id} and seq > ${since} and kind = 'CHANGED'
      and issue_id = any (${ids}::uuid[]) order by seq`.execute(ctx.tx)
  return Map.groupBy(rows, (row) => row.issue_id)
}

/** The issue's fields when the row was exported: as they are, but for what changed since. */
function exportedFields(issue: Row, past: Past, version: number | null): Record<string, unknown> {
  const fields: Record<string, unknown> = { ...issue }
  // without a version there is nothing to compare with but the present
  if (version === null) return fields
  const since = (past.get(issue.id) ?? []).filter(({ seq }) => seq > version)
  for (const { changes } of since.reverse()) for (const { field, from } of changes) fields[field] = from
  return fields
}

/** One who may do what is asked, when, with what is known of the issues. */
interface Doing {
  ctx: ProjectCtx
  sheet: ReadSheet
  past: Past
  proven: Set<string>
  people: Map<string, string>
  ids: ReturnType<typeof idsOf>
}

/** A value without what a way through a spreadsheet may do to it. */
function bare(value: unknown): unknown {
  if (Array.isArray(value)) return [...new Set(value)]
  return typeof value === 'string'
    ? value
        .replace(/\r\n?/g, '\n')
        .replace(/[\ufffe\uffff]/g, '\ufffd')
        .trim()
    : value
}
const equal = (a: unknown, b: unknown) => canonical(bare(a)) === canonical(bare(b))

function planChange(row: ReadRow, issue: Row, doing: Doing): Planned {
  const { ctx, sheet, past, proven, people, ids } = doing
  const planned = { row, number: issue.number, name: issue.name, fields: [] as string[] }
  const exported = exportedFields(issue, past, numberOf(row.values.version) ?? null)
  const assigned = [issue.assignee_id, exported.assignee_id as string | null].filter((id) => id !== null)
  const names = new Map(assigned.map((id) => [plain(people.get(id) ?? ''), id]))
  const { fields: read, comment, problem } = fieldsOfRow(row, sheet, ids, names)
  if (problem) return { ...planned, outcome: 'REFUSED', message: problem }
  const fields: Fields = {}
  const lost: string[] = []
  for (const column of editedColumns) {
    const field = fieldNameOf(column)
    if (!(field in read) || equal(read[field], exported[field]) || equal(read[field], issue[field])) continue
    if (!equal(exported[field], issue[field])) lost.push(sheet.heads[column] ?? column)
    else Object.assign(fields, { [field]: read[field] })
  }
  if (lost.length > 0) {
    const message = fillSentence('Somebody else changed {columns} since the export', {
      columns: lost.join(', '),
    })
    return { ...planned, outcome: 'REFUSED', message, is_stale: true }
  }
  const changed = Object.keys(fields)
  if (fields.status) {
    const action = { to: fields.status, comment: comment !== undefined }
    const verdict = issueAction(ctx.member, { ...issue, has_proof: proven.has(issue.id) }, action)
    if (verdict !== true) return { ...planned, outcome: 'REFUSED', message: wordsOf(verdict, issue, action) }
    Object.assign(fields, statusColumns(ctx.member.user_id, ctx.now().toISOString(), issue, fields.status))
  }
  if (changed.length === 0 && comment === undefined) return { ...planned, outcome: 'SAME' }
  return {
    ...planned,
    name: fields.name ?? issue.name,
    outcome: 'CHANGED',
    fields: comment === undefined ? changed : [...changed, 'comment'],
    change: { before: issue, fields, ...(comment === undefined ? {} : { comment }) },
  }
}

function planNew(row: ReadRow, { sheet, ids }: Doing): Planned {
  const given = Object.entries(row.values).filter(([, value]) => String(value).trim() !== '')
  const filed = fieldsOfRow({ ...row, values: Object.fromEntries(given) }, sheet, ids, new Map())
  const { status, ...fields } = filed.fields
  const planned = { row, number: null, name: fields.name ?? '', fields: Object.keys(fields) }
  const refused = (message: Sentence | FilledSentence): Planned => ({
    ...planned,
    outcome: 'REFUSED',
    message,
  })
  if (filed.problem) return refused(filed.problem)
  if (!fields.name) return refused('A new issue needs a title')
  if (status && status !== 'OPEN')
    return refused(
      fillSentence('{column}: "{value}" is not possible', {
        column: sheet.heads.status ?? 'status',
        value: String(row.values.status),
      }),
    )
  return { ...planned, outcome: 'NEW', filed: { ...filed, fields } }
}

async function plan(ctx: ProjectCtx, sheet: ReadSheet): Promise<Planned[]> {
  const numbers = sheet.rows.map(({ values }) => numberOf(values.number))
  const held = await holdIssues(ctx, { numbers: numbers.filter((number) => typeof number === 'number') })
  const names = await readSheetNames(ctx)
  await nameOthers(ctx, names, held)
  const ids = held.map(({ id }) => id)
  const versions = sheet.rows
    .map(({ values }) => numberOf(values.version) ?? null)
    .filter((seq) => seq !== null)
  const past = await pastOf(ctx, ids, Math.min(...versions, Number.MAX_SAFE_INTEGER))
  const before = [...past.values()].flat().flatMap(({ changes }) => changes)
  const left = before.flatMap(({ field, from }) => (field === 'assignee_id' ? [from as string | null] : []))
  await nameOthers(
    ctx,
    names,
    left.map((assignee_id) => ({ assignee_id, created_by: null })),
  )
  const proven = await provenAmong(ctx.tx, ids)
  const doing: Doing = { ctx, sheet, past, proven, people: names.people, ids: idsOf(names) }
  const issues = new Map(held.map((issue) => [issue.number, issue]))
  const seen = new Set<number>()
  return mapInSlices(sheet.rows, (row, index): Planned => {
    const number = numbers[index]
    if (number === null) return planNew(row, doing)
    const name = String(row.values.name ?? '').slice(0, 255)
    const refused = (message: Sentence | FilledSentence): Planned => ({
      ...{ row, name, number: number ?? null, fields: [], outcome: 'REFUSED', message },
    })
    if (number === undefined)
      return refused(
        fillSentence('{column}: "{value}" is not possible', {
          column: sheet.heads.number ?? '#',
          value: String(row.values.number).slice(0, 100),
        }),
      )
    if (seen.has(number)) return refused('This number is in the file twice')
    seen.add(number)
    const issue = issues.get(number)
    return issue ? planChange(row, issue, doing) : refused('There is no issue with this number')
  })
}

async function apply(ctx: ProjectCtx, planned: Planned[]): Promise<void> {
  const changes = planned.flatMap(({ change }) => change ?? [])
  const filed = planned.flatMap((row) => row.filed ?? [])
  const made = await insertIssues(
    ctx,
    filed.map(({ fields }) => fields),
  )
  for (const [index, row] of planned.filter(({ outcome }) => outcome === 'NEW').entries())
    row.number = made[index]?.number ?? null
  const said = made.map((before, index): Change => {
    const comment = filed[index]?.comment
    return { before, fields: {}, ...(comment === undefined ? {} : { comment }) }
  })
  const applied = await applyChanges(ctx, [...changes, ...said])
  const created = made.map((issue) => ({
    ...{ issue_id: issue.id, kind: 'CREATED' as const, data: { fields: fieldsOf(issue) } },
  }))
  if (created.length + applied.entries.length > 0)
    await recordIssues(ctx.tx, recording(ctx), [...created, ...applied.entries])
  await tellMany(ctx, 'issue.updated', changes)
  await tellMany(ctx, 'issue.created', said, 'NEW')
}

function replyOf(planned: Planned[], { ignored }: ReadSheet) {
  const count = (wanted: Planned['outcome']) => planned.filter(({ outcome }) => outcome === wanted).length
  return {
    new: count('NEW'),
    changed: count('CHANGED'),
    same: count('SAME'),
    refused: count('REFUSED'),
    rows: planned.map(({ row, number, name, outcome, fields, message }) => ({
      ...{ row: row.row, number, name, outcome, fields },
      ...(message === undefined ? {} : { message }),
    })),
    ignored,
  }
}

async function readSheet({ actor, http }: ProjectCtx, file: Uint8Array): Promise<ReadSheet> {
  const module = new URL('./read-sheet.ts', import.meta.url)
  const work = { module, input: file, by: actor.user_id, signal: http.signal }
  const [sheet, ...rows] = (await runWork(work)) as [ReadSheet, ...ReadRow[][]]
  return { ...sheet, rows: rows.flat() }
}

export const importIssues: Handler<typeof api.importIssues, ReadSheet> = {
  prepare: (ctx, { file }) => readSheet(ctx, file),
  async handle(ctx, { query }, sheet) {
    const planned = await plan(ctx, sheet)
    if (query.preview === 'true') return replyOf(planned, sheet)
    const { length: count } = planned.filter(({ outcome }) => outcome === 'REFUSED')
    if (count > 0)
      throw new Refusal(planned.some(({ is_stale }) => is_stale) ? 'stale' : 'bad_request', {
        message: fillSentence('Nothing was imported: {count} rows are refused', { count }),
      })
    await apply(ctx, planned)
    return replyOf(planned, sheet)
  },
}
