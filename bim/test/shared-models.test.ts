import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { createByteSource } from '../src/source.ts'
import { scanStep } from '../src/step/scan.ts'
import { isRelevantEntity } from '../src/structure/entities.ts'
import { convertBytes, decodeChunks, measureElements } from './converted.ts'

const folder = fileURLToPath(new URL('../../../shared/ifc/', import.meta.url))

interface Expected {
  schema: string
  entities: number
  storeys: string[]
  buildings: number
  sites: number
  psets: number
  elementsWithGeometry: number
  spacesWithGeometry: number
  triangles_webifc: number
  byType: Record<string, number>
  /** computed by web-ifc; all zeros where it collapses the model to a point */
  bboxYupMetres: [number[], number[]]
}

const present = existsSync(`${folder}expected.json`)
if (!present) console.log(`Skipped: the real models are missing (${folder})`)
const all = present
  ? (JSON.parse(readFileSync(`${folder}expected.json`, 'utf8')) as Record<string, Expected>)
  : {}
const files = Object.entries(all).filter(([name]) => existsSync(folder + name))

/**
 * web-ifc reads no scale from the untyped unit of infra-pavement-elements; infra-rumblestrip is a road on the
 * same site.
 */
const SAME_SITE: Record<string, string> = { 'infra-pavement-elements.ifc': 'infra-rumblestrip.ifc' }

/**
 * web-ifc rotates the rail of this file by the direction of its alignment, although the file says otherwise, so that its end
 * is 350 m off. The rail lies on the alignment, from its first segment to its last.
 */
const ALONG_ALIGNMENT: Record<string, [number[], number[]]> = {
  'railway-simple-ifc4x3.ifc': [
    [-624.099, 1.806, -162.688],
    [308.876, 8.485, 266.839],
  ],
}

describe.skipIf(!present).each(files)('%s', (name, expected) => {
  const bytes = new Uint8Array(present ? readFileSync(folder + name) : [])
  const converting = convertBytes(bytes)

  it('contains all its elements, types and storeys', async () => {
    const { manifest, structure, report } = await converting
    expect(manifest.schema).toBe(expected.schema)
    expect(manifest.counts.entities).toBe(expected.entities)
    expect(manifest.storeys.map((storey) => storey.name).sort()).toEqual([...expected.storeys].sort())
    const count = (entity: string) =>
      structure.elements.class.filter((kind) => structure.classes[kind] === entity).length
    expect([count('IfcBuilding'), count('IfcSite')]).toEqual([expected.buildings, expected.sites])
    expect(manifest.counts.with_geometry).toBe(expected.elementsWithGeometry)
    expect(report.not_shown.filter((each) => !each.reason.includes('openings'))).toEqual([])
  })

  it('shows every element that the engine draws', async () => {
    const converted = await converting
    const { structure, manifest } = converted
    const byType: Record<string, number> = {}
    for (const kind of ['model', 'spaces'] as const) {
      const chunks = await decodeChunks(converted, kind)
      for (const element of new Set(chunks.flatMap(({ instances }) => [...instances.element]))) {
        const type = structure.classes[structure.elements.class[element] ?? -1] ?? ''
        // rooms and zones are a layer of their own
        expect(/^Ifc(Space|SpatialZone)$/.test(type)).toBe(kind === 'spaces')
        byType[type] = (byType[type] ?? 0) + 1
      }
    }
    const { IfcSpace: spaces = 0, ...others } = byType
    expect(others).toEqual(expected.byType)
    expect(spaces).toBe(expected.spacesWithGeometry)
    expect(converted.triangles_drawn).toBe(expected.triangles_webifc)
    expect(manifest.counts.triangles).toBeLessThanOrEqual(expected.triangles_webifc)
  })

  it('is at its reference position within two centimetres', async () => {
    const converted = await converting
    const shapes = measureElements(await decodeChunks(converted, 'model'), converted.manifest.origin)
    const whole = [...shapes.values()]
      .map((shape) => shape.box)
      .reduce(
        (sum, box) =>
          sum.map((value, at) => (at < 3 ? Math.min : Math.max)(value, box[at] ?? 0)) as typeof box,
      )
    const neighbour = all[SAME_SITE[name] ?? '']
    const box = ALONG_ALIGNMENT[name] ?? (neighbour ?? expected).bboxYupMetres
    const [[a = 0, b = 0, c = 0], [d = 0, e = 0, f = 0]] = box
    for (const [at, value] of [a, -f, b, d, -c, e].entries())
      expect(Math.abs((whole[at] ?? Number.NaN) - value)).toBeLessThan(0.02)
  })

  it('contains every property set', () => {
    const { file } = scanStep(createByteSource(bytes), isRelevantEntity)
    expect(file.slotsOf('IFCPROPERTYSET').length).toBe(expected.psets)
  })
})
