import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { environment, findNode, root } from './install.mjs'

/**
 * Finds or installs a Chromium for the tests: an existing one, else Playwright's, else Debian's package. The headless shell
 * comes first: it opens a page in a third of the time, because it has no tabs and toolbars of its own to draw.
 */

const SHELL = '/usr/bin/chromium-headless-shell'
const places = [
  process.env.CHROMIUM,
  SHELL,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** longer than any installation */
const MOST_MS = 300_000
const quietly = (command, args, timeout = MOST_MS) =>
  spawnSync(command, args, { cwd: root, env: environment(), stdio: 'ignore', timeout }).status === 0
const isRoot = () => process.getuid?.() === 0

function ofPlaywright() {
  const require = createRequire(path.join(root, 'e2e/package.json'))
  return require('@playwright/test').chromium.executablePath()
}

export function ensureBrowser() {
  const isShellWanted = process.env.CI && !process.env.CHROMIUM && !fs.existsSync(SHELL)
  if (isShellWanted && isRoot()) quietly('apt-get', ['install', '-y', 'chromium-headless-shell'], 60_000)
  const there = () => [...places, ofPlaywright()].find((place) => place && fs.existsSync(place))
  const found = there()
  if (found) return found
  process.stdout.write('Installing a browser for the tests …\n')
  const playwright = path.join(root, 'node_modules/@playwright/test/cli.js')
  if (quietly(findNode(), [playwright, 'install', 'chromium']) && there()) return there()
  if (isRoot() && quietly('apt-get', ['update']) && quietly('apt-get', ['install', '-y', 'chromium']))
    return there()
  process.stderr.write('There is no Chromium for the tests: install one, or name it in CHROMIUM.\n')
  process.exit(1)
}
