import { randomUUIDv7 } from 'node:crypto'
import type { Server } from '../src/context.ts'
import { inTransaction, json } from '../src/db/database.ts'
import type { Teller } from '../src/live/tell.ts'
import { createPeople, joinProject } from './people.ts'
import { talk } from './talk.ts'

/**
 * The demo that an empty local server begins with: two companies, five people, a project with models, issues and a
 * conversation. Never in production unless asked for.
 */
export async function seedDemo(server: Server, teller: Teller): Promise<void> {
  const anybody = await server.db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  if (anybody) return
  await inTransaction(server.db, async (tx) => {
    const company = await createPeople(tx)
    const id = randomUUIDv7()
    await tx
      .insertInto('projects')
      .values({
        id,
        team_id: company.teams.builders,
        name: 'Demo Tower',
        description: 'A small office tower: three trades, two versions, and what people say about them.',
        address: 'Hafenstraße 1, Hamburg',
        country: 'DE',
        timezone: 'Europe/Berlin',
        base_point: json({ e: 0, n: 0, h: 0 }),
        is_demo: true,
        created_by: company.people.manager,
      })
      .execute()
    await joinProject(tx, id, company)
    await talk(tx, id, company.people, server.now())
  })
  teller.nudge()
}
