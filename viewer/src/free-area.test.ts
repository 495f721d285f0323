import type { Box } from '@plumbline/bim/model'
import { describe, expect, it } from 'vitest'
import { createHomePose, fit, fitHomePose, projectPoint, turnTowards } from './camera.ts'
import { type CanvasRect, findFreeMiddle, findFreeRects, fitFreeArea } from './free-area.ts'
import { boxCorners } from './vec.ts'

const size = { width: 800, height: 600 }
const toolbar: CanvasRect = { left: 200, top: 540, right: 600, bottom: 588 }
const cube: CanvasRect = { left: 680, top: 16, right: 784, bottom: 116 }
const card: CanvasRect = { left: 12, top: 300, right: 332, bottom: 530 }
const house: Box = [0, 0, 0, 20, 12, 9]

/** Corners of a box in canvas pixels. */
const seen = (pose: ReturnType<typeof createHomePose>, box: Box, { width, height } = size) =>
  boxCorners(box).map((corner) => {
    const { x, y } = projectPoint(pose, corner, width / height)
    return { x: ((x + 1) / 2) * width, y: ((1 - y) / 2) * height }
  })

describe('the free area of a canvas', () => {
  it('is the whole canvas without panels, and the strips around a panel otherwise', () => {
    const whole = { left: 0, top: 0, right: 800, bottom: 600 }
    expect(findFreeRects(800, 600, [])).toEqual([whole])
    expect(findFreeRects(800, 600, [toolbar])).toEqual([
      { ...whole, right: 192 },
      { ...whole, left: 608 },
      { ...whole, bottom: 532 },
    ])
  })

  it('contains no duplicates and no rectangle inside another', () => {
    const free = findFreeRects(800, 600, [toolbar, cube, card, cube])
    expect(new Set(free.map((rect) => JSON.stringify(rect))).size).toBe(free.length)
    expect(free).toContainEqual({ left: 340, top: 124, right: 800, bottom: 532 })
    expect(free).toContainEqual({ left: 0, top: 0, right: 672, bottom: 292 })
  })

  it('is empty when everything is covered', () => {
    expect(findFreeRects(800, 600, [{ left: -5, top: -5, right: 900, bottom: 700 }])).toEqual([])
  })
})

describe('fitting a view next to panels', () => {
  it.each([
    ['in 3D', createHomePose()],
    ['from above', turnTowards({ ...createHomePose(), projection: 'orthographic' }, 'top')],
  ])('shows the whole box in the uncovered area, %s', (_, pose) => {
    const covers = [toolbar, cube, card]
    const corners = seen(fitFreeArea(pose, house, size, covers), house)
    const left = Math.min(...corners.map(({ x }) => x))
    const right = Math.max(...corners.map(({ x }) => x))
    const top = Math.min(...corners.map(({ y }) => y))
    const bottom = Math.max(...corners.map(({ y }) => y))
    expect(left).toBeGreaterThanOrEqual(0)
    expect(right).toBeLessThanOrEqual(800)
    expect(top).toBeGreaterThanOrEqual(0)
    expect(bottom).toBeLessThanOrEqual(600)
    for (const cover of covers)
      expect(left < cover.right && right > cover.left && top < cover.bottom && bottom > cover.top).toBe(false)
  })

  it('shows the whole box above a card on a phone, behind its buttons if nothing else is free', () => {
    const phone = { width: 360, height: 622 }
    const buttons = { left: 12, top: 12, right: 237, bottom: 58 }
    const status = { left: 12, top: 64, right: 280, bottom: 92 }
    const corner = { left: 284, top: 12, right: 348, bottom: 134 }
    const issueCard = { left: 8, top: 180, right: 352, bottom: 614 }
    const covers = [buttons, status, corner, issueCard]
    const ys = seen(fitFreeArea(createHomePose(), house, phone, covers), house, phone).map(({ y }) => y)
    expect(Math.min(...ys)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...ys)).toBeLessThan(issueCard.top)
    expect(findFreeMiddle(phone, covers)).toEqual({ x: 180, y: 86 })
  })

  it('equals the usual fit when nothing or everything is covered', () => {
    const usual = fit(createHomePose(), house, 800 / 600)
    expect(fitFreeArea(createHomePose(), house, size, [])).toEqual(usual)
    expect(
      fitFreeArea(createHomePose(), house, size, [{ left: 0, top: 0, right: 800, bottom: 600 }]),
    ).toEqual(usual)
    expect(fitHomePose(house, 800 / 600)).toEqual(usual)
  })
})
