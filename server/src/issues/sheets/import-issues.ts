import type * as api from '@plumbline/contract/issues/bulk'
import type { ImportRow } from '@plumbline/contract/issues/bulk'
import {
  type CustomField,
  type CustomValueChanges,
  type CustomValues,
  mergeCustomValues,
} from '@plumbline/contract/issues/custom-fields'
import { buildCustomKey, parseCustomKey } from '@plumbline/contract/issues/custom-keys'
import type { IssueValues } from '@plumbline/contract/issues/issue-fields'
import { evaluateIssueAction } from '@plumbline/contract/issues/issues.rules'
import { formatReason, type Reason, reason } from '@plumbline/contract/reasons'
import type { Handler, ProjectCtx } from '../../context.ts'
import { formatCanonicalJson } from '../../db/hash-chain.ts'
import { guardCsvText } from '../../http/csv.ts'
import { Refusal } from '../../http/refusal.ts'
import { runWork } from '../../loop/threads.ts'
import { mapInSlices } from '../../loop/time-slices.ts'
import { readProjectWords } from '../../projects/vocabulary.ts'
import { analyzeImportedIssues } from '../analyze-issues.ts'
import { applyChanges, type BulkFields, type IssueChange, type StoredIssue } from '../bulk/apply-changes.ts'
import { findProvenIssues, lockIssues } from '../bulk/lock-issues.ts'
import { tellBulkChange } from '../bulk/tell-bulk-change.ts'
import { getRefusalReason } from '../check-issue-action.ts'
import { findEmptiedField } from '../custom-fields/check-values.ts'
import { readCustomFields } from '../custom-fields/custom-fields.ts'
import { pickLoggedFields, recordIssues } from '../log.ts'
import { buildLogStamp } from '../part-changes.ts'
import { buildStatusColumns } from '../status-columns.ts'
import { addPeopleNames, getSheetColumn, readSheetNames, sheetFields } from './columns.ts'
import { insertIssues } from './insert-issues.ts'
import { normalizeName } from './normalize-name.ts'
import { listOwnPeople } from './own-columns.ts'
import {
  buildIdLookup,
  buildValueLookup,
  type ParsedRow,
  parseNumberCell,
  parseRow,
  type ValueLookup,
} from './read-cells.ts'
import { type ExportedIssue, type ExportedValues, readExportedValues } from './read-exported-values.ts'
import { readOwnCells } from './read-own-cells.ts'
import type { ParsedSheet, SheetInput, SheetRow } from './read-sheet.ts'

/**
 * Imports an edited spreadsheet. A row's hidden version is the seq of the log at its export. A cell that differs from the
 * exported value was edited; the edit is refused if somebody else changed the field since. Unedited cells change nothing.
 */

interface PlannedRow {
  row: SheetRow
  outcome: ImportRow['outcome']
  name: string
  number: number | null
  /** names of the changed fields */
  fields: string[]
  reason?: Reason | undefined
  is_stale?: boolean
  change?: IssueChange
  filed?: ParsedRow
}

/** The issue's fields at the export: the current ones with later changes reversed. */
function computeExportedFields(issue: StoredIssue, past: ExportedValues): Record<string, unknown> {
  const fields: Record<string, unknown> = { ...issue }
  const values: Record<string, unknown> = { ...issue.custom_fields }
  for (const { field, from } of past.get(issue.id) ?? []) {
    const own = parseCustomKey(field)
    if (own === null) fields[field] = from
    else if (from === null) delete values[own]
    else values[own] = from
  }
  return { ...fields, custom_fields: values }
}

/** The issues of a sheet with the versions of their rows; without one only the current fields can be compared. */
function listExported(rows: SheetRow[], held: StoredIssue[]): ExportedIssue[] {
  const versions = new Map<number, number | null>()
  for (const { values } of rows) {
    const number = parseNumberCell(values.number)
    if (number && !versions.has(number)) versions.set(number, parseNumberCell(values.version) ?? null)
  }
  return held.flatMap(({ id, number }) => {
    const version = versions.get(number) ?? null
    return version === null ? [] : [{ id, version }]
  })
}

