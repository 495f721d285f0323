import type { Member } from '@plumbline/contract/access/access'
import type { Header } from '@plumbline/contract/bim/bim'
import type { ReplyOf } from '@plumbline/contract/http'
import type { ChangedIssue } from '@plumbline/contract/issues/changes'
import type { IssueCover } from '@plumbline/contract/issues/issues'
import type { PlacedMarker } from '@plumbline/contract/markers/markers'
import type { listLevels, listSections, Project } from '@plumbline/contract/projects/projects'
import { awaitRequest, keepOpen, runTransaction, type WhenLeft } from '../device-store.ts'
import type { PinnedRow } from './local-issues.ts'

/** Projects that a person keeps on this device, with all their issues. */
export interface PinnedProject {
  project_id: string
  project: Project
  /** cursor of the next read of changes */
  next: string
  tags: string
  /** time of the last complete update, in ms; null during the first download */
  at: number | null
  members: Member[]
  levels: ReplyOf<typeof listLevels>
  sections: ReplyOf<typeof listSections>
  files: Header[]
  /** QR markers; missing in data stored by earlier versions of the application */
  markers?: PlacedMarker[]
  /** false until all pictures and files have been downloaded */
  has_files: boolean
  /** ids of the files with stored models and drawings */
  file_ids: string[]
}

/** issues whose rows are read and written together */
const BLOCK_SIZE = 500

interface RowBlock {
  project_id: string
  block: number
  rows: PinnedRow[]
}

interface Detail extends ChangedIssue {
  project_id: string
  id: string
}

const getDatabase = keepOpen('plumbline.pinned', {
  projects: 'project_id',
  rows: ['project_id', 'block'],
  details: ['project_id', 'id'],
})

interface Stores {
  projects: IDBObjectStore
  rows: IDBObjectStore
  details: IDBObjectStore
}

async function inPinned<T>(
  mode: IDBTransactionMode,
  work: (stores: Stores) => Promise<T> | T,
  whenLeft: WhenLeft = 'abort',
): Promise<T> {
  const database = await getDatabase()
  return runTransaction(
    database.transaction(['projects', 'rows', 'details'], mode),
    whenLeft,
    (transaction) => {
      const [projects, rows, details] = ['projects', 'rows', 'details'].map((name) =>
        transaction.objectStore(name),
      ) as [IDBObjectStore, IDBObjectStore, IDBObjectStore]
      return work({ projects, rows, details })
    },
  )
}

/** All keys of a project in a store with composite keys. */
const keysOf = (projectId: string) => IDBKeyRange.bound([projectId], [projectId, []])

export const listPinnedProjects = () =>
  inPinned('readonly', ({ projects }) => awaitRequest<PinnedProject[]>(projects.getAll()))

/** reads of a project that have not been answered yet: a page reads much of it at once */
const reading = new Map<string, Promise<PinnedProject | undefined>>()

export function findPinnedProject(projectId: string): Promise<PinnedProject | undefined> {
  const running = reading.get(projectId)
  if (running) return running
  const started = inPinned('readonly', ({ projects }) =>
    awaitRequest<PinnedProject | undefined>(projects.get(projectId)),
  ).finally(() => reading.delete(projectId))
  reading.set(projectId, started)
  return started
}

const listBlockKeys = async ({ rows }: Stores, projectId: string) =>
  await awaitRequest<IDBValidKey[]>(rows.getAllKeys(keysOf(projectId)))

/** All rows. Each block is a separate task, between which the page can respond. */
export const readPinnedRows = (projectId: string): Promise<PinnedRow[]> =>
  inPinned('readonly', async (stores) => {
    const keys = await listBlockKeys(stores, projectId)
    const blocks = keys.map((key) => awaitRequest<RowBlock | undefined>(stores.rows.get(key)))
    return (await Promise.all(blocks)).flatMap((block) => block?.rows ?? [])
  })

export const findPinnedRow = (projectId: string, number: number): Promise<PinnedRow | undefined> =>
  inPinned('readonly', async ({ rows }) => {
    const block = await awaitRequest<RowBlock | undefined>(rows.get([projectId, blockOf(number)]))
    return block?.rows.find((row) => row.number === number)
  })

