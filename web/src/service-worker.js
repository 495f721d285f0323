/**
 * Shows pushes, starts the application without a network from the files of its build, and keeps models, pictures and
 * drawings that were opened, for the person who is signed in. The build fills in version and files
 * (service-worker-plugin.ts).
 */

const VERSION = '__VERSION__'
const FILES = ['__FILES__']

const SHELL_PREFIX = 'plumbline-shell-'
const SHELL = SHELL_PREFIX + VERSION
/** caches of one person, which the page creates at sign-in and deletes at sign-out (api/kept-files.ts) */
const KEPT_PREFIX = 'plumbline-kept-'
const PINNED_PREFIX = 'plumbline-pinned-'
const INSTALL_PARALLEL = 6
/** most opened files; beyond it, and beyond half of the browser's quota, the longest unused go first */
const MAX_KEPT_FILES = 3000
const MAX_QUOTA_SHARE = 0.5
const CHECK_EVERY = 25

const PAGE =
  /^\/(projects|project\/.*|q\/.*|chat|terms|me|account|welcome|login|create-account|onboarding|kyc|errors.*)?$/
const SHELL_FILE = /^\/(assets|pdfjs)\/|^\/(favicon\.svg|icon-\d+\.png|app\.webmanifest)$/
const KEPT_FILE =
  /^\/api\/(project\/[^/]+\/(model\/|picture|view\/[^/]+\/snapshot|issue\/[^/]+\/(attachment|viewpoint)\/|bim-file-header\/[^/]+\/bim-file-variant\/[^/]+\/file)|user\/[^/]+\/picture|team\/[^/]+\/picture|chat\/[^/]+\/file\/)/

const anyVary = { ignoreVary: true }

async function fetchFile(file) {
  const response = await fetch(file, { cache: 'no-cache' })
  if (!response.ok) throw new Error(`${file}: ${response.status}`)
  return response
}

/** Fills the cache of this version. Files with a hash in their name are taken from the cache of an earlier version. */
async function install() {
  const cache = await caches.open(SHELL)
  const waiting = [...FILES]
  const work = async () => {
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      const known = file.startsWith('/assets/') ? await caches.match(file, anyVary) : undefined
      await cache.put(file, known ?? (await fetchFile(file)))
    }
  }
  await Promise.all(Array.from({ length: INSTALL_PARALLEL }, work))
}

/** Keeps the files of the version before, for tabs that still run it. */
async function activate() {
  const shells = (await caches.keys()).filter((name) => name.startsWith(SHELL_PREFIX) && name !== SHELL)
  await Promise.all(shells.slice(0, -1).map((name) => caches.delete(name)))
  await self.clients.claim()
}

async function openPage(request) {
  const cache = await caches.open(SHELL)
  return (await cache.match('/', anyVary)) ?? fetch(request)
}

async function openShellFile(request) {
  const cache = await caches.open(SHELL)
  const known = (await cache.match(request, anyVary)) ?? (await caches.match(request, anyVary))
  if (known) return known
  const response = await fetch(request)
  if (response.status === 200) await cache.put(request, response.clone()).catch(() => undefined)
  return response
}

async function openOwnCache(prefix) {
  const name = (await caches.keys()).find((each) => each.startsWith(prefix))
  return name ? caches.open(name) : null
}

/** URLs read since this worker started: they are put back in place of being removed */
const used = new Set()
let kept = 0

/** Removes the longest unused tenth when the browser's space or the number of files runs out. */
async function removeOldFiles(cache) {
  const requests = await cache.keys()
  const { usage = 0, quota = Number.POSITIVE_INFINITY } = (await navigator.storage?.estimate?.()) ?? {}
  if (requests.length <= MAX_KEPT_FILES && usage < quota * MAX_QUOTA_SHARE) return
  let left = Math.ceil(requests.length / 10)
  for (const request of requests) {
    if (left === 0) return
    if (used.has(request.url)) continue
    await cache.delete(request)
    left--
  }
}

async function keepFile(cache, request, response) {
  try {
    await cache.put(request, response)
  } catch {
    // the device is full: the fifth that was opened longest ago makes room, and the file comes from the browser's own cache
    const requests = await cache.keys()
    await Promise.all(requests.slice(0, Math.ceil(requests.length / 5)).map((old) => cache.delete(old)))
    const again = await fetch(request)
    if (again.status === 200) await cache.put(request, again).catch(() => undefined)
  }
  kept++
  if (kept % CHECK_EVERY === 0) await removeOldFiles(cache)
}

const says = (response, word) => (response.headers.get('cache-control') ?? '').includes(word)

/** A file that never changes comes from the cache; others come from the server, and from the cache without a network. */
async function openKeptFile(event) {
  const { request } = event
  const [own, pinned] = await Promise.all([openOwnCache(KEPT_PREFIX), openOwnCache(PINNED_PREFIX)])
  const known = (await pinned?.match(request, anyVary)) ?? (await own?.match(request, anyVary))
  if (known) used.add(request.url)
  if (known && says(known, 'immutable')) return known
  try {
    const response = await fetch(request)
    if (own && response.status === 200 && says(response, 'private') && !says(response, 'no-store'))
      event.waitUntil(keepFile(own, request, response.clone()))
    if ([401, 403, 404].includes(response.status)) event.waitUntil(own?.delete(request) ?? Promise.resolve())
    return response
  } catch (error) {
    if (known) return known
    throw error
  }
}

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin || FILES.length === 0) return
  if (request.mode === 'navigate') {
    if (PAGE.test(pathname)) event.respondWith(openPage(request))
  } else if (SHELL_FILE.test(pathname)) event.respondWith(openShellFile(request))
  else if (KEPT_FILE.test(pathname) && !request.headers.has('range')) event.respondWith(openKeptFile(event))
})

// the person has chosen to update: until then the version of the open tabs stays
self.addEventListener('message', (event) => {
  if (event.data === 'update') event.waitUntil(self.skipWaiting())
})

// the network is back: an open tab sends what waits
self.addEventListener('sync', (event) => {
  if (event.tag !== 'plumbline-outbox') return
  const wake = async () => {
    for (const client of await self.clients.matchAll({ type: 'window' })) client.postMessage('send')
  }
  event.waitUntil(wake())
})

self.addEventListener('push', (event) => {
  const { id, title, text, url } = event.data?.json() ?? {}
  if (!title) return
  event.waitUntil(
    self.registration.showNotification(title, {
      body: text,
      icon: '/icon-192.png',
      // the same one again takes the place of the first
      tag: id,
      data: { url },
    }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const target = new URL(event.notification.data?.url ?? '/', self.location.origin)
  if (target.origin !== self.location.origin) return
  const open = async () => {
    const windows = await self.clients.matchAll({ type: 'window' })
    const [shown] = windows
    if (!shown) return self.clients.openWindow(target.href)
    await shown.focus()
    return shown.navigate(target.href)
  }
  event.waitUntil(open())
})
