import { randomUUIDv7 } from 'node:crypto'
import type * as api from '@plumbline/contract/bcf/bcf'
import { type BcfImport, bcfOutcomes, maxBcfImports } from '@plumbline/contract/bcf/bcf'
import { writeRanges } from '@plumbline/contract/issues/number-ranges'
import { fill } from '@plumbline/contract/sentences'
import { type Selectable, sql } from 'kysely'
import type { Handler, Input, ProjectCtx } from '../../context.ts'
import { json } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'
import { Refusal } from '../../http/refusal.ts'
import { findProjectMember } from '../../projects/members.ts'
import { archiveKey, tellImport } from './attempt.ts'

/** Imports of a project, for those who may import. */

type Row = Selectable<Tables['bcf_imports']>

const SHOWN = 50
const PAGE = 100
const MONTH_MS = 30 * 24 * 3600 * 1000

/** of a filter's text */
const MOST_CHARACTERS = 12_000

const replyOf = (row: Row, numbers: string | null = null): BcfImport => ({
  ...row,
  numbers,
  outcomes: { ...Object.fromEntries(bcfOutcomes.map((outcome) => [outcome, 0])), ...row.outcomes },
})

const importsOf = ({ tx, member, now }: ProjectCtx) =>
  tx
    .selectFrom('bcf_imports')
    .selectAll()
    .where('project_id', '=', member.project_id)
    .where('created_at', '>', new Date(now().getTime() - MONTH_MS).toISOString())

export async function listImports(ctx: ProjectCtx): Promise<BcfImport[]> {
  const rows = await importsOf(ctx).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(SHOWN).execute()
  return rows.map((row) => replyOf(row))
}

async function findImport(ctx: ProjectCtx, id: string, lock = false): Promise<Row> {
  const row = await importsOf(ctx)
    .where('id', '=', id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}

export async function readImport(
  ctx: ProjectCtx,
  { params }: Input<typeof api.getBcfImport>,
): Promise<BcfImport> {
  const row = await findImport(ctx, params.importId)
  return replyOf(row, row.state === 'DONE' ? await numbersIn(ctx, row.id) : null)
}

/** Those of the file that are here now. */
async function numbersIn({ tx }: ProjectCtx, importId: string): Promise<string | null> {
  const rows = await tx
    .selectFrom('bcf_import_topics')
    .select('number')
    .where('import_id', '=', importId)
    .where('outcome', '<>', 'DELETED')
    .where('number', 'is not', null)
    .execute()
  const text = writeRanges(rows.flatMap(({ number }) => number ?? []))
  return text.length > 0 && text.length <= MOST_CHARACTERS ? text : null
}

export async function readRows(ctx: ProjectCtx, { params, query }: Input<typeof api.listBcfImportRows>) {
  const { id } = await findImport(ctx, params.importId)
  const { outcome, after = 0 } = query
  const rows = await ctx.tx
    .selectFrom('bcf_import_topics')
    .select([
      'place',
      'guid',
      'title',
      'number',
      'outcome',
      'differences',
      'comments',
      'viewpoints',
      'documents',
    ])
    .where('import_id', '=', id)
    .where('place', '>', after)
    .$if(outcome !== undefined, (topics) => topics.where('outcome', '=', outcome ?? 'NEW'))
    .orderBy('place')
    .limit(PAGE + 1)
    .execute()
  return { rows: rows.slice(0, PAGE), next: rows.length > PAGE ? (rows[PAGE - 1]?.place ?? null) : null }
}

interface Sent {
  id: string
  size_bytes: number
}

export const startImport: Handler<typeof api.startBcfImport, Sent> = {
  prepareFile: async (ctx, _input, file) => {
    const id = randomUUIDv7()
    const key = archiveKey({ project_id: ctx.member.project_id, id })
    ctx.onFailure(() => void ctx.blobs.remove(key).catch((err: unknown) => ctx.log.warn({ err }, 'import')))
    await ctx.blobs.putFile(key, file.path)
    return { id, size_bytes: file.size }
  },
  handle: async (ctx, { query }, sent) => {
    const { project_id, user_id } = ctx.member
    // two at once are counted one after the other
    await ctx.tx.selectFrom('projects').select('id').where('id', '=', project_id).forUpdate().execute()
    const { unfinished } = await ctx.tx
      .selectFrom('bcf_imports')
      .select((eb) => eb.fn.countAll<number>().as('unfinished'))
      .where('project_id', '=', project_id)
      .where('state', 'in', ['READING', 'READY', 'APPLYING'])
      // of those that would change nothing there is nothing to decide
      .where(
        sql<boolean>`not (state = 'READY' and topics > 0 and not (outcomes ?| array['NEW', 'CHANGED', 'CONFLICT']))`,
      )
      .executeTakeFirstOrThrow()
    if (unfinished >= maxBcfImports)
      throw new Refusal('conflict', {
        message: fill('{count} imports are not finished yet: decide on them first', { count: unfinished }),
      })
    const at = ctx.now().toISOString()
    const row = await ctx.tx
      .insertInto('bcf_imports')
      .values({
        ...{ ...sent, project_id, file_name: query.name, state: 'READING' },
        ...{ created_by: user_id, created_at: at, changed_at: at },
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await ctx.jobs.add(ctx.tx, 'bcf', {})
    await tellImport(ctx.tell, row)
    return replyOf(row)
  },
}

/** People of the file with whom they are taken for; who is chosen has to be in the project. */
async function chosenPeople(ctx: ProjectCtx, row: Row, chosen: { author: string; user_id: string }[] = []) {
  const by = new Map(chosen.map(({ author, user_id }) => [author, user_id]))
  for (const user_id of new Set(by.values()))
    if (!(await findProjectMember(ctx.tx, user_id, ctx.member.project_id)))
      throw new Refusal('conflict', { fields: { people: 'Not a part of this project' } })
  const people = row.people as BcfImport['people']
  return people.map((person) => ({ ...person, user_id: by.get(person.author) ?? person.user_id }))
}

export async function applyImport(
  ctx: ProjectCtx,
  { params, body }: Input<typeof api.applyBcfImport>,
): Promise<BcfImport> {
  const row = await findImport(ctx, params.importId, true)
  if (row.state !== 'READY') throw new Refusal('wrong_state')
  const after = await ctx.tx
    .updateTable('bcf_imports')
    .set({ state: 'APPLYING', progress: 0, crashes: 0, known: body.known })
    .set({ people: json(await chosenPeople(ctx, row, body.people)), changed_at: ctx.now().toISOString() })
    // whoever decides answers for it
    .set({ created_by: ctx.member.user_id })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await ctx.jobs.add(ctx.tx, 'bcf', {})
  await tellImport(ctx.tell, row)
  return replyOf(after)
}

export async function cancelImport(
  ctx: ProjectCtx,
  { params }: Input<typeof api.cancelBcfImport>,
): Promise<void> {
  const row = await findImport(ctx, params.importId, true)
  if (row.state === 'DONE' || row.state === 'FAILED' || row.state === 'CANCELLED')
    throw new Refusal('wrong_state')
  await ctx.tx
    .updateTable('bcf_imports')
    .set({ state: 'CANCELLED', changed_at: ctx.now().toISOString() })
    .where('id', '=', row.id)
    .execute()
  await ctx.jobs.add(ctx.tx, 'bcf', {})
  await tellImport(ctx.tell, row)
}
