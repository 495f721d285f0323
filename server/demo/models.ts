import { createHash, randomUUIDv7 } from 'node:crypto'
import { generateBuilding } from '@plumbline/bim/generate/building'
import type { Trade } from '@plumbline/contract/projects/trades'
import type { Server } from '../src/context.ts'
import type { Tx } from '../src/db/database.ts'

/** The demo's generated models: three trades, the architecture in two versions. */

export type ModelKey = 'architecture' | 'structure' | 'services'

const files: { key: ModelKey; name: string; trade: Trade; versions: (1 | 2)[] }[] = [
  { key: 'architecture', name: 'Architecture', trade: 'ARCHITECTURE', versions: [1, 2] },
  { key: 'structure', name: 'Structure', trade: 'STRUCTURE', versions: [1] },
  { key: 'services', name: 'Building services', trade: 'HVAC', versions: [1] },
]

interface GeneratedFile {
  id: string
  version: number
  file_name: string
  bytes: Uint8Array
  storeys: DemoStorey[]
}

export interface DemoStorey {
  name: string
  elevation_m: number
}

export interface DemoModel {
  key: ModelKey
  storeys: DemoStorey[]
  header_id: string
  name: string
  trade: Trade
  variants: GeneratedFile[]
}

function generate(options: Parameters<typeof generateBuilding>[0]): { text: string; storeys: DemoStorey[] } {
  const pieces = generateBuilding(options)
  let text = ''
  for (;;) {
    const { done, value } = pieces.next()
    if (done) return { text, storeys: value.storeys }
    text += value
  }
}

/** Generates the files and stores their bytes, before the transaction that inserts their rows. */
export async function generateModels({ blobs }: Server): Promise<DemoModel[]> {
  const models: DemoModel[] = []
  for (const { key, name, trade, versions } of files) {
    const variants: GeneratedFile[] = []
    for (const version of versions) {
      const size = { storeys: 3, bays_x: 5, bays_y: 3, seed: 1 }
      const { text, storeys } = generate({ ...size, discipline: key, version })
      const variant = {
        id: randomUUIDv7(),
        version,
        file_name: `Demo Tower ${name}.ifc`,
        bytes: Buffer.from(text),
        storeys,
      }
      await blobs.put(`variants/${variant.id}/file`, variant.bytes)
      variants.push(variant)
    }
    models.push({
      key,
      storeys: variants[0]?.storeys ?? [],
      header_id: randomUUIDv7(),
      name,
      trade,
      variants,
    })
  }
  return models
}

/** Inserts the files into the project and queues them, like an upload. */
export async function addModels(tx: Tx, server: Server, projectId: string, by: string, models: DemoModel[]) {
  for (const { header_id, name, trade, variants } of models) {
    await tx
      .insertInto('bim_file_headers')
      .values({
        id: header_id,
        project_id: projectId,
        name,
        type_of: 'MODEL',
        trade,
        last_version: variants.length,
        created_by: by,
      })
      .execute()
    for (const { id, version, file_name, bytes } of variants) {
      await tx
        .insertInto('bim_file_variants')
        .values({
          id,
          header_id,
          project_id: projectId,
          version,
          file_name,
          size_bytes: bytes.length,
          sha256: createHash('sha256').update(bytes).digest('hex'),
          blob_key: `variants/${id}/file`,
          state: 'QUEUED',
          queued_at: server.now().toISOString(),
          created_by: by,
        })
        .execute()
      await server.jobs.add(tx, 'convert', {})
    }
  }
}
