import { expect, test } from 'vitest'
import type { Chunk, Vec3 } from '../model.ts'
import { castRaysAtChunk, type RayHit } from './cast-rays.ts'
import { buildRay, clipRay, isBoxHit, moveRay, type Ray } from './ray.ts'

/** A square of 2 m in the plane x = 0 of its own coordinates, placed at each x along the X axis. */
function buildSquares(places: number[]): Chunk {
  const matrix = places.flatMap((x) => [1, 0, 0, x, 0, 1, 0, 0, 0, 0, 1, 0])
  return {
    geometries: {
      count: 1,
      firstVertex: new Uint32Array([0]),
      vertexCount: new Uint32Array([4]),
      firstIndex: new Uint32Array([0]),
      indexCount: new Uint32Array([6]),
      scale: new Float32Array([2 / 0xffff]),
      offset: new Float32Array([0, -1, -1]),
    },
    positions: new Uint16Array([0, 0, 0, 0, 0xffff, 0, 0, 0xffff, 0xffff, 0, 0, 0xffff]),
    normals: new Int8Array(8),
    indices: new Uint32Array([0, 1, 2, 0, 2, 3]),
    instances: {
      count: places.length,
      element: Uint32Array.from(places, (_, at) => at + 10),
      geometry: new Uint32Array(places.length),
      color: new Uint8Array(places.length * 4),
      matrix: new Float32Array(matrix),
      radius: new Float32Array(places.length),
    },
  }
}

const along = (origin: Vec3, direction: Vec3, far = 100) => buildRay(origin, direction, far) as Ray

function cast(chunk: Chunk, ray: Ray, mayHit = (_element: number) => true): RayHit | null {
  const hits: (RayHit | null)[] = [null]
  castRaysAtChunk(chunk, [{ ray, mayHit }], hits)
  return hits[0] ?? null
}

test('A ray hits the nearest element in its way, whatever their order', () => {
  const chunk = buildSquares([9, 4, 7])
  const hit = cast(chunk, along([0, 0.5, 0.2], [3, 0, 0]))
  expect(hit?.element).toBe(11)
  expect(hit?.distance).toBeCloseTo(4, 5)
})

test('A ray passes next to an element, behind its origin, beyond its end and through hidden elements', () => {
  const chunk = buildSquares([4, 7])
  expect(cast(chunk, along([0, 1.2, 0], [1, 0, 0]))).toBeNull()
  expect(cast(chunk, along([8, 0, 0], [1, 0, 0]))).toBeNull()
  expect(cast(chunk, along([0, 0, 0], [1, 0, 0], 3))).toBeNull()
  expect(cast(chunk, along([0, 0, 0], [1, 0, 0]), (element) => element !== 10)?.element).toBe(11)
})

test('A ray hits turned and enlarged elements at their distance in metres', () => {
  const chunk = buildSquares([0])
  // ten times as large, turned into the plane y = 6
  chunk.instances.matrix.set([0, -10, 0, 0, 10, 0, 0, 6, 0, 0, 10, 0])
  const hit = cast(chunk, along([8, 0, 8], [0, 1, 0]))
  expect(hit?.distance).toBeCloseTo(6, 4)
})

test('An element without extent is passed', () => {
  const chunk = buildSquares([4, 7])
  chunk.instances.matrix.fill(0, 0, 12)
  expect(cast(chunk, along([0, 0, 0], [1, 0, 0]))?.element).toBe(11)
})

test('A clipping plane hides elements in the direction of its normal', () => {
  const chunk = buildSquares([4, 7])
  const ray = along([0, 0, 0], [1, 0, 0])
  const front = clipRay(ray, [5, 0, 0], [-1, 0, 0]) as Ray
  expect(cast(chunk, front)?.element).toBe(11)
  const back = clipRay(ray, [3, 0, 0], [1, 0, 0]) as Ray
  expect(cast(chunk, back)).toBeNull()
  expect(clipRay(ray, [-1, 0, 0], [1, 0, 0])).toBeNull()
  // a plane along the ray hides all of it, or nothing
  expect(clipRay(ray, [0, 1, 0], [0, 1, 0])).toEqual(ray)
  expect(clipRay(ray, [0, -1, 0], [0, 1, 0])).toBeNull()
})

test('A ray without a direction is none, and a moved one meets boxes in local coordinates', () => {
  expect(buildRay([0, 0, 0], [0, 0, 0], 10)).toBeNull()
  expect(buildRay([0, Number.NaN, 0], [0, 1, 0], 10)).toBeNull()
  const ray = along([1000, 2000, 0], [0, 1, 0])
  expect(isBoxHit(moveRay(ray, [1000, 2000, 0]), [-1, 5, -1, 1, 6, 1])).toBe(true)
  expect(isBoxHit(ray, [-1, 5, -1, 1, 6, 1])).toBe(false)
})
