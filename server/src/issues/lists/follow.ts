import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { TimeSlices } from '../../loop/time-slices.ts'
import { type ColumnRow, IssueColumns } from './columns.ts'
import type { Choice } from './filter.ts'
import type { Order } from './order.ts'
import type { Counts } from './statistics.ts'

/**
 * The columns of the projects that are read, kept up to date by the log of issues: each reading first asks what came
 * after the seq that it knows, so it sees every change that was committed before, by whichever process. Decision 008.
 */
export interface Followed {
  columns: IssueColumns
  /** of the log, up to which the columns know */
  seq: number
  orders: Map<string, Order>
  /** numbers of the issues that have the words, by what was searched for */
  words: Remembered<Int32Array>
  /** numbers of hidden issues that a person watches */
  watched: Remembered<number[]>
  /** which issues were chosen */
  masks: Remembered<Choice>
  /** numbers of chosen issues, by the key of the choice */
  counts: Remembered<Counts>
}

/** Answers of the database that hold as long as the log has not gone on. */
export type Remembered<T> = Map<string, { seq: number; answer: Promise<T> }>
const MOST_REMEMBERED = 30

/** The answer as of a seq: the same question is asked once. */
export function remembered<T>(
  answers: Remembered<T>,
  question: string,
  seq: number,
  ask: () => Promise<T>,
): Promise<T> {
  const known = answers.get(question)
  if (known?.seq === seq) return known.answer
  const answer = ask()
  answer.catch(() => answers.delete(question))
  answers.delete(question)
  answers.set(question, { seq, answer })
  const oldest = answers.keys().next().value
  if (answers.size > MOST_REMEMBERED && oldest !== undefined) answers.delete(oldest)
  return answer
}

/** Issues in memory, of all projects together: about 125 MB. */
const MOST_ISSUES = 500_000
const PAGE = 2000

const rows = (where: ReturnType<typeof sql>) => sql<ColumnRow>`
  select number, name, status, priority, type, trade, source, visibility, level_id, section_id, assignee_id,
    created_by, team_id, stage, labels, reopened,
    array(select distinct a.bim_file_header_id::text from issue_anchors a where a.issue_id = i.id) as files,
    due_date - date '1970-01-01' as due, deleted_at is not null as is_deleted,
    (extract(epoch from created_at) * 1000)::float8 as created,
    (extract(epoch from updated_at) * 1000)::float8 as updated,
    (extract(epoch from resolved_at) * 1000)::float8 as resolved,
    (extract(epoch from closed_at) * 1000)::float8 as closed,
    (extract(epoch from done_at) * 1000)::float8 as done
  from issues i where ${where}`

export async function headOf(db: Db, projectId: string): Promise<number> {
  const chain = await db
    .selectFrom('issue_chains')
    .select('seq')
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  return chain?.seq ?? 0
}

/** A reader that began before may see part of these rows; the next one waits for all of them. */
async function putInSlices(columns: IssueColumns, rows: ColumnRow[]): Promise<void> {
  const slices = new TimeSlices()
  for (let from = 0; from < rows.length; from += 200) {
    columns.put(rows.slice(from, from + 200))
    if (slices.isOver) await slices.yieldToLoop()
  }
}

async function load(db: Db, projectId: string): Promise<Followed> {
  const followed: Followed = {
    columns: new IssueColumns(),
    seq: await headOf(db, projectId),
    orders: new Map(),
    words: new Map(),
    watched: new Map(),
    masks: new Map(),
    counts: new Map(),
  }
  for (let last = 0; ; ) {
    const page = await rows(
      sql`project_id = ${projectId} and number > ${last} order by number limit ${PAGE}`,
    ).execute(db)
    await putInSlices(followed.columns, page.rows)
    if (page.rows.length < PAGE) return followed
    last = page.rows.at(-1)?.number ?? last
  }
}

/** Reads again what changed. What is read may be newer than the seq: the next time it is only read once more. */
async function catchUp(db: Db, projectId: string, followed: Followed): Promise<Followed> {
  const head = await headOf(db, projectId)
  if (head === followed.seq) return followed
  // the database is an older one than before
  if (head < followed.seq) return load(db, projectId)
  const changed = await rows(sql`id in (select issue_id from issue_log
    where project_id = ${projectId} and seq > ${followed.seq} and seq <= ${head})`).execute(db)
  await putInSlices(followed.columns, changed.rows)
  followed.seq = head
  return followed
}

/** One reading of the log after the other for a project; who comes while one runs shares the next. */
interface Line {
  running: Promise<Followed>
  next: Promise<Followed> | null
}

class Followers {
  private readonly known = new Map<string, Followed>()
  private readonly lines = new Map<string, Line>()
  private readonly db: Db
  constructor(db: Db) {
    this.db = db
  }

  current(projectId: string): Promise<Followed> {
    const line = this.lines.get(projectId)
    if (!line) return this.start(projectId)
    line.next ??= line.running.then(
      () => this.start(projectId),
      () => this.start(projectId),
    )
    return line.next
  }

  private start(projectId: string): Promise<Followed> {
    const running = this.read(projectId)
    const line: Line = { running, next: null }
    this.lines.set(projectId, line)
    const end = () => {
      if (this.lines.get(projectId) === line && !line.next) this.lines.delete(projectId)
    }
    running.then(end, end)
    return running
  }

  private async read(projectId: string): Promise<Followed> {
    const known = this.known.get(projectId)
    const followed = await (known ? catchUp(this.db, projectId, known) : load(this.db, projectId))
    // the most recently used comes last
    this.known.delete(projectId)
    this.known.set(projectId, followed)
    let issues = 0
    for (const { columns } of this.known.values()) issues += columns.last
    for (const [id, { columns }] of this.known) {
      if (issues <= MOST_ISSUES || id === projectId) break
      this.known.delete(id)
      issues -= columns.last
    }
    return followed
  }
}

/** Two servers in one process have a database each. */
const followers = new WeakMap<Db, Followers>()

/** A project's columns as of now. Not from within a write: it would need a second connection, and see less. */
export function followIssues(db: Db, projectId: string): Promise<Followed> {
  let own = followers.get(db)
  if (!own) {
    own = new Followers(db)
    followers.set(db, own)
  }
  return own.current(projectId)
}
