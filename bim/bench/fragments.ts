import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { IfcImporter } from '@thatopen/fragments'

/** Benchmark of the reference converter: one IFC file in, one .frag out. */
const [file = '', out = ''] = process.argv.slice(2)
const importer = new IfcImporter()
const engine = path.dirname(fileURLToPath(import.meta.resolve('web-ifc')))
importer.wasm = { path: `${engine}/`, absolute: true }
const bytes = await importer.process({ bytes: new Uint8Array(readFileSync(file)) })
writeFileSync(out, bytes)
console.log(
  JSON.stringify({ peak_rss_mb: (process.resourceUsage().maxRSS * 1024) / 1e6, bytes: bytes.length }),
)
