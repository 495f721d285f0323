import { socketCloses } from '@plumbline/contract/events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** A fake WebSocket that the test opens, closes and sends frames through. */
class FakeSocket {
  static all: FakeSocket[] = []
  readonly url: URL
  readonly sent: unknown[] = []
  static readonly OPEN = 1
  readyState = 0
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

/** Starts live updates on a fresh page, with the socket open and greeted at frame 7. */
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

test('After an error the socket reconnects in five seconds and resumes after the last frame', async () => {
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

test('After a single lost connection (close code 1006) the reconnect waits five seconds', async () => {
  const { socket } = await started()
  socket.onclose({ code: 1006 })
  vi.advanceTimersByTime(4999)
  expect(FakeSocket.all).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(FakeSocket.all).toHaveLength(2)
})

test.each([1001, 1012])(
  'After a server that goes or restarts (close code %i) the reconnect waits up to five seconds longer',
  async (code) => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    const { socket } = await started()
    socket.onclose({ code })
    vi.advanceTimersByTime(7499)
    expect(FakeSocket.all).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(FakeSocket.all).toHaveLength(2)
  },
)

test('A socket closed because the session ended stays closed, and all reads are refetched', async () => {
  const { socket, reloads } = await started()
  socket.onclose({ code: socketCloses.signedOut.code })
  vi.advanceTimersByTime(120_000)
  expect(FakeSocket.all).toHaveLength(1)
  expect(reloads).toHaveBeenCalledTimes(1)
})

test('Signing in again on the same page after the session ended opens a new socket, which resumes nothing', async () => {
  const { live, socket } = await started()
  socket.onclose({ code: socketCloses.signedOut.code })
  void live.connectLive()
  expect(FakeSocket.all).toHaveLength(2)
  expect(newest().url.searchParams.get('after')).toBeNull()
  newest().onopen()
  expect(live.connection.isOpen()).toBe(true)
})

test('The socket reconnects at once when the network returns or the page becomes visible', async () => {
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

test('A reload frame refetches everything; a frame that only moves the position refetches nothing', async () => {
  const { socket, reloads } = await started()
  socket.hear(500, 'hello')
  expect(reloads).not.toHaveBeenCalled()
  socket.hear(501, 'reload')
  expect(reloads).toHaveBeenCalledTimes(1)
  socket.onclose({ code: 1011 })
  vi.advanceTimersByTime(5000)
  expect(newest().url.searchParams.get('after')).toBe('501')
})

test('A socket that opens after the first reads refetches everything', async () => {
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

test('The open project is sent once per socket, and again after a reconnect', async () => {
  const { live, socket } = await started()
  live.setShownProject(PROJECT)
  live.setShownProject(PROJECT)
  expect(socket.sent).toEqual([{ here: PROJECT }])
  socket.onclose({ code: 1011 })
  vi.advanceTimersByTime(5000)
  newest().onopen()
  expect(newest().sent).toEqual([{ here: PROJECT }])
  live.setShownProject(null)
  expect(newest().sent).toEqual([{ here: PROJECT }, { here: null }])
})

test('A person online in any project counts as online until the socket closes', async () => {
  const { live, socket } = await started()
  const { presence } = await import('../presence/presence.ts')
  const data = { online: ['ada', 'bob'], here: ['bob'] }
  socket.hear(0, 'presence.updated', PROJECT, data)
  socket.hear(0, 'presence.updated', OTHER, { online: ['bob', 'cyd'], here: [] })
  const online = presence.online()
  expect([...online].sort()).toEqual(['ada', 'bob', 'cyd'])
  // useSyncExternalStore needs the same snapshot while nothing changes
  expect(presence.online()).toBe(online)
  expect(presence.of(PROJECT)).toEqual(data)
  socket.hear(0, 'presence.updated', PROJECT, { online: ['ada'], here: [] })
  expect([...presence.online()].sort()).toEqual(['ada', 'bob', 'cyd'])
  expect(presence.of(PROJECT).here).toEqual([])
  socket.onclose({ code: 1011 })
  expect(presence.online().size).toBe(0)
  expect(live.connection.isOpen()).toBe(false)
})

test('Signing out closes the socket without a reconnect', async () => {
  const { live, socket } = await started()
  live.disconnectLive()
  socket.hear(11, 'issue.updated')
  vi.advanceTimersByTime(60_000)
  window.dispatchEvent(new Event('online'))
  expect(FakeSocket.all).toHaveLength(1)
  expect(live.connection.isOpen()).toBe(false)
})

test('A socket opened before the application is taken over with its received messages', async () => {
  vi.resetModules()
  const early = await import('../base/early-socket.ts')
  const live = await import('./live.ts')
  early.openEarlySocket()
  const [socket] = FakeSocket.all as [FakeSocket]
  socket.readyState = FakeSocket.OPEN
  socket.hear(7, 'hello')
  const heard: unknown[] = []
  window.addEventListener('Updates', (event) => heard.push((event as CustomEvent).detail.type))
  await live.connectLive()
  expect(live.connection.isOpen()).toBe(true)
  socket.hear(8, 'reload')
  expect(heard).toEqual(['hello', 'reload'])
  expect(FakeSocket.all).toHaveLength(1)
})

test('A socket that closed before the application came is replaced, and one that nobody may take is closed', async () => {
  vi.resetModules()
  const early = await import('../base/early-socket.ts')
  const live = await import('./live.ts')
  early.openEarlySocket()
  newest().readyState = 3
  void live.connectLive()
  expect(FakeSocket.all).toHaveLength(2)
  early.openEarlySocket()
  const close = vi.spyOn(newest(), 'close')
  early.dropEarlySocket()
  expect(close).toHaveBeenCalledOnce()
  expect(early.takeEarlySocket()).toBeNull()
})
