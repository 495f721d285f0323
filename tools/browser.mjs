import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { environment, findNode, root } from './install.mjs'

/** Finds or installs a Chromium for the tests: an existing one, else Playwright's, else Debian's package. */

const places = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

const quietly = (command, args) =>
  spawnSync(command, args, { cwd: root, env: environment(), stdio: 'ignore' }).status === 0

function ofPlaywright() {
  const require = createRequire(path.join(root, 'e2e/package.json'))
  return require('@playwright/test').chromium.executablePath()
}

export function ensureBrowser() {
  const there = () => [...places, ofPlaywright()].find((place) => place && fs.existsSync(place))
  const found = there()
  if (found) return found
  process.stdout.write('Installing a browser for the tests …\n')
  const playwright = path.join(root, 'node_modules/@playwright/test/cli.js')
  if (quietly(findNode(), [playwright, 'install', 'chromium']) && there()) return there()
  if (
    process.getuid?.() === 0 &&
    quietly('apt-get', ['update']) &&
    quietly('apt-get', ['install', '-y', 'chromium'])
  )
    return there()
  process.stderr.write('There is no Chromium for the tests: install one, or name it in CHROMIUM.\n')
  process.exit(1)
}
