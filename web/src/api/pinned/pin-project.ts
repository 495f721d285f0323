import { CONTENT_NAME, type Manifest, SHELL_FILE } from '@plumbline/bim/model'
import { downloadVariant, type Header } from '@plumbline/contract/bim/bim'
import { listCorrections, listViews } from '@plumbline/contract/bim/views'
import type { EndpointSpec } from '@plumbline/contract/http'
import { getAttachment } from '@plumbline/contract/issues/attachments'
import { type ChangedIssue, listChanges } from '@plumbline/contract/issues/changes'
import { listCustomFields } from '@plumbline/contract/issues/custom-fields'
import { getSnapshot } from '@plumbline/contract/issues/issues'
import { getIssueStat, listIssueTemplates, listIssueViews } from '@plumbline/contract/issues/lists'
import { listMarkers } from '@plumbline/contract/markers/markers'
import { getProject, type Project } from '@plumbline/contract/projects/projects'
import { storage } from '../../base/storage.ts'
import { buildArtefactUrls } from '../artefact-url.ts'
import { ApiError, call, urlOf } from '../client.ts'
import { keepReads } from '../kept-reads.ts'
import { runAlone } from '../run-alone.ts'
import {
  findPinnedProject,
  forgetPinned,
  listPinnedProjects,
  type PinnedProject,
  storePinnedPage,
  visitPinnedIssues,
} from './pinned-store.ts'

/** Copies a project to this device and keeps it up to date. */

const PINNED_CACHE = 'plumbline-pinned-'
const PARALLEL_FILES = 4

export interface PinProgress {
  issues: number
  /** downloaded files, of all known so far */
  files: number
  ofFiles: number
}

export interface PinOptions {
  /** ids of files to download models and drawings for */
  file_ids: readonly string[]
  onProgress: (progress: PinProgress) => void
  signal: AbortSignal
}

const createEmpty = (project: Project): PinnedProject => ({
  project_id: project.id,
  project,
  next: '',
  tags: '',
  at: null,
  has_files: false,
  members: [],
  levels: [],
  sections: [],
  files: [],
  file_ids: [],
})

/**
 * Reads the changes page by page; each page is stored with its cursor, so that an interrupted read continues there. Stored
 * files stay unchanged until the parts of their new versions have arrived: without them nothing could be opened.
 */
async function readChanges(
  start: PinnedProject,
  onPage: (changed: readonly ChangedIssue[], pinned: PinnedProject) => void,
  signal?: AbortSignal,
): Promise<PinnedProject> {
  let pinned = start
  const params = { id: start.project_id }
  for (let isMore = true; isMore; ) {
    const query = pinned.next === '' ? {} : { after: pinned.next, tags: pinned.tags }
    const page = await call(listChanges, { params, query }, { redirects: false, ...(signal && { signal }) })
    if (page.reset) {
      await forgetPinned(start.project_id)
      pinned = { ...pinned, at: null }
    }
    isMore = page.more
    pinned = {
      ...pinned,
      next: page.next,
      tags: page.tags,
      at: isMore ? pinned.at : Date.now(),
      members: page.members ?? pinned.members,
      levels: page.levels ?? pinned.levels,
      sections: page.sections ?? pinned.sections,
      files: page.files ?? pinned.files,
    }
    const files = start.files.length > 0 ? start.files : pinned.files
    await storePinnedPage({ ...pinned, files }, page.issues, page.gone)
    onPage(page.issues, pinned)
  }
  return pinned
}

/** Addresses of the pictures that lists and the issue's screen show. */
function listPictureUrls(projectId: string, { issue }: ChangedIssue): string[] {
  const params = { id: projectId, issueId: issue.id }
  const photos = issue.attachments.filter(({ kind }) => kind === 'PHOTO')
  const views = issue.viewpoints.filter(({ has_snapshot }) => has_snapshot)
  return [
    ...photos.flatMap(({ id, version, markup }) =>
      (['marked_thumbnail', markup ? 'marked' : 'picture'] as const).map((as) =>
        urlOf(getAttachment, { params: { ...params, attachmentId: id }, query: { as, v: version } }),
      ),
    ),
    ...views.flatMap(({ guid, version, markup }) =>
      (['marked_thumbnail', markup ? 'marked' : 'picture'] as const).map((as) =>
        urlOf(getSnapshot, { params: { ...params, viewpointId: guid }, query: { as, v: version } }),
      ),
    ),
  ]
}

