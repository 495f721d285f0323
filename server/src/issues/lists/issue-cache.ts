import os from 'node:os'
import type { CustomValues } from '@plumbline/contract/issues/custom-fields'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { TimeSlices } from '../../loop/time-slices.ts'
import { type ColumnRow, codeColumns, decimalColumns, IssueColumns, namedColumns } from './columns.ts'
import { type CustomColumn, updateCustomColumns } from './custom-columns.ts'
import type { IssueMask } from './filter-issues.ts'
import type { GroupedNumbers, SortedNumbers } from './issue-walk.ts'
import { keepLatest } from './keep-latest.ts'
import type { CachedMatches } from './load-matches.ts'
import type { IssueCounts } from './statistics.ts'

/**
 * A project's columns in memory, kept up to date by the log of issues: each read first loads entries after the cached seq,
 * so it sees every change committed before, by any process. Decision 008.
 */
export interface IssueCache {
  columns: IssueColumns
  /** the last log entry that the columns include */
  seq: number
  /** orders by sort key; the most recently used ones are kept */
  orders: Map<string, SortedNumbers>
  /** orders with groups; only the last few are kept */
  grouped: Map<string, GroupedNumbers>
  /** values of the project's custom fields that lists are sorted or grouped by, by field */
  own: Map<string, CustomColumn>
  /** numbers of matching issues by search text or condition of custom fields */
  matches: Map<string, CachedMatches>
  /** numbers of hidden issues that a user watches, by user */
  watched: SeqCache<number[]>
  /** filtered issues by filter */
  masks: SeqCache<IssueMask>
  /** statistics by the key of the filtered issues */
  counts: SeqCache<IssueCounts>
}

/** Cached results, each valid for one seq of the log. */
export type SeqCache<T> = Map<string, { seq: number; answer: Promise<T> }>
const MAX_CACHED_RESULTS = 30

/** The cached result for this seq, or a new one; concurrent callers share one computation. */
export function loadBySeq<T>(
  cache: SeqCache<T>,
  key: string,
  seq: number,
  compute: () => Promise<T>,
): Promise<T> {
  const known = cache.get(key)
  if (known?.seq === seq) return known.answer
  const entry = { seq, answer: compute() }
  entry.answer.catch(() => {
    if (cache.get(key) === entry) cache.delete(key)
  })
  keepLatest(cache, key, entry, MAX_CACHED_RESULTS)
  return entry.answer
}

/** memory of an issue in the cache, including the sort orders in use */
const ISSUE_BYTES = 500
const LEAST_CACHED_ISSUES = 500_000

/** Over all projects together: an eighth of the memory that the process may use, so that a server of 8 GB keeps two million. */
export const computeMostCachedIssues = (memory: number): number =>
  Math.max(LEAST_CACHED_ISSUES, Math.floor(memory / 8 / ISSUE_BYTES))

/** Memory available to the process: the machine's, or its container's. */
export const readProcessMemory = (): number => {
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(os.totalmem(), limit) : os.totalmem()
}
const MAX_CACHED_ISSUES = computeMostCachedIssues(readProcessMemory())
const PAGE = 2000

/** The values of custom fields are read of changed issues only. */
type CachedRow = ColumnRow & { custom_fields?: CustomValues }

const storedColumns = [...codeColumns, ...namedColumns, ...decimalColumns].map((name) => sql.ref(name))

// past visible.ts: the cache is shared by all members; `buildVisibleMask` filters it
const selectColumnRows = (where: ReturnType<typeof sql>, own = sql``) => sql<CachedRow>`
  select number, name, ${own} labels, reopened, ${sql.join(storedColumns)},
    array(select distinct a.bim_file_header_id::text from issue_anchors a where a.issue_id = i.id) as files,
    due_date - date '1970-01-01' as due, deleted_at is not null as is_deleted,
    (extract(epoch from created_at) * 1000)::float8 as created,
    (extract(epoch from updated_at) * 1000)::float8 as updated,
    (extract(epoch from resolved_at) * 1000)::float8 as resolved,
    (extract(epoch from closed_at) * 1000)::float8 as closed,
    (extract(epoch from done_at) * 1000)::float8 as done
  from issues i where ${where}`

/** The seq of the project's last log entry; 0 without one. */
export async function readLogHead(db: Db, projectId: string): Promise<number> {
  const chain = await db
    .selectFrom('issue_chains')
    .select('seq')
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  return chain?.seq ?? 0
}

