import { describe, expect, it } from 'vitest'
import { type ConvertedModel, convertBytes, decodeChunks, measureElements } from '../test/converted.ts'
import { type BuildingOptions, generateBuilding } from './building.ts'
import { deriveGlobalId } from './guid.ts'
import type { BuildingSummary, Discipline } from './model-writer.ts'

const DEMO: BuildingOptions = {
  storeys: 3,
  bays_x: 5,
  bays_y: 3,
  discipline: 'architecture',
  version: 1,
  seed: 1,
}
const DISCIPLINES: Discipline[] = ['architecture', 'structure', 'services']

function generate(options: Partial<BuildingOptions> = {}): { text: string; summary: BuildingSummary } {
  const pieces = generateBuilding({ ...DEMO, ...options })
  let text = ''
  for (let piece = pieces.next(); ; piece = pieces.next()) {
    if (piece.done) return { text, summary: piece.value }
    text += piece.value
  }
}

function convertText(text: string): Promise<ConvertedModel> {
  return convertBytes(new TextEncoder().encode(text))
}

function countClasses({ structure }: ConvertedModel): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const kind of structure.elements.class) {
    const name = (structure.classes[kind] ?? '').toUpperCase()
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

describe.each(DISCIPLINES)('the generated building, discipline %s', (discipline) => {
  it.each([
    ['the demo', {}],
    ['a larger one', { storeys: 6, bays_x: 9, bays_y: 5, seed: 7 }],
  ])('%s is converted completely', async (_what, size) => {
    const { text, summary } = generate({ discipline, ...size })
    const converted = await convertText(text)
    const { manifest, report } = converted
    expect(report).toEqual({ warnings: [], not_shown: [] })
    const counts = countClasses(converted)
    for (const [entity, count] of summary.elements) expect([entity, counts[entity]]).toEqual([entity, count])
    expect(manifest.counts.elements).toBe([...summary.elements.values()].reduce((sum, each) => sum + each, 0))
    expect(manifest.counts.spaces).toBe(summary.spaces)
    expect(manifest.counts.entities).toBe(summary.statements)
    expect(manifest.storeys.map(({ name, elevation_m }) => ({ name, elevation_m }))).toEqual(summary.storeys)
    expect(manifest.georeference).toMatchObject({ crs: 'EPSG:25832', eastings: 691234.5, scale: 1 })
    expect(manifest.true_north_deg).toBeCloseTo(12, 3)
  })

  it('is identical on every run and differs by seed', () => {
    const { text } = generate({ discipline })
    expect(generate({ discipline }).text).toBe(text)
    expect(generate({ discipline, seed: 2 }).text).not.toBe(text)
  })

  it('lists every change between its versions by GlobalId', async () => {
    const old = generate({ discipline, version: 1 })
    const fresh = generate({ discipline, version: 2 })
    const [before, after] = await Promise.all([convertText(old.text), convertText(fresh.text)])
    const differences = compare(await describeElements(before), await describeElements(after))
    const stated = new Map(fresh.summary.changes.map((change) => [change.guid, change.kind]))
    expect(old.summary.changes).toEqual([])
    expect([...new Set(stated.values())].sort()).toEqual(['added', 'changed', 'moved', 'removed'])
    for (const [guid, kind] of stated) {
      const seen = differences.get(guid)
      expect([guid, seen]).toEqual([guid, kind === 'moved' ? 'changed' : kind])
    }
    expect([...differences.keys()].filter((guid) => !stated.has(guid))).toEqual([])
  })
})

/** All comparable data of every element, by GlobalId. */
async function describeElements(converted: ConvertedModel): Promise<Map<string, string>> {
  const { artefacts, structure, manifest } = converted
  const shapes = measureElements(await decodeChunks(converted, 'model'), manifest.origin)
  const described = new Map<string, string>()
  for (const [element, guid] of structure.elements.guid.entries()) {
    const block = JSON.parse(new TextDecoder().decode(artefacts.get(`props-${element >> 8}.json`)))
    const sets = block.elements[element & 255].map((index: number) => block.sets[index])
    const shape = shapes.get(element)
    const place = shape && [...shape.box, ...shape.middle].map((value) => value.toFixed(3))
    described.set(guid, JSON.stringify([structure.elements.name[element], place, sets]))
  }
  return described
}

function compare(before: Map<string, string>, after: Map<string, string>): Map<string, string> {
  const differences = new Map<string, string>()
  for (const [guid, text] of before) {
    if (!after.has(guid)) differences.set(guid, 'removed')
    else if (after.get(guid) !== text) differences.set(guid, 'changed')
  }
  for (const guid of after.keys()) if (!before.has(guid)) differences.set(guid, 'added')
  return differences
}

describe('the generator', () => {
  it('yields its file in pieces, so that memory use does not depend on its size', () => {
    let longest = 0
    let total = 0
    for (const piece of generateBuilding({ ...DEMO, storeys: 20, bays_x: 12 })) {
      longest = Math.max(longest, piece.length)
      total += piece.length
    }
    expect(total).toBeGreaterThan(10_000_000)
    expect(longest).toBeLessThan(1_000_000)
  })

  it('gives every element a unique GlobalId', () => {
    const guids = [...generate({ storeys: 4 }).text.matchAll(/=IFC\w+\('([\w$]{22})',/g)].map(
      (match) => match[1],
    )
    expect(new Set(guids).size).toBe(guids.length)
    for (const guid of guids) expect(guid).toMatch(/^[0-3][0-9A-Za-z_$]{21}$/)
  })

  it('writes no dangling references', () => {
    for (const discipline of DISCIPLINES) {
      const { text } = generate({ discipline })
      const defined = new Set([...text.matchAll(/^#(\d+)=/gm)].map((match) => match[1]))
      const missing = [...text.matchAll(/[(,]#(\d+)/g)].filter((match) => !defined.has(match[1]))
      expect(missing).toEqual([])
    }
  })

  it('derives GlobalIds from the key alone', () => {
    expect(deriveGlobalId('a')).toBe(deriveGlobalId('a'))
    expect(deriveGlobalId('a')).not.toBe(deriveGlobalId('b'))
  })
})
