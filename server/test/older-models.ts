import fsp from 'node:fs/promises'
import path from 'node:path'
import { generateBuilding } from '@plumbline/bim/generate/building'
import { getBackgroundRun, type RunKind } from '@plumbline/contract/admin/background-run'
import type { Variant } from '@plumbline/contract/bim/bim'
import { vi } from 'vitest'
import type { TestApp } from './app.ts'
import { plantModel } from './converted-models.ts'
import type { User } from './make.ts'

export const OLDER_CONVERTER = 'plumbline 3, format 4'

/** A small building, of other bytes for each seed. */
export function buildHouse(seed: number, discipline: 'architecture' | 'structure' = 'structure'): Buffer {
  const size = { storeys: 1, bays_x: 2, bays_y: 2 }
  return Buffer.from([...generateBuilding({ ...size, discipline, version: 1, seed })].join(''))
}

/** Lets a house be complete without a conversion, for models that are converted later. */
export const plantHouse = (app: TestApp, projectId: string, bytes: Buffer) =>
  plantModel(app, projectId, bytes, buildHouse(1))

/** Makes a model one that an older converter has converted; returns the key of its artefacts. */
export async function makeOlder({ server: { db }, dataDir }: TestApp, variant: Variant, teamId: string) {
  const key = variant.artefacts_key ?? ''
  const older = `${key.slice(0, 40)}-4`
  const folder = path.join(dataDir, 'blobs/artefacts', teamId)
  await fsp.rename(path.join(folder, key), path.join(folder, older))
  await db
    .updateTable('element_models')
    .set({ artefacts_key: older })
    .where('artefacts_key', '=', key)
    .execute()
  await db
    .updateTable('bim_file_variants')
    .set({ artefacts_key: older, converter: OLDER_CONVERTER })
    .where('artefacts_key', '=', key)
    .execute()
  return older
}

/** Waits until a run is no longer running; returns it with its failures. */
export async function waitForRun(operator: User, kind: RunKind) {
  return vi.waitUntil(
    async () => {
      const reply = await operator.client.call(getBackgroundRun, { query: { kind } })
      return reply.run?.state === 'RUNNING' ? null : reply
    },
    { timeout: 240_000, interval: 50 },
  )
}
