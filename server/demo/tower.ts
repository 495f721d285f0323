import { randomUUIDv7 } from 'node:crypto'
import { createDemoProject } from '@plumbline/contract/projects'
import { bind, type Server, type UserCtx } from '../src/context.ts'
import type { Tx } from '../src/db/database.ts'
import type { Teller } from '../src/live/tell.ts'
import { audienceOfProject } from '../src/projects/audience.ts'
import { chooseTeam } from '../src/projects/choose-team.ts'
import { readProject } from '../src/projects/reads.ts'
import { tellTeam } from '../src/teams/members.ts'
import { addIssues } from './issues.ts'
import { addModels, type DemoModel, generateModels } from './models.ts'
import type { People } from './people.ts'
import { placeIssues } from './places.ts'

/** The demo project, a small tower: part of the demo of an empty server, and made for whoever asks for one. */

const facts = {
  name: 'Demo Tower',
  description: 'A small office tower: three trades, two versions, and what people say about them.',
  address: 'Lindenallee 12, München',
  country: 'DE',
  timezone: 'Europe/Berlin',
  crs_epsg: 25832,
  is_demo: true,
}

const sections = [
  { name: 'Core', color: '#1d6fb8', issues: [3, 5, 10] },
  { name: 'Office wing', color: '#c2570c', issues: [1, 2, 4, 6] },
  { name: 'Roof and plant', color: '#2f8f4e', issues: [7] },
]

export async function addTower(tx: Tx, team_id: string, created_by: string, now: Date): Promise<string> {
  const id = randomUUIDv7()
  const code = `DT-${now.getUTCFullYear()}`
  await tx
    .insertInto('projects')
    .values({ ...facts, id, team_id, created_by, code })
    .execute()
  return id
}

/** Its models, issues and sections; the issues get their places once the models are converted. */
export async function fillTower(
  tx: Tx,
  server: Server,
  project: { id: string; team_id: string },
  people: People,
  models: DemoModel[],
): Promise<void> {
  await addModels(tx, server, project.id, people.coordinator, models)
  await addIssues(tx, project.id, project.team_id, people, server.now())
  for (const [index, { issues, ...section }] of sections.entries()) {
    const section_id = randomUUIDv7()
    await tx
      .insertInto('sections')
      .values({ ...section, id: section_id, project_id: project.id, order: index + 1 })
      .execute()
    await tx
      .updateTable('issues')
      .set({ section_id })
      .where('project_id', '=', project.id)
      .where('number', 'in', issues)
      .execute()
  }
}

/** Everything in it is the caller's: nobody else is there yet. */
async function makeTower(ctx: UserCtx, server: Server, models: DemoModel[]) {
  const { user_id } = ctx.actor
  const team_id = await chooseTeam(ctx)
  const id = await addTower(ctx.tx, team_id, user_id, ctx.now())
  await ctx.tx
    .insertInto('project_members')
    .values({ project_id: id, user_id, team_id, role: 'PROJECT_MANAGER', permission_level: 'ADMIN' })
    .execute()
  const people: People = {
    manager: user_id,
    coordinator: user_id,
    site: user_id,
    ducts: user_id,
    owner: user_id,
  }
  await fillTower(ctx.tx, server, { id, team_id }, people, models)
  const audience = await audienceOfProject(ctx.tx, id)
  await ctx.tell('project.created', { project_id: id, data: {}, audience })
  await tellTeam(ctx, team_id)
  return { id, team_id }
}

/** The call that makes one. `signal` ends what goes on in the background when the server stops. */
export const demoRoutes = (server: Server, teller: Teller, signal: AbortSignal) => [
  bind(createDemoProject, {
    prepare: async (ctx) => {
      // refused before anything is generated
      await chooseTeam(ctx)
      await ctx.limit(`demo:${ctx.actor.user_id}`, 3, 3600)
      const models = await generateModels(server)
      ctx.onFailure(() => {
        for (const { id } of models.flatMap(({ variants }) => variants))
          void server.blobs.remove(`variants/${id}`).catch((err: unknown) => ctx.log.warn({ err }, 'demo'))
      })
      return models
    },
    handle: async (ctx, _input, models) => {
      const { id, team_id } = await makeTower(ctx, server, models)
      ctx.onCommit(() => {
        void placeIssues(server, teller, id, team_id, signal).catch((err: unknown) => {
          if (!signal.aborted) server.log.warn({ err }, 'demo')
        })
      })
      return readProject(ctx, id)
    },
  }),
]
