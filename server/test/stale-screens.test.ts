import { api } from '@plumbline/contract/api'
import { levelAtLeast } from '@plumbline/contract/roles'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { concernedBy } from '../src/live/hub.ts'
import { levelsByProject } from '../src/projects/members.ts'
import type { User } from './make.ts'
import { look, reads, title } from './screens.ts'
import { app, editor, guest, owner, setScene, viewer, world, writes } from './writes.ts'

/**
 * No screen stays behind: whatever a write changes in any read of any member, that read hears of an event the write
 * told to that member.
 */

beforeAll(setScene)
afterAll(() => app.close())

/**
 * Types of the events told since `after` that this person may hear. Whose rights have changed is told to reload, and
 * with that hears of everything.
 */
async function heard(user: User, after: number, levelsBefore: Map<string, string>) {
  const levels = await levelsByProject(app.server.db, user.id)
  const rows = (await app.server.db.selectFrom('outbox').selectAll().orderBy('id').execute()).slice(after)
  const types = rows
    .filter(({ audience, project_id }) => {
      if ('users' in audience) return audience.users.includes(user.id)
      const level = levels.get(project_id ?? '')
      return level !== undefined && levelAtLeast(level, audience.level)
    })
    .map((row) => row.type)
  const concerned = rows.some((row) => concernedBy(row).includes(user.id))
  const changed = JSON.stringify([...levels].sort()) !== JSON.stringify([...levelsBefore].sort())
  return { types, reloads: concerned && changed }
}

const countTold = async () => (await app.server.db.selectFrom('outbox').select('id').execute()).length
/** What everybody saw after the write before this one. */
let shownLast: Map<string, string>[] | null = null

test.each(writes)('$name leaves no screen behind', async ({ run }) => {
  const people: [string, User][] = [
    ['owner', owner()],
    ['editor', editor()],
    ['viewer', viewer()],
    ['guest', guest()],
  ]
  const before = shownLast ?? (await Promise.all(people.map(([, user]) => look(world, user))))
  const told = await countTold()
  const levels = await Promise.all(people.map(([, user]) => levelsByProject(app.server.db, user.id)))
  await run()
  const after = await Promise.all(people.map(([, user]) => look(world, user)))
  shownLast = after
  const stale: string[] = []
  for (const [index, [name, user]] of people.entries()) {
    const { types, reloads } = await heard(user, told, levels[index] ?? new Map())
    if (reloads) continue
    const now = after[index] as Map<string, string>
    for (const entry of reads) {
      const changed = before[index]?.get(title(entry)) !== now.get(title(entry))
      const hears: readonly string[] = entry.endpoint.hears ?? []
      if (changed && !hears.some((type) => types.includes(type)))
        stale.push(`${name}: ${title(entry)} changed but heard only ${types.join(', ') || 'nothing'}`)
    }
  }
  expect(stale).toEqual([])
})

test('every write of signed-in people that tells something is tried above', () => {
  const tried = new Set(writes.map(({ name }) => name.split(' ')[0]))
  const telling = api.filter(({ endpoint }) => endpoint.method !== 'GET' && endpoint.tells)
  expect(telling.map(({ name }) => name).filter((name) => !tried.has(name))).toEqual([])
})
