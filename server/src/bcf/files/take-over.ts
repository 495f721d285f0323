import { randomUUIDv7 } from 'node:crypto'
import { Id } from '@plumbline/contract/fields'
import { isLevelAtLeast } from '@plumbline/contract/roles'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { ProjectMember, WriteContext } from '../../context.ts'
import { getSqlState, inTransaction, type Tx, toJsonb } from '../../db/database.ts'
import { applyChanges, type IssueChange, type StoredIssue } from '../../issues/bulk/apply-changes.ts'
import { tellBulkChange } from '../../issues/bulk/tell-bulk-change.ts'
import { type NewEntry, pickLoggedFields, recordIssues } from '../../issues/log.ts'
import { buildLogStamp } from '../../issues/part-changes.ts'
import { type IssueOrigin, insertIssues } from '../../issues/sheets/insert-issues.ts'
import { visibleIssues } from '../../issues/visible.ts'
import { findProjectMember } from '../../projects/project-roles.ts'
import { guidOf } from '../topic-of.ts'
import { type Attempt, type Desk, stillMine, tellImport } from './attempt.ts'
import { changedFields, changedKept, filedFields, newKept, receiverOf } from './becoming.ts'
import { type Chosen, type Project, personOf, readProject } from './columns-of.ts'
import { comparePage, type Outcome, type Plan } from './compare.ts'
import { type LeftOut, warningsOf } from './notes.ts'
import { type Relation, writeRelations } from './relate.ts'
import type { StagedTopic, StoredParts } from './staged.ts'
import { writePage } from './write-page.ts'

/**
 * Takes a read archive over: compared once more with what is here now, written page by page, told as one thing. All of
 * it happens in one transaction or none.
 */

const PAGE = 200
const TRIES = 3
const UNIQUE = '23505'

/** What is gathered for the end of the transaction. */
export interface Taken {
  entries: NewEntry[]
  filed: IssueChange[]
  changed: IssueChange[]
  relations: Relation[]
  outcomes: Partial<Record<Outcome, number>>
  /** of the file: what an issue cannot have */
  leftOut: Map<LeftOut, number>
  /** blobs that nothing refers to any more */
  forgotten: string[]
}

export class NoLonger extends Error {}
export class NotAllowed extends Error {}

/** Who may still change the project. */
export async function editorOf(tx: Tx, { created_by, project_id }: Attempt): Promise<ProjectMember> {
  const member = created_by && (await findProjectMember(tx, created_by, project_id))
  if (!member || member.archived || !isLevelAtLeast(member.permission_level, 'EDITOR')) throw new NotAllowed()
  return member
}

/** Every issue that may change, held before anything is written, in the order of all changes of many. */
async function holdAll({ tx, member }: WriteContext, importId: string): Promise<void> {
  await visibleIssues(tx, member)
    .where(guidOf('issues'), 'in', (eb) =>
      eb.selectFrom('bcf_import_topics').select('guid').where('import_id', '=', importId),
    )
    .select('issues.id')
    .orderBy('issues.id')
    .forUpdate('issues')
    .execute()
}

/** For the end only what is told is kept: the texts of thousands of issues need not be. */
const told = (row: StoredIssue): StoredIssue => ({ ...row, description: '' })

async function originsOf(tx: Tx, plans: Plan<StagedTopic>[], project: Project): Promise<IssueOrigin[]> {
  const guids = plans.map(({ topic }) => topic.guid)
  const { rows } = await sql<{ id: string }>`select id from issues where id = any (${guids}::uuid[])`.execute(
    tx,
  )
  const taken = new Set(rows.map(({ id }) => id))
  return plans.map(({ topic }) => {
    const isFree = !taken.has(topic.guid) && z.safeParse(Id, topic.guid).success
    return {
      ...(isFree ? { id: topic.guid, bcf_guid: null } : { id: randomUUIDv7(), bcf_guid: topic.guid }),
      source: 'BCF',
      created_by: personOf(project, topic.creation_author),
      created_at: topic.creation_date,
      updated_by: personOf(project, topic.modified_author),
      updated_at: topic.modified_date ?? topic.creation_date,
    }
  })
}

async function fileNew(
  ctx: WriteContext,
  plans: Plan<StagedTopic>[],
  project: Project,
  taken: Taken,
): Promise<StoredIssue[]> {
  const origins = await originsOf(ctx.tx, plans, project)
  const made = await insertIssues(
    ctx,
    plans.map((plan, index) => ({
      ...filedFields(plan, origins[index] as IssueOrigin),
      origin: origins[index] as IssueOrigin,
    })),
  )
  for (const row of made) {
    taken.entries.push({ issue_id: row.id, kind: 'CREATED', data: { fields: pickLoggedFields(row) } })
    taken.filed.push({ before: told(row), fields: {} })
  }
  return made
}

async function rowsOf(tx: Tx, ids: string[]): Promise<Map<string, StoredIssue>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.selectFrom('issues').selectAll().where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

interface StagedRow {
  place: number
  topic: StagedTopic
  stored: StoredParts | null
}

