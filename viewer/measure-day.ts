import { readFileSync } from 'node:fs'
import type { Browser, Page } from '@playwright/test'

/** The parts of a day of work in one page. */
export interface Day {
  /** number of models that are opened and closed */
  models: number
  /** most models open at once */
  open: number
}

/** Memory and objects of a page after all models are closed and garbage is collected. */
interface Leftovers {
  heap_bytes: number
  geometries: number
  textures: number
  programs: number
  workers: number
  /** memory of the renderer and the GPU process, bytes; NaN where the system does not report it */
  process_bytes: number
}

/** Small, because the measured memory does not depend on it, but the time of software rendering does. */
const VIEW = { width: 240, height: 150 }
/** Growth of leftovers over the day that is not a leak: compiled code, and caches of the browser. */
const HEAP_SLACK_BYTES = 6e6
const PROCESS_SLACK_BYTES = 100e6

/** Proportional set size of the processes that draw: with software rendering the GPU's memory is theirs. */
export async function measureProcesses(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  let sum = 0
  for (const { type, id } of processInfo) {
    if (type !== 'renderer' && type !== 'GPU') continue
    try {
      const [, kilobytes] = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8')) ?? []
      sum += Number(kilobytes) * 1024
    } catch {
      return Number.NaN
    }
  }
  return sum
}

/** Lets the page free unreferenced objects, including GPU objects. */
async function collectGarbage(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  for (let round = 0; round < 3; round++) {
    await session.send('HeapProfiler.collectGarbage')
    await page.evaluate(() => window.demo.rest(1))
  }
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize
}

async function measureLeftovers(browser: Browser, page: Page): Promise<Leftovers> {
  const heap_bytes = await collectGarbage(page)
  const held = await page.evaluate(() => {
    const { memory, programs } = window.demo.viewer.stage.renderer?.info ?? {}
    return {
      geometries: memory?.geometries ?? 0,
      textures: memory?.textures ?? 0,
      programs: programs?.length ?? 0,
    }
  })
  return {
    heap_bytes,
    ...held,
    workers: page.workers().length,
    process_bytes: await measureProcesses(browser),
  }
}

/** Opens a model, looks at it, cuts it and selects in it, and returns the bytes that all open models use then. */
function workOn(page: Page, folder: string, id: string): Promise<number> {
  return page.evaluate(
    async ([name, key]) => {
      const { demo } = window
      await demo.open(name, key)
      demo.goTo(key)
      const { viewer, features } = demo
      const model = viewer.models.get(key)
      const [element] = model?.drawnElements() ?? []
      if (element !== undefined) features.select.set([{ model: key, element }])
      const box = model?.box
      if (box) {
        const location: [number, number, number] = [
          (box[0] + box[3]) / 2,
          (box[1] + box[4]) / 2,
          (box[2] + box[5]) / 2,
        ]
        features.section.setPlanes([{ location, direction: [0.5, -Math.sqrt(0.75), 0] }])
        await demo.rest(1)
        features.section.reset()
      }
      await demo.turn(2)
      await demo.rest(1)
      return viewer.memory.used_bytes
    },
    [folder, id] as const,
  )
}

const show = (value: number) => (Math.abs(value) < 1000 ? `${value}` : `${(value / 1e6).toFixed(1)} MB`)

const close = (page: Page, id: string) => page.evaluate((key) => window.demo.viewer.unload(key), id)

/** Numbers of models after which everything is closed and the rest is measured; the first models load code and fill caches. */
const MEASURED_AFTER = [20, 100, 200]
/** The day ends after it, however few models there were: software rendering on a busy machine is slow. */
const LONGEST_MS = 15 * 60_000

/** Opens and closes models until `count` were opened in all, then closes the rest; returns the most bytes of models. */
async function workUntil(
  page: Page,
  names: readonly string[],
  day: Day,
  done: number,
  count: number,
  end: number,
) {
  const open: string[] = []
  let peak_bytes = 0
  let at = done
  for (; at < count && Date.now() < end; at++) {
    const name = names[at % names.length] ?? ''
    const id = `${name}, number ${at}`
    open.push(id)
    peak_bytes = Math.max(peak_bytes, await workOn(page, name, id))
    if (open.length > day.open) await close(page, open.shift() ?? '')
  }
  for (const id of open) await close(page, id)
  return { at, peak_bytes }
}

const compare = (first: Leftovers, last: Leftovers) =>
  [
    ['script memory', last.heap_bytes - first.heap_bytes, HEAP_SLACK_BYTES],
    ['process memory', last.process_bytes - first.process_bytes, PROCESS_SLACK_BYTES],
    ['geometries', last.geometries - first.geometries, 0],
    ['textures', last.textures - first.textures, 0],
    ['programs', last.programs - first.programs, 0],
    ['workers', last.workers - first.workers, 0],
  ] as const

/**
 * Opens and closes models in turns, each time under a new id, and compares the memory after the last turn with the memory
 * after the first twenty. Returns the report lines and whether all limits were met.
 */
export async function measureDay(
  browser: Browser,
  url: string,
  names: readonly string[],
  budget_bytes: number,
  day: Day,
): Promise<{ lines: string[]; isMet: boolean }> {
  const page = await browser.newPage({ viewport: VIEW })
  await page.goto(url)
  await page.waitForFunction(() => window.demo)
  const began = Date.now()
  const left: Leftovers[] = []
  let peak_bytes = 0
  let done = 0
  const ends = [...MEASURED_AFTER.filter((count) => count < day.models), day.models]
  for (const count of ends) {
    const worked = await workUntil(page, names, day, done, count, began + LONGEST_MS)
    if (worked.at < count && left.length > 1) break
    done = worked.at
    peak_bytes = Math.max(peak_bytes, worked.peak_bytes)
    const leftovers = await measureLeftovers(browser, page)
    left.push(leftovers)
    const { heap_bytes, process_bytes, geometries, textures, programs, workers } = leftovers
    console.log(
      `  ${done} models in ${((Date.now() - began) / 1000).toFixed(0)} s leave ${show(heap_bytes)} of script memory, ${show(process_bytes)} of the processes that draw, ${geometries} geometries, ${textures} textures, ${programs} programs, ${workers} workers`,
    )
  }
  const used = await page.evaluate(() => window.demo.viewer.memory.used_bytes)
  await page.close()
  const verdicts = [
    ['models in memory', peak_bytes, budget_bytes],
    ['models in memory after the last is closed', used, 0],
    ['models that were not opened in 15 minutes', day.models - done, 0],
    ...compare(left[0] as Leftovers, left.at(-1) as Leftovers).map(
      ([what, more, limit]) => [`${what} more than after the first models`, more, limit] as const,
    ),
  ] as const
  const missed = verdicts.filter(([, value, limit]) => value > limit)
  return {
    isMet: missed.length === 0,
    lines: [
      `${done} models opened and closed, ${day.open} at a time: ${missed.length === 0 ? 'met' : 'MISSED'}`,
      ...verdicts.map(
        ([what, value, limit]) =>
          `  ${what}: ${show(value)}, limit ${show(limit)}${value > limit ? ', MISSED' : ''}`,
      ),
    ],
  }
}
