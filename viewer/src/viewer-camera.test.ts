import type { Box } from '@plumbline/bim/model'
import { describe, expect, it } from 'vitest'
import { computeFocus, pan } from './camera.ts'
import type { CanvasRect } from './free-area.ts'
import type { Viewer } from './viewer.ts'
import { ViewerCamera } from './viewer-camera.ts'

const house: Box = [0, 0, 0, 20, 12, 9]
const size = { width: 360, height: 622 }
const card: CanvasRect = { left: 8, top: 240, right: 352, bottom: 614 }
const sheet: CanvasRect = { left: 0, top: 310, right: 360, bottom: 622 }

/** A camera over a phone's canvas, which shows the house; `panels` are over the canvas. */
function startCamera() {
  const panels: CanvasRect[] = []
  const viewer = { mainBox: house, shownBox: house, size, aspect: size.width / size.height }
  const options = { still: true, covered: () => panels }
  const camera = new ViewerCamera(viewer as unknown as Viewer, options, () => {})
  camera.showFirstView()
  const show = (...shown: CanvasRect[]) => {
    panels.splice(0, panels.length, ...shown)
    camera.reframe()
  }
  return { camera, show }
}

describe('the view behind panels over the canvas', () => {
  it.each([
    ['of the first frame', false],
    ['that the user has chosen', true],
  ])('is the one before they opened, %s, and stays beside them on the screen', (_, isChosen) => {
    const { camera, show } = startCamera()
    if (isChosen) camera.steer(pan(camera.pose, 1, 2))
    const own = camera.pose
    show(sheet)
    show(card)
    const beside = camera.pose
    expect(beside.eye).not.toEqual(own.eye)
    expect(camera.inOwnView(() => camera.pose)).toEqual(own)
    expect(camera.pose).toEqual(beside)
  })

  it('is the one on the screen once the user has moved it', () => {
    const { camera, show } = startCamera()
    show(card)
    camera.steer(pan(camera.pose, 1, 2))
    const moved = camera.pose
    expect(camera.inOwnView(() => camera.pose)).toEqual(moved)
  })

  it('is a stored view that is shown, its middle in the middle of the free part of the canvas', () => {
    const { camera, show } = startCamera()
    const stored = pan(camera.pose, 3, 1)
    camera.showStored(stored)
    expect(camera.pose).toEqual(stored)
    show(sheet)
    camera.showStored(stored)
    const { x, y } = camera.project(computeFocus(stored))
    expect(x).toBeCloseTo(size.width / 2, 3)
    expect(y).toBeCloseTo((sheet.top - 8) / 2, 3)
    expect(camera.inOwnView(() => camera.pose)).toEqual(stored)
    show()
    expect(camera.project(computeFocus(stored)).y).toBeCloseTo(size.height / 2, 3)
  })

  it('is restored on the screen when the work fails', () => {
    const { camera, show } = startCamera()
    show(card)
    const beside = camera.pose
    const fail = () => {
      throw new Error('no picture')
    }
    expect(() => camera.inOwnView(fail)).toThrow('no picture')
    expect(camera.pose).toEqual(beside)
  })
})