/** At least `count` rows with the highest numbers, unless there are fewer, and the number of all. */
export const readLastPinnedRows = (projectId: string, count: number) =>
  inPinned('readonly', async (stores) => {
    const total = awaitRequest<number>(stores.details.count(keysOf(projectId)))
    const found: PinnedRow[] = []
    for (const key of (await listBlockKeys(stores, projectId)).reverse()) {
      if (found.length >= count) break
      const block = await awaitRequest<RowBlock | undefined>(stores.rows.get(key))
      found.push(...(block?.rows ?? []))
    }
    return { rows: found, total: await total }
  })

export const findPinnedIssue = (projectId: string, issueId: string): Promise<ChangedIssue | undefined> =>
  inPinned('readonly', ({ details }) => awaitRequest<Detail | undefined>(details.get([projectId, issueId])))

const ISSUES_PER_READ = 250

/** Goes through all kept issues of a project, some at a time: together they may be large. */
export async function visitPinnedIssues(
  projectId: string,
  visit: (issues: readonly ChangedIssue[]) => void,
): Promise<void> {
  for (let after: IDBValidKey = [projectId]; ; ) {
    const range = IDBKeyRange.bound(after, [projectId, []], true)
    const some = await inPinned('readonly', ({ details }) =>
      awaitRequest<Detail[]>(details.getAll(range, ISSUES_PER_READ)),
    )
    visit(some)
    const last = some.at(-1)
    if (!last || some.length < ISSUES_PER_READ) return
    after = [projectId, last.id]
  }
}

/** As the server chooses it. */
function findCover({
  viewpoints,
  attachments,
}: Pick<ChangedIssue['issue'], 'viewpoints' | 'attachments'>): IssueCover | null {
  const photo = attachments.find(({ kind }) => kind === 'PHOTO')
  if (photo) return { kind: 'PHOTO', id: photo.id, version: photo.version }
  const view = viewpoints.find(({ has_snapshot }) => has_snapshot)
  return view ? { kind: 'VIEW', id: view.guid, version: view.version } : null
}

function toRow({ issue }: ChangedIssue): PinnedRow {
  const { viewpoints, attachments, ...row } = issue
  return {
    ...row,
    attachments: attachments.length,
    cover: findCover({ viewpoints, attachments }),
  }
}

const blockOf = (number: number) => Math.floor(number / BLOCK_SIZE)

/** Stores a page of changes and the cursor of the next one, in one transaction. */
export async function storePinnedPage(
  project: PinnedProject,
  changed: readonly ChangedIssue[],
  gone: readonly string[],
): Promise<void> {
  const { project_id } = project
  await inPinned('readwrite', async ({ projects, rows, details }) => {
    projects.put(project)
    const removed = new Set(gone)
    for (const id of gone) {
      const detail = await awaitRequest<Detail | undefined>(details.get([project_id, id]))
      if (!detail) continue
      const block = blockOf(detail.issue.number)
      const stored = await awaitRequest<RowBlock | undefined>(rows.get([project_id, block]))
      rows.put({ project_id, block, rows: stored?.rows.filter((row) => !removed.has(row.id)) ?? [] })
      details.delete([project_id, id])
    }
    for (const [block, some] of Map.groupBy(changed, ({ issue }) => blockOf(issue.number))) {
      const stored = await awaitRequest<RowBlock | undefined>(rows.get([project_id, block]))
      const byId = new Map(stored?.rows.map((row) => [row.id, row]))
      for (const each of some) {
        byId.set(each.issue.id, toRow(each))
        details.put({ ...each, project_id, id: each.issue.id } satisfies Detail)
      }
      rows.put({ project_id, block, rows: [...byId.values()] } satisfies RowBlock)
    }
  })
}

/** Removes one project from this device, or all of them. */
export const forgetPinned = (projectId?: string): Promise<void> =>
  inPinned(
    'readwrite',
    ({ projects, rows, details }) => {
      if (projectId === undefined) {
        for (const store of [projects, rows, details]) store.clear()
        return
      }
      projects.delete(projectId)
      rows.delete(keysOf(projectId))
      details.delete(keysOf(projectId))
    },
    'commit',
  )
