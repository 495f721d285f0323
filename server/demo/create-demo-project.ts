import type * as api from '@plumbline/contract/projects/demo'
import { checkProjectLimit } from '../src/billing/plan-limits.ts'
import type { Handler, Server, UserCtx } from '../src/context.ts'
import type { Teller } from '../src/live/tell.ts'
import { chooseTeam } from '../src/projects/choose-team.ts'
import { getVisibleProject } from '../src/projects/get-visible-project.ts'
import { getProjectAudience } from '../src/projects/project-audience.ts'
import { publishTeamUpdated } from '../src/teams/team-members.ts'
import type { DemoPeople } from './people.ts'
import { placeIssues } from './places.ts'
import { addTower, fillTower, prepareTower, type TowerParts } from './tower.ts'

/** The caller owns everything in it, since the project has no other members yet. */
async function insertTower(ctx: UserCtx, server: Server, parts: TowerParts) {
  const { user_id } = ctx.actor
  const { id } = parts
  const team_id = await chooseTeam(ctx)
  await checkProjectLimit(ctx, team_id)
  await addTower(ctx.tx, parts, team_id, user_id, ctx.now())
  await ctx.tx
    .insertInto('project_members')
    .values({ project_id: id, user_id, team_id, role: 'PROJECT_MANAGER', permission_level: 'ADMIN' })
    .execute()
  const people: DemoPeople = {
    manager: user_id,
    coordinator: user_id,
    site: user_id,
    ducts: user_id,
    owner: user_id,
  }
  await fillTower(ctx.tx, server, parts, team_id, people)
  const audience = await getProjectAudience(ctx.tx, id)
  const cause = { kind: 'CREATED', template_id: null } as const
  await ctx.tell('project.created', { project_id: id, data: {}, audience, cause })
  await publishTeamUpdated(ctx, team_id)
  return { id, team_id }
}

/** `signal` ends the background work when the server stops. */
export const createDemoProject = (
  server: Server,
  teller: Teller,
  signal: AbortSignal,
): Handler<typeof api.createDemoProject, TowerParts> => ({
  prepare: async (ctx) => {
    // refused before anything is generated
    await checkProjectLimit(ctx, await chooseTeam(ctx))
    await ctx.limit(`demo:${ctx.actor.user_id}`, 3, 3600)
    const parts = await prepareTower(server)
    const variants = parts.models.flatMap((model) => model.variants)
    ctx.onFailure(() => {
      for (const key of [...variants.map(({ id }) => `variants/${id}`), `attachments/${parts.id}`])
        void server.blobs.remove(key).catch((err: unknown) => ctx.log.warn({ err }, 'demo'))
    })
    return parts
  },
  handle: async (ctx, _input, parts) => {
    const { id, team_id } = await insertTower(ctx, server, parts)
    ctx.onCommit(() => {
      void placeIssues(server, teller, id, team_id, signal).catch((err: unknown) => {
        if (!signal.aborted) server.log.warn({ err }, 'demo')
      })
    })
    return getVisibleProject(ctx, id)
  },
})
