import type { Chunk } from '@plumbline/bim/model'
import { describe, expect, it } from 'vitest'
import { buildBoxChunk, listBuildingBlocks } from '../test/scene.ts'
import { mergeBuffers, placeChunk } from './place.ts'

const blocks = listBuildingBlocks(2, 2)
const chunk = () => buildBoxChunk(blocks, (index) => 10 + index)

describe('a placed chunk', () => {
  it('sorts opaque instances first, each part by size', () => {
    const { instances } = placeChunk(chunk())
    const alphas = Array.from({ length: instances.count }, (_, at) => instances.color[at * 4 + 3]!)
    expect(alphas.lastIndexOf(255)).toBe(instances.opaque - 1)
    expect(alphas.slice(instances.opaque).every((alpha) => alpha < 255)).toBe(true)
    for (const [from, to] of [
      [0, instances.opaque],
      [instances.opaque, instances.count],
    ] as const) {
      const part = [...instances.radius.subarray(from, to)]
      expect(part).toEqual([...part].sort((a, b) => b - a))
    }
  })

  it('computes the box of every element', () => {
    const { instances } = placeChunk(chunk())
    for (const [index, block] of blocks.entries()) {
      const at = instances.element.indexOf(10 + index)
      const box = [...instances.box.subarray(at * 6, at * 6 + 6)]
      for (const [side, value] of block.box.entries()) expect(box[side]).toBeCloseTo(value, 4)
    }
  })

  it('merges vertices with their instance index, and triangles with offset vertex indices', () => {
    const placed = placeChunk(chunk())
    const { positions, indices, table } = mergeBuffers(placed)
    const floats = new Float32Array(table.buffer)
    for (let at = 0; at < indices.length; at += 7) {
      const vertex = indices[at]!
      const instance = positions[vertex * 4 + 3]!
      expect(at).toBeGreaterThanOrEqual(placed.instances.firstIndex[instance]!)
      expect(at).toBeLessThan(placed.instances.firstIndex[instance + 1]!)
      for (let axis = 0; axis < 3; axis++) {
        const row = instance * 16 + axis * 4
        const value = [0, 1, 2].reduce(
          (sum, column) => sum + floats[row + column]! * positions[vertex * 4 + column]!,
          floats[row + 3]!,
        )
        expect(value).toBeGreaterThanOrEqual(placed.instances.box[instance * 6 + axis]! - 1e-3)
        expect(value).toBeLessThanOrEqual(placed.instances.box[instance * 6 + 3 + axis]! + 1e-3)
      }
    }
  })

  it('skips instances with NaN matrices and refuses ranges outside its buffers', () => {
    const broken = chunk()
    broken.instances.matrix[5] = Number.NaN
    broken.instances.matrix[12 + 3] = 1e30
    expect(placeChunk(broken).instances.count).toBe(blocks.length - 2)
    const outside: [(of: Chunk) => void][] = [
      [(of) => of.geometries.vertexCount.fill(99)],
      [(of) => of.geometries.indexCount.fill(9_000)],
      [(of) => of.indices.fill(24)],
      [(of) => of.instances.geometry.fill(1)],
      [(of) => of.instances.element.fill(0xffffffff)],
    ]
    for (const [damage] of outside) {
      const hurt = chunk()
      damage(hurt)
      expect(() => placeChunk(hurt)).toThrow(RangeError)
    }
  })
})
