import type { Box } from '@plumbline/bim/model'
import { describe, expect, it } from 'vitest'
import { buildingBlocks } from '../test/scene.ts'
import { trimmed } from './home-box.ts'

const piece = (box: Box) => ({
  box,
  weight: (box[3] - box[0]) ** 2 + (box[4] - box[1]) ** 2 + (box[5] - box[2]) ** 2,
})
const building = buildingBlocks(4).map((block) => piece(block.box))

const whole = [-0.5, -0.5, 0, 20.5, 12.5, 4 * 3.2 + 0.4]

describe('what a model is mostly made of', () => {
  it('is all of it when nothing strays', () => {
    expect(trimmed(building)).toEqual(whole)
  })

  it('leaves out a survey marker two kilometres away', () => {
    expect(trimmed([...building, piece([2000, 900, 0, 2001, 901, 1])])).toEqual(whole)
  })

  it('keeps a second building far away', () => {
    const there = building.map(({ box }) =>
      piece([box[0] + 300, box[1], box[2], box[3] + 300, box[4], box[5]]),
    )
    expect(trimmed([...building, ...there])?.[3]).toBe(320.5)
  })

  it('is nothing for an empty model', () => {
    expect(trimmed([])).toBeNull()
  })
})
