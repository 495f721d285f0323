import { parseArgs } from 'node:util'
import { type Browser, chromium } from '@playwright/test'
import { sql } from 'kysely'
import { withDatabase } from '../../server/bench/database.ts'
import { fillProject } from '../../server/bench/issue-projects.ts'
import type { Db } from '../../server/src/db/database.ts'
import type { Remote } from '../../server/test/remote.ts'
import { ServerProcess } from '../../server/test/server-process.ts'
import { openSignedIn, signUpOwner } from './signed-in.ts'
import { type Line, openSlowLine } from './slow-network.ts'

/**
 * Opens pages in browser profiles that hold nothing yet: the issue list by slow 3G on a slow device, and the pages of a
 * project of 1,500 files beside one of 15.
 *   node e2e/bench/opening.ts [--files 1500] [--issues 10000] [--slower 4] [--times 3]
 */
const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '1500' },
    issues: { type: 'string', default: '10000' },
    /** how many times slower than this machine the device of slow 3G computes */
    slower: { type: 'string', default: '4' },
    times: { type: 'string', default: '3' },
  },
})
const TARGETS = { paint_ms: 3000, list_ms: 8000, files_ms: 2000 }
const FEW_FILES = 15
/** as WebPageTest defines it */
const SLOW_3G: Line = { roundTrip_ms: 400, bytesPerSecond: 400_000 / 8 }

const ISSUE_ROWS = '[data-scroll="Issues"] [data-index="10"]'
/** pages of a project, each with a selector that is drawn once the page is usable */
const PAGES: [string, string][] = [
  ['issues', ISSUE_ROWS],
  ['models', '[data-scroll="tab"] li:nth-of-type(10)'],
]

const median = (times: number[]) => [...times].sort((a, b) => a - b)[times.length >> 1] ?? Number.NaN

interface Opening {
  paint_ms: number
  usable_ms: number
  requests: number
}

/** Opens a page in a new profile; times from the start of the navigation. */
async function open(
  browser: Browser,
  remote: Remote,
  address: { origin: string; path: string; drawn: string },
  slower = 1,
): Promise<Opening> {
  const context = await openSignedIn(browser, remote, address.origin)
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
    let requests = 0
    page.on('request', () => requests++)
    await page.goto(address.path, { waitUntil: 'commit', timeout: 120_000 })
    // not by role: computing the page's roles would take time from the measurement
    await page.locator(address.drawn).first().waitFor({ timeout: 120_000 })
    const asked = requests
    const [paint_ms, usable_ms] = await page.evaluate(
      () =>
        new Promise<[number, number]>((resolve) =>
          requestAnimationFrame(() =>
            setTimeout(() => {
              const paint = performance.getEntriesByName('first-contentful-paint')[0]
              resolve([paint?.startTime ?? Number.NaN, performance.now()])
            }),
          ),
        ),
    )
    return { paint_ms, usable_ms, requests: asked }
  } finally {
    await context.close()
  }
}

/** Inserts files, each with a version that is ready. */
const insertFiles = (db: Db, project: string, team: string, count: number) =>
  sql`with made as (
      insert into bim_file_headers (id, project_id, name, type_of, trade)
      select gen_random_uuid(), ${project}, 'Building ' || n || ' architecture', 'MODEL', 'GENERAL'
      from generate_series(1, ${count}::int) n
      returning id)
    insert into bim_file_variants (id, project_id, header_id, version, file_name, size_bytes, state, artefacts_key, artefacts_team_id)
    select gen_random_uuid(), ${project}, id, 1, 'x.ifc', 1, 'COMPLETED', 'key-' || id, ${team} from made`.execute(
    db,
  )

const verdict = (value: number, target: number) => (value <= target ? 'met' : 'MISSED')
const show = (name: string, ms: number, target?: number) =>
  console.log(
    name.padEnd(44),
    `${ms.toFixed(0)} ms`.padStart(9),
    target === undefined ? '' : ` target ${target} ms: ${verdict(ms, target)}`,
  )

await withDatabase(async ({ db, databaseUrl, dataDir }) => {
  const server = new ServerProcess(databaseUrl, dataDir)
  await server.start()
  const browser = await chromium.launch({
    args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
    ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}),
  })
  try {
    const { remote, team, first: large, makeProject } = await signUpOwner(db, server.origin)
    const small = await makeProject('Small')
    for (const { id } of [large, small]) await fillProject(db, id, team.id, Number(values.issues))
    await insertFiles(db, large.id, team.id, Number(values.files))
    await insertFiles(db, small.id, team.id, FEW_FILES)
    const times = Array.from({ length: Number(values.times) })

    const line = await openSlowLine(server.origin, SLOW_3G)
    const slow: Opening[] = []
    const path = `/project/${small.id}/issues`
    for (const _ of times)
      slow.push(
        await open(browser, remote, { origin: line.origin, path, drawn: ISSUE_ROWS }, Number(values.slower)),
      )
    show('slow 3G: a painted frame', median(slow.map(({ paint_ms }) => paint_ms)), TARGETS.paint_ms)
    show('slow 3G: a usable list of issues', median(slow.map(({ usable_ms }) => usable_ms)), TARGETS.list_ms)
    console.log(
      `  ${slow[0]?.requests} requests, ${Math.round(line.received() / 1024 / times.length)} KiB each time`,
    )
    await line.close()

    for (const [page, drawn] of PAGES)
      for (const [project, count] of [
        [small, FEW_FILES],
        [large, Number(values.files)],
      ] as const) {
        const opened: Opening[] = []
        for (const _ of times)
          opened.push(
            await open(browser, remote, {
              origin: server.origin,
              path: `/project/${project.id}/${page}`,
              drawn,
            }),
          )
        show(`${page}, ${count} files`, median(opened.map(({ usable_ms }) => usable_ms)), TARGETS.files_ms)
      }
  } finally {
    await browser.close()
    await server.end('SIGTERM')
  }
})