/** The caller, the file, and data read in advance for all rows. */
interface ImportContext {
  ctx: ProjectCtx
  sheet: ParsedSheet
  past: ExportedValues
  proven: Set<string>
  people: Map<string, string>
  ids: ReturnType<typeof buildIdLookup>
  /** types, trades and other choices by the names that cells may have */
  values: ValueLookup
  /** the project's own names of statuses */
  status_names: Readonly<Record<string, string>>
  /** the project's custom fields that have a column */
  own: readonly CustomField[]
}

/** A value without the changes that spreadsheet programs make: line ends, noncharacters, outer spaces, duplicates. */
function normalizeValue(value: unknown): unknown {
  if (Array.isArray(value)) return [...new Set(value)]
  return typeof value === 'string'
    ? value
        .replace(/\r\n?/g, '\n')
        .replace(/[\ufffe\uffff]/g, '\ufffd')
        .trim()
    : value
}
/** Also of a cell that a CSV file guarded against formulas and that was saved as a workbook, which shows the guard as text. */
function hasSameValue(a: unknown, b: unknown): boolean {
  const [one, other] = [normalizeValue(a), normalizeValue(b)]
  if (typeof one === 'string' && typeof other === 'string' && one === guardCsvText(other)) return true
  return formatCanonicalJson(one) === formatCanonicalJson(other)
}

/** The edited values of custom fields in a row, and the heads of fields that others changed as well. */
function planOwnChanges(
  row: SheetRow,
  issue: StoredIssue,
  exported: CustomValues,
  { sheet, people, ids, own }: ImportContext,
): { changes: CustomValueChanges; conflicts: string[]; problem?: Reason } {
  const now: CustomValues = issue.custom_fields
  const read = readOwnCells({
    ...{ row, sheet, fields: own, assignee: ids.assignee, names: people },
    states: [exported, now],
  })
  if (read.problem) return { changes: {}, conflicts: [], problem: read.problem }
  const changes: CustomValueChanges = {}
  const conflicts: string[] = []
  for (const [id, value] of Object.entries(read.values)) {
    const [before, current] = [exported[id] ?? null, now[id] ?? null]
    if (hasSameValue(value, before) || hasSameValue(value, current)) continue
    if (hasSameValue(before, current)) changes[id] = value
    else conflicts.push(sheet.heads[buildCustomKey(id)] ?? '')
  }
  return { changes, conflicts }
}

