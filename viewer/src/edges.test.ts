import type { Chunk } from '@plumbline/bim/model'
import { describe, expect, it } from 'vitest'
import { buildBoxChunk } from '../test/scene.ts'
import { findEdges, mergeEdges } from './edges.ts'
import { placeChunk } from './place.ts'
import { SHELL_INWARD, SHELL_OPEN, SHELL_OUTWARD } from './shells.ts'

const block = {
  guid: 'a',
  name: '',
  class: 'IfcWall',
  storey: 0,
  color: [200, 200, 200, 255] as [number, number, number, number],
}
const wall = { ...block, box: [0, 0, 0, 4, 0.2, 3] as [number, number, number, number, number, number] }

/** A prism over a regular polygon, side faces only. */
function tube(sides: number): Chunk {
  const chunk = buildBoxChunk([{ ...wall, box: [0, 0, 0, 4, 4, 4] }], () => 0)
  const positions: number[] = []
  for (const level of [0, 40_000])
    for (let side = 0; side < sides; side++) {
      const turn = (side / sides) * 2 * Math.PI
      positions.push(
        Math.round(30_000 + 20_000 * Math.cos(turn)),
        Math.round(30_000 + 20_000 * Math.sin(turn)),
        level,
      )
    }
  const indices = Array.from({ length: sides }, (_, side) => {
    const next = (side + 1) % sides
    return [side, next, sides + side, next, sides + next, sides + side]
  }).flat()
  chunk.positions = Uint16Array.from(positions)
  chunk.normals = new Int8Array(sides * 4)
  chunk.indices = Uint32Array.from(indices)
  chunk.geometries.vertexCount[0] = sides * 2
  chunk.geometries.indexCount[0] = indices.length
  return chunk
}

function edgeCount(chunk: Chunk): number {
  return findEdges(placeChunk(chunk)).vertices.length / 2
}

describe('feature edges', () => {
  it('of a box are its twelve edges without the face diagonals', () => {
    expect(edgeCount(buildBoxChunk([wall], () => 0))).toBe(12)
  })

  it('omit the seams of a round tube and keep those of a square one', () => {
    expect(edgeCount(tube(16))).toBe(32)
    expect(edgeCount(tube(4))).toBe(12)
  })

  it('omit borders to another piece of the same surface, which a triangle with a repeated corner marks', () => {
    const chunk = tube(16)
    chunk.indices = Uint32Array.from(
      [...chunk.indices, 0, 1, 1, 2, 2, 1, 40, 40, 40].map((index) => index % 32),
    )
    chunk.geometries.indexCount[0] = chunk.indices.length
    expect(edgeCount(chunk)).toBe(30)
  })

  it('are found in the real form of shapes with longer steps along their length', () => {
    // with equal steps on all axes the tube would be three times as high as wide
    const chunk = tube(16)
    for (const [vertex] of Array.from({ length: 32 }).entries())
      chunk.positions[vertex * 3] = Math.round((chunk.positions[vertex * 3] as number) / 3)
    expect(edgeCount(chunk)).toBeGreaterThan(32)
    for (const row of [0, 4, 8]) chunk.instances.matrix[row] = (chunk.instances.matrix[row] as number) * 3
    expect(edgeCount(chunk)).toBe(32)
  })

  it('have a mean spacing in metres', () => {
    const placed = placeChunk(buildBoxChunk([{ ...wall, box: [0, 0, 0, 2, 2, 2] }], () => 0))
    const { spacing } = mergeEdges(placed, findEdges(placed))
    // 24 m² of faces divided by 24 m of edges.
    expect(spacing[0]).toBeCloseTo(1, 3)
  })

  it('record the orientation of each shell', () => {
    const sides = (chunk: Chunk) => new Set(findEdges(placeChunk(chunk)).sides)
    expect(sides(buildBoxChunk([wall], () => 0))).toEqual(new Set([SHELL_OUTWARD]))
    const turned = buildBoxChunk([wall], () => 0)
    turned.indices.reverse()
    expect(sides(turned)).toEqual(new Set([SHELL_INWARD]))
    expect(sides(tube(8))).toEqual(new Set([SHELL_OPEN]))
  })

  it('are sorted by element size, largest first', () => {
    const placed = placeChunk(
      buildBoxChunk(
        [wall, { ...wall, box: [0, 0, 0, 9, 9, 9] }, { ...wall, box: [0, 0, 0, 1, 1, 1] }],
        (index) => index,
      ),
    )
    const { radius, firstIndex, indices } = mergeEdges(placed, findEdges(placed))
    expect([...radius]).toEqual([...radius].sort((a, b) => b - a))
    expect([...firstIndex]).toEqual([0, 24, 48, 72])
    const base = placed.instances.firstVertex[0]!
    expect([...indices.subarray(0, 24)].every((vertex) => vertex >= base && vertex < base + 24)).toBe(true)
  })
})
