import { parseArgs } from 'node:util'
import { runCuts } from '../test/cuts.ts'
import { withDatabase } from './database.ts'

/**
 * 1,000 random socket cuts and 20 server kills under load, with a browser's pauses. Targets: no event lost, duplicated
 * or reordered, all sockets back within 15 s. Takes some minutes.
 *   node server/bench/cuts.ts [--cuts 1000] [--kills 20] [--readers 100] [--seed 1]
 */
const { values } = parseArgs({
  options: {
    cuts: { type: 'string', default: '1000' },
    kills: { type: 'string', default: '20' },
    readers: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
  },
})
const [cuts, kills, readers, seed] = [values.cuts, values.kills, values.readers, values.seed].map(Number) as [
  number,
  number,
  number,
  number,
]
const TARGET_MS = 15_000

await withDatabase(async (place) => {
  const began = performance.now()
  const report = await runCuts({
    ...place,
    ...{ readers, cuts, kills, seed, writes: cuts, cut_every_ms: 200, reconnect_ms: 5000, jitter_ms: 5000 },
  })
  const took = (performance.now() - began) / 1000
  console.log(`${cuts} cuts and ${kills} kills in ${took.toFixed(0)} s, ${readers} readers, seed ${seed}`)
  for (const [name, value] of Object.entries(report)) console.log(`  ${name.padEnd(18)} ${Math.round(value)}`)
  const { lost, doubled, disordered, reloads, forgotten, slowest_return_ms } = report
  const faults = lost + doubled + disordered + reloads + forgotten
  const isMet = faults === 0 && slowest_return_ms <= TARGET_MS
  console.log(`target: no faults, all back within ${TARGET_MS / 1000} s: ${isMet ? 'met' : 'MISSED'}`)
  if (!isMet) process.exitCode = 1
})