/** Earlier reads may see part of these rows; later reads wait for all of them. */
async function upsertInSlices({ columns, own }: IssueCache, rows: CachedRow[]): Promise<void> {
  const slices = new TimeSlices()
  for (let from = 0; from < rows.length; from += 200) {
    const some = rows.slice(from, from + 200)
    columns.upsert(some)
    updateCustomColumns(own, some)
    if (slices.isOver) await slices.yieldToLoop()
  }
}

async function readAllIssues(db: Db, projectId: string): Promise<IssueCache> {
  const followed: IssueCache = {
    columns: new IssueColumns(),
    seq: await readLogHead(db, projectId),
    orders: new Map(),
    grouped: new Map(),
    own: new Map(),
    matches: new Map(),
    watched: new Map(),
    masks: new Map(),
    counts: new Map(),
  }
  for (let last = 0; ; ) {
    const page = await selectColumnRows(
      sql`project_id = ${projectId} and number > ${last} order by number limit ${PAGE}`,
    ).execute(db)
    await upsertInSlices(followed, page.rows)
    if (page.rows.length < PAGE) return followed
    last = page.rows.at(-1)?.number ?? last
  }
}

/** Reloads changed issues. Rows may be newer than the head read before: then the next call reads them once more. */
async function refresh(db: Db, projectId: string, followed: IssueCache): Promise<IssueCache> {
  const head = await readLogHead(db, projectId)
  if (head === followed.seq) return followed
  // the database was restored from an older backup
  if (head < followed.seq) return readAllIssues(db, projectId)
  const where = sql`id in (select issue_id from issue_log
    where project_id = ${projectId} and seq > ${followed.seq} and seq <= ${head})`
  const changed = await selectColumnRows(where, sql`custom_fields,`).execute(db)
  await upsertInSlices(followed, changed.rows)
  followed.seq = head
  return followed
}

/** A running read; `isForgotten`: its data is outdated and must be read again. */
interface RunningRead {
  isForgotten: boolean
}

/** Refreshes of a project run in turn; callers arriving during one share the next. */
interface RefreshQueue {
  read: RunningRead
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

  load(projectId: string): Promise<IssueCache> {
    const line = this.lines.get(projectId)
    if (!line) return this.start(projectId)
    line.next ??= line.running.then(
      () => this.start(projectId),
      () => this.start(projectId),
    )
    return line.next
  }

  has(projectId: string): boolean {
    return this.known.has(projectId)
  }

  listLarge(least: number): string[] {
    return [...this.known].flatMap(([id, { columns }]) => (columns.total >= least ? [id] : []))
  }

  forget(projectId: string): void {
    this.known.delete(projectId)
    const line = this.lines.get(projectId)
    if (line) line.read.isForgotten = true
  }

  private start(projectId: string): Promise<IssueCache> {
    const read = { isForgotten: false }
    const running = this.read(projectId, read)
    const line: RefreshQueue = { read, running, next: null }
    this.lines.set(projectId, line)
    const end = () => {
      if (this.lines.get(projectId) === line && !line.next) this.lines.delete(projectId)
    }
    running.then(end, end)
    return running
  }

  private async read(projectId: string, read: RunningRead): Promise<IssueCache> {
    const known = this.known.get(projectId)
    const followed = await (known ? refresh(this.db, projectId, known) : readAllIssues(this.db, projectId))
    if (read.isForgotten) {
      read.isForgotten = false
      return this.read(projectId, read)
    }
    // least recently used first: these are evicted first
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

/** By database: tests run several servers in one process. */
const cachesByDatabase = new WeakMap<Db, IssueCaches>()

/** Lets the next read load the project from its rows: after something changed them without recording it in the log. */
export const forgetIssueCache = (db: Db, projectId: string): void =>
  cachesByDatabase.get(db)?.forget(projectId)

/** Whether this process has the project's issues in memory, so that reading them takes no time. */
export const isIssueCacheLoaded = (db: Db, projectId: string): boolean =>
  cachesByDatabase.get(db)?.has(projectId) ?? false

/** The projects with at least so many issues that this process has in memory. */
export const listLargeCachedProjects = (db: Db, least: number): string[] =>
  cachesByDatabase.get(db)?.listLarge(least) ?? []

/** The project's up-to-date cache. Not for use in a write: it needs a second connection and misses uncommitted rows. */
export function loadIssueCache(db: Db, projectId: string): Promise<IssueCache> {
  let caches = cachesByDatabase.get(db)
  if (!caches) {
    caches = new IssueCaches(db)
    cachesByDatabase.set(db, caches)
  }
  return caches.load(projectId)
}
