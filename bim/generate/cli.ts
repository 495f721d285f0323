import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { parseArgs } from 'node:util'
import { type BuildingOptions, generateBuilding } from './building.ts'
import type { Discipline } from './model-writer.ts'
import { chooseBuildingSize } from './sizes.ts'

const usage = `Writes a generated building as IFC4.
  node bim/generate/cli.ts [--discipline architecture|structure|services] [--version 1|2] [--seed 1]
                           [--storeys 3] [--bays-x 5] [--bays-y 3] [--size 50MB] <file.ifc>`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    discipline: { type: 'string', default: 'architecture' },
    version: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    storeys: { type: 'string', default: '3' },
    'bays-x': { type: 'string', default: '5' },
    'bays-y': { type: 'string', default: '3' },
    size: { type: 'string' },
  },
})

const [file] = positionals
const megabytes = Number(/^(\d+)\s*MB$/i.exec(values.size ?? '')?.[1])
const known = ['architecture', 'structure', 'services'].includes(values.discipline)
if (!file || !known || (values.size !== undefined && !megabytes)) {
  console.error(usage)
  process.exit(2)
}
const discipline = values.discipline as Discipline
const options: BuildingOptions = {
  storeys: Number(values.storeys),
  bays_x: Number(values['bays-x']),
  bays_y: Number(values['bays-y']),
  ...(megabytes ? chooseBuildingSize(discipline, megabytes * 1e6) : {}),
  discipline,
  version: values.version === '2' ? 2 : 1,
  seed: Number(values.seed),
}

const out = createWriteStream(file)
const pieces = generateBuilding(options)
let bytes = 0
for (let piece = pieces.next(); ; piece = pieces.next()) {
  if (piece.done) {
    const count = [...piece.value.elements.values()].reduce((sum, each) => sum + each, 0)
    console.log(`${file}: ${(bytes / 1e6).toFixed(1)} MB, ${count} elements, ${piece.value.spaces} spaces`)
    break
  }
  bytes += piece.value.length
  if (!out.write(piece.value)) await once(out, 'drain')
}
out.end()
await once(out, 'close')
