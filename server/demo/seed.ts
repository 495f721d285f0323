import { startMissingTrials } from '../src/billing/subscription-reactions.ts'
import type { Server } from '../src/context.ts'
import { inTransaction } from '../src/db/database.ts'
import type { Teller } from '../src/live/tell.ts'
import { createPendingRequests } from './door.ts'
import { addDemoMembers, createPeople } from './people.ts'
import { placeIssues } from './places.ts'
import { addConversations } from './talk.ts'
import { addTower, fillTower, prepareTower } from './tower.ts'

/**
 * Seeds an empty local server with the demo: companies, people, a project with models, issues and conversations, an
 * access request and an invitation. In production only on request. Returns a function that stops it.
 */
export async function seedDemo(server: Server, teller: Teller): Promise<() => void> {
  const anybody = await server.db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  if (!anybody) await createDemo(server, teller)
  await startMissingTrials(server)
  const abort = new AbortController()
  void continueDemo(server, teller, abort.signal).catch((error) => {
    if (!abort.signal.aborted) server.log.warn({ err: error }, 'demo')
  })
  return () => abort.abort()
}

async function createDemo(server: Server, teller: Teller) {
  const parts = await prepareTower(server)
  await inTransaction(server.db, async (tx) => {
    const company = await createPeople(tx)
    const { teams } = company
    const { engineer: _, ...people } = company.people
    const team_id = teams.builders
    const { id } = parts
    await addTower(tx, parts, team_id, people.manager, server.now())
    await addDemoMembers(tx, id, company)
    const tell = teller.begin(tx)
    // its conversation and its access code
    await tell('project.created', {
      project_id: id,
      data: {},
      audience: { users: Object.values(people) },
      cause: { kind: 'CREATED', template_id: null },
    })
    await addConversations(tx, id, people, server.now())
    await fillTower(tx, server, parts, team_id, people)
    await createPendingRequests(tx, tell, company, id, server.now())
  })
  teller.nudge()
}

/** Completes a demo whose first start was interrupted. */
async function continueDemo(server: Server, teller: Teller, signal: AbortSignal) {
  const demos = await server.db
    .selectFrom('projects')
    .select(['id', 'team_id'])
    .where('is_demo', '=', true)
    .where('deleted_at', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('issue_anchors as a')
            .innerJoin('issues', 'issues.id', 'a.issue_id')
            .select('a.id')
            .whereRef('issues.project_id', '=', 'projects.id'),
        ),
      ),
    )
    .orderBy('created_at')
    .limit(5)
    .execute()
  for (const { id, team_id } of demos) await placeIssues(server, teller, id, team_id, signal)
}
