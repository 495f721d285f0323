import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { withDatabase } from '../../server/bench/database.ts'
import { ServerProcess } from '../../server/test/server-process.ts'
import { showTheme } from '../accessibility.ts'
import { antiForgery, logIn, MAREN } from '../demo-people.ts'
import { operate } from '../operate.ts'
import { buildSheet, type TakenScreen } from './build-sheet.ts'
import {
  adminScreens,
  insideScreens,
  outsideScreens,
  projectScreens,
  UNKNOWN_PROJECT_SCREEN,
} from './screen-list.ts'
import { type ScreenState, screenStates } from './screen-states.ts'
import { followRequests, settlePage } from './settle-page.ts'

/**
 * `npm run screens -- [folder] [--only words] [--language de]`: starts the product with its demo on an empty data folder,
 * goes through all screens and states in two widths and both themes, and writes a picture of each and one sheet of all.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** only screens whose name or path contains it */
    only: { type: 'string', default: '' },
    language: { type: 'string', default: 'en' },
  },
})
const folder = path.resolve(positionals[0] ?? fs.mkdtempSync(path.join(os.tmpdir(), 'plumbline-screens-')))

const WIDTHS = [
  { name: '1440', viewport: { width: 1440, height: 900 } },
  { name: '360', viewport: { width: 360, height: 740 } },
]
const THEMES = ['light', 'dark'] as const
const LONGEST_MS = 30_000

interface Screen extends ScreenState {
  address: string
  isOutside?: boolean
}

function listScreens(projectId: string): Screen[] {
  const ofProject = `/project/${projectId}/`
  // the labels of buttons that lead to a state are English
  const states = screenStates.filter(({ act }) => !act || values.language === 'en')
  const screens: Screen[] = [
    ...outsideScreens.map((each) => ({ name: 'signed out', path: each, address: each, isOutside: true })),
    ...[...insideScreens, UNKNOWN_PROJECT_SCREEN, ...adminScreens].map((each) => ({
      name: '',
      path: each,
      address: each,
    })),
    ...projectScreens.map((each) => ({ name: '', path: each, address: ofProject + each })),
    ...states.map((state) => ({
      ...state,
      address: state.path.startsWith('/') ? state.path : ofProject + state.path,
    })),
  ]
  return screens.filter(({ name, path: at }) => `${name} ${at}`.includes(values.only))
}

/** The demo's models are converted in its first minute. */
async function waitForModels(context: BrowserContext, projectId: string) {
  for (;;) {
    const reply = await context.request.get(`/api/project/${projectId}/bim-file-header`)
    const files = (await reply.json()) as { current: unknown }[]
    if (files.length > 0 && files.every(({ current }) => current !== null)) return
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
}

const toFileName = (text: string) => text.replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '')

/** Waits until a page has loaded its data, including data requested by code that is loaded later. */
async function waitUntilComplete(page: Page) {
  await settlePage(page)
  await page.waitForLoadState('networkidle')
  await settlePage(page)
  await page.getByText(/^Loading \d+ %$/).waitFor({ state: 'detached' })
}

/** Opens a screen, brings it into its state and takes pictures in both themes. */
async function takeScreen(page: Page, screen: Screen, width: (typeof WIDTHS)[number]) {
  await page.goto(screen.address)
  await waitUntilComplete(page)
  const undo = await screen.act?.(page)
  if (screen.act) await waitUntilComplete(page)
  const pictures: TakenScreen['pictures'] = []
  for (const theme of THEMES) {
    await showTheme(page, theme)
    // a new dialog starts its transition in the next frame
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    )
    await page.waitForFunction(() =>
      document.getAnimations().every(({ playState }) => playState !== 'running'),
    )
    const file = `${toFileName(`${screen.name} ${screen.path}`) || 'root'}-${width.name}-${theme}.png`
    await page.screenshot({ path: path.join(folder, file) })
    pictures.push({ look: `${width.name} px, ${theme}`, file, ...width.viewport })
  }
  await undo?.()
  return pictures
}

async function takeWidth(
  browser: Browser,
  baseURL: string,
  width: (typeof WIDTHS)[number],
  taken: Map<string, TakenScreen>,
) {
  const options = { baseURL, viewport: width.viewport, reducedMotion: 'reduce' } as const
  const [outside, inside] = [await browser.newContext(options), await browser.newContext(options)]
  const { projectId } = await logIn(inside, MAREN)
  await waitForModels(inside, projectId)
  const headers = await antiForgery(inside)
  await inside.request.patch('/api/me', { headers, data: { locale: values.language } })
  const failed: string[] = []
  for (const screen of listScreens(projectId)) {
    if (screen.only && (screen.only === 'wide') !== (width.name === '1440')) continue
    const page = await (screen.isOutside ? outside : inside).newPage()
    page.setDefaultTimeout(LONGEST_MS)
    followRequests(page)
    const key = `${screen.name} ${screen.path}`
    try {
      const pictures = await takeScreen(page, screen, width)
      const before = taken.get(key)?.pictures ?? []
      taken.set(key, { name: screen.name, path: screen.path, pictures: [...before, ...pictures] })
    } catch (error) {
      failed.push(`${key} at ${width.name} px: ${String(error).split('\n')[0]}`)
    }
    await page.close()
  }
  return failed
}

async function takeAll(browser: Browser, origin: string) {
  const taken = new Map<string, TakenScreen>()
  const failed: string[] = []
  for (const width of WIDTHS) failed.push(...(await takeWidth(browser, origin, width, taken)))
  const sheet = path.join(folder, 'index.html')
  fs.writeFileSync(sheet, buildSheet('Plumbline, all screens', [...taken.values()]))
  const page = await browser.newPage({ viewport: { width: 1680, height: 900 } })
  await page.goto(pathToFileURL(sheet).href)
  await page.screenshot({ path: path.join(folder, 'sheet.png'), fullPage: true })
  console.log(`${taken.size} screens: ${sheet} and ${path.join(folder, 'sheet.png')}`)
  for (const each of failed) console.error(`not taken: ${each}`)
  if (failed.length > 0) process.exitCode = 1
}

fs.mkdirSync(folder, { recursive: true })
await withDatabase(async ({ databaseUrl, dataDir }) => {
  const server = new ServerProcess(databaseUrl, dataDir, { DEMO: 'true' })
  const browser = await chromium.launch({
    args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
    ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}),
  })
  try {
    await server.start()
    process.env.DATABASE_URL = databaseUrl
    process.env.E2E_DATA = dataDir
    operate('operators', 'add', MAREN)
    await takeAll(browser, server.origin)
  } finally {
    await browser.close()
    await server.end('SIGTERM')
  }
})
