import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { generateBuilding } from '@plumbline/bim/generate/building'
import { chooseBuildingSize } from '@plumbline/bim/generate/sizes'
import { createProcessPool } from '../src/bim/convert/child-process.ts'
import { runConversion } from '../src/bim/convert/run-conversion.ts'

/**
 * The model benchmarks B1 to B13, each compared with its reference in the same run: conversion here, rendering in a
 * browser by viewer/bench.ts.
 *   node server/bench/models.ts [--quick] [--no-browser] [--rounds 3] [file.ifc …]
 * Without files: generated buildings of 10, 50 and 250 MB (10 alone with --quick) and what lies in ../shared/ifc.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    'no-browser': { type: 'boolean', default: false },
    rounds: { type: 'string', default: '2' },
  },
})
const rounds = Math.max(1, Number(values.rounds))
const work = mkdtempSync(path.join(os.tmpdir(), 'plumbline-bench-'))
const MEMORY_MB = 8000
const LARGE_BYTES = 25e6
/** the second engine converts whole files up to this size for comparison */
const MOST_COMPARED_BYTES = 60e6
/** folders of converted models with their .frag file, for the browser */
const models = path.join(work, 'models')

interface Measure {
  ms: number
  peak_rss_mb: number
  bytes: number
}

const script = (name: string) => fileURLToPath(new URL(`../../bim/bench/${name}.ts`, import.meta.url))

/** Parses the last output line of a script as JSON; null if it fails. */
function lastLine(file: string, ...args: string[]): Promise<object | null> {
  const child = spawn(process.execPath, ['--max-old-space-size=8000', file, ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  // references run at the same low priority as the conversion, for a fair comparison on a busy machine
  if (child.pid !== undefined) os.setPriority(child.pid, os.constants.priority.PRIORITY_BELOW_NORMAL)
  let out = ''
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    out += part
  })
  return new Promise((resolve) => {
    child.once('close', (code) => {
      const line = out.trim().split('\n').at(-1) ?? ''
      resolve(code === 0 && line.startsWith('{') ? (JSON.parse(line) as object) : null)
    })
  })
}

/** Runs a script of bim/bench in a child process; wall time covers its whole life. */
async function reference(name: string, ...args: string[]): Promise<Measure | null> {
  const began = performance.now()
  // a reference that fails on a file has no figure, which the row reports
  const said = (await lastLine(script(name), ...args)) as Partial<Measure> | null
  const wall = performance.now() - began
  return said && { ms: said.ms ?? wall, peak_rss_mb: said.peak_rss_mb ?? 0, bytes: said.bytes ?? 0 }
}

const folderOf = (file: string) => path.join(models, path.basename(file, '.ifc'))

async function conversion(file: string, children?: ReturnType<typeof createProcessPool>): Promise<Measure> {
  const began = performance.now()
  const out_dir = folderOf(file)
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

/** The minimum of each measure, which is least disturbed by other load. */
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

/** One figure with its reference, ratio and target. */
function row(
  id: string,
  what: string,
  ours: Measure,
  theirs: Measure,
  unit: keyof Measure,
  target: number,
): void {
  const show = (value: number) =>
    unit === 'bytes' ? `${(value / 1e6).toFixed(2)} MB` : Math.round(value).toString()
  tell(
    id,
    what,
    ours[unit] / theirs[unit],
    target,
    `${show(ours[unit])} / ${show(theirs[unit])} ${{ ms: 'ms', peak_rss_mb: 'MB', bytes: '' }[unit]}`,
  )
}

function tell(id: string, what: string, value: number, target: number, detail: string): void {
  const verdict = value <= target ? 'met   ' : 'MISSED'
  console.log(
    `  ${id.padEnd(4)} ${what.padEnd(48)} ${value.toFixed(3).padStart(7)}  target ≤ ${String(target).padEnd(6)} ${verdict} ${detail}`,
  )
}

const mb = (bytes: number) => `${(bytes / 1e6).toFixed(2)} MB`
const shares: { size: number; ofIfc: number; ofFrag: number | null }[] = []

type Figures = Record<'bare' | 'fragments' | 'scan' | 'read' | 'warm' | 'cold', Measure | null>

async function measure(file: string): Promise<void> {
  const frag = path.join(work, 'out.frag')
  const children = createProcessPool(MEMORY_MB)
  const runs: Figures[] = []
  for (let round = 0; round < rounds; round++) {
    // interleaved, so that temporary load affects all of them
    runs.push({
      bare: await reference('bare-engine', file),
      cold: await conversion(file),
      warm: await conversion(file, children),
      fragments: await reference('fragments', file, frag),
      scan: await reference('byte-scan', file),
      read: await reference('read-only', file),
    })
  }
  children.close()
  const pick = (name: keyof Figures) => best(runs.map((run) => run[name]))
  const { size } = statSync(file)
  console.log(`\n${path.basename(file)}  ${mb(size)}`)
  tellTimes(size, pick('warm'), pick('cold'), pick('bare'), pick('fragments'))
  tellReading(size, pick('read'), pick('scan'))
  tellBytes(size, pick('warm'), pick('fragments'))
  if (size <= MOST_COMPARED_BYTES) await tellAgreement(file)
  if (existsSync(frag)) renameSync(frag, path.join(folderOf(file), 'model.frag'))
}

interface Agreement {
  both: number
  near: number
  only_first: object[]
  only_second: object[]
}

/** Counts elements placed within two centimetres of the second engine's position. */
async function tellAgreement(file: string): Promise<void> {
  const said = await lastLine(script('compare-engines'), file)
  if (said === null) return console.log('  B12  the second engine fails on this file')
  const { both, near, only_first, only_second } = said as Agreement
  const alone = `${only_first.length} and ${only_second.length} in one only`
  const share = both === 0 ? 1 : near / both
  tell(
    'B12',
    'elements apart from the second engine',
    1 - share,
    0.002,
    `${near} of ${both} within 2 cm; ${alone}`,
  )
}

/** Parses the browser's figures, one JSON line each. */
async function measureDrawing(): Promise<void> {
  const bench = fileURLToPath(new URL('../../viewer/bench.ts', import.meta.url))
  const child = spawn(process.execPath, [bench], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, MODELS: models },
  })
  let model = ''
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('{')) continue
    const figure = JSON.parse(line) as { model: string } & Record<'id' | 'what' | 'detail', string> &
      Record<'value' | 'target', number>
    if (figure.model !== model) console.log(`\ndrawing ${figure.model}`)
    model = figure.model
    tell(figure.id, figure.what, figure.value, figure.target, figure.detail)
  }
}

