import { randomUUIDv7 } from 'node:crypto'
import { bcfOutcomes } from '@plumbline/contract/bcf/bcf'
import { Id } from '@plumbline/contract/fields'
import { isLevelAtLeast } from '@plumbline/contract/roles'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { ProjectMember, WriteContext } from '../../context.ts'
import { getSqlState, inTransaction, type Tx, toJsonb } from '../../db/database.ts'
import { acrossProjects } from '../../db/project-scope.ts'
import { analyzeImportedIssues } from '../../issues/analyze-issues.ts'
import { applyChanges, type IssueChange, type StoredIssue } from '../../issues/bulk/apply-changes.ts'
import { tellBulkChange } from '../../issues/bulk/tell-bulk-change.ts'
import { type NewEntry, pickLoggedFields, recordIssues } from '../../issues/log.ts'
import { buildLogStamp } from '../../issues/part-changes.ts'
import { type IssueOrigin, insertIssues } from '../../issues/sheets/insert-issues.ts'
import { visibleIssues } from '../../issues/visible.ts'
import { findProjectMember } from '../../projects/project-roles.ts'
import { isAccountLocked } from '../../users/is-account-locked.ts'
import { guidColumn } from '../build-topic.ts'
import { queueCameraPlaces } from '../locating/queue-camera-places.ts'
import {
  type ImportAttempt,
  type ImportServices,
  publishImportUpdate,
  updateClaimedImport,
} from './import-attempt.ts'
import { findPersonId, getImportProject, type ImportProject, type PersonMapping } from './import-columns.ts'
import { buildWarnings, type OmissionCode } from './notes.ts'
import { planTopics, type TopicOutcome, type TopicPlan } from './plan-topics.ts'
import {
  buildChangedFields,
  buildChangedPreserved,
  buildNewFields,
  buildNewPreserved,
  buildWriteTarget,
} from './planned-changes.ts'
import { claimNumbers, type ReservedNumbers, reserveNumbers, returnNumbers } from './reserve-numbers.ts'
import type { StagedTopic, StoredParts } from './staged.ts'
import { listTopicPages } from './topic-pages.ts'
import { type TopicRelations, writeRelations } from './write-relations.ts'
import { writeTopicParts } from './write-topic-parts.ts'

/**
 * Applies a previewed archive in one transaction: topics are planned again against the current issues, written page by
 * page, and published as one bulk change.
 */

const PAGE = 200
const MAX_ATTEMPTS = 3
const UNIQUE_VIOLATION = '23505'

/** Results of all pages, processed at the end of the transaction. */
export interface ImportResult {
  entries: NewEntry[]
  created: IssueChange[]
  changed: IssueChange[]
  relations: TopicRelations[]
  outcomes: Partial<Record<TopicOutcome, number>>
  /** counts of parts that cannot be imported */
  omissions: Map<OmissionCode, number>
  /** keys of blobs without a reference, removed after the commit */
  orphanedBlobs: string[]
  /** ids of issues that received a view with a camera and without elements */
  cameraOnly: string[]
  /** remaining numbers for new issues */
  numbers: ReservedNumbers
}

export class AttemptLostError extends Error {}
export class ImportRightsError extends Error {}

/**
 * The member who started the import.
 * @throws ImportRightsError if they may no longer edit the project, or their account was locked
 */
export async function getImportEditor(
  tx: Tx,
  { created_by, project_id }: ImportAttempt,
): Promise<ProjectMember> {
  const member = created_by && (await findProjectMember(tx, created_by, project_id))
  if (!member || member.archived || !isLevelAtLeast(member.permission_level, 'EDITOR'))
    throw new ImportRightsError()
  if (await isAccountLocked(tx, member.user_id)) throw new ImportRightsError()
  return member
}

/** Locks every affected issue before the first write, in the id order of all bulk changes, which avoids deadlocks. */
async function lockIssues({ tx, member }: WriteContext, importId: string): Promise<void> {
  await visibleIssues(tx, member)
    .where(guidColumn('issues'), 'in', (eb) =>
      eb.selectFrom('bcf_import_topics').select('guid').where('import_id', '=', importId),
    )
    .select('issues.id')
    .orderBy('issues.id')
    .forUpdate('issues')
    .execute()
}

/** Drops the longest column of rows that wait for `tellMany`, to bound memory. */
const withoutDescription = (row: StoredIssue): StoredIssue => ({ ...row, description: '' })

