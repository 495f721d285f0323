import { type ApiEntry, apiEntries } from '@plumbline/contract/api'
import { listSessions } from '@plumbline/contract/auth/account'
import { fillPath, listParamNames } from '@plumbline/contract/http'
import type { User } from './make.ts'
import type { World } from './world.ts'

/** What screens show: every read of the contract about one world. */

/** Answers to a question that is asked once: no screen keeps them. */
const asked = ['lookUpAccessCode', 'checkLog']
/** Read by other programs, which have no socket: they ask again. */
const isForPrograms = /^\/(bcf|foundation)\//

export const reads = apiEntries.filter(
  ({ name, endpoint }) =>
    !asked.includes(name) &&
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

/** What a person's every screen would show now, by read. */
export async function look(world: World, user: User): Promise<Map<string, string>> {
  const seen = new Map<string, string>()
  for (const entry of reads) {
    const { status, body } = await user.client.send('GET', urlOf(world, entry))
    // when somebody was last seen moves on by every call, and no event says so; nor of the order that follows from it
    if (entry.endpoint === listSessions) (body as { id: string }[]).sort((a, b) => (a.id < b.id ? -1 : 1))
    const shown = JSON.stringify(body).replace(/"(last_)?seen_at":("[^"]*"|null)/g, '')
    seen.set(title(entry), status === 200 ? shown : String(status))
  }
  return seen
}
