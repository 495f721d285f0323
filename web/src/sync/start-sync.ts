import { startKeepingFiles } from '../api/kept-files.ts'
import { answeredHere } from '../api/kept-reads.ts'
import { connection } from '../api/live.ts'
import { getOutbox, setDelivery } from '../api/outbox/own-outbox.ts'
import { checkReach, serverReach, watchReach } from '../api/reach.ts'
import { registerServiceWorker } from '../base/app-update.ts'
import { refreshKeptReads, startKeepingReads } from './keep-reads.ts'

/** Starts, once per page, the services that make the application work without a network. */

let hasStarted = false

/** a read failed although the server is there: it is asked again a little later */
const ASK_AGAIN_MS = 5000
let isAskingAgain = false

function askAgainLater() {
  if (isAskingAgain) return
  isAskingAgain = true
  setTimeout(() => {
    isAskingAgain = false
    void checkReach().then((reach) => reach === 'REACHED' && refreshKeptReads())
  }, ASK_AGAIN_MS)
}

/** Shown answers of this device are replaced as soon as the server is there. */
function refreshWhenReached() {
  connection.subscribe(() => {
    const isOpen = connection.isOpen()
    if (isOpen) refreshKeptReads()
    // an open socket is a sign of life itself
    if (!isOpen || serverReach.read() !== 'REACHED') void checkReach()
  })
  serverReach.subscribe(() => serverReach.read() === 'REACHED' && refreshKeptReads())
  answeredHere.subscribe(() => {
    if (!answeredHere.isAny()) return
    void checkReach()
    askAgainLater()
  })
}

const UPDATE_MS = 10 * 60_000
let isUpdating = false

/** Whether a project was ever kept here, without loading the code for it. */
const hasKeptProjects = async () =>
  ((await indexedDB.databases?.()) ?? []).some(({ name }) => name === 'plumbline.pinned')

/** Keeps projects that are available offline like the server's. */
async function updateKept() {
  if (isUpdating || serverReach.read() !== 'REACHED' || document.hidden) return
  isUpdating = true
  try {
    if (!(await hasKeptProjects())) return
    const { listPinnedProjects } = await import('../api/pinned/pinned-store.ts')
    if ((await listPinnedProjects()).length === 0) return
    const { updateKeptProjects } = await import('../api/pinned/pin-project.ts')
    await updateKeptProjects(AbortSignal.timeout(UPDATE_MS))
  } catch {
    // the next round continues where this one was interrupted
  } finally {
    isUpdating = false
  }
}

/** Continues work that earlier visits and versions left behind; its code is loaded only when needed. */
async function continueEarlier(userId: string) {
  const names = (await indexedDB.databases?.())?.map(({ name }) => name) ?? []
  const hasComments = Object.keys(localStorage).some((key) => key.startsWith('plumbline.comment.'))
  if (hasComments || names.includes('plumbline.chat') || names.includes('plumbline.uploads'))
    await (await import('./old-queues.ts')).moveOldQueues(userId)
  await updateKept()
  setInterval(() => void updateKept(), UPDATE_MS)
  serverReach.subscribe(() => void updateKept())
}

export function startSync(userId: string) {
  if (hasStarted) return
  hasStarted = true
  // loaded with the first operation: mostly nothing waits
  setDelivery(async (...args) => (await import('./deliver.ts')).deliverOperation(...args))
  getOutbox(userId)
  startKeepingReads()
  watchReach()
  refreshWhenReached()
  void continueEarlier(userId).catch(() => undefined)
  void startKeepingFiles(userId)
    .then(registerServiceWorker)
    .catch(() => undefined)
}
