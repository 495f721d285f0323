import { spawnSync } from 'node:child_process'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { generateBuilding } from '@plumbline/bim/generate/building'
import { chooseBuildingSize } from '@plumbline/bim/generate/sizes'
import { runConversion } from '../src/bim/convert/run-conversion.ts'

/**
 * Opens forty models at once and checks that memory stays within its budget and visible chunks are loaded.
 *   node server/bench/many.ts [--models 40] [--megabytes 10]
 */
const { values } = parseArgs({
  options: { models: { type: 'string', default: '40' }, megabytes: { type: 'string', default: '10' } },
})
const work = mkdtempSync(path.join(os.tmpdir(), 'plumbline-bench-'))
const disciplines = ['architecture', 'structure', 'services'] as const

async function convertOne(seed: number): Promise<void> {
  const discipline = disciplines[seed % disciplines.length] ?? 'architecture'
  const file = path.join(work, `${seed}.ifc`)
  const size = chooseBuildingSize(discipline, Number(values.megabytes) * 1e6)
  await pipeline(
    Readable.from(generateBuilding({ ...size, discipline, version: 1, seed })),
    createWriteStream(file),
  )
  const out_dir = path.join(work, 'models', `${discipline}-${seed}`)
  const { thumbnail } = await runConversion({
    file,
    file_name: `${seed}.ifc`,
    out_dir,
    attempt: 1,
    max_memory_mb: 4000,
    max_seconds: 600,
  })
  await thumbnail
  rmSync(file)
}

try {
  const began = performance.now()
  for (let seed = 1; seed <= Number(values.models); seed++) await convertOne(seed)
  console.log(`converted ${values.models} models in ${((performance.now() - began) / 1000).toFixed(0)} s`)
  const bench = fileURLToPath(new URL('../../viewer/bench-many.ts', import.meta.url))
  const env = { ...process.env, MODELS: path.join(work, 'models') }
  spawnSync(process.execPath, [bench], { stdio: 'inherit', env })
} finally {
  rmSync(work, { recursive: true, force: true })
}
