import { getAttachment } from '@plumbline/contract/issues/attachments'
import { type ChangedIssue, listChanges } from '@plumbline/contract/issues/changes'
import { getProject } from '@plumbline/contract/projects/projects'
import { beforeEach, expect, test, vi } from 'vitest'
import type { PinnedProject } from './pinned-store.ts'

/** An interrupted offline copy: which parts the device has. */

const device = vi.hoisted(() => ({
  pinned: undefined as PinnedProject | undefined,
  issues: new Map<string, ChangedIssue>(),
  files: new Map<string, Response>(),
}))
vi.mock('./pinned-store.ts', () => ({
  findPinnedProject: async () => device.pinned,
  forgetPinned: async () => {
    device.pinned = undefined
    device.issues.clear()
  },
  storePinnedPage: async (project: PinnedProject, changed: readonly ChangedIssue[]) => {
    device.pinned = project
    for (const each of changed) device.issues.set(each.issue.id, each)
  },
  visitPinnedIssues: async (_id: string, visit: (some: readonly ChangedIssue[]) => void) =>
    visit([...device.issues.values()]),
}))
vi.mock('../kept-reads.ts', () => ({ keepReads: async () => undefined }))

const PROJECT = 'tower'
/** pages of changes: each has one issue with a photo */
const PAGES = 3
const line = {
  isCut: false,
  callsLeft: Number.POSITIVE_INFINITY,
  asked: [] as string[],
  gone: new Set<string>(),
}

vi.mock('../client.ts', async (load) => ({
  ...(await load<typeof import('../client.ts')>()),
  call: async ({ path }: { path: string }, { query }: { query?: { after?: string } }) => {
    if (path === getProject.path) return { id: PROJECT }
    if (path !== listChanges.path) return []
    if (line.callsLeft-- <= 0) throw new Error('cut')
    const page = Number(query?.after ?? 0)
    const issue = {
      id: `issue-${page}`,
      attachments: [{ id: `photo-${page}`, version: 1, kind: 'PHOTO' }],
      viewpoints: [],
    }
    const isPast = page >= PAGES
    return {
      reset: false,
      more: page < PAGES - 1,
      next: String(Math.min(page + 1, PAGES)),
      tags: '',
      issues: isPast ? [] : [{ issue, timeline: { items: [], before: null } }],
      gone: [],
    }
  },
}))

beforeEach(() => {
  device.pinned = undefined
  device.issues.clear()
  device.files.clear()
  Object.assign(line, { isCut: false, callsLeft: Number.POSITIVE_INFINITY, asked: [], gone: new Set() })
  vi.stubGlobal('caches', {
    open: async () => ({
      match: async (url: string) => device.files.get(url)?.clone(),
      put: async (url: string, response: Response) => void device.files.set(url, response),
      keys: async () => [],
    }),
  })
  vi.stubGlobal('fetch', async (url: string) => {
    if (line.isCut) throw new TypeError('Failed to fetch')
    line.asked.push(url)
    return line.gone.has(url) ? Response.json({}, { status: 404 }) : new Response('bytes')
  })
})

async function keep() {
  const { keepProject } = await import('./pin-project.ts')
  const options = { file_ids: [], onProgress: () => undefined, signal: new AbortController().signal }
  return keepProject(PROJECT, options)
}
const countPhotos = () =>
  [...device.files.keys()].filter((url) => url.includes(getAttachment.path.slice(0, 9))).length

test('A copy with interrupted pictures is not complete, and the next update loads the missing ones', async () => {
  line.isCut = true
  await expect(keep()).rejects.toThrow()
  expect(device.pinned?.has_files).toBe(false)
  line.isCut = false
  await keep()
  expect(device.pinned?.has_files).toBe(true)
  expect(countPhotos()).toBe(2 * PAGES)
})

test('An interrupted copy is still available offline, and the next update continues it', async () => {
  line.callsLeft = 2
  await expect(keep()).rejects.toThrow('cut')
  expect([...device.issues.keys()]).toEqual(['issue-0', 'issue-1'])
  line.callsLeft = Number.POSITIVE_INFINITY
  line.isCut = true
  await expect(keep()).rejects.toThrow()
  expect(device.pinned?.at).toEqual(expect.any(Number))
  // cut off again after one answer
  line.callsLeft = 1
  await expect(keep()).rejects.toThrow()
  expect(device.pinned?.at).toEqual(expect.any(Number))
  expect(device.issues.size).toBe(PAGES)
})

test('A picture that is gone is no reason to stop', async () => {
  await keep()
  const [first = ''] = line.asked
  device.files.clear()
  device.pinned = undefined
  line.gone.add(first)
  await keep()
  expect(device.pinned).toMatchObject({ has_files: true })
  expect(countPhotos()).toBe(2 * PAGES - 1)
})
