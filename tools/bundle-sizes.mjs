import fs from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from './install.mjs'

/** Compares the gzipped JavaScript that a page loads initially, by the build's manifest, with its budget. */

/** `part`: the file that vite.config.ts bundles the page into, with all that it needs. */
const budgets = [
  { page: '/login', part: 'start', kB: 130 },
  { page: '/projects', part: 'shell', kB: 200 },
]
const dist = path.join(root, 'web/dist')
const manifest = JSON.parse(fs.readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8'))

function collect(key, files) {
  const chunk = manifest[key]
  if (!chunk) throw new Error(`The build has no ${key}`)
  if (files.has(chunk.file)) return
  files.add(chunk.file)
  for (const next of chunk.imports ?? []) collect(next, files)
}

let over = false
for (const { page, part, kB } of budgets) {
  const files = new Set()
  const file = Object.keys(manifest).find((key) => key.startsWith(`_${part}-`) && key.endsWith('.js'))
  for (const key of ['index.html', file ?? part]) collect(key, files)
  const scripts = [...files].filter((file) => file.endsWith('.js'))
  const size =
    scripts.reduce((sum, file) => sum + gzipSync(fs.readFileSync(path.join(dist, file))).length, 0) / 1000
  const verdict = size <= kB ? 'within' : 'OVER'
  over ||= size > kB
  process.stdout.write(
    `${page}: ${size.toFixed(1)} kB of JavaScript in ${scripts.length} files, ${verdict} ${kB} kB\n`,
  )
}
process.exit(over ? 1 : 0)
