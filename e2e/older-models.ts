import fs from 'node:fs'
import path from 'node:path'
import { generateBuilding } from '@plumbline/bim/generate/building'
import { changeRows } from './change-rows.ts'

/** Marks a model as converted by an older converter, while the server runs; returns its new key. */
export function makeOlder(key: string): string {
  const folder = process.env.E2E_DATA ?? ''
  const older = `${key.slice(0, 40)}-4`
  const artefacts = path.join(folder, 'blobs/artefacts')
  const team = fs.readdirSync(artefacts).find((name) => fs.existsSync(path.join(artefacts, name, key))) ?? ''
  fs.renameSync(path.join(artefacts, team, key), path.join(artefacts, team, older))
  changeRows(
    ['update element_models set artefacts_key = $2 where artefacts_key = $1', [key, older]],
    [
      `update bim_file_variants set converter = 'plumbline 3, format 4', artefacts_key = $2
        where artefacts_key = $1`,
      [key, older],
    ],
  )
  return older
}

/** A small building, of other bytes for each seed. */
export function buildHouse(seed: number): Buffer {
  const size = { storeys: 1, bays_x: 2, bays_y: 2, seed }
  return Buffer.from([...generateBuilding({ ...size, discipline: 'architecture', version: 1 })].join(''))
}
