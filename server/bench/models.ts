import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { generateBuilding } from '@plumbline/bim/generate/building'
import { sizeFor } from '@plumbline/bim/generate/sizes'
import { keepWarmChild } from '../src/bim/convert/child-process.ts'
import { runConversion } from '../src/bim/convert/run.ts'

/**
 * Rows B1-B4, B10 and B11 of the targets for models: the conversion beside its references, in one run on one machine.
 *   node server/bench/models.ts [--large] [--rounds 3] [file.ifc …]
 * Without files: the generated buildings of 10 and 50 MB (and 250 MB with --large) and what lies in ../shared/ifc.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { large: { type: 'boolean', default: false }, rounds: { type: 'string', default: '2' } },
})
const rounds = Math.max(1, Number(values.rounds))
const work = mkdtempSync(path.join(os.tmpdir(), 'plumbline-bench-'))
const MEMORY_MB = 8000
const LARGE_BYTES = 25e6

interface Measure {
  ms: number
  peak_rss_mb: number
  bytes: number
}

/** Runs a script of bim/bench in a process of its own; wall time counts from its start to its end. */
function reference(name: string, ...args: string[]): Promise<Measure | null> {
  const script = fileURLToPath(new URL(`../../bim/bench/${name}.ts`, import.meta.url))
  const began = performance.now()
  const child = spawn(process.execPath, ['--max-old-space-size=8000', script, ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let out = ''
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    out += part
  })
  return new Promise((resolve) => {
    child.once('close', (code) => {
      const wall = performance.now() - began
      const line = out.trim().split('\n').at(-1) ?? ''
      // A reference that fails on a file has no figure, and the row says so.
      if (code !== 0 || !line.startsWith('{')) return resolve(null)
      const said = JSON.parse(line) as Partial<Measure>
      resolve({ ms: said.ms ?? wall, peak_rss_mb: said.peak_rss_mb ?? 0, bytes: said.bytes ?? 0 })
    })
  })
}

async function conversion(file: string, children?: ReturnType<typeof keepWarmChild>): Promise<Measure> {
  const began = performance.now()
  const out_dir = path.join(work, 'out')
  const result = await runConversion({
    file,
    file_name: path.basename(file),
    out_dir,
    attempt: 1,
    max_memory_mb: MEMORY_MB,
    max_seconds: 1800,
    children,
  })
  const ms = performance.now() - began
  const shipped = result.artefacts.filter(({ name }) => !name.endsWith('.png'))
  const bytes = shipped.reduce((sum, artefact) => sum + artefact.compressed_bytes, 0)
  return { ms, peak_rss_mb: result.peak_rss_mb, bytes }
}

/** The best of each measure: what the machine does when nobody disturbs it. */
function best(measures: (Measure | null)[]): Measure | null {
  const known = measures.filter((measure) => measure !== null)
  if (known.length === 0) return null
  const least = (pick: (measure: Measure) => number) => Math.min(...known.map(pick))
  return {
    ms: least((each) => each.ms),
    peak_rss_mb: least((each) => each.peak_rss_mb),
    bytes: least((each) => each.bytes),
  }
}

function row(id: string, what: string, value: number, target: number, detail: string): boolean {
  const met = value <= target
  console.log(
    `  ${id.padEnd(4)} ${what.padEnd(44)} ${value.toFixed(3).padStart(7)}  target ≤ ${String(target).padEnd(6)} ${met ? 'met   ' : 'MISSED'} ${detail}`,
  )
  return met
}

const mb = (bytes: number) => `${(bytes / 1e6).toFixed(2)} MB`
const ms = (measure: Measure) => `${Math.round(measure.ms)} ms`
const shares: { size: number; ofIfc: number; ofFrag: number | null }[] = []

