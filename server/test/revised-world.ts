import { generateBuilding } from '@plumbline/bim/generate/building'
import { MutantMaker, type MutantOptions } from '@plumbline/bim/generate/mutant'
import type { Structure } from '@plumbline/bim/model'
import { getArtefact } from '@plumbline/contract/bim/artefacts'
import type { Variant } from '@plumbline/contract/bim/bim'
import { fillPath } from '@plumbline/contract/http'
import type { Anchor } from '@plumbline/contract/issues/anchors'
import { createIssue, getIssue } from '@plumbline/contract/issues/issues'
import { listTimeline } from '@plumbline/contract/issues/timeline'
import { expect } from 'vitest'
import type { TestApp } from './app.ts'
import type { Client } from './client.ts'
import { plantModel } from './converted-models.ts'
import { makeOwner } from './make.ts'
import { sendModel, waitUntilProcessed } from './upload.ts'

/** A model that is exported again with new GlobalIds, and issues at its elements. */

const buildTowerText = (seed = 1) =>
  [...generateBuilding({ discipline: 'structure', storeys: 2, bays_x: 5, bays_y: 3, version: 1, seed })].join(
    '',
  )

export interface RevisedWorld {
  app: TestApp
  client: Client
  project: string
  header: string
}

export async function uploadRevision(
  { app, client, project }: RevisedWorld,
  text: string,
  headerId?: string,
): Promise<Variant> {
  const options = headerId ? { headerId } : {}
  await plantModel(app, project, Buffer.from(text))
  const sent = await sendModel(client, project, 'tower.ifc', Buffer.from(text), options)
  const variant = await waitUntilProcessed(client, project, sent)
  expect(variant.state).toBe('COMPLETED')
  return variant
}

async function readStructure(
  { client, project }: RevisedWorld,
  variant: Variant,
): Promise<Structure['elements']> {
  const path = {
    id: project,
    variantId: variant.id,
    key: variant.artefacts_key ?? '',
    name: 'structure.json',
  }
  return ((await client.send('GET', fillPath(getArtefact.path, path))).body as unknown as Structure).elements
}

const point = { x: 1, y: 2, z: 3 }
const anchorAt = ({ header }: RevisedWorld, ifc_guid: string | null, version = 1) => ({
  ...{ bim_file_header_id: header, variant_version_at_creation: version, ifc_guid, point },
  ...{ ifc_class: 'IfcColumn', element_name: null, axes: 'C/3' },
})

const viewOf = (guid: string) => ({
  components: { selection: [{ ifc_guid: guid }], visibility: { default_visibility: true } },
  orthogonal_camera: {
    ...{ camera_view_point: point, camera_direction: { x: 1, y: 0, z: 0 } },
    ...{ camera_up_vector: { x: 0, y: 0, z: 1 }, view_to_world_scale: 5, aspect_ratio: 1 },
  },
})

export const reportAtElement = (world: RevisedWorld, name: string, guid: string, version = 1) =>
  world.client.call(createIssue, {
    params: { id: world.project },
    body: { name, anchors: [anchorAt(world, guid, version)], viewpoints: [viewOf(guid)] },
  })

/** An issue with a view that selects an element. */
export const reportWithoutPlace = ({ client, project }: RevisedWorld, name: string, guid: string) =>
  client.call(createIssue, { params: { id: project }, body: { name, viewpoints: [viewOf(guid)] } })

/** Waits until the issue's first anchor was followed into a version; returns it. */
export async function waitForAnchor(
  { client, project }: RevisedWorld,
  issueId: string,
  version: number,
): Promise<Anchor> {
  let anchor: Anchor | undefined
  await expect
    .poll(
      async () => {
        const issue = await client.call(getIssue, { params: { id: project, issueId } })
        anchor = issue.anchors[0]
        return anchor?.state_version
      },
      { timeout: 500_000, interval: 50 },
    )
    .toBe(version)
  return anchor as Anchor
}

/** The log entries of an issue about its places, oldest first. */
export async function listFollowed({ client, project }: RevisedWorld, issueId: string) {
  const params = { id: project, issueId }
  const { items } = await client.call(listTimeline, { params, query: {} })
  for (const { kind, by } of items) if (kind === 'FOLLOWED') expect(by).toBeNull()
  return items.flatMap(({ followed }) => followed ?? [])
}

export async function makeRevisedWorld(
  app: TestApp,
): Promise<RevisedWorld & { first: Variant; elements: Structure['elements']; text: string }> {
  const owner = await makeOwner(app)
  const text = buildTowerText()
  const world = { app, client: owner.client, project: owner.project.id, header: '' }
  const first = await uploadRevision(world, text)
  const whole = { ...world, header: first.header_id }
  return { ...whole, first, text, elements: await readStructure(whole, first) }
}

export const mutateTower = (text: string, options: Omit<MutantOptions, 'seed'>, seed = 1) =>
  new MutantMaker(text, { seed, newGuids: true, newTags: true, ...options }).make()

/** An element that a mutant treats in a certain way. */
export const pickElement = (
  truth: Map<string, string[]>,
  isRight: (guid: string, now: string[]) => boolean,
) => [...truth].find(([guid, now]) => isRight(guid, now)) as [string, string[]]
