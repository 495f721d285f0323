import { createHash, randomUUIDv7 } from 'node:crypto'
import type { IssueStatus } from '@plumbline/contract/issues/issues'
import type { Selectable } from 'kysely'
import { type Tx, toJsonb } from '../src/db/database.ts'
import type { Tables } from '../src/db/tables.ts'
import { type EntryData, type NewEntry, pickLoggedFields, recordIssues } from '../src/issues/log.ts'
import { buildStatusColumns } from '../src/issues/status-columns.ts'
import { type DemoIssue, type DemoStep, demoIssues } from './issues.ts'
import type { DemoPeople } from './people.ts'
import type { DemoPhoto, PhotoKey } from './photos.ts'

/** Inserts the demo's issues with a log, as if their events had happened in order. */

const DAY_MS = 24 * 3600 * 1000

type Row = Selectable<Tables['issues']>

export interface DemoSetting {
  project: { id: string; team_id: string }
  people: DemoPeople
  photos: Record<PhotoKey, DemoPhoto>
  sectionOf: Map<number, string>
  levelOf: Map<number, string>
  now: Date
}

/** A log entry with time and author, merged with the entries of other issues in order of time. */
interface Event {
  at: string
  by: string
  entry: NewEntry
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

async function insertIssue(tx: Tx, demo: DemoIssue, number: number, setting: DemoSetting): Promise<Row> {
  const { project, people, sectionOf, levelOf, now } = setting
  const { by, assignee, daysAgo, dueInDays, labels, at: _, steps: __, ...fields } = demo
  const day = (days: number) => new Date(now.getTime() + days * DAY_MS).toISOString()
  const created_at = day(-daysAgo)
  return tx
    .insertInto('issues')
    .values({
      ...fields,
      ...{ id: randomUUIDv7(), number, project_id: project.id, team_id: project.team_id },
      ...{ created_by: people[by], created_at, updated_by: people[by], updated_at: created_at },
      section_id: sectionOf.get(number) ?? null,
      level_id: levelOf.get(number) ?? null,
      labels: [...labels],
      assignee_id: assignee && people[assignee],
      due_date: dueInDays === null ? null : day(dueInDays).slice(0, 10),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

type Proof = Pick<Selectable<Tables['issue_comments']>, 'shows_fix'>

/** Attaches a photo with markup. */
async function show(
  tx: Tx,
  issue: Row,
  photo: DemoPhoto,
  proof: Proof,
  by: string,
  at: string,
): Promise<EntryData[]> {
  const { shapes, ...columns } = photo
  const id = randomUUIDv7()
  const markup = shapes.length > 0 ? toJsonb({ shapes }) : null
  await tx
    .insertInto('issue_attachments')
    .values({
      ...columns,
      ...{ id, issue_id: issue.id, round: issue.round, ...proof, created_by: by, created_at: at },
      ...{ markup, version: markup ? 2 : 1 },
    })
    .execute()
  const data = { attachment_id: id, subject: photo.name }
  return markup ? [{ ...data, sha256: photo.sha256 }, data] : [{ ...data, sha256: photo.sha256 }]
}

async function say(tx: Tx, issue: Row, text: string, files: string[], proof: Proof, by: string, at: string) {
  const id = randomUUIDv7()
  const { id: issue_id, round } = issue
  await tx
    .insertInto('issue_comments')
    .values({ id, issue_id, round, ...proof, text, attachment_ids: files, created_by: by, created_at: at })
    .execute()
  const watcher = { issue_id, user_id: by }
  await tx
    .insertInto('issue_watchers')
    .values(watcher)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return { comment_id: id, sha256: sha256(text) }
}

async function takeStep(
  tx: Tx,
  issue: Row,
  { to, says, shows }: DemoStep,
  by: string,
  at: string,
  photos: DemoSetting['photos'],
) {
  const entries: NewEntry[] = []
  const add = (kind: NewEntry['kind'], data: EntryData) => entries.push({ issue_id: issue.id, kind, data })
  const proof = { shows_fix: to === 'RESOLVED' || issue.status === 'IN_PROGRESS' || shows === 'repaired' }
  const files = shows ? await show(tx, issue, photos[shows], proof, by, at) : []
  const [attached, drawn] = files
  if (attached) add('ATTACHED', attached)
  if (drawn) add('MARKED_UP', drawn)
  const shown = attached?.attachment_id ? [attached.attachment_id] : []
  if (to) add('CHANGED', { changes: [{ field: 'status', from: issue.status, to }] })
  if (says) add('COMMENTED', await say(tx, issue, says, shown, proof, by, at))
  const row = await tx
    .updateTable('issues')
    .set({
      ...(to
        ? { ...buildStatusColumns(by, at, issue, to satisfies IssueStatus), version: issue.version + 1 }
        : {}),
      comments: issue.comments + (says ? 1 : 0),
      attachments: issue.attachments + (shows ? 1 : 0),
      ...{ updated_at: at, updated_by: by },
    })
    .where('id', '=', issue.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return { row, entries }
}

async function liveThrough(tx: Tx, demo: DemoIssue, number: number, setting: DemoSetting): Promise<Event[]> {
  const { people, photos, now } = setting
  let issue = await insertIssue(tx, demo, number, setting)
  const created: NewEntry = { issue_id: issue.id, kind: 'CREATED', data: { fields: pickLoggedFields(issue) } }
  const events: Event[] = [
    { at: new Date(issue.created_at).toISOString(), by: people[demo.by], entry: created },
  ]
  for (const step of demo.steps) {
    const at = new Date(now.getTime() - demo.daysAgo * (1 - step.after) * DAY_MS).toISOString()
    const by = people[step.by]
    const { row, entries } = await takeStep(tx, issue, step, by, at, photos)
    issue = row
    events.push(...entries.map((entry) => ({ at, by, entry })))
  }
  return events
}

/** Inserts the issues in order; anchors follow once the models are converted. */
export async function addIssues(tx: Tx, setting: DemoSetting): Promise<void> {
  const project_id = setting.project.id
  const events: Event[] = []
  for (const [index, demo] of demoIssues.entries())
    events.push(...(await liveThrough(tx, demo, index + 1, setting)))
  for (const { at, by, entry } of events.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)))
    await recordIssues(tx, { project_id, by, at }, [entry])
  await tx
    .updateTable('projects')
    .set({ last_issue_number: demoIssues.length })
    .where('id', '=', project_id)
    .execute()
}
