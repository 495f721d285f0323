import { storage } from '../../base/storage.ts'
import { makeRoom } from '../kept-reads.ts'
import { connection } from '../live.ts'
import { onMaintenanceEnd } from '../maintenance.ts'
import { serverReach } from '../reach.ts'
import { runAlone } from '../run-alone.ts'
import { currentUserId } from '../session.ts'
import { waiting } from '../waiting.ts'
import { openDeviceOutbox } from './device-outbox.ts'
import { Outbox, type OutboxOptions } from './outbox.ts'

/** The outbox of the signed-in person, shared by the tabs of this browser. */

const SYNC_TAG = 'plumbline-outbox'

type Deliver = OutboxOptions['deliver']
let deliver: Deliver = async () => ({ outcome: 'LATER', everything: true })

/** Sends nothing while another person is signed in in this browser: it would arrive in their name. */
const deliverFor =
  (userId: string): Deliver =>
  async (operation, tools) =>
    [null, userId].includes(storage.owner())
      ? deliver(operation, tools)
      : { outcome: 'LATER', everything: true }

/** Provides the sending of each kind of operation, at start-up. */
export function setDelivery(given: Deliver) {
  deliver = given
}

let outbox: Outbox | null = null
let owner = ''
let channel: BroadcastChannel | null = null
let timer: ReturnType<typeof setTimeout> | undefined

const wakeNow = () => void outbox?.retryNow().catch(() => undefined)

const readAndWake = () =>
  void outbox
    ?.reload()
    .then(() => outbox?.wake())
    .catch(() => undefined)

interface SyncRegistration extends ServiceWorkerRegistration {
  sync?: { register: (tag: string) => Promise<void> }
}

/** Asks the browser to report when the network is back, also while the tab is in the background. */
async function askForSync() {
  const registration = (await navigator.serviceWorker?.getRegistration('/')) as SyncRegistration | undefined
  await registration?.sync?.register(SYNC_TAG)
}

function onDelay(ms: number) {
  clearTimeout(timer)
  timer = setTimeout(() => void outbox?.wake().catch(() => undefined), ms)
  void askForSync().catch(() => undefined)
}

/** One tab sends; without Web Locks every tab does, and the server recognises repeated operations. */
const lock = (userId: string) => (work: () => Promise<void>) =>
  runAlone(`plumbline.outbox.${userId}`, {}, work)

function listenForNetwork() {
  addEventListener('online', wakeNow)
  // a page restored by the back button was stopped in the middle of its reads
  addEventListener('pageshow', ({ persisted }) => persisted && readAndWake())
  connection.subscribe(() => connection.isOpen() && wakeNow())
  serverReach.subscribe(() => serverReach.read() === 'REACHED' && wakeNow())
  onMaintenanceEnd(wakeNow)
  navigator.serviceWorker?.addEventListener('message', ({ data }) => data === 'send' && wakeNow())
  if ('BroadcastChannel' in window) {
    channel = new BroadcastChannel(SYNC_TAG)
    // another tab added, sent or changed something
    channel.onmessage = readAndWake
  }
}

/** The outbox of a person, including operations that earlier visits left on this device. */
export function getOutbox(userId: string): Outbox {
  if (outbox && owner === userId) return outbox
  if (!outbox) listenForNetwork()
  owner = userId
  outbox = new Outbox({
    user_id: userId,
    store: openDeviceOutbox(userId),
    deliver: deliverFor(userId),
    lock: lock(userId),
    announce: () => channel?.postMessage(userId),
    onDelay,
    makeRoom,
  })
  const own = outbox
  own.subscribe(() => own === outbox && waiting.set(own.read()))
  own
    .reload()
    .then(() => own.wake())
    .catch(() => undefined)
  return own
}

/** The outbox of the signed-in person. */
export function getOwnOutbox(): Outbox {
  const userId = currentUserId()
  if (!userId) throw new Error('Nobody is signed in')
  return getOutbox(userId)
}
