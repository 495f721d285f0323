import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { generateBuilding } from '../generate/building.ts'
import { MutantMaker, type MutantOptions } from '../generate/mutant.ts'
import { loadEngine } from '../src/geometry/engine.ts'
import { compareRevisions, encodeChanges } from '../src/revisions/compare-revisions.ts'
import { encodeMatch } from '../src/revisions/encode-match.ts'
import { followElements, listChangedGuids } from '../src/revisions/follow-elements.ts'
import { matchRevisions } from '../src/revisions/match-revisions.ts'
import type { Revision } from '../src/revisions/revision.ts'
import { convertRevision, matchAndJudge } from '../test/revisions.ts'

/**
 * Matching of versions: how many elements of mutants are found again, by seed, and the time and memory of a large pair.
 *   npm run bench -- revisions [--seeds 5] [--elements 250000] [--models folder with .ifc files]
 */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '5' },
    elements: { type: 'string', default: '250000' },
    models: { type: 'string' },
  },
})

/** elements with issues, in the large pair */
const ANCHORS = 10_000

const edits = { newGuids: true, newTags: true, moved: 0.05, deleted: 0.02, added: 0.02 }
const mutants: [string, Omit<MutantOptions, 'seed'>][] = [
  ['new GlobalIds', { newGuids: true, newTags: true, shuffled: true }],
  ['edits', edits],
  ['renamed', { ...edits, renamed: 1 }],
  ['storey raised', { newGuids: true, newTags: true, storeyShift: 0.35 }],
  ['turned', { ...edits, displacement: { move: [12.3, -40, 1.5], degrees: 33 } }],
  ['split', { newGuids: true, newTags: true, split: 0.1 }],
  ['finer curves', { newGuids: true, newTags: true, circleCorners: 24 }],
  ['all', { ...edits, renamed: 0.3, storeyShift: 0.2, split: 0.03, circleCorners: 24, shuffled: true }],
]

/** Copies a version side by side until it has the wanted number of elements. */
function tile(revision: Revision, elements: number, guids: string): Revision {
  const copies = Math.ceil(elements / revision.count)
  const count = copies * revision.count
  const repeat = <T>(list: T[], change: (item: T, copy: number) => T = (item) => item) =>
    Array.from({ length: count }, (_, row) =>
      change(list[row % revision.count] as T, Math.floor(row / revision.count)),
    )
  const spread = (list: ArrayLike<number>, width: number, step = 0) =>
    Float64Array.from({ length: count * width }, (_, at) => {
      const copy = Math.floor(at / (revision.count * width))
      const shift = at % 3 === 0 ? (copy % 20) * step : at % 3 === 1 ? Math.floor(copy / 20) * step : 0
      return (list[at % (revision.count * width)] ?? 0) + shift
    })
  const { forms } = revision
  return {
    count,
    guid: repeat(revision.guid, (guid, copy) => `${guids}${copy}/${guid}`),
    name: repeat(revision.name),
    tag: repeat(revision.tag, (tag, copy) => tag && `${guids}${copy}/${tag}`),
    family: repeat(revision.family),
    type: repeat(revision.type),
    storey: repeat(revision.storey),
    elevation: spread(revision.elevation, 1),
    parent: repeat(revision.parent, (parent, copy) => (parent < 0 ? parent : parent + copy * revision.count)),
    shape: spread(revision.shape, 1),
    properties: spread(revision.properties, 1),
    forms: {
      has: Uint8Array.from({ length: count }, (_, row) => forms.has[row % revision.count] ?? 0),
      centre: spread(forms.centre, 3, 120),
      area: spread(forms.area, 1),
      volume: spread(forms.volume, 1),
      sizes: spread(forms.sizes, 3),
      box: spread(forms.box, 6, 120),
    },
  }
}

async function* listModels(): AsyncGenerator<[name: string, text: string]> {
  for (const discipline of ['architecture', 'structure', 'services'] as const) {
    const size = { storeys: 3, bays_x: 5, bays_y: 3, version: 1 as const, seed: 1 }
    yield [discipline, [...generateBuilding({ discipline, ...size })].join('')]
  }
  if (!values.models || !existsSync(values.models)) return
  for (const file of readdirSync(values.models).filter((name) => name.endsWith('.ifc')))
    yield [file, readFileSync(path.join(values.models, file), 'latin1')]
}

async function measureQuality() {
  for await (const [name, text] of listModels()) {
    const older = await convertRevision(Buffer.from(text, 'latin1'))
    for (const [title, options] of mutants)
      for (let seed = 1; seed <= Number(values.seeds); seed++) {
        const mutant = new MutantMaker(text, { ...options, seed }).make()
        const newer = await convertRevision(Buffer.from(mutant.text, 'latin1'))
        const { quality } = matchAndJudge(older, newer, mutant)
        const { surviving, right, wrong, invented } = quality
        const percent = ((100 * right) / surviving).toFixed(2)
        console.log(
          `${name} | ${title} | seed ${seed} | ${surviving} | ${percent} % | ${wrong + invented} wrong`,
        )
      }
  }
}

async function measureLarge() {
  const size = { storeys: 3, bays_x: 5, bays_y: 3, version: 1 as const, seed: 1 }
  const text = [...generateBuilding({ discipline: 'architecture', ...size })].join('')
  const mutant = new MutantMaker(text, { ...edits, seed: 1 }).make()
  const older = tile(await convertRevision(text), Number(values.elements), 'a')
  const newer = tile(await convertRevision(mutant.text), Number(values.elements), 'b')
  const began = performance.now()
  const before = process.cpuUsage()
  const match = matchRevisions(older, newer)
  const matched = performance.now()
  const cpu = Math.round(process.cpuUsage(before).user / 1000)
  const { changes } = compareRevisions(older, newer, match)
  const compared = performance.now()
  const guids = older.guid.filter((_, row) => row % Math.ceil(older.count / ANCHORS) === 0)
  followElements([older, newer], match, { names: newer.name, classes: newer.family }, guids)
  for (const _ of listChangedGuids(older, newer, match));
  const whole = process.cpuUsage(before).user / 1000
  const stored = encodeMatch(match).length + encodeChanges(changes).length
  const rss = Math.round(process.memoryUsage.rss() / 1e6)
  console.log(
    `${older.count} elements, new GlobalIds: matched in ${Math.round(matched - began)} ms (${cpu} ms of a processor), compared in ${Math.round(compared - matched)} ms, ${Math.round(whole)} ms of a processor with ${guids.length} anchors followed, ${(100 * match.share).toFixed(1)} % found, ${(stored / 1e6).toFixed(1)} MB before compression, ${rss} MB resident`,
  )
}

await loadEngine()
await measureLarge()
await measureQuality()