function planChangedRow(row: SheetRow, issue: StoredIssue, doing: ImportContext): PlannedRow {
  const { ctx, sheet, past, proven, people } = doing
  const planned = { row, number: issue.number, name: issue.name, fields: [] as string[] }
  const exported = computeExportedFields(issue, past)
  const assigned = [issue.assignee_id, exported.assignee_id as string | null].filter((id) => id !== null)
  const names = new Map(assigned.map((id) => [normalizeName(people.get(id) ?? ''), id]))
  const { fields: read, comment, problem } = parseRow(row, sheet, doing, names)
  if (problem) return { ...planned, outcome: 'REFUSED', reason: problem }
  const fields: BulkFields = {}
  const conflicts: string[] = []
  const own = planOwnChanges(row, issue, exported.custom_fields as CustomValues, doing)
  if (own.problem) return { ...planned, outcome: 'REFUSED', reason: own.problem }
  conflicts.push(...own.conflicts)
  for (const field of sheetFields) {
    const column = getSheetColumn(field)
    if (
      !(field in read) ||
      hasSameValue(read[field], exported[field]) ||
      hasSameValue(read[field], issue[field])
    )
      continue
    if (!hasSameValue(exported[field], issue[field])) conflicts.push(sheet.heads[column] ?? column)
    else Object.assign(fields, { [field]: read[field] })
  }
  if (conflicts.length > 0) {
    const why = reason('changed_since_export', {
      columns: conflicts.join(', '),
    })
    return { ...planned, outcome: 'REFUSED', reason: why, is_stale: true }
  }
  const emptied = findEmptiedField(
    doing.own,
    own.changes,
    issue.custom_fields,
    (fields.type ?? issue.type) as IssueValues['type'],
  )
  if (emptied)
    return {
      ...planned,
      outcome: 'REFUSED',
      reason: reason('custom_value_missing', { name: emptied.name }),
    }
  const changed = [...Object.keys(fields), ...Object.keys(own.changes).map(buildCustomKey)]
  if (Object.keys(own.changes).length > 0)
    fields.custom_fields = mergeCustomValues(issue.custom_fields, own.changes)
  if (fields.status) {
    const action = { to: fields.status, comment: comment !== undefined }
    const verdict = evaluateIssueAction(ctx.member, { ...issue, has_proof: proven.has(issue.id) }, action)
    if (verdict !== true)
      return {
        ...planned,
        outcome: 'REFUSED',
        reason: getRefusalReason(verdict, issue, action, doing.status_names),
      }
    Object.assign(
      fields,
      buildStatusColumns(ctx.member.user_id, ctx.now().toISOString(), issue, fields.status),
    )
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

function planNewRow(row: SheetRow, { sheet, ids, values: words, own, people }: ImportContext): PlannedRow {
  const given = Object.entries(row.values).filter(([, value]) => String(value).trim() !== '')
  const filed = parseRow(
    { ...row, values: Object.fromEntries(given) },
    sheet,
    { ids, values: words },
    new Map(),
  )
  const { status, ...fields } = filed.fields
  const assignee = ids.assignee
  const read = readOwnCells({ row, sheet, fields: own, assignee, names: people, states: [] })
  const values = mergeCustomValues({}, read.values)
  const names = [...Object.keys(fields), ...Object.keys(values).map(buildCustomKey)]
  const planned = { row, number: null, name: fields.name ?? '', fields: names }
  const refused = (why: Reason): PlannedRow => ({
    ...planned,
    outcome: 'REFUSED',
    reason: why,
  })
  const problem = filed.problem ?? read.problem
  if (problem) return refused(problem)
  if (!fields.name) return refused(reason('title_missing'))
  if (status && status !== 'OPEN')
    return refused(
      reason('bad_cell', {
        column: sheet.heads.status ?? 'status',
        value: String(row.values.status),
      }),
    )
  return { ...planned, outcome: 'NEW', filed: { ...filed, fields: { ...fields, custom_fields: values } } }
}

async function planImport(ctx: ProjectCtx, sheet: ParsedSheet): Promise<PlannedRow[]> {
  const numbers = sheet.rows.map(({ values }) => parseNumberCell(values.number))
  const held = await lockIssues(ctx, { numbers: numbers.filter((number) => typeof number === 'number') })
  const names = await readSheetNames(ctx)
  await addPeopleNames(ctx, names, held)
  const ids = held.map(({ id }) => id)
  const past = await readExportedValues(ctx.tx, ctx.member.project_id, listExported(sheet.rows, held))
  const before = [...past.values()].flat()
  const fields = (await readCustomFields(ctx.tx, ctx.member.project_id)).filter(
    ({ id, archived }) => !archived && sheet.heads[buildCustomKey(id)] !== undefined,
  )
  const named = fields.filter(({ kind }) => kind === 'PERSON').map(({ id }) => buildCustomKey(id))
  const isPerson = (field: string) => field === 'assignee_id' || named.some((key) => key === field)
  const left = before.flatMap(({ field, from }) => (isPerson(field) ? [from as string | null] : []))
  await addPeopleNames(ctx, names, listOwnPeople(held, fields))
  await addPeopleNames(
    ctx,
    names,
    left.map((assignee_id) => ({ assignee_id, created_by: null })),
  )
  const proven = await findProvenIssues(ctx.tx, ids)
  const words = await readProjectWords(ctx.tx, ctx.member.project_id)
  const doing: ImportContext = {
    ctx,
    sheet,
    past,
    proven,
    people: names.people,
    ids: buildIdLookup(names),
    values: buildValueLookup(words),
    status_names: words.vocabulary.status.names,
    own: fields,
  }
  const issues = new Map(held.map((issue) => [issue.number, issue]))
  const seen = new Set<number>()
  return mapInSlices(sheet.rows, (row, index): PlannedRow => {
    const number = numbers[index]
    if (number === null) return planNewRow(row, doing)
    const name = String(row.values.name ?? '').slice(0, 255)
    const refused = (why: Reason): PlannedRow => ({
      row,
      name,
      number: number ?? null,
      fields: [],
      outcome: 'REFUSED',
      reason: why,
    })
    if (number === undefined)
      return refused(
        reason('bad_cell', {
          column: sheet.heads.number ?? '#',
          value: String(row.values.number).slice(0, 100),
        }),
      )
    if (seen.has(number)) return refused(reason('repeated_issue_number'))
    seen.add(number)
    const issue = issues.get(number)
    return issue ? planChangedRow(row, issue, doing) : refused(reason('unknown_issue_number'))
  })
}

async function applyImport(ctx: ProjectCtx, planned: PlannedRow[]): Promise<void> {
  const changes = planned.flatMap(({ change }) => change ?? [])
  const filed = planned.flatMap((row) => row.filed ?? [])
  const inserted = await insertIssues(
    ctx,
    filed.map(({ fields }) => fields),
  )
  for (const [index, row] of planned.filter(({ outcome }) => outcome === 'NEW').entries())
    row.number = inserted[index]?.number ?? null
  const commented = inserted.map((before, index): IssueChange => {
    const comment = filed[index]?.comment
    return { before, fields: {}, ...(comment === undefined ? {} : { comment }) }
  })
  const applied = await applyChanges(ctx, [...changes, ...commented])
  const created = inserted.map((issue) => ({
    issue_id: issue.id,
    kind: 'CREATED' as const,
    data: { fields: pickLoggedFields(issue) },
  }))
  if (created.length + applied.entries.length > 0)
    await recordIssues(ctx.tx, buildLogStamp(ctx), [...created, ...applied.entries])
  await tellBulkChange(ctx, 'issue.updated', changes)
  await tellBulkChange(ctx, 'issue.created', commented, 'NEW')
  ctx.onCommit(() => analyzeImportedIssues(ctx, created.length + applied.entries.length))
}

function buildImportReply(planned: PlannedRow[], { ignored }: ParsedSheet) {
  const count = (wanted: PlannedRow['outcome']) => planned.filter(({ outcome }) => outcome === wanted).length
  return {
    new: count('NEW'),
    changed: count('CHANGED'),
    same: count('SAME'),
    refused: count('REFUSED'),
    rows: planned.map(({ row, number, name, outcome, fields, reason: why }) => ({
      row: row.row,
      number,
      name,
      outcome,
      fields,
      ...(why === undefined ? {} : { message: formatReason(why), reason: why }),
    })),
    ignored,
  }
}

async function readSheet({ db, member, actor, http }: ProjectCtx, file: Uint8Array): Promise<ParsedSheet> {
  const own = await db
    .selectFrom('custom_fields')
    .select(['id', 'name'])
    .where('project_id', '=', member.project_id)
    .where('archived', '=', false)
    .execute()
  const module = new URL('./read-sheet.ts', import.meta.url)
  const work = { module, input: { file, own } satisfies SheetInput, by: actor.user_id, signal: http.signal }
  const [sheet, ...rows] = (await runWork(work)) as [ParsedSheet, ...SheetRow[][]]
  return { ...sheet, rows: rows.flat() }
}

export const importIssues: Handler<typeof api.importIssues, ParsedSheet> = {
  prepare: (ctx, { file }) => readSheet(ctx, file),
  async handle(ctx, { query }, sheet) {
    const planned = await planImport(ctx, sheet)
    if (query.preview === 'true') return buildImportReply(planned, sheet)
    const { length: count } = planned.filter(({ outcome }) => outcome === 'REFUSED')
    if (count > 0)
      throw new Refusal(
        planned.some(({ is_stale }) => is_stale) ? 'stale' : 'bad_request',
        reason('rows_refused', { count }),
      )
    await applyImport(ctx, planned)
    return buildImportReply(planned, sheet)
  },
}
