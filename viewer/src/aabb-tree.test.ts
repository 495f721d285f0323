import type { Vec3 } from '@plumbline/bim/model'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildAabbTree, traceRay, traceVolume } from './aabb-tree.ts'

const boxes = fc
  .array(
    fc.tuple(
      ...[0, 1, 2].map(() => fc.double({ min: -50, max: 50, noNaN: true })),
      fc.double({ min: 0, max: 9, noNaN: true }),
    ),
    { maxLength: 90 },
  )
  .map((rows) =>
    Float32Array.from(rows.flatMap(([x, y, z, size]) => [x!, y!, z!, x! + size!, y! + size!, z!])),
  )

/** Reference slab test of a single box. */
function meets(box: Float32Array, origin: Vec3, direction: Vec3): boolean {
  let near = 0
  let far = Infinity
  for (let axis = 0; axis < 3; axis++) {
    const one = (box[axis]! - origin[axis]!) / direction[axis]!
    const other = (box[axis + 3]! - origin[axis]!) / direction[axis]!
    near = Math.max(near, Math.min(one, other))
    far = Math.min(far, Math.max(one, other))
  }
  return near <= far
}

describe('the bounding volume hierarchy', () => {
  it('a ray query finds every box that the ray meets', () => {
    fc.assert(
      fc.property(
        boxes,
        fc.tuple(...[0, 1, 2].map(() => fc.double({ min: -60, max: 60, noNaN: true }))),
        (all, from) => {
          const tree = buildAabbTree(all)
          const direction: Vec3 = [0.48, -0.6, 0.64]
          const origin = from as Vec3
          const visited = new Set<number>()
          traceRay(tree, origin, direction, 0, Infinity, (box, limit) => {
            visited.add(box)
            return limit
          })
          for (let box = 0; box < all.length / 6; box++)
            if (meets(all.subarray(box * 6, box * 6 + 6), origin, direction)) expect(visited).toContain(box)
        },
      ),
    )
  })

  it('contains every box exactly once', () => {
    fc.assert(
      fc.property(boxes, (all) => {
        const seen: number[] = []
        traceVolume(
          buildAabbTree(all),
          () => true,
          (box) => seen.push(box),
        )
        expect(seen.sort((a, b) => a - b)).toEqual(Array.from({ length: all.length / 6 }, (_, box) => box))
      }),
    )
  })

  it('a ray query skips most boxes beyond the nearest hit', () => {
    const row = Float32Array.from(
      Array.from({ length: 1000 }, (_, x) => [x * 2, 0, 0, x * 2 + 1, 1, 1]).flat(),
    )
    let looked = 0
    traceRay(buildAabbTree(row), [-5, 0.5, 0.5], [1, 0, 0], 0, Infinity, (box) => {
      looked++
      return 5 + box * 2
    })
    expect(looked).toBeLessThan(20)
  })
})