async function takePage(
  ctx: WriteContext,
  attempt: Attempt,
  page: StagedRow[],
  project: Project,
  taken: Taken,
) {
  const plans = await comparePage(
    ctx,
    page.map(({ topic }) => topic),
    project,
  )
  const stored = new Map(page.map((row) => [row.topic.guid, row.stored]))
  for (const plan of plans) {
    if (attempt.known === 'SKIP' && plan.here) plan.outcome = 'SAME'
    taken.outcomes[plan.outcome] = (taken.outcomes[plan.outcome] ?? 0) + 1
  }
  const fresh = plans.filter(({ outcome }) => outcome === 'NEW')
  const known = plans.filter(({ outcome, here }) => here && (outcome === 'CHANGED' || outcome === 'CONFLICT'))
  const made = await fileNew(ctx, fresh, project, taken)
  const rows = await rowsOf(
    ctx.tx,
    known.flatMap(({ here }) => here?.row.id ?? []),
  )
  const changes: IssueChange[] = known.flatMap((plan) => {
    const before = rows.get(plan.here?.row.id ?? '')
    return before ? [{ before, fields: changedFields(ctx, plan, before) }] : []
  })
  taken.entries.push(...(await applyChanges(ctx, changes)).entries)
  taken.changed.push(...changes.map(({ before, fields }) => ({ before: told(before), fields })))
  const receivers = [
    ...fresh.map((plan, index) => {
      const to = receiverOf(plan, made[index] as StoredIssue, stored.get(plan.topic.guid) ?? null)
      to.kept = newKept(plan, to.stored)
      return { plan, to }
    }),
    ...known.flatMap((plan) => {
      const row = rows.get(plan.here?.row.id ?? '')
      if (!row) return []
      const to = receiverOf(plan, row, stored.get(plan.topic.guid) ?? null)
      to.kept = changedKept(plan, to.stored)
      return [{ plan, to }]
    }),
  ]
  await writePage(ctx, receivers, project, taken)
  await numberRows(ctx.tx, attempt.id, fresh, made)
}

/** The preview becomes the result: new topics have their numbers. */
async function numberRows(
  tx: Tx,
  importId: string,
  fresh: Plan<StagedTopic>[],
  made: StoredIssue[],
): Promise<void> {
  const rows = fresh.map(({ topic }, index) => ({ guid: topic.guid, number: made[index]?.number ?? null }))
  if (rows.length > 0)
    await sql`update bcf_import_topics t set number = v.number
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v (guid uuid, number integer)
      where t.import_id = ${importId} and t.guid = v.guid`.execute(tx)
}

async function takeAll(ctx: WriteContext, attempt: Attempt): Promise<Taken> {
  const taken: Taken = {
    ...{ entries: [], filed: [], changed: [], relations: [], outcomes: {} },
    ...{ leftOut: new Map(), forgotten: [] },
  }
  const project = await readProject(ctx.tx, attempt.project_id, attempt.people as Chosen[])
  await holdAll(ctx, attempt.id)
  for (let last = 0; ; ) {
    const page = await ctx.tx
      .selectFrom('bcf_import_topics')
      .select(['place', 'topic', 'stored'])
      .where('import_id', '=', attempt.id)
      .where('place', '>', last)
      .orderBy('place')
      .limit(PAGE)
      .execute()
    const end = page.at(-1)
    if (!end) break
    last = end.place
    await takePage(ctx, attempt, page as StagedRow[], project, taken)
  }
  taken.entries.push(...(await writeRelations(ctx, taken.relations)))
  await recordIssues(ctx.tx, buildLogStamp(ctx), taken.entries)
  await tellBulkChange(ctx, 'issue.updated', taken.changed)
  await tellBulkChange(ctx, 'issue.created', taken.filed, 'NEW')
  return taken
}

/** @throws NoLonger when somebody else has the import, or nobody; NotAllowed */
export async function takeOver({ server, teller }: Desk, attempt: Attempt): Promise<void> {
  const work = async (tx: Tx): Promise<Taken> => {
    const mine = await tx
      .selectFrom('bcf_imports')
      .select('id')
      .where('id', '=', attempt.id)
      .where('attempt', '=', attempt.attempt)
      .where('state', '=', 'APPLYING')
      .forUpdate()
      .executeTakeFirst()
    if (!mine) throw new NoLonger()
    const tell = teller.begin(tx)
    const ctx: WriteContext = { tx, tell, now: server.now, member: await editorOf(tx, attempt) }
    const taken = await takeAll(ctx, attempt)
    await stillMine(tx, attempt)
      .set({ state: 'DONE', progress: 100, outcomes: toJsonb(taken.outcomes), heartbeat_at: null })
      .set({ warnings: toJsonb([...(attempt.warnings as object[]), ...warningsOf(taken.leftOut)]) })
      .set({ changed_at: server.now().toISOString() })
      .execute()
    await tellImport(tell, attempt)
    return taken
  }
  for (let tried = 1; ; tried++) {
    try {
      const { forgotten } = await inTransaction(server.db, work)
      teller.nudge()
      for (const key of forgotten)
        void server.blobs.remove(key).catch((err: unknown) => server.log.warn({ err }, 'snippet'))
      return
    } catch (error) {
      // somebody else made one of its topics in the same moment: it is here now, and compared with the next time
      if (getSqlState(error) !== UNIQUE || tried === TRIES) throw error
    }
  }
}
