import { randomUUIDv7 } from 'node:crypto'
import { createDemoProject } from '@plumbline/contract/projects/projects'
import { demandProject } from '../src/billing/limits.ts'
import { bind, type Server, type UserCtx } from '../src/context.ts'
import type { Tx } from '../src/db/database.ts'
import type { Teller } from '../src/live/tell.ts'
import { audienceOfProject } from '../src/projects/audience.ts'
import { chooseTeam } from '../src/projects/choose-team.ts'
import { readProject } from '../src/projects/reads.ts'
import { tellTeam } from '../src/teams/members.ts'
import { addIssues } from './history.ts'
import { addModels, type DemoModel, type DemoStorey, generateModels } from './models.ts'
import type { People } from './people.ts'
import { type DemoPhoto, developPhotos, type PhotoKey } from './photos.ts'
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

/** Issues by the storey that they are on, from the ground floor up; one is about no place. */
const issuesOnStoreys = [
  [1, 2, 3, 4, 5, 7],
  [6, 10],
  [8, 11, 12],
]

/** What is made and stored before the transaction that names it. */
export interface TowerParts {
  /** of the project */
  id: string
  models: DemoModel[]
  photos: Record<PhotoKey, DemoPhoto>
}

export async function prepareTower(server: Server): Promise<TowerParts> {
  const id = randomUUIDv7()
  return { id, models: await generateModels(server), photos: await developPhotos(server, id) }
}

export async function addTower(tx: Tx, { id }: TowerParts, team_id: string, created_by: string, now: Date) {
  const code = `DT-${now.getUTCFullYear()}`
  await tx
    .insertInto('projects')
    .values({ ...facts, id, team_id, created_by, code })
    .execute()
}

/** Its models, issues and sections; the issues get their places once the models are converted. */
export async function fillTower(
  tx: Tx,
  server: Server,
  { id, models, photos }: TowerParts,
  team_id: string,
  people: People,
): Promise<void> {
  const project = { id, team_id }
  await addModels(tx, server, id, people.coordinator, models)
  const sectionOf = await addSections(tx, id)
  const levelOf = await addLevels(tx, id, models[0]?.storeys ?? [])
  await addIssues(tx, { project, people, photos, sectionOf, levelOf, now: server.now() })
}

/** Answers the section of an issue by its number. */
async function addSections(tx: Tx, project_id: string): Promise<Map<number, string>> {
  const sectionOf = new Map<number, string>()
  for (const [index, { issues, ...section }] of sections.entries()) {
    const id = randomUUIDv7()
    await tx
      .insertInto('sections')
      .values({ ...section, id, project_id, order: index + 1 })
      .execute()
    for (const number of issues) sectionOf.set(number, id)
  }
  return sectionOf
}

/** The levels that the first model would bring, so that issues can be on them; answers that of an issue by its number. */
async function addLevels(tx: Tx, project_id: string, storeys: DemoStorey[]): Promise<Map<number, string>> {
  const levelOf = new Map<number, string>()
  for (const [order, { name, elevation_m }] of storeys.entries()) {
    const id = randomUUIDv7()
    await tx.insertInto('levels').values({ id, project_id, name, elevation_m, order }).execute()
    for (const number of issuesOnStoreys[order] ?? []) levelOf.set(number, id)
  }
  return levelOf
}

/** Everything in it is the caller's: nobody else is there yet. */
async function makeTower(ctx: UserCtx, server: Server, parts: TowerParts) {
  const { user_id } = ctx.actor
  const { id } = parts
  const team_id = await chooseTeam(ctx)
  await demandProject(ctx, team_id)
  await addTower(ctx.tx, parts, team_id, user_id, ctx.now())
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
  await fillTower(ctx.tx, server, parts, team_id, people)
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
      await demandProject(ctx, await chooseTeam(ctx))
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
      const { id, team_id } = await makeTower(ctx, server, parts)
      ctx.onCommit(() => {
        void placeIssues(server, teller, id, team_id, signal).catch((err: unknown) => {
          if (!signal.aborted) server.log.warn({ err }, 'demo')
        })
      })
      return readProject(ctx, id)
    },
  }),
]
