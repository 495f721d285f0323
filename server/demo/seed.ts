import { randomUUIDv7 } from 'node:crypto'
import type { Server } from '../src/context.ts'
import { inTransaction } from '../src/db/database.ts'
import type { Teller } from '../src/live/tell.ts'
import { addIssues } from './issues.ts'
import { addModels, generateModels } from './models.ts'
import { createPeople, joinProject } from './people.ts'
import { placeIssues } from './places.ts'
import { talk } from './talk.ts'

/**
 * The demo that an empty local server begins with: two companies, five people, a project with models, issues and a
 * conversation. Never in production unless asked for. Returns what to call when the server stops.
 */
export async function seedDemo(server: Server, teller: Teller): Promise<() => void> {
  const anybody = await server.db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  if (!anybody) await createDemo(server, teller)
  const abort = new AbortController()
  void continueDemo(server, teller, abort.signal).catch((error) => {
    if (!abort.signal.aborted) server.log.warn({ err: error }, 'demo')
  })
  return () => abort.abort()
}

async function createDemo(server: Server, teller: Teller) {
  const models = await generateModels(server)
  await inTransaction(server.db, async (tx) => {
    const company = await createPeople(tx)
    const { people, teams } = company
    const id = randomUUIDv7()
    await tx
      .insertInto('projects')
      .values({
        id,
        team_id: teams.builders,
        name: 'Demo Tower',
        description: 'A small office tower: three trades, two versions, and what people say about them.',
        address: 'Lindenallee 12, München',
        country: 'DE',
        timezone: 'Europe/Berlin',
        crs_epsg: 25832,
        is_demo: true,
        created_by: people.manager,
      })
      .execute()
    await joinProject(tx, id, company)
    await talk(tx, id, people, server.now())
    await addModels(tx, server, id, people.coordinator, models)
    await addIssues(tx, id, teams.builders, people, server.now())
  })
  teller.nudge()
}

/** What a first start was stopped before it was done is done by the next one. */
async function continueDemo(server: Server, teller: Teller, signal: AbortSignal) {
  const demo = await server.db
    .selectFrom('projects')
    .select(['id', 'team_id'])
    .where('is_demo', '=', true)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!demo) return
  const placed = await server.db
    .selectFrom('issue_anchors as a')
    .innerJoin('issues', 'issues.id', 'a.issue_id')
    .select('a.id')
    .where('issues.project_id', '=', demo.id)
    .limit(1)
    .executeTakeFirst()
  if (!placed) await placeIssues(server, teller, demo.id, demo.team_id, signal)
}
