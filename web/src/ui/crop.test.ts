import { describe, expect, test } from 'vitest'
import { centred, changeCrop, cropRect } from './crop.ts'

const wide = { width: 400, height: 200 }

describe('a crop', () => {
  test('starts as the largest frame in the middle', () => {
    expect(cropRect(wide, 1, centred)).toEqual({ x: 100, y: 0, width: 200, height: 200 })
    expect(cropRect(wide, 4, centred)).toEqual({ x: 0, y: 50, width: 400, height: 100 })
    expect(cropRect({ width: 100, height: 300 }, 1, centred)).toEqual({
      x: 0,
      y: 100,
      width: 100,
      height: 100,
    })
  })
  test('stops at the edge of the picture and moves back from there without delay', () => {
    const moved = changeCrop(wide, 1, centred, { right: 1000, down: 1000 })
    expect(cropRect(wide, 1, moved)).toEqual({ x: 200, y: 0, width: 200, height: 200 })
    expect(cropRect(wide, 1, changeCrop(wide, 1, moved, { right: -50 })).x).toBe(150)
  })
  test('zooms around its centre within limits, and stays inside the picture when zooming out at an edge', () => {
    const near = changeCrop(wide, 1, centred, { zoom: 2 })
    expect(cropRect(wide, 1, near)).toEqual({ x: 150, y: 50, width: 100, height: 100 })
    const corner = changeCrop(wide, 1, near, { right: 1000, down: 1000 })
    expect(cropRect(wide, 1, corner)).toEqual({ x: 300, y: 100, width: 100, height: 100 })
    expect(cropRect(wide, 1, changeCrop(wide, 1, corner, { zoom: 0 }))).toEqual({
      x: 200,
      y: 0,
      width: 200,
      height: 200,
    })
    expect(changeCrop(wide, 1, centred, { zoom: 99 }).zoom).toBe(4)
  })
})