async function measure(file: string): Promise<void> {
  const size = statSync(file).size
  const frag = path.join(work, 'out.frag')
  const children = keepWarmChild(MEMORY_MB)
  const runs: Record<'bare' | 'fragments' | 'scan' | 'read' | 'warm' | 'cold', (Measure | null)[]> = {
    bare: [],
    fragments: [],
    scan: [],
    read: [],
    warm: [],
    cold: [],
  }
  for (let round = 0; round < rounds; round++) {
    // Interleaved, so that a busy minute of the machine meets all of them.
    runs.bare.push(await reference('bare-engine', file))
    runs.cold.push(await conversion(file))
    runs.warm.push(await conversion(file, children))
    runs.fragments.push(await reference('fragments', file, frag))
    runs.scan.push(await reference('byte-scan', file))
    runs.read.push(await reference('read-only', file))
  }
  children.close()
  const [bare, fragments, scan, read, warm, cold] = [
    runs.bare,
    runs.fragments,
    runs.scan,
    runs.read,
    runs.warm,
    runs.cold,
  ].map(best)
  const large = size >= LARGE_BYTES
  console.log(`\n${path.basename(file)}  ${mb(size)}`)
  if (!warm || !cold || !scan || !read) return
  if (bare) {
    row(
      'B1',
      'conversion, process started ahead / bare engine',
      warm.ms / bare.ms,
      large ? 1.2 : 1.1,
      `${ms(warm)} / ${ms(bare)}`,
    )
    console.log(`       the same with a cold process: ${(cold.ms / bare.ms).toFixed(3)} (${ms(cold)})`)
    row(
      'B10',
      'peak memory / bare engine',
      cold.peak_rss_mb / bare.peak_rss_mb,
      1.2,
      `${Math.round(cold.peak_rss_mb)} / ${Math.round(bare.peak_rss_mb)} MB`,
    )
  } else console.log('  B1   the bare engine fails on this file')
  row(
    'B10',
    'peak memory / (4.5 × file + 250 MB)',
    cold.peak_rss_mb / ((4.5 * size) / 1e6 + 250),
    1,
    `${Math.round(cold.peak_rss_mb)} MB`,
  )
  if (fragments)
    row(
      'B2',
      'conversion / fragments importer',
      warm.ms / fragments.ms,
      size >= 9e6 ? 0.4 : 0.6,
      `${ms(warm)} / ${ms(fragments)}`,
    )
  else console.log('  B2   the fragments importer fails on this file')
  row(
    'B3',
    'structure and properties / read and byte scan',
    read.ms / scan.ms,
    large ? 3 : 5,
    `${ms(read)} / ${ms(scan)}`,
  )
  row('B4', 'bytes shipped / file', warm.bytes / size, 0.07, mb(warm.bytes))
  if (fragments)
    row(
      'B4',
      'bytes shipped / .frag',
      warm.bytes / fragments.bytes,
      0.4,
      `${mb(warm.bytes)} / ${mb(fragments.bytes)}`,
    )
  shares.push({ size, ofIfc: warm.bytes / size, ofFrag: fragments ? warm.bytes / fragments.bytes : null })
}

/** From the request to stop until the process and its files are gone, in different stages. */
async function measureStop(file: string): Promise<void> {
  const times: number[] = []
  for (const stage of ['VALIDATE', 'PARSE', 'GEOMETRY', 'INDEX', 'TILES']) {
    const abort = new AbortController()
    let asked = 0
    const on_progress = (at: string) => {
      if (at !== stage || asked > 0) return
      asked = performance.now()
      abort.abort()
    }
    const options = {
      file,
      file_name: 'x.ifc',
      out_dir: path.join(work, 'stop'),
      attempt: 1,
      max_memory_mb: MEMORY_MB,
      max_seconds: 600,
    }
    await runConversion({ ...options, signal: abort.signal, on_progress }).catch(() => {})
    if (asked > 0) times.push(performance.now() - asked)
  }
  const left = readdirSync(work).filter((name) => name.startsWith('stop'))
  console.log(`\nstopping (${path.basename(file)})`)
  row(
    'B11',
    'stop to process and files gone, worst of 5, ms',
    Math.max(...times),
    250,
    `${times.map(Math.round).join(', ')} ms; left: ${left.length}`,
  )
}

function generated(megabytes: number): string {
  const file = path.join(work, `generated-${megabytes}.ifc`)
  const size = sizeFor('architecture', megabytes * 1e6)
  writeFileSync(file, '')
  for (const piece of generateBuilding({ ...size, discipline: 'architecture', version: 1, seed: 1 }))
    writeFileSync(file, piece, { flag: 'a' })
  return file
}

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? Number.NaN
}

try {
  const shared = fileURLToPath(new URL('../../../shared/ifc/', import.meta.url))
  const real = existsSync(shared)
    ? readdirSync(shared)
        .filter((name) => name.endsWith('.ifc'))
        .map((name) => shared + name)
    : []
  if (positionals.length === 0 && real.length === 0) console.log(`no real models in ${shared}`)
  const made = positionals.length > 0 ? [] : [10, 50, ...(values.large ? [250] : [])].map(generated)
  for (const file of positionals.length > 0 ? positionals : [...made, ...real]) await measure(file)
  const judged = shares.filter(({ size }) => size > 1e6)
  if (judged.length > 2) {
    console.log(`\nover ${judged.length} files above 1 MB`)
    row('B4', 'bytes shipped / file, median', median(judged.map((each) => each.ofIfc)), 0.038, '')
    row('B4', 'bytes shipped / .frag, median', median(judged.flatMap((each) => each.ofFrag ?? [])), 0.4, '')
  }
  await measureStop(positionals[0] ?? made.at(-1) ?? '')
} finally {
  rmSync(work, { recursive: true, force: true })
}
