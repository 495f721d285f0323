import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeRuns } from './carry/element-runs.ts'
import type { Chunk } from './model.ts'
import { decodeChunk } from './pack.ts'
import { encodeChunk } from './pack-encode.ts'

const float = fc.float({ noNaN: true, noDefaultInfinity: true })

interface Mesh {
  positions: number[]
  normals: number[]
  triangles: number[]
  scale: number
  offset: number[]
}

const mesh: fc.Arbitrary<Mesh> = fc.integer({ min: 1, max: 40 }).chain((vertices) =>
  fc.record({
    positions: fc.array(fc.integer({ min: 0, max: 65535 }), {
      minLength: vertices * 3,
      maxLength: vertices * 3,
    }),
    normals: fc.array(fc.integer({ min: -127, max: 127 }), {
      minLength: vertices * 2,
      maxLength: vertices * 2,
    }),
    triangles: fc
      .array(fc.tuple(...[0, 1, 2].map(() => fc.integer({ min: 0, max: vertices - 1 }))), { maxLength: 60 })
      .map((rows) => rows.flat()),
    scale: float,
    offset: fc.array(float, { minLength: 3, maxLength: 3 }),
  }),
)

const instance = fc.record({
  element: fc.nat(0xffffffff),
  geometry: fc.nat(),
  color: fc.array(fc.nat(255), { minLength: 4, maxLength: 4 }),
  matrix: fc.array(float, { minLength: 12, maxLength: 12 }),
  radius: float,
})

function sums(counts: number[]): Uint32Array {
  let sum = 0
  return Uint32Array.from(counts, (count) => {
    sum += count
    return sum - count
  })
}

const chunk: fc.Arbitrary<Chunk> = fc
  .tuple(fc.array(mesh, { maxLength: 8 }), fc.array(instance, { maxLength: 30 }))
  .map(([meshes, placed]) => {
    const rows = meshes.length > 0 ? placed : []
    const vertexCount = meshes.map((each) => each.positions.length / 3)
    const indexCount = meshes.map((each) => each.triangles.length)
    return {
      geometries: {
        count: meshes.length,
        firstVertex: sums(vertexCount),
        vertexCount: Uint32Array.from(vertexCount),
        firstIndex: sums(indexCount),
        indexCount: Uint32Array.from(indexCount),
        scale: Float32Array.from(meshes, (each) => each.scale),
        offset: Float32Array.from(meshes.flatMap((each) => each.offset)),
      },
      positions: Uint16Array.from(meshes.flatMap((each) => each.positions)),
      normals: Int8Array.from(meshes.flatMap((each) => each.normals)),
      indices: Uint32Array.from(meshes.flatMap((each) => each.triangles)),
      instances: {
        count: rows.length,
        element: Uint32Array.from(rows, (row) => row.element),
        geometry: Uint32Array.from(rows, (row) => row.geometry % meshes.length),
        color: Uint8Array.from(rows.flatMap((row) => row.color)),
        matrix: Float32Array.from(rows.flatMap((row) => row.matrix)),
        radius: Float32Array.from(rows, (row) => row.radius),
      },
    }
  })

/** The index codec may rotate a triangle's corners: starts each at its smallest index, keeping the winding. */
function wound(indices: Uint32Array): number[][] {
  const triangles: number[][] = []
  for (let at = 0; at < indices.length; at += 3) {
    const corners = [...indices.subarray(at, at + 3)]
    const turns = [0, 1, 2].map((turn) => [...corners.slice(turn), ...corners.slice(0, turn)])
    triangles.push(turns.sort((a, b) => a[0]! - b[0]! || a[1]! - b[1]! || a[2]! - b[2]!)[0]!)
  }
  return triangles
}

describe('a chunk', () => {
  it('survives a round trip', async () => {
    await fc.assert(
      fc.asyncProperty(chunk, async (written) => {
        const read = await decodeChunk(encodeChunk(written))
        expect(wound(read.indices)).toEqual(wound(written.indices))
        expect({ ...read, indices: null }).toEqual({ ...written, indices: null })
      }),
      { numRuns: 200 },
    )
  })

  it('of an earlier version has the instances of elements that are still there, in their order', async () => {
    const rows = fc.array(fc.integer({ min: -1, max: 30 }), { minLength: 20, maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(chunk, rows, async (written, later) => {
        for (const [row, element] of written.instances.element.entries())
          written.instances.element[row] = element % 25
        const read = await decodeChunk(encodeChunk(written), encodeRuns(Int32Array.from(later)))
        const { element, matrix, color } = written.instances
        const kept = [...element.keys()].filter((row) => (later[element[row] as number] ?? -1) >= 0)
        expect([...read.instances.element]).toEqual(kept.map((row) => later[element[row] as number]))
        for (const [at, row] of kept.entries()) {
          expect(read.instances.matrix.slice(at * 12, at * 12 + 12)).toEqual(
            matrix.slice(row * 12, row * 12 + 12),
          )
          expect(read.instances.color.slice(at * 4, at * 4 + 4)).toEqual(color.slice(row * 4, row * 4 + 4))
          expect(read.instances.geometry[at]).toBe(written.instances.geometry[row])
          expect(read.instances.radius[at]).toBe(written.instances.radius[row])
        }
        expect(read.instances.count).toBe(kept.length)
      }),
      { numRuns: 200 },
    )
  })

  it('is refused when a byte or the length is wrong', async () => {
    await fc.assert(
      fc.asyncProperty(chunk, fc.nat(), fc.nat(255), fc.boolean(), async (written, at, value, cut) => {
        const bytes = encodeChunk(written)
        const hurt = cut ? bytes.slice(0, at % bytes.length) : bytes.slice()
        if (!cut) hurt[at % bytes.length] = value
        const read = await decodeChunk(hurt).catch((error: Error) => error)
        if (read instanceof Error) {
          expect(read).toMatchObject({ name: 'ModelError', code: 'CHUNK_DAMAGED' })
          return
        }
        expect(cut).toBe(false)
        expect(read.positions.length * 2).toBe(read.normals.length * 3)
        expect(read.instances.matrix.every(Number.isFinite)).toBe(true)
        expect(read.instances.geometry.every((geometry) => geometry < read.geometries.count)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  it('cannot be encoded when geometries overlap', () => {
    const [one] = fc.sample(
      chunk.filter((each) => each.geometries.count > 1),
      { numRuns: 1, seed: 5 },
    )
    one!.geometries.firstVertex[1] = 0
    expect(() => encodeChunk(one!)).toThrow(RangeError)
  })
})
