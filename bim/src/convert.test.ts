import { describe, expect, it } from 'vitest'
import { generateBuilding } from '../generate/building.ts'
import { convertBytes, decodeChunks } from '../test/converted.ts'
import { buildBoxShape, buildIfcFile } from '../test/step-file.ts'
import { convertModel } from './convert.ts'
import { CONTENT_NAME } from './model.ts'
import { createByteSource, spliceSource } from './source.ts'

function building(storeys: number, bays_x: number): Uint8Array {
  const pieces = generateBuilding({
    storeys,
    bays_x,
    bays_y: 3,
    discipline: 'architecture',
    version: 1,
    seed: 3,
  })
  return new TextEncoder().encode([...pieces].join(''))
}

describe('a conversion', () => {
  it('is deterministic: the same file yields the same bytes', async () => {
    const bytes = building(2, 5)
    const first = await convertBytes(bytes)
    const second = await convertBytes(bytes)
    expect(second.fingerprint).toEqual(first.fingerprint)
  })

  it('is the same for a file with keywords in small letters', async () => {
    const bytes = building(1, 2)
    const small = new TextDecoder()
      .decode(bytes)
      .replace(/'(?:[^']|'')*'|[A-Z]+/g, (token) => (token.startsWith("'") ? token : token.toLowerCase()))
    const converted = await convertBytes(new TextEncoder().encode(small))
    expect(converted.fingerprint).toEqual((await convertBytes(bytes)).fingerprint)
  })

  it('reports its stages in order, with progress that never decreases', async () => {
    const told: [string, number][] = []
    await convertBytes(building(1, 5), { onProgress: (stage, fraction) => told.push([stage, fraction]) })
    expect([...new Set(told.map(([stage]) => stage))]).toEqual([
      'VALIDATE',
      'PARSE',
      'GEOMETRY',
      'INDEX',
      'TILES',
    ])
    expect(told.map(([, fraction]) => fraction)).toEqual(
      told.map(([, fraction]) => fraction).sort((a, b) => a - b),
    )
    expect(told.at(-1)?.[1]).toBe(1)
    // Halfway through drawing, about half of the stage's share is reported.
    const drawing = told.filter(([stage]) => stage === 'GEOMETRY').map(([, fraction]) => fraction)
    const middle = drawing[drawing.length >> 1] ?? 0
    expect(middle).toBeGreaterThan(0.35)
    expect(middle).toBeLessThan(0.65)
  })

  it('cuts texts that the server keeps, however long the names of the file are', async () => {
    const long = 'G'.repeat(100_000)
    const text = new TextDecoder().decode(building(1, 2))
    const named = text
      .replace(/(IFCBUILDINGSTOREY\('[^']*',[^,]*,)'[^']*'/, (_all, head) => `${head}'${long}'`)
      .replace(/(IFCPROJECT\('[^']*',[^,]*,)'[^']*'/, (_all, head) => `${head}'${long}'`)
      .replace(
        /(IFCWALL[A-Z]*\()'[^']*',([^,]*),'[^']*'/,
        (_all, head, owner) => `${head}'bad',${owner},'${long}'`,
      )
    const { manifest, report, structure } = await convertBytes(new TextEncoder().encode(named))
    expect(structure.elements.name.filter((name) => name === long).length).toBeGreaterThan(1)
    expect(report.warnings.find(({ code }) => code === 'BAD_GUID')?.which?.[0]).toMatch(/^G{299}…$/)
    for (const part of [manifest, report]) expect(JSON.stringify(part).length).toBeLessThan(20_000)
  })

  it('emits the shell first and the manifest last', async () => {
    const { artefacts, manifest } = await convertBytes(building(2, 5))
    const names = [...artefacts.keys()]
    expect(names.filter((name) => name.startsWith('chunk'))).toEqual(manifest.chunks.map(({ file }) => file))
    expect(manifest.chunks.every(({ file }) => CONTENT_NAME.test(file))).toBe(true)
    expect(names.at(-1)).toBe('manifest.json')
  })

  it('keeps the shell small, chunks within their limit and spaces separate', async () => {
    const converted = await convertBytes(building(14, 12))
    const { chunks, counts } = converted.manifest
    expect(chunks[0]?.bytes).toBeLessThanOrEqual(300_000)
    expect(chunks.length).toBeGreaterThan(3)
    for (const chunk of chunks) {
      expect(chunk.vertices).toBeLessThanOrEqual(250_000)
      expect(converted.artefacts.get(chunk.file)?.length).toBe(chunk.bytes)
    }
    const model = await decodeChunks(converted, 'model')
    const largest = Math.min(...(model[0]?.instances.radius ?? []))
    expect(largest).toBeGreaterThan(0)
    const elements = new Set(model.flatMap((chunk) => [...chunk.instances.element]))
    expect(elements.size).toBe(counts.with_geometry)
    const spaces = new Set(
      (await decodeChunks(converted, 'spaces')).flatMap((chunk) => [...chunk.instances.element]),
    )
    expect(spaces.size).toBe(counts.spaces)
    expect([...spaces].some((space) => elements.has(space))).toBe(false)
  })

  it('sorts instances by size, largest first, each within the box of its chunk', async () => {
    const converted = await convertBytes(building(3, 6))
    const chunks = await decodeChunks(converted, 'model')
    for (const [index, { instances }] of chunks.entries()) {
      const box = converted.manifest.chunks[index]?.box ?? []
      for (let row = 0; row < instances.count; row++) {
        if (row > 0) expect(instances.radius[row]).toBeLessThanOrEqual(instances.radius[row - 1] ?? 0)
        for (let axis = 0; axis < 3; axis++) {
          const at = instances.matrix[row * 12 + axis * 4 + 3] ?? Number.NaN
          expect(at).toBeGreaterThan((box[axis] ?? 0) - 1e-3)
          expect(at).toBeLessThan((box[axis + 3] ?? 0) + 1e-3)
        }
      }
    }
  })

  it('colours elements without material by class and keeps material colours', async () => {
    const styled = `#300=IFCSTYLEDITEM(#203,(#301),$);#301=IFCSURFACESTYLE('red',.BOTH.,(#302));
#302=IFCSURFACESTYLERENDERING(#303,0.5,$,$,$,$,$,$,.FLAT.);#303=IFCCOLOURRGB($,1.,0.,0.);`
    const things = `#100=IFCWALL('w',$,'Wall',$,$,#13,#400,$,$);#101=IFCBEAM('b',$,'Beam',$,$,#13,#400,$,$);
#102=IFCWALL('r',$,'Red',$,$,#13,#200,$,$);`
    const converted = await convertBytes(
      buildIfcFile(
        `${buildBoxShape(200, [1000, 200, 500])}${styled}${buildBoxShape(400, [1000, 200, 500])}${things}`,
      ),
    )
    const [chunk] = await decodeChunks(converted, 'model')
    const color = (name: string) => {
      const row = chunk?.instances.element.indexOf(converted.structure.elements.name.indexOf(name)) ?? -1
      return [...(chunk?.instances.color.subarray(row * 4, row * 4 + 4) ?? [])]
    }
    expect(color('Red')).toEqual([255, 0, 0, 128])
    expect(color('Wall')).not.toEqual(color('Beam'))
    expect(color('Wall')).not.toEqual([255, 255, 255, 255])
  })

  it('converts millimetres to metres, Z up', async () => {
    const place =
      '#300=IFCLOCALPLACEMENT($,#301);#301=IFCAXIS2PLACEMENT3D(#302,$,$);#302=IFCCARTESIANPOINT((1000.,2000.,3000.));'
    const { manifest } = await convertBytes(
      buildIfcFile(
        `${buildBoxShape(200, [400, 200, 2500])}${place}#100=IFCWALL('w',$,'Wall',$,$,#300,#200,$,$);`,
      ),
    )
    expect(manifest.box?.map((value) => Math.round(value * 1e6) / 1e6)).toEqual([0.8, 1.9, 3, 1.2, 2.1, 5.5])
  })

  it('keeps the size of a model whose only shape is long', async () => {
    const wall = `#100=IFCWALL('0000000000000000000100',$,'Wall',$,$,#13,#200,$,$);${buildBoxShape(200, [300_000, 200, 3000])}`
    const { manifest, report } = await convertBytes(buildIfcFile(wall))
    const [minX, minY, minZ, maxX, maxY, maxZ] = manifest.box ?? [0, 0, 0, 0, 0, 0]
    for (const [size, expected] of [
      [maxX - minX, 300],
      [maxY - minY, 0.2],
      [maxZ - minZ, 3],
    ])
      expect(size).toBeCloseTo(expected as number, 3)
    expect(report.warnings).toEqual([])
  })

  it('refuses a zipped model, which has to be unpacked first', async () => {
    const archive = createByteSource(Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0))
    await expect(convertModel(archive, { write: () => {} })).rejects.toMatchObject({ code: 'ARCHIVE' })
  })
})

describe('a spliced source', () => {
  it('reads like the edited file, in windows of any size', () => {
    const text = 'The quick brown fox jumps over the lazy dog'
    const change = (from: string, to: string) => ({
      offset: text.indexOf(from),
      remove: from.length,
      insert: new TextEncoder().encode(to),
    })
    const source = spliceSource(createByteSource(new TextEncoder().encode(text)), [
      change('lazy', 'energetic'),
      change('The', ''),
      change('brown ', 'b'),
    ])
    const expected = ' quick bfox jumps over the energetic dog'
    expect(source.size).toBe(expected.length)
    for (const step of [1, 3, 7, 100]) {
      let read = ''
      for (let at = 0; at < source.size; at += step) read += new TextDecoder().decode(source.read(at, step))
      expect(read).toBe(expected)
    }
  })
})
