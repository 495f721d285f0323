import { socketCloses } from '@plumbline/contract/events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** The browser's half of a socket, driven by the test. */
class FakeSocket {
  static all: FakeSocket[] = []
  readonly url: URL
  readonly sent: unknown[] = []
  onopen: () => void = () => {}
  onmessage: (message: { data: string }) => void = () => {}
  onclose: (event: { code: number }) => void = () => {}
  constructor(url: URL) {
    this.url = url
    FakeSocket.all.push(this)
  }
  send(text: string) {
    this.sent.push(JSON.parse(text))
  }
  close() {
    this.onclose({ code: 1005 })
  }
  hear(id: number, type: string, project_id: string | null = null, data: object = {}) {
    this.onmessage({ data: JSON.stringify({ id, type, project_id, data }) })
  }
}

const PROJECT = '018f0000-0000-7000-8000-000000000001'
const OTHER = '018f0000-0000-7000-8000-000000000002'
const page = new EventTarget()
let hidden = false

/** A page that has just been loaded, with its socket opened and greeted at frame 7. */
async function started() {
  vi.resetModules()
  const live = await import('./live.ts')
  const { queryClient } = await import('./query.ts')
  const reloads = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue()
  const ready = live.connectLive()
  const [socket] = FakeSocket.all as [FakeSocket]
  socket.onopen()
  socket.hear(7, 'hello')
  await ready
  return { live, socket, reloads }
}

const newest = () => FakeSocket.all.at(-1) as FakeSocket

beforeEach(() => {
  vi.useFakeTimers()
  FakeSocket.all = []
  hidden = false
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('location', { href: 'https://plumbline.example/projects', protocol: 'https:' })
  vi.stubGlobal('window', Object.assign(new EventTarget(), {}))
  vi.stubGlobal('document', Object.defineProperty(page, 'hidden', { configurable: true, get: () => hidden }))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('after an error it comes back in five seconds, after the last frame that it had', async () => {
  const { socket } = await started()
  socket.hear(9, 'issue.updated', PROJECT)
  socket.hear(0, 'variant.progress', PROJECT)
  socket.onclose({ code: 1011 })
  vi.advanceTimersByTime(4999)
  expect(FakeSocket.all).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(FakeSocket.all).toHaveLength(2)
  expect(newest().url.href).toBe('wss://plumbline.example/ws/updates?after=9')
})

test.each([1001, 1006, 1012])('a lost server (%i) is given up to five seconds more', async (code) => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  const { socket } = await started()
  socket.onclose({ code })
  vi.advanceTimersByTime(7499)
  expect(FakeSocket.all).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(FakeSocket.all).toHaveLength(2)
})

test('the end of the session is the end of the socket, and what is shown is asked for again', async () => {
  const { socket, reloads } = await started()
  socket.onclose({ code: socketCloses.signedOut.code })
  vi.advanceTimersByTime(120_000)
  expect(FakeSocket.all).toHaveLength(1)
  expect(reloads).toHaveBeenCalledTimes(1)
})

test('it tries at once when the network is back or the page is looked at again', async () => {
  const { socket } = await started()
  socket.onclose({ code: 1006 })
  hidden = true
  page.dispatchEvent(new Event('visibilitychange'))
  expect(FakeSocket.all).toHaveLength(1)
  hidden = false
  page.dispatchEvent(new Event('visibilitychange'))
  expect(FakeSocket.all).toHaveLength(2)
  newest().onclose({ code: 1006 })
  window.dispatchEvent(new Event('online'))
  expect(FakeSocket.all).toHaveLength(3)
  vi.advanceTimersByTime(60_000)
  expect(FakeSocket.all).toHaveLength(3)
})

test('a past that is no longer kept has everything fetched again, and marks of the way have not', async () => {
  const { socket, reloads } = await started()
  socket.hear(500, 'hello')
  expect(reloads).not.toHaveBeenCalled()
  socket.hear(501, 'reload')
  expect(reloads).toHaveBeenCalledTimes(1)
  socket.onclose({ code: 1011 })
  vi.advanceTimersByTime(5000)
  expect(newest().url.searchParams.get('after')).toBe('501')
})

test('a socket that could not be opened in time has everything fetched again', async () => {
  vi.resetModules()
  const live = await import('./live.ts')
  const { queryClient } = await import('./query.ts')
  const reloads = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue()
  const ready = live.connectLive()
  newest().onclose({ code: 1011 })
  await ready
  vi.advanceTimersByTime(5000)
  newest().onopen()
  newest().hear(3, 'hello')
  expect(reloads).toHaveBeenCalledTimes(1)
})

test('the project that is shown is said once, and again by each new socket', async () => {
  const { live, socket } = await started()
  live.lookAt(PROJECT)
  live.lookAt(PROJECT)
  expect(socket.sent).toEqual([{ here: PROJECT }])
  socket.onclose({ code: 1011 })
  vi.advanceTimersByTime(5000)
  newest().onopen()
  expect(newest().sent).toEqual([{ here: PROJECT }])
  live.lookAt(null)
  expect(newest().sent).toEqual([{ here: PROJECT }, { here: null }])
})

test('who is online in any project is online, until the socket is lost', async () => {
  const { live, socket } = await started()
  const { presence } = await import('../presence/presence.ts')
  const data = { online: ['ada', 'bob'], here: ['bob'] }
  socket.hear(0, 'presence.updated', PROJECT, data)
  socket.hear(0, 'presence.updated', OTHER, { online: ['bob', 'cyd'], here: [] })
  const online = presence.online()
  expect([...online].sort()).toEqual(['ada', 'bob', 'cyd'])
  // react asks twice, and draws again when the answers differ
  expect(presence.online()).toBe(online)
  expect(presence.of(PROJECT)).toEqual(data)
  socket.hear(0, 'presence.updated', PROJECT, { online: ['ada'], here: [] })
  expect([...presence.online()].sort()).toEqual(['ada', 'bob', 'cyd'])
  expect(presence.of(PROJECT).here).toEqual([])
  socket.onclose({ code: 1011 })
  expect(presence.online().size).toBe(0)
  expect(live.connection.isOpen()).toBe(false)
})

test('signing out closes the socket for good', async () => {
  const { live, socket } = await started()
  live.disconnectLive()
  socket.hear(11, 'issue.updated')
  vi.advanceTimersByTime(60_000)
  window.dispatchEvent(new Event('online'))
  expect(FakeSocket.all).toHaveLength(1)
  expect(live.connection.isOpen()).toBe(false)
})
