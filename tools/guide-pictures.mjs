import { spawn } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { ensureBuilt, ensureInstalled, environment, findNode, root } from './install.mjs'

/**
 * `npm run guide:pictures`: starts a server with its demo on an empty folder, opens the pages that the user guide shows
 * and writes them to docs/guide/pictures. Run it when these pages look different.
 */

const PORT = 3977
const SIZE = { width: 1200, height: 750 }
const origin = `http://localhost:${PORT}`
const folder = path.join(root, 'docs/guide/pictures')

ensureInstalled()
ensureBuilt()
const require = createRequire(path.join(root, 'e2e/package.json'))
const { chromium } = require('@playwright/test')

const data = fs.mkdtempSync(path.join(os.tmpdir(), 'plumbline-guide-'))
fs.chmodSync(data, 0o755)
const server = spawn(findNode(), [path.join(root, 'server/src/main.ts')], {
  cwd: root,
  stdio: 'ignore',
  env: environment({ PORT: String(PORT), DATA_DIR: data, LOG_LEVEL: 'error' }),
})

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
async function untilReady() {
  for (let tries = 0; tries < 240; tries++) {
    const isReady = await fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    await wait(500)
  }
  throw new Error('The server did not start')
}

async function signIn(browser) {
  const context = await browser.newContext({ baseURL: origin, viewport: SIZE, reducedMotion: 'reduce' })
  const demo = { email: 'demo@plumbline.example', password: 'plumbline-demo' }
  await context.request.post('/api/auth/login', { data: demo })
  const projects = await (await context.request.get('/api/v2/project')).json()
  return { context, id: projects.find(({ is_demo }) => is_demo).id }
}

const save = (page, name) => page.screenshot({ path: path.join(folder, `${name}.png`) })

/** Opens a page and waits until nothing is loading on it any more, pictures included. */
async function open(page, address) {
  await page.goto(address)
  await page.getByRole('heading').first().waitFor()
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(
    () =>
      !document.querySelector('[aria-busy=true]') &&
      [...document.images].every(({ complete, naturalWidth }) => complete && naturalWidth > 0),
  )
}

/** The demo's models are processed in the first minute. */
async function untilConverted(context, id) {
  for (let tries = 0; tries < 240; tries++) {
    const files = await (await context.request.get(`/api/project/${id}/bim-file-header`)).json()
    if (files.length > 0 && files.every(({ current }) => current !== null)) return
    await wait(1000)
  }
}

/** Clicks places of the canvas until an element is there and no pin. */
async function clickUntilSelected(page, { x, y, width, height }) {
  const selected = page.getByRole('status').filter({ hasText: /selected$/ })
  for (const [right, down] of [
    [0.45, 0.6],
    [0.55, 0.65],
    [0.4, 0.5],
    [0.6, 0.5],
  ]) {
    await page.mouse.click(x + width * right, y + height * down)
    const isSelected = await selected.waitFor({ timeout: 10_000 }).then(
      () => true,
      () => false,
    )
    if (isSelected) return
  }
  throw new Error('There is no element at these places')
}

async function takePictures(browser) {
  const { context, id } = await signIn(browser)
  await untilConverted(context, id)
  const page = await context.newPage()
  await open(page, '/projects')
  await save(page, 'projects')
  await open(page, `/project/${id}/models`)
  await save(page, 'models')
  await open(page, `/project/${id}/issues`)
  await page.getByRole('link', { name: 'Window frame' }).click()
  await page.getByRole('list', { name: 'Comments and changes' }).waitFor()
  await save(page, 'issue')
  await page.goto(`/project/${id}/viewer`)
  const canvas = page.getByLabel('Model', { exact: true })
  await page.getByRole('combobox', { name: 'Storey', exact: true }).waitFor()
  await page.getByText(/^Loading \d+ %$/).waitFor({ state: 'detached' })
  await clickUntilSelected(page, await canvas.boundingBox())
  await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'))
  await save(page, 'viewer')
}

const browser = await chromium.launch({
  executablePath: ensureBrowser(),
  args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
})
try {
  await untilReady()
  await takePictures(browser)
} finally {
  await browser.close()
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  await ended
  fs.rmSync(data, { recursive: true, force: true })
}
