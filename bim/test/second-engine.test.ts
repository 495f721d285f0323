import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { generateBuilding } from '../generate/building.ts'
import type { ModelDrawing } from '../src/geometry/engine.ts'
import { drawBytesWithSecondEngine } from '../src/geometry/second-engine.ts'
import { createByteSource } from '../src/source.ts'
import { extractProducts } from '../src/step/extract-products.ts'
import { isElementEntity } from '../src/structure/entities.ts'

/** The second engine must draw the same from an excerpt as from the whole file. */

const folder = fileURLToPath(new URL('../../../shared/ifc/', import.meta.url))
const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.ifc')) : []
const wasm = new Uint8Array(
  readFileSync(fileURLToPath(import.meta.resolve('@ifc-lite/wasm/ifc-lite_bg.wasm'))),
)
const WANTED = 40

// the engine logs to the console
beforeAll(() => {
  for (const name of ['log', 'warn', 'error'] as const) vi.spyOn(console, name).mockImplementation(() => {})
})
afterAll(() => vi.restoreAllMocks())

/** Picks every n-th element, to get approximately the wanted number. */
function someThings(bytes: Uint8Array): Set<number> {
  const text = new TextDecoder('latin1').decode(bytes)
  const things = [...text.matchAll(/#(\d+)\s*=\s*(IFC\w+)\s*\(/g)]
    .filter(([, , name = '']) => isElementEntity(name))
    .map(([, id]) => Number(id))
  const step = Math.max(1, Math.floor(things.length / WANTED))
  return new Set(things.filter((_, at) => at % step === 0))
}

/** Every mesh with its element, colour, placement and triangles. */
function drawn(bytes: Uint8Array, ids: ReadonlySet<number>): string[] {
  const meshes: string[] = []
  const shapes = {
    add: (shape: { vertices: Float32Array; indices: Uint32Array }) => [
      [...shape.vertices].map((value) => value.toFixed(4)).join() + shape.indices.join(),
    ],
  }
  const instances = {
    add: (id: number, shape: string, color: number, matrix: number[]) =>
      meshes.push([id, color, matrix.map((value) => value.toFixed(3)), shape].join()),
  }
  // the engine only appends to these two; the additions are compared
  const drawing = { triangles: 0, shapes, instances } as unknown as ModelDrawing
  drawBytesWithSecondEngine(bytes, ids, drawing, wasm)
  return meshes.sort()
}

const building = () => {
  const size = { storeys: 3, bays_x: 3, bays_y: 3, seed: 4 }
  const parts = [...generateBuilding({ ...size, discipline: 'architecture', version: 1 })]
  return new TextEncoder().encode(parts.join(''))
}

const models: [name: string, read: () => Uint8Array][] = [
  ['a generated building', building],
  ...files.map((name): [string, () => Uint8Array] => [
    name,
    () => new Uint8Array(readFileSync(folder + name)),
  ]),
]

describe.each(models)('%s', (_, read) => {
  it('is drawn identically from an excerpt', () => {
    const bytes = read()
    const ids = someThings(bytes)
    const excerpt = extractProducts(createByteSource(bytes), ids)
    expect(excerpt.length).toBeLessThan(bytes.length)
    const whole = drawn(bytes, ids)
    expect(whole.length).toBeGreaterThan(0)
    expect(drawn(excerpt, ids)).toEqual(whole)
  })
})
