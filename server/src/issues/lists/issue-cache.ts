import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { Slices } from '../../loop/slices.ts'
import { type ColumnRow, IssueColumns } from './columns.ts'
import type { IssueMask } from './filter-issues.ts'
import type { SortedNumbers } from './issue-walk.ts'
import type { IssueCounts } from './statistics.ts'

/**
 * The columns of the projects that are read, kept up to date by the log of issues: each reading first asks what came
 * after the seq that it knows, so it sees every change that was committed before, by whichever process. Decision 008.
 */
export interface IssueCache {
  columns: IssueColumns
  /** of the log, up to which the columns know */
  seq: number
  orders: Map<string, SortedNumbers>
  /** numbers of the issues that have the words, by what was searched for */
  words: SeqCache<Int32Array>
  /** numbers of hidden issues that a person watches */
  watched: SeqCache<number[]>
  /** which issues were chosen */
  masks: SeqCache<IssueMask>
  /** numbers of chosen issues, by the key of the choice */
  counts: SeqCache<IssueCounts>
}

/** Answers of the database that hold as long as the log has not gone on. */
export type SeqCache<T> = Map<string, { seq: number; answer: Promise<T> }>
const MAX_CACHED_ANSWERS = 30

/** The answer as of a seq: the same question is asked once. */
export function loadBySeq<T>(
  answers: SeqCache<T>,
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
  if (answers.size > MAX_CACHED_ANSWERS && oldest !== undefined) answers.delete(oldest)
  return answer
}

/** Issues in memory, of all projects together: about 125 MB. */
const MAX_CACHED_ISSUES = 500_000
const PAGE = 2000

const selectColumnRows = (where: ReturnType<typeof sql>) => sql<ColumnRow>`
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

export async function readLogHead(db: Db, projectId: string): Promise<number> {
  const chain = await db
    .selectFrom('issue_chains')
    .select('seq')
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  return chain?.seq ?? 0
}

/** A reader that began before may see part of these rows; the next one waits for all of them. */
async function upsertInSlices(columns: IssueColumns, rows: ColumnRow[]): Promise<void> {
  const slices = new Slices()
  for (let from = 0; from < rows.length; from += 200) {
    columns.upsert(rows.slice(from, from + 200))
    if (slices.isOver) await slices.rest()
  }
}

async function readAllIssues(db: Db, projectId: string): Promise<IssueCache> {
  const followed: IssueCache = {
    columns: new IssueColumns(),
    seq: await readLogHead(db, projectId),
    orders: new Map(),
    words: new Map(),
    watched: new Map(),
    masks: new Map(),
    counts: new Map(),
  }
  for (let last = 0; ; ) {
    const page = await selectColumnRows(
      sql`project_id = ${projectId} and number > ${last} order by number limit ${PAGE}`,
    ).execute(db)
    await upsertInSlices(followed.columns, page.rows)
    if (page.rows.length < PAGE) return followed
    last = page.rows.at(-1)?.number ?? last
  }
}

/** Reads again what changed. What is read may be newer than the seq: the next time it is only read once more. */
async function catchUp(db: Db, projectId: string, followed: IssueCache): Promise<IssueCache> {
  const head = await readLogHead(db, projectId)
  if (head === followed.seq) return followed
  // the database is an older one than before
  if (head < followed.seq) return readAllIssues(db, projectId)
  const changed = await selectColumnRows(sql`id in (select issue_id from issue_log
    where project_id = ${projectId} and seq > ${followed.seq} and seq <= ${head})`).execute(db)
  await upsertInSlices(followed.columns, changed.rows)
  followed.seq = head
  return followed
}

/** One reading of the log after the other for a project; who comes while one runs shares the next. */
interface RefreshQueue {
  running: Promise<IssueCache>
  next: Promise<IssueCache> | null
}

class IssueCaches {
  private readonly known = new Map<string, IssueCache>()
  private readonly lines = new Map<string, RefreshQueue>()
  private readonly db: Db
  constructor(db: Db) {
    this.db = db
  }

  current(projectId: string): Promise<IssueCache> {
    const line = this.lines.get(projectId)
    if (!line) return this.start(projectId)
    line.next ??= line.running.then(
      () => this.start(projectId),
      () => this.start(projectId),
    )
    return line.next
  }

  private start(projectId: string): Promise<IssueCache> {
    const running = this.read(projectId)
    const line: RefreshQueue = { running, next: null }
    this.lines.set(projectId, line)
    const end = () => {
      if (this.lines.get(projectId) === line && !line.next) this.lines.delete(projectId)
    }
    running.then(end, end)
    return running
  }

  private async read(projectId: string): Promise<IssueCache> {
    const known = this.known.get(projectId)
    const followed = await (known ? catchUp(this.db, projectId, known) : readAllIssues(this.db, projectId))
    // the most recently used comes last
    this.known.delete(projectId)
    this.known.set(projectId, followed)
    let issues = 0
    for (const { columns } of this.known.values()) issues += columns.last
    for (const [id, { columns }] of this.known) {
      if (issues <= MAX_CACHED_ISSUES || id === projectId) break
      this.known.delete(id)
      issues -= columns.last
    }
    return followed
  }
}

/** Two servers in one process have a database each. */
const cachesByDatabase = new WeakMap<Db, IssueCaches>()

/** A project's columns as of now. Not from within a write: it would need a second connection, and see less. */
export function loadIssueCache(db: Db, projectId: string): Promise<IssueCache> {
  let own = cachesByDatabase.get(db)
  if (!own) {
    own = new IssueCaches(db)
    cachesByDatabase.set(db, own)
  }
  return own.current(projectId)
}
