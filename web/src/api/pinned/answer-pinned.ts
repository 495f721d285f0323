import { listMembers } from '@plumbline/contract/access/access'
import { type Header, listHeaders } from '@plumbline/contract/bim/bim'
import type { EndpointSpec } from '@plumbline/contract/http'
import { type CustomField, listCustomFields } from '@plumbline/contract/issues/custom-fields'
import { isCustomKey } from '@plumbline/contract/issues/custom-keys'
import type { IssueOrder } from '@plumbline/contract/issues/filter'
import { getIssue, getIssueByNumber, type Pin } from '@plumbline/contract/issues/issues'
import { type IssueGroup, listIssues, listLabels, listPins } from '@plumbline/contract/issues/lists'
import { listTimeline } from '@plumbline/contract/issues/timeline'
import { getMarker, listMarkers } from '@plumbline/contract/markers/markers'
import { getProject, listLevels, listSections } from '@plumbline/contract/projects/projects'
import { builtInVocabulary } from '@plumbline/contract/projects/vocabulary'
import * as z from 'zod/mini'
import { findStoredRead } from '../reads-store.ts'
import { describeMarker } from './describe-marker.ts'
import {
  filterLocalIssues,
  type LocalContext,
  type PinnedRow,
  prepareSearch,
  sortLocalIssues,
  sortLocalTerms,
} from './local-issues.ts'
import {
  findPinnedIssue,
  findPinnedProject,
  findPinnedRow,
  listPinnedProjects,
  type PinnedProject,
  readLastPinnedRows,
  readPinnedRows,
} from './pinned-store.ts'

/**
 * Answers reads of a pinned project from this device: any page, search, filter and order of its issues. Runs in the worker of
 * `ask-pinned.ts`, where reading and sorting thousands of issues does not block the page.
 */

const PAGE_SIZE = 100

interface LoadedRows {
  project_id: string
  at: number | null
  rows: Promise<PinnedRow[]>
  /** rows in the orders asked for last: a search keeps its order from letter to letter */
  sorted: Map<string, PinnedRow[]>
}

/** The rows of a project, kept in memory while it is in use. */
let loaded: LoadedRows | null = null

const isLoaded = ({ project_id, at }: PinnedProject) =>
  loaded !== null && loaded.project_id === project_id && loaded.at === at

function load(pinned: PinnedProject): LoadedRows {
  if (loaded && isLoaded(pinned)) return loaded
  const { project_id, at } = pinned
  const started: LoadedRows = { project_id, at, rows: readPinnedRows(project_id), sorted: new Map() }
  loaded = started
  started.rows.catch(() => {
    if (loaded === started) loaded = null
  })
  return started
}

const loadRows = (pinned: PinnedProject): Promise<PinnedRow[]> => load(pinned).rows

const MAX_ORDERS = 3

async function loadSortedRows(
  pinned: PinnedProject,
  [sort, group]: [IssueOrder, IssueGroup | undefined],
  context: LocalContext,
): Promise<PinnedRow[]> {
  const { rows, sorted } = load(pinned)
  const key = JSON.stringify([sort, group, [...context.own.values()]])
  const order = sorted.get(key) ?? sortLocalIssues(await rows, sort, group, context)
  sorted.delete(key)
  sorted.set(key, order)
  for (const oldest of [...sorted.keys()].slice(0, -MAX_ORDERS)) sorted.delete(oldest)
  return order
}

/** Time in which the list is drawn. */
const WARM_UP_AFTER_MS = 500

/** After the first page: reads all rows and prepares them for searches. */
async function warmUp(pinned: PinnedProject): Promise<void> {
  prepareSearch(await loadRows(pinned))
}

function buildContext(pinned: PinnedProject, me: string): LocalContext {
  const names = new Intl.Collator('en')
  const people = [...pinned.members].sort((a, b) =>
    names.compare(`${a.user.first_name} ${a.user.last_name}`, `${b.user.first_name} ${b.user.last_name}`),
  )
  const ids = [...pinned.levels.map(({ id }) => id), ...pinned.sections.map(({ id }) => id)]
  const order = [...ids, ...people.map(({ user_id }) => user_id)]
  return {
    me,
    zone: pinned.project.timezone,
    now: Date.now(),
    ranks: new Map(order.map((id, rank) => [id, rank])),
    own: new Map(),
    // projects that an earlier version pinned have none
    terms: sortLocalTerms(pinned.project.vocabulary ?? builtInVocabulary),
  }
}

type Query = Record<string, unknown>

/** The project's custom fields by id, where a sort order or a grouping needs their kinds. */
async function readOwnFields(pinned: PinnedProject, ...orders: (string | undefined)[]) {
  if (!orders.some((order) => order && isCustomKey(order.replace(/^-/, '')))) return new Map()
  const kept = await findStoredRead(JSON.stringify([listCustomFields.path, { id: pinned.project_id }, {}]))
  const fields = kept ? (JSON.parse(kept.text) as CustomField[]) : []
  return new Map(fields.map((field) => [field.id, field]))
}

/** The first page in the order of numbers, the default order of a list: available before all rows have been read. */
async function answerFirstPage(pinned: PinnedProject, limit: number) {
  setTimeout(() => void warmUp(pinned).catch(() => undefined), WARM_UP_AFTER_MS)
  const { rows, total } = await readLastPinnedRows(pinned.project_id, limit)
  const items = rows.sort((a, b) => b.number - a.number).slice(0, limit)
  return { items, total, next: items.length < total ? String(items.length) : null }
}

