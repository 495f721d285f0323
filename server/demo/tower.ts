import { randomUUIDv7 } from 'node:crypto'
import type { Server } from '../src/context.ts'
import type { Tx } from '../src/db/database.ts'
import { addIssues } from './history.ts'
import { addModels, type DemoModel, type DemoStorey, generateModels } from './models.ts'
import type { DemoPeople } from './people.ts'
import { type DemoPhoto, developPhotos, type PhotoKey } from './photos.ts'

/** The demo project, a small tower: created with the demo of an empty server, or on request. */

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

/** Issue numbers by storey, from the ground floor up; one has no place. */
const issuesOnStoreys = [
  [1, 2, 3, 4, 5, 7],
  [6, 10],
  [8, 11, 12],
]

/** Parts that are generated and stored before the transaction. */
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

/** Adds models, issues and sections; anchors follow once the models are converted. */
export async function fillTower(
  tx: Tx,
  server: Server,
  { id, models, photos }: TowerParts,
  team_id: string,
  people: DemoPeople,
): Promise<void> {
  const project = { id, team_id }
  await addModels(tx, server, id, people.coordinator, models)
  const sectionOf = await addSections(tx, id)
  const levelOf = await addLevels(tx, id, models[0]?.storeys ?? [])
  await addIssues(tx, { project, people, photos, sectionOf, levelOf, now: server.now() })
}

/** Creates sections; returns the section of an issue by its number. */
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

/** Creates the levels of the first model in advance; returns the level of an issue by its number. */
async function addLevels(tx: Tx, project_id: string, storeys: DemoStorey[]): Promise<Map<number, string>> {
  const levelOf = new Map<number, string>()
  for (const [order, { name, elevation_m }] of storeys.entries()) {
    const id = randomUUIDv7()
    await tx.insertInto('levels').values({ id, project_id, name, elevation_m, order }).execute()
    for (const number of issuesOnStoreys[order] ?? []) levelOf.set(number, id)
  }
  return levelOf
}
