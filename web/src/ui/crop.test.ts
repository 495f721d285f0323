import { describe, expect, test } from 'vitest'
import { centredCrop, changeCrop, computeCropRect } from './crop.ts'

const wide = { width: 400, height: 200 }

describe('a crop', () => {
  test('starts as the largest frame in the middle', () => {
    expect(computeCropRect(wide, 1, centredCrop)).toEqual({ x: 100, y: 0, width: 200, height: 200 })
    expect(computeCropRect(wide, 4, centredCrop)).toEqual({ x: 0, y: 50, width: 400, height: 100 })
    expect(computeCropRect({ width: 100, height: 300 }, 1, centredCrop)).toEqual({
      x: 0,
      y: 100,
      width: 100,
      height: 100,
    })
  })
  test('stops at the edge of the picture and moves back from there without delay', () => {
    const moved = changeCrop(wide, 1, centredCrop, { right: 1000, down: 1000 })
    expect(computeCropRect(wide, 1, moved)).toEqual({ x: 200, y: 0, width: 200, height: 200 })
    expect(computeCropRect(wide, 1, changeCrop(wide, 1, moved, { right: -50 })).x).toBe(150)
  })
  test('zooms around its centre within limits, and stays inside the picture when zooming out at an edge', () => {
    const near = changeCrop(wide, 1, centredCrop, { zoom: 2 })
    expect(computeCropRect(wide, 1, near)).toEqual({ x: 150, y: 50, width: 100, height: 100 })
    const corner = changeCrop(wide, 1, near, { right: 1000, down: 1000 })
    expect(computeCropRect(wide, 1, corner)).toEqual({ x: 300, y: 100, width: 100, height: 100 })
    expect(computeCropRect(wide, 1, changeCrop(wide, 1, corner, { zoom: 0 }))).toEqual({
      x: 200,
      y: 0,
      width: 200,
      height: 200,
    })
    expect(changeCrop(wide, 1, centredCrop, { zoom: 99 }).zoom).toBe(4)
  })
})