async function buildOrigins(
  tx: Tx,
  plans: TopicPlan<StagedTopic>[],
  project: ImportProject,
): Promise<IssueOrigin[]> {
  const guids = plans.map(({ topic }) => topic.guid)
  // past visible.ts: an id in use gets a new one, whoever uses it
  const { rows } = await acrossProjects('ids are unique among all projects', () =>
    sql<{ id: string }>`select id from issues where id = any (${guids}::uuid[])`.execute(tx),
  )
  const usedIds = new Set(rows.map(({ id }) => id))
  return plans.map(({ topic }) => {
    const isFree = !usedIds.has(topic.guid) && z.safeParse(Id, topic.guid).success
    return {
      ...(isFree ? { id: topic.guid, bcf_guid: null } : { id: randomUUIDv7(), bcf_guid: topic.guid }),
      source: 'BCF',
      created_by: findPersonId(project, topic.creation_author),
      created_at: topic.creation_date,
      updated_by: findPersonId(project, topic.modified_author),
      updated_at: topic.modified_date ?? topic.creation_date,
    }
  })
}

async function insertNewIssues(
  ctx: WriteContext,
  plans: TopicPlan<StagedTopic>[],
  project: ImportProject,
  result: ImportResult,
): Promise<StoredIssue[]> {
  const origins = await buildOrigins(ctx.tx, plans, project)
  const created = await insertIssues(
    ctx,
    plans.map((plan, index) => ({
      ...buildNewFields(plan, origins[index] as IssueOrigin),
      origin: origins[index] as IssueOrigin,
    })),
    claimNumbers(result.numbers, plans.length),
  )
  for (const row of created) {
    result.entries.push({ issue_id: row.id, kind: 'CREATED', data: { fields: pickLoggedFields(row) } })
    result.created.push({ before: withoutDescription(row), fields: {} })
  }
  return created
}

