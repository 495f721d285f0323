import type { Vec3 } from '@plumbline/bim/model'
import { describe, expect, it } from 'vitest'
import { combinePlacements, ModelFrame } from './frame.ts'

const origin: Vec3 = [2_683_000.125, 1_247_000.25, 408.5]

describe('a model frame', () => {
  it('leaves unrotated and unmoved coordinates bit-identical', () => {
    const frame = new ModelFrame(origin, { turn_deg: 0, move: [0, 0, 0] })
    expect(frame.position).toEqual(origin)
    expect(frame.point([1, 2, 3])).toEqual([2_683_001.125, 1_247_002.25, 411.5])
  })

  it('rotates about the vertical axis through the origin, then translates', () => {
    const frame = new ModelFrame([10, 0, 0], { turn_deg: 90, move: [100, 0, 5] })
    expect(frame.point([0, 0, 0])).toEqual([100, 10, 5])
    expect(frame.point([2, 1, 1])).toEqual([99, 12, 6])
  })

  it('inverts the transform', () => {
    const frame = new ModelFrame(origin, { turn_deg: 33.7, move: [-12, 7, 1] })
    const back = frame.pointInside(frame.point([4.25, -8.5, 2]))
    expect(back.map((value) => Math.round(value * 1e6) / 1e6)).toEqual([4.25, -8.5, 2])
  })

  it('encloses a rotated box in an axis-aligned box', () => {
    const frame = new ModelFrame([0, 0, 0], { turn_deg: 30, move: [0, 0, 0] })
    const box = frame.box([-1, -1, 0, 1, 1, 2])
    expect(box.map((value) => Math.round(value * 1000) / 1000)).toEqual([-1.366, -1.366, 0, 1.366, 1.366, 2])
  })

  it('composes two placements', () => {
    const outer = { turn_deg: 30, move: [5, 6, 7] as Vec3 }
    const inner = { turn_deg: 15, move: [1, 2, 3] as Vec3 }
    const once = new ModelFrame([0, 0, 0], combinePlacements(outer, inner)).point([9, 8, 7])
    const twice = new ModelFrame([0, 0, 0], outer).point(new ModelFrame([0, 0, 0], inner).point([9, 8, 7]))
    for (const axis of [0, 1, 2]) expect(once[axis]).toBeCloseTo(twice[axis] as number, 9)
  })
})