const openPinnedCache = () => caches.open(PINNED_CACHE + storage.owner())

/** Statuses for a file that was deleted or is not accessible. */
const isGone = (status: number) => status >= 400 && status < 500 && ![401, 408, 429].includes(status)

/** Fetches a file into the cache; null if it was deleted. Rejects when another attempt may succeed. */
async function fetchIntoCache(cache: Cache, url: string, signal: AbortSignal): Promise<Response | null> {
  const known = await cache.match(url, { ignoreVary: true })
  if (known) return known
  const response = await fetch(url, { signal })
  if (isGone(response.status)) return null
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  await cache.put(url, response.clone())
  return response
}

const artefactUrls = (projectId: string, { id, current }: Header) =>
  current?.artefacts_key ? buildArtefactUrls(projectId, id, current.id, current.artefacts_key) : null

/** The manifest of a model, which lists its other files. */
async function readManifest(projectId: string, file: Header, signal: AbortSignal): Promise<Manifest | null> {
  const urlFor = artefactUrls(projectId, file)
  if (!urlFor) return null
  const response = await fetch(urlFor('manifest.json'), { signal })
  if (isGone(response.status)) return null
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`)
  return (await response.json()) as Manifest
}

/** Addresses of everything that shows a file: the parts of a model, or the drawing itself. */
async function listFileUrls(projectId: string, file: Header, signal: AbortSignal): Promise<string[]> {
  const { current } = file
  if (!current) return []
  const urlFor = artefactUrls(projectId, file)
  if (file.type_of !== 'MODEL' || !urlFor)
    return [urlOf(downloadVariant, { params: { id: projectId, headerId: file.id, variantId: current.id } })]
  const manifest = await readManifest(projectId, file, signal)
  const blocks = Array.from({ length: manifest?.property_blocks ?? 0 }, (_, index) => `props-${index}.json`)
  const parts = manifest?.chunks.map((chunk) => chunk.file) ?? []
  const lines = [...(manifest?.lines ? ['lines.json'] : []), ...(manifest?.panels ? ['panels.json'] : [])]
  if (manifest?.carried_file) lines.push(manifest.carried_file)
  const shell = current.shell_file ?? SHELL_FILE
  const names = new Set(['manifest.json', 'structure.json', shell, ...lines, ...parts, ...blocks])
  return [...names].map(urlFor)
}

/** How much space a file takes on the device, in bytes. */
export async function estimateFileBytes(
  projectId: string,
  file: Header,
  signal: AbortSignal,
): Promise<number> {
  if (file.type_of !== 'MODEL') return file.current?.size_bytes ?? 0
  const manifest = await readManifest(projectId, file, signal).catch(() => null)
  const chunks = manifest?.chunks.reduce((sum, { bytes }) => sum + bytes, 0) ?? 0
  // structure and properties, about 300 bytes an element
  return chunks + (manifest?.counts.elements ?? 0) * 300
}

async function fetchAll(urls: ReadonlySet<string>, onDone: () => void, signal: AbortSignal) {
  const cache = await openPinnedCache()
  const waiting = [...urls]
  const work = async () => {
    for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
      await fetchIntoCache(cache, url, signal)
      onDone()
    }
  }
  await Promise.all(Array.from({ length: PARALLEL_FILES }, work))
}

/** Reads of the project's screens other than its changes, with the queries that they use. */
const otherReads = [
  { endpoint: listCorrections, query: {} },
  { endpoint: listViews, query: {} },
  { endpoint: listIssueViews, query: {} },
  { endpoint: listIssueTemplates, query: {} },
  { endpoint: listCustomFields, query: {} },
  { endpoint: getIssueStat, query: { weeks: 12 } },
]

async function keepOtherReads(projectId: string, signal: AbortSignal) {
  const params = { id: projectId }
  const rows = otherReads.map(async ({ endpoint, query }) => {
    const data = await call(endpoint as EndpointSpec, { params, query } as never, {
      redirects: false,
      signal,
    })
    const key = JSON.stringify([endpoint.path, params, query])
    return { key, project_id: projectId, at: Date.now(), text: JSON.stringify(data) }
  })
  await keepReads(await Promise.all(rows))
}

/** One tab at a time changes the offline copy of a project: two would fetch all of it twice. */
const nameLock = (projectId: string) => `plumbline.pinned.${projectId}`

/** Keeps a project with its issues, pictures and chosen files. Rejects when it was cut, stopped or the device is full. */
export async function keepProject(projectId: string, options: PinOptions): Promise<void> {
  await runAlone(nameLock(projectId), { signal: options.signal }, () => bringProject(projectId, options))
}

async function bringProject(projectId: string, { signal, onProgress, file_ids }: PinOptions) {
  const known = await findPinnedProject(projectId)
  const project = await call(getProject, { params: { id: projectId } }, { redirects: false, signal })
  const start = { ...(known ?? createEmpty(project)), project, has_files: false, file_ids: [...file_ids] }
  const urls = new Set<string>()
  const addPictures = (some: readonly ChangedIssue[]) => {
    for (const each of some) for (const url of listPictureUrls(projectId, each)) urls.add(url)
  }
  // after an interrupted download it is unknown which files are missing
  if (known && !known.has_files) await visitPinnedIssues(projectId, addPictures)
  let issues = 0
  const pinned = await readChanges(
    start,
    (changed) => {
      issues += changed.length
      addPictures(changed)
      onProgress({ issues, files: 0, ofFiles: urls.size })
    },
    signal,
  )
  await keepOtherReads(projectId, signal)
  const markers = await call(listMarkers, { params: { id: projectId } }, { redirects: false, signal })
  for (const file of pinned.files) {
    // the manifest of the oldest model determines the places of all others
    const manifest = artefactUrls(projectId, file)?.('manifest.json')
    const own = file_ids.includes(file.id) ? await listFileUrls(projectId, file, signal) : []
    if (own.length === 0 && manifest && file.type_of === 'MODEL') own.push(manifest)
    for (const url of own) urls.add(url)
  }
  let files = 0
  const onDone = () => onProgress({ issues, files: ++files, ofFiles: urls.size })
  await fetchAll(urls, onDone, signal)
  await storePinnedPage({ ...pinned, markers, has_files: true }, [], [])
  await dropOldParts(projectId, [...start.files, ...pinned.files])
}

/**
 * Deletes parts of models that the project no longer shows, such as those of earlier versions. Parts shown until now are
 * deleted with the next update only: a page may still have them open.
 */
async function dropOldParts(projectId: string, shown: readonly Header[]) {
  const cache = await openPinnedCache()
  const folders = new Set<string>()
  const chunks = new Set<string>()
  for (const file of shown) {
    const urlFor = artefactUrls(projectId, file)
    if (!urlFor) continue
    folders.add(urlFor(''))
    // chunks are in no version's folder
    const manifest = await cache.match(urlFor('manifest.json'), { ignoreVary: true })
    for (const { file: name } of ((await manifest?.json()) as Manifest | undefined)?.chunks ?? [])
      chunks.add(urlFor(name))
  }
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url)
    const isPart = pathname.startsWith(`/api/project/${projectId}/model/`)
    const isShown = CONTENT_NAME.test(pathname.replace(/^.*\//, ''))
      ? chunks.has(pathname)
      : folders.has(pathname.replace(/[^/]*$/, ''))
    if (isPart && !isShown) await cache.delete(request)
  }
}

/** Removes a project from this device. */
export async function dropProject(projectId: string): Promise<void> {
  await runAlone(nameLock(projectId), {}, () => deleteProject(projectId))
}

async function deleteProject(projectId: string) {
  await forgetPinned(projectId)
  if (!('caches' in window)) return
  const cache = await openPinnedCache()
  for (const request of await cache.keys())
    if (request.url.includes(`/api/project/${projectId}/`)) await cache.delete(request)
}

/** Updates every offline project that no other tab is updating; costs what changed. */
export async function updateKeptProjects(signal: AbortSignal): Promise<void> {
  for (const { project_id } of await listPinnedProjects())
    try {
      await runAlone(nameLock(project_id), { ifAvailable: true }, async () => {
        // it may have been removed, or got other files, since the list was read
        const { file_ids } = (await findPinnedProject(project_id)) ?? {}
        if (file_ids) await bringProject(project_id, { file_ids, signal, onProgress: () => undefined })
      })
    } catch (error) {
      if (!(error instanceof ApiError) || ![403, 404].includes(error.status)) throw error
      // the person may no longer read it
      await dropProject(project_id)
    }
}
