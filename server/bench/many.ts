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
 * Opens forty models of mixed size at once and 200 in turns, and fails unless memory stays within its budget, visible chunks
 * are loaded and closed models leave nothing behind (viewer/bench-many.ts).
 *   node server/bench/many.ts [--models 40] [--megabytes 250] [--day 200]
 * --megabytes is the sum of all files; the largest has 25 times the bytes of the smallest.
 */
const { values } = parseArgs({
  options: {
    models: { type: 'string', default: '40' },
    megabytes: { type: 'string', default: '250' },
    day: { type: 'string', default: '200' },
  },
})
const work = mkdtempSync(path.join(os.tmpdir(), 'plumbline-bench-'))
const SPREAD = 25
const disciplines = ['architecture', 'structure', 'services'] as const

/** Sizes of the files, each larger than the previous by the same factor. */
function chooseSizes(count: number, bytes: number): number[] {
  const shares = Array.from({ length: count }, (_, at) => SPREAD ** (at / Math.max(1, count - 1)))
  const sum = shares.reduce((total, share) => total + share, 0)
  return shares.map((share) => (share / sum) * bytes)
}

async function convertOne(seed: number, bytes: number): Promise<void> {
  const discipline = disciplines[seed % disciplines.length] ?? 'architecture'
  const file = path.join(work, `${seed}.ifc`)
  const size = chooseBuildingSize(discipline, bytes)
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
  const sizes = chooseSizes(Number(values.models), Number(values.megabytes) * 1e6)
  for (const [at, bytes] of sizes.entries()) await convertOne(at + 1, bytes)
  console.log(
    `converted ${values.models} models of ${values.megabytes} MB in ${((performance.now() - began) / 1000).toFixed(0)} s`,
  )
  const bench = fileURLToPath(new URL('../../viewer/bench-many.ts', import.meta.url))
  const env = { ...process.env, MODELS: path.join(work, 'models') }
  const { status } = spawnSync(process.execPath, [bench, values.day], { stdio: 'inherit', env })
  process.exitCode = status ?? 1
} finally {
  rmSync(work, { recursive: true, force: true })
}