async function getIssueRows(tx: Tx, ids: string[]): Promise<Map<string, StoredIssue>> {
  if (ids.length === 0) return new Map()
  // past visible.ts: ids of issues that this import created or locked
  const rows = await tx.selectFrom('issues').selectAll().where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

interface StagedTopicRow {
  topic: StagedTopic
  stored: StoredParts | null
}

async function applyPlans(
  ctx: WriteContext,
  attempt: ImportAttempt,
  plans: TopicPlan<StagedTopic>[],
  stored: ReadonlyMap<string, StoredParts | null>,
  project: ImportProject,
  result: ImportResult,
) {
  for (const plan of plans) {
    if (attempt.known === 'SKIP' && plan.existing) plan.outcome = 'SAME'
    result.outcomes[plan.outcome] = (result.outcomes[plan.outcome] ?? 0) + 1
  }
  const newPlans = plans.filter(({ outcome }) => outcome === 'NEW')
  const changedPlans = plans.filter(
    ({ outcome, existing }) => existing && (outcome === 'CHANGED' || outcome === 'CONFLICT'),
  )
  const created = await insertNewIssues(ctx, newPlans, project, result)
  const rows = await getIssueRows(
    ctx.tx,
    changedPlans.flatMap(({ existing }) => existing?.row.id ?? []),
  )
  const changes: IssueChange[] = changedPlans.flatMap((plan) => {
    const before = rows.get(plan.existing?.row.id ?? '')
    return before ? [{ before, fields: buildChangedFields(ctx, plan, before) }] : []
  })
  result.entries.push(...(await applyChanges(ctx, changes)).entries)
  result.changed.push(
    ...changes.map(({ before, fields }) => ({ before: withoutDescription(before), fields })),
  )
  const receivers = [
    ...newPlans.map((plan, index) => {
      const target = buildWriteTarget(
        plan,
        created[index] as StoredIssue,
        stored.get(plan.topic.guid) ?? null,
      )
      target.preserved = buildNewPreserved(plan, target.stored)
      return { plan, target }
    }),
    ...changedPlans.flatMap((plan) => {
      const row = rows.get(plan.existing?.row.id ?? '')
      if (!row) return []
      const target = buildWriteTarget(plan, row, stored.get(plan.topic.guid) ?? null)
      target.preserved = buildChangedPreserved(plan, target.stored)
      return [{ plan, target }]
    }),
  ]
  await writeTopicParts(ctx, receivers, project, result)
  await setResultNumbers(ctx.tx, attempt.id, newPlans, created)
}

/** Writes the numbers of new issues into the preview rows, which become the result. */
async function setResultNumbers(
  tx: Tx,
  importId: string,
  newPlans: TopicPlan<StagedTopic>[],
  created: StoredIssue[],
): Promise<void> {
  const rows = newPlans.map(({ topic }, index) => ({
    guid: topic.guid,
    number: created[index]?.number ?? null,
  }))
  if (rows.length > 0)
    await sql`update bcf_import_topics t set number = v.number
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v (guid uuid, number integer)
      where t.import_id = ${importId} and t.guid = v.guid`.execute(tx)
}

async function applyAll(
  ctx: WriteContext,
  attempt: ImportAttempt,
  numbers: ReservedNumbers,
): Promise<ImportResult> {
  const result: ImportResult = {
    entries: [],
    created: [],
    changed: [],
    relations: [],
    outcomes: {},
    omissions: new Map(),
    orphanedBlobs: [],
    cameraOnly: [],
    numbers,
  }
  const project = await getImportProject(ctx.tx, attempt.project_id, attempt.people as PersonMapping[])
  await lockIssues(ctx, attempt.id)
  for (const { first, last } of await listTopicPages(ctx.tx, attempt.id, PAGE, bcfOutcomes)) {
    const page = await ctx.tx
      .selectFrom('bcf_import_topics')
      .select(['topic', 'stored'])
      .where('import_id', '=', attempt.id)
      .where('place', '>=', first)
      .where('place', '<=', last)
      .orderBy('place')
      .execute()
    const rows = page as StagedTopicRow[]
    const stored = new Map(rows.map((row) => [row.topic.guid, row.stored]))
    const topics = rows.map(({ topic }) => topic)
    for await (const plans of planTopics(ctx, topics, project))
      await applyPlans(ctx, attempt, plans, stored, project, result)
  }
  result.entries.push(...(await writeRelations(ctx, result.relations)))
  await tellBulkChange(ctx, 'issue.updated', result.changed)
  await tellBulkChange(ctx, 'issue.created', result.created, 'NEW')
  // last: every other write of an issue waits for the head of the log
  await recordIssues(ctx.tx, buildLogStamp(ctx), result.entries)
  return result
}

/** Applies the import in a transaction. @throws AttemptLostError if it was cancelled or claimed again; ImportRightsError */
async function applyInTransaction(
  { server, teller }: ImportServices,
  attempt: ImportAttempt,
  numbers: ReservedNumbers,
  tx: Tx,
): Promise<ImportResult> {
  const mine = await tx
    .selectFrom('bcf_imports')
    .select('id')
    .where('id', '=', attempt.id)
    .where('attempt', '=', attempt.attempt)
    .where('state', '=', 'APPLYING')
    .forUpdate()
    .executeTakeFirst()
  if (!mine) throw new AttemptLostError()
  const tell = teller.begin(tx)
  const ctx: WriteContext = { tx, tell, now: server.now, member: await getImportEditor(tx, attempt) }
  const result = await applyAll(ctx, attempt, numbers)
  await queueCameraPlaces(server.jobs, tx, attempt.project_id, result.cameraOnly)
  await updateClaimedImport(tx, attempt)
    .set({ state: 'DONE', progress: 100, outcomes: toJsonb(result.outcomes), heartbeat_at: null })
    .set({ warnings: toJsonb([...(attempt.warnings as object[]), ...buildWarnings(result.omissions)]) })
    .set({ changed_at: server.now().toISOString() })
    .execute()
  await publishImportUpdate(tell, attempt)
  return result
}

/** @throws AttemptLostError, ImportRightsError */
export async function applyImport(services: ImportServices, attempt: ImportAttempt): Promise<void> {
  const { server, teller } = services
  const reserved = await reserveNumbers(server.db, attempt)
  let left: ReservedNumbers | null = null
  try {
    for (let tried = 1; ; tried++) {
      // a rolled back try has used none
      const numbers = { ...reserved }
      try {
        const { orphanedBlobs: forgotten, entries } = await inTransaction(server.db, (tx) =>
          applyInTransaction(services, attempt, numbers, tx),
        )
        left = numbers
        teller.nudge()
        analyzeImportedIssues(server, entries.length)
        for (const key of forgotten)
          void server.blobs.remove(key).catch((err: unknown) => server.log.warn({ err }, 'snippet'))
        return
      } catch (error) {
        // rolled back for certain; of an error of the connection nobody knows whether the issues are there
        if (error instanceof AttemptLostError || error instanceof ImportRightsError) left = reserved
        // a concurrent request created one of the topics: the next try plans it as existing
        if (getSqlState(error) !== UNIQUE_VIOLATION || tried === MAX_ATTEMPTS) throw error
      }
    }
  } finally {
    if (left)
      await returnNumbers(server.db, attempt.project_id, left).catch((err: unknown) =>
        server.log.warn({ err, import: attempt.id }, 'numbers'),
      )
  }
}
