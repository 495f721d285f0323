import type { Box } from '@plumbline/bim/model'
import { describe, expect, it } from 'vitest'
import { listBuildingBlocks } from '../test/scene.ts'
import { ElementState, GHOST, HIDDEN } from './element-state.ts'
import { IDENTITY_PLACEMENT, ModelFrame } from './frame.ts'
import { computeShownBox, findMainCluster, trimOutliers } from './home-box.ts'

const piece = (box: Box) => ({
  box,
  weight: (box[3] - box[0]) ** 2 + (box[4] - box[1]) ** 2 + (box[5] - box[2]) ** 2,
})
const building = listBuildingBlocks(4).map((block) => piece(block.box))

const whole = [-0.5, -0.5, 0, 20.5, 12.5, 4 * 3.2 + 0.4]

describe('the main box of a model', () => {
  it('is the full box when there are no outliers', () => {
    expect(trimOutliers(building)).toEqual(whole)
  })

  it('ignores a survey marker two kilometres away', () => {
    expect(trimOutliers([...building, piece([2000, 900, 0, 2001, 901, 1])])).toEqual(whole)
  })

  it('includes a second building far away', () => {
    const there = building.map(({ box }) =>
      piece([box[0] + 300, box[1], box[2], box[3] + 300, box[4], box[5]]),
    )
    expect(trimOutliers([...building, ...there])?.[3]).toBe(320.5)
  })

  it('is null for an empty model', () => {
    expect(trimOutliers([])).toBeNull()
  })
})

describe('the box of the shown elements', () => {
  const state = new ElementState(10)
  // A house on a site, and a shed next to it.
  const boxes = [-50, -50, -1, 50, 50, 0, 0, 0, 0, 20, 10, 8, 30, 0, 0, 34, 4, 3]
  const known = [
    { kind: 'model' as const, element: new Uint32Array([1, 2, 3]), box: new Float32Array(boxes) },
  ]
  const models = [{ frame: new ModelFrame([0, 0, 0], IDENTITY_PLACEMENT), known, state }]

  it('ignores hidden and ghosted elements', () => {
    expect(computeShownBox(models)).toEqual([-50, -50, -1, 50, 50, 8])
    state.set([1], HIDDEN, true)
    expect(computeShownBox(models)).toEqual([0, 0, 0, 34, 10, 8])
    state.set([3], GHOST, true)
    expect(computeShownBox(models)).toEqual([0, 0, 0, 20, 10, 8])
    state.set([2], HIDDEN, true)
    expect(computeShownBox(models)).toBeNull()
  })
})

describe('models far from each other', () => {
  const house = (east: number) => [piece([east, 0, 0, east + 20, 10, 8]), piece([east, 0, 0, east + 5, 5, 3])]
  const boxOf = (...models: ReturnType<typeof house>[]) => trimOutliers(findMainCluster(models))

  it('are framed together as long as all remain visible', () => {
    expect(boxOf(house(0), house(300))).toEqual([0, 0, 0, 320, 10, 8])
    expect(boxOf(house(0), house(3600), house(1800))).toEqual([0, 0, 0, 3620, 10, 8])
  })

  it('yield to the cluster with the most models, otherwise to the first', () => {
    expect(boxOf(house(445_000), house(0), house(30))).toEqual([0, 0, 0, 50, 10, 8])
    expect(boxOf(house(445_000), house(0))).toEqual([445_000, 0, 0, 445_020, 10, 8])
    expect(boxOf([], house(0))).toEqual([0, 0, 0, 20, 10, 8])
    expect(boxOf()).toBeNull()
  })
})
