import type { Vec3 } from '@plumbline/bim/model'
import { rightOf } from '../camera.ts'
import { wearStyle } from '../overlay-style.ts'
import { scale } from '../vec.ts'
import type { Viewer } from '../viewer.ts'
import type { Feature } from '../viewer-types.ts'

export interface NavCubeOptions {
  /** names of the sides */
  labels?: Record<CubeSide, string>
  /** name of the whole, for screen readers */
  name?: string
}

export type CubeSide = 'front' | 'back' | 'left' | 'right' | 'top' | 'bottom'

/** Half a side, pixels. */
const HALF = 30

const LABELS: Record<CubeSide, string> = {
  front: 'Front',
  back: 'Back',
  left: 'Left',
  right: 'Right',
  top: 'Top',
  bottom: 'Bottom',
}

interface Face {
  side: CubeSide
  /** out of the face; then the face's own right and up as one reads it */
  normal: Vec3
  right: Vec3
  up: Vec3
}

const FACES: Face[] = [
  { side: 'front', normal: [0, -1, 0], right: [1, 0, 0], up: [0, 0, 1] },
  { side: 'back', normal: [0, 1, 0], right: [-1, 0, 0], up: [0, 0, 1] },
  { side: 'left', normal: [-1, 0, 0], right: [0, -1, 0], up: [0, 0, 1] },
  { side: 'right', normal: [1, 0, 0], right: [0, 1, 0], up: [0, 0, 1] },
  { side: 'top', normal: [0, 0, 1], right: [1, 0, 0], up: [0, 1, 0] },
  { side: 'bottom', normal: [0, 0, -1], right: [1, 0, 0], up: [0, -1, 0] },
]

/**
 * A cube that turns with the view. Each face has nine fields: its middle looks straight at the side, the others
 * over an edge or a corner. Keys reach the six middles.
 */
export function navCube(viewer: Viewer, options: NavCubeOptions = {}): Feature {
  const labels = options.labels ?? LABELS
  const root = document.createElement('div')
  root.className = 'plumbline-cube'
  root.role = 'group'
  root.ariaLabel = options.name ?? 'View from'
  const cube = root.appendChild(document.createElement('div'))
  for (const face of FACES) cube.append(makeFace(viewer, face, labels[face.side]))
  viewer.overlay.append(root)
  const turn = () => {
    const { pose } = viewer
    const axes = [rightOf(pose), scale(pose.up, -1), scale(pose.forward, -1)]
    // CSS runs x right, y down, z out of the screen; columns are the world's axes seen so.
    const columns = [0, 1, 2].flatMap((axis) => [...axes.map((row) => (row[axis] ?? 0).toFixed(5)), 0])
    cube.style.transform = `matrix3d(${[...columns, 0, 0, 0, 1].join(',')})`
  }
  const stops = [wearStyle(STYLE), viewer.on('frame', turn)]
  turn()
  return {
    dispose() {
      for (const stop of stops) stop()
      root.remove()
    },
  }
}

function makeFace(viewer: Viewer, face: Face, label: string): HTMLElement {
  const element = document.createElement('div')
  element.className = 'face'
  // The element's own x, y (down) and z axes in the world's, then its middle.
  const down = scale(face.up, -1)
  const cells = [...face.right, 0, ...down, 0, ...face.normal, 0, ...scale(face.normal, HALF), 1]
  element.style.transform = `matrix3d(${cells.join(',')})`
  for (const [row, column] of [0, 1, 2].flatMap((r) => [0, 1, 2].map((c) => [r, c] as const))) {
    const field = element.appendChild(document.createElement('button'))
    field.type = 'button'
    const [x, y] = [column - 1, 1 - row]
    const middle = x === 0 && y === 0
    if (middle) field.textContent = label
    else {
      field.tabIndex = -1
      field.ariaHidden = 'true'
    }
    const from = face.normal.map(
      (n, axis) => n + x * (face.right[axis] ?? 0) + y * (face.up[axis] ?? 0),
    ) as Vec3
    field.addEventListener('click', () => {
      if (middle) viewer.view(face.side)
      else viewer.viewAlong(scale(from, -1))
    })
  }
  return element
}

const STYLE = `
.plumbline-cube { position: absolute; top: 20px; inset-inline-end: 20px; width: ${HALF * 2}px; height: ${HALF * 2}px;
  margin: 16px; perspective: 420px; user-select: none; }
.plumbline-cube > div { position: absolute; left: 50%; top: 50%; width: 0; height: 0; transform-style: preserve-3d; }
.plumbline-cube .face { position: absolute; left: -${HALF}px; top: -${HALF}px; width: ${HALF * 2}px; height: ${HALF * 2}px;
  display: grid; grid-template: 12px 1fr 12px / 12px 1fr 12px; box-sizing: border-box; border: 1px solid rgb(60 55 50 / 0.35);
  background: rgb(250 249 246 / 0.94); backface-visibility: hidden; transform-origin: 50% 50%; pointer-events: auto; }
.plumbline-cube button { all: unset; display: grid; place-items: center; cursor: pointer; color: #4a4640;
  font: 600 11px/1 'Inter Variable', system-ui, sans-serif; overflow: visible; white-space: nowrap; }
.plumbline-cube button:hover { background: #ddd9d1; color: #1b1815; }
.plumbline-cube button:focus-visible { outline: 2px solid #1f6feb; outline-offset: -1px; }
`
