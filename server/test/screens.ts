import { type ApiEntry, apiEntries } from '@plumbline/contract/api'
import { listSessions } from '@plumbline/contract/auth/account'
import { fillPath, listParamNames } from '@plumbline/contract/http'
import type { User } from './make.ts'
import type { World } from './world.ts'

/** Every read of the contract that a screen shows, on one world. */

/** One-off lookups whose replies no screen keeps. */
const asked = ['lookUpAccessCode', 'checkLog', 'checkAuditLog']
/** The audit log grows with every action, including those without an event: its page reads it when opened. */
const audit = ['listAuditLog', 'listAuditPeople']
/** Reads for other programs, which have no socket and poll. */
const isForPrograms = /^\/(bcf|foundation)\//

export const reads = apiEntries.filter(
  ({ name, endpoint }) =>
    !asked.includes(name) &&
    !audit.includes(name) &&
    !isForPrograms.test(endpoint.path) &&
    endpoint.method === 'GET' &&
    endpoint.access !== 'public' &&
    endpoint.reply !== null &&
    !('bytes' in endpoint.reply),
)
export const title = ({ endpoint }: ApiEntry) => `${endpoint.method} ${endpoint.path}`

function urlOf(world: World, entry: ApiEntry): string {
  const id = entry.endpoint.access.startsWith('team:')
    ? world.owner.team.id
    : entry.domain === 'chat'
      ? world.ids.chatId
      : world.ids.id
  const values = Object.fromEntries(
    listParamNames(entry.endpoint.path).map((name) => [name, world.ids[name]]),
  )
  return fillPath(entry.endpoint.path, 'id' in values ? { ...values, id } : values)
}

/** Reads sent together: while the database answers some, the server works on others. */
const READS_AT_ONCE = 8

/** The current reply of every read for a person. */
export async function readScreens(world: World, user: User): Promise<Map<string, string>> {
  const seen = new Map<string, string>()
  const read = async (entry: ApiEntry) => {
    const { status, body } = await user.client.send('GET', urlOf(world, entry))
    // `last seen` changes with every call without an event, and so does the order that follows from it
    if (entry.endpoint === listSessions) (body as { id: string }[]).sort((a, b) => (a.id < b.id ? -1 : 1))
    const shown = JSON.stringify(body).replace(/"(last_)?seen_at":("[^"]*"|null)/g, '')
    seen.set(title(entry), status === 200 ? shown : String(status))
  }
  // creates the markers of new levels and sections, which other reads show
  const creates = ({ name }: ApiEntry) => name === 'getQrSheets'
  for (const entry of reads.filter(creates)) await read(entry)
  const left = reads.filter((entry) => !creates(entry))
  const readOn = async () => {
    for (let entry = left.shift(); entry; entry = left.shift()) await read(entry)
  }
  await Promise.all(Array.from({ length: READS_AT_ONCE }, readOn))
  return seen
}