function tellTimes(
  size: number,
  warm: Measure | null,
  cold: Measure | null,
  bare: Measure | null,
  fragments: Measure | null,
): void {
  if (!warm || !cold) return
  if (bare) {
    const target = size >= LARGE_BYTES ? 1.2 : 1.1
    row('B1', 'conversion, process started ahead / bare engine', warm, bare, 'ms', target)
    row('B1', 'conversion, cold process / bare engine', cold, bare, 'ms', target)
    row('B10', 'peak memory / bare engine', cold, bare, 'peak_rss_mb', 1.2)
  } else console.log('  B1   the bare engine fails on this file')
  const allowed = { ...cold, peak_rss_mb: (4.5 * size) / 1e6 + 250 }
  row('B10', 'peak memory / (4.5 × file + 250 MB)', cold, allowed, 'peak_rss_mb', 1)
  if (fragments) row('B2', 'conversion / fragments importer', warm, fragments, 'ms', size >= 9e6 ? 0.4 : 0.6)
  else console.log('  B2   the fragments importer fails on this file')
}

function tellReading(size: number, read: Measure | null, scan: Measure | null): void {
  // smaller files finish before the code is warm
  if (!read || !scan || size < 9e6) return
  row('B3', 'structure and properties / read and byte scan', read, scan, 'ms', size >= LARGE_BYTES ? 3 : 5)
}

function tellBytes(size: number, warm: Measure | null, fragments: Measure | null): void {
  if (!warm) return
  row('B4', 'bytes shipped / file', warm, { ...warm, bytes: size }, 'bytes', 0.07)
  if (fragments) row('B4', 'bytes shipped / .frag', warm, fragments, 'bytes', 0.4)
  shares.push({ size, ofIfc: warm.bytes / size, ofFrag: fragments ? warm.bytes / fragments.bytes : null })
}

/** Time from a stop request until the process has ended and its files are deleted, at different stages. */
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
  const detail = `${times.map(Math.round).join(', ')} ms; files left: ${left.length}`
  tell('B11', 'stop to process and files gone, worst stage, ms', Math.max(...times), 250, detail)
}

function generated(megabytes: number): string {
  const file = path.join(work, `generated-${megabytes}.ifc`)
  const size = chooseBuildingSize('architecture', megabytes * 1e6)
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
  const made = positionals.length > 0 ? [] : (values.quick ? [10] : [10, 50, 250]).map(generated)
  for (const file of positionals.length > 0 ? positionals : [...made, ...real]) await measure(file)
  const judged = shares.filter(({ size }) => size > 1e6)
  if (judged.length > 2) {
    console.log(`\nover ${judged.length} files above 1 MB`)
    tell('B4', 'bytes shipped / file, median', median(judged.map((each) => each.ofIfc)), 0.038, '')
    tell('B4', 'bytes shipped / .frag, median', median(judged.flatMap((each) => each.ofFrag ?? [])), 0.4, '')
  }
  await measureStop(positionals[0] ?? made.find((file) => statSync(file).size > LARGE_BYTES) ?? made[0] ?? '')
  if (!values['no-browser']) await measureDrawing()
} finally {
  rmSync(work, { recursive: true, force: true })
}
