import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { generateBuilding } from '@plumbline/bim/generate/building'
import { MutantMaker } from '@plumbline/bim/generate/mutant'
import { chooseBuildingSize } from '@plumbline/bim/generate/sizes'
import { createProcessPool } from '../src/bim/convert/child-process.ts'
import { type ConversionResult, runConversion } from '../src/bim/convert/run-conversion.ts'

/**
 * The next version of a model, in which 2 % of the elements were moved, deleted or added and all GlobalIds are new: converted
 * as a whole and after the version before, taking turns, and what a browser that had the version before fetches again.
 *   node server/bench/versions.ts [--rounds 5] [--megabytes 20] [file.ifc …]
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    megabytes: { type: 'string', default: '20' },
  },
})
const work = mkdtempSync(path.join(os.tmpdir(), 'plumbline-versions-'))
const MEMORY_MB = 4000
/** the files that a viewer fetches to open a model */
const OPENED = /^(manifest\.json|carried-.*|structure\.json|lines\.json|panels\.json|chunk-.*)$/

const children = createProcessPool(MEMORY_MB)

async function convert(file: string, name: string, before?: string) {
  const out_dir = path.join(work, name)
  const limits = { max_memory_mb: MEMORY_MB, max_seconds: 1800 }
  const began = performance.now()
  const result = await runConversion({
    ...{ file, file_name: 'model.ifc', out_dir, attempt: 1, before, children },
    ...limits,
  })
  return { result, out_dir, ms: performance.now() - began }
}

function countBytes({ artefacts }: ConversionResult, isCounted: (name: string) => boolean): number {
  return artefacts.reduce((sum, each) => sum + (isCounted(each.name) ? each.compressed_bytes : 0), 0)
}

const median = (list: number[]) => [...list].sort((a, b) => a - b)[list.length >> 1] ?? Number.NaN

function tell(what: string, value: number, target: number | null, detail: string): void {
  const verdict = target === null ? '' : `target ≤ ${target} ${value <= target ? 'met' : 'MISSED'}`
  console.log(`  ${what.padEnd(52)} ${value.toFixed(3)}  ${verdict.padEnd(22)} ${detail}`)
}

async function measure(name: string, text: string): Promise<void> {
  const changes = { seed: 3, moved: 0.01, deleted: 0.005, added: 0.005, newGuids: true, newTags: true }
  const [older, newer] = ['older.ifc', 'newer.ifc'].map((each) => path.join(work, each)) as [string, string]
  writeFileSync(older, text, 'latin1')
  writeFileSync(newer, new MutantMaker(text, changes).make().text, 'latin1')
  const first = await convert(older, 'first')
  const whole: number[] = []
  const after: number[] = []
  let next: Awaited<ReturnType<typeof convert>> | null = null
  let memory = 0
  for (let round = 0; round < Number(values.rounds); round++) {
    whole.push((await convert(newer, 'whole')).ms)
    next = await convert(newer, 'next', first.out_dir)
    after.push(next.ms)
    memory = Math.max(memory, next.result.peak_rss_mb)
  }
  if (!next) return
  console.log(`\n${name}  ${(text.length / 1e6).toFixed(1)} MB`)
  const times = `${Math.round(median(after))} / ${Math.round(median(whole))} ms`
  tell('time after the version before / whole, medians', median(after) / median(whole), 0.45, times)
  const known = new Set(
    first.result.artefacts.map((each) => each.name).filter((each) => /^chunk-/.test(each)),
  )
  const chunks = (each: string) => /^(chunk|carried)-/.test(each)
  const opened = (each: string) => OPENED.test(each)
  for (const [what, isCounted, target] of [
    ['shapes fetched again / all shapes', chunks, 0.1],
    ['opened model fetched again / all of it', opened, null],
  ] as const) {
    const all = countBytes(next.result, isCounted)
    const again = countBytes(next.result, (each) => isCounted(each) && !known.has(each))
    tell(what, again / all, target, `${again} / ${all} bytes`)
  }
  const allowed = (4.5 * text.length) / 1e6 + 250
  tell('peak memory / (4.5 × file + 250 MB)', memory / allowed, 1, `${memory} / ${Math.round(allowed)} MB`)
}

try {
  for (const file of positionals) await measure(path.basename(file), readFileSync(file, 'latin1'))
  if (positionals.length === 0)
    for (const discipline of ['architecture', 'services'] as const) {
      const size = chooseBuildingSize(discipline, Number(values.megabytes) * 1e6)
      const text = [...generateBuilding({ ...size, discipline, version: 1, seed: 1 })].join('')
      await measure(discipline, text)
    }
} finally {
  children.close()
  rmSync(work, { recursive: true, force: true })
}