async function answerList({ pinned, query, me }: AskedRead) {
  const { sort = '-number', group, after, limit = PAGE_SIZE, ...filter } = z.parse(listIssues.query, query)
  // a cursor of the server has no meaning here
  if (after !== undefined && !/^\d+$/.test(after)) return undefined
  const isFirst = sort === '-number' && !group && !after && Object.keys(filter).length === 0
  if (isFirst && !isLoaded(pinned)) return answerFirstPage(pinned, limit)
  const context = { ...buildContext(pinned, me), own: await readOwnFields(pinned, sort, group) }
  const found = filterLocalIssues(await loadSortedRows(pinned, [sort, group], context), filter, context)
  const first = Number(after ?? 0)
  const items = found.slice(first, first + limit)
  const end = first + items.length
  return { items, total: found.length, next: end < found.length ? String(end) : null }
}

async function answerPins({ pinned, query, me }: AskedRead): Promise<Pin[]> {
  const context = buildContext(pinned, me)
  const filter = z.parse(z.object(listPins.query.shape), query)
  const files = filter.bim_file_header_id
  const found = filterLocalIssues(await loadRows(pinned), filter, context)
  return sortLocalIssues(found, '-number', undefined, context).flatMap(
    ({ id, number, name, status, priority, anchors }) =>
      anchors
        .filter(({ bim_file_header_id }) => !files || files.includes(bim_file_header_id))
        .map(({ id: anchor_id, ...anchor }) => ({
          ...anchor,
          anchor_id,
          issue_id: id,
          number,
          name,
          status,
          priority,
        })),
  )
}

async function answerLabels(pinned: PinnedProject) {
  const totals = new Map<string, number>()
  for (const { labels } of await loadRows(pinned))
    for (const label of labels) totals.set(label, (totals.get(label) ?? 0) + 1)
  return [...totals].map(([label, total]) => ({ label, total })).sort((a, b) => b.total - a.total)
}

function answerHeaders({ files, levels, sections }: PinnedProject, { group_by }: Query) {
  if (group_by === 'level')
    return [...levels, null].map((level) => ({
      level,
      headers: files.filter(({ level_id }) => level_id === (level?.id ?? null)),
    }))
  if (group_by === 'section')
    return [...sections, null].map((section) => ({
      section,
      headers: files.filter(({ section_id }) => section_id === (section?.id ?? null)),
    }))
  if (group_by === 'trade')
    return [...Map.groupBy(files, ({ trade }) => trade)].map(([trade, headers]) => ({ trade, headers }))
  return files
}

interface AskedRead {
  pinned: PinnedProject
  params: Record<string, string>
  query: Query
  /** id of the person who asks */
  me: string
}

const findIssue = async ({ pinned, params }: AskedRead) =>
  (await findPinnedIssue(pinned.project_id, params.issueId ?? ''))?.issue

async function findIssueByNumber({ pinned, params }: AskedRead) {
  const row = await findPinnedRow(pinned.project_id, Number(params.number))
  return row && (await findPinnedIssue(pinned.project_id, row.id))?.issue
}

/** The offline answer for each path of the contract. */
const answers: Record<string, (asked: AskedRead) => unknown> = {
  [getProject.path]: ({ pinned }) => pinned.project,
  [listLevels.path]: ({ pinned }) => pinned.levels,
  [listSections.path]: ({ pinned }) => pinned.sections,
  [listMarkers.path]: ({ pinned }) => pinned.markers,
  [listMembers.path]: ({ pinned, query }) => (query.show_invites ? undefined : pinned.members),
  [listHeaders.path]: ({ pinned, query }) => answerHeaders(pinned, query),
  [listIssues.path]: answerList,
  [listPins.path]: answerPins,
  [listLabels.path]: ({ pinned }) => answerLabels(pinned),
  [getIssue.path]: findIssue,
  [getIssueByNumber.path]: findIssueByNumber,
  [listTimeline.path]: async ({ pinned, params, query }) =>
    query.before === undefined
      ? (await findPinnedIssue(pinned.project_id, params.issueId ?? ''))?.timeline
      : undefined,
}

/** A scanned marker; its path names no project. */
async function answerMarker(markerId: string | undefined) {
  for (const pinned of await listPinnedProjects()) {
    const marker = pinned.markers?.find(({ id }) => id === markerId)
    if (marker && pinned.at !== null)
      return { data: describeMarker(pinned, marker, await loadRows(pinned)), at: pinned.at }
  }
  return undefined
}

export interface PinnedAnswer {
  data: unknown
  at: number
  /** with a list of files: the versions that can be opened from this device, by file */
  versions?: KeptVersions
}

/** The version of each file whose parts are on this device, by the file's id; null without one. */
export type KeptVersions = ReadonlyMap<string, Header['current']>

const listKeptVersions = ({ files, file_ids }: PinnedProject): KeptVersions =>
  new Map(files.map(({ id, current }) => [id, file_ids.includes(id) ? current : null]))

/** The answer of a pinned project to a read, and its age; undefined if nothing pinned has one. */
export async function answerFromPinned(
  key: readonly unknown[],
  me: string,
): Promise<PinnedAnswer | undefined> {
  const [path, params, query] = key as [EndpointSpec['path'], Record<string, string>, Query]
  if (path === getMarker.path) return answerMarker(params?.markerId)
  const answer = answers[path]
  if (!answer || !params?.id) return undefined
  const pinned = await findPinnedProject(params.id)
  if (!pinned || pinned.at === null) return undefined
  const data = await answer({ pinned, params, query: query ?? {}, me })
  if (data === undefined) return undefined
  return { data, at: pinned.at, ...(path === listHeaders.path ? { versions: listKeptVersions(pinned) } : {}) }
}
