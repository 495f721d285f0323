import type { Vec3 } from '@plumbline/bim/model'
import { computeRight } from '../camera.ts'
import { addStyle } from '../overlay.ts'
import { dot, scale } from '../vec.ts'
import type { Viewer } from '../viewer.ts'
import type { ViewerFeature } from '../viewer-types.ts'

export interface NavCubeOptions {
  /** names of the sides */
  labels?: Record<CubeSide, string>
  /** accessible name of the cube */
  name?: string
}

export type CubeSide = 'front' | 'back' | 'left' | 'right' | 'top' | 'bottom'

/** Half the side length of the cube, and the width of the edge fields, pixels. */
const HALF = 28
const BORDER = 11

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
  /** normal of the face, then its right and up directions as seen from the front */
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
 * A cube that rotates with the camera. Each face has nine fields: the centre looks straight at the side, the outer fields
 * along an edge or a corner. The centres of visible faces are keyboard accessible.
 */
export function navCube(viewer: Viewer, options: NavCubeOptions = {}): ViewerFeature {
  const labels = options.labels ?? LABELS
  const cube = document.createElementNS(SVG, 'svg')
  cube.classList.add('plumbline-cube')
  cube.setAttribute('viewBox', '-50 -50 100 100')
  cube.role = 'group'
  cube.ariaLabel = options.name ?? 'View from'
  const faces = FACES.map((face) => ({ face, group: drawFace(viewer, face, labels[face.side]) }))
  cube.append(...faces.map(({ group }) => group))
  viewer.overlay.append(cube)
  // In a parallel projection every face is a skewed square, which SVG draws with a 2D matrix.
  const turn = () => {
    const { pose } = viewer.camera
    const right = computeRight(pose)
    for (const { face, group } of faces) {
      group.style.display = dot(face.normal, pose.forward) < -0.04 ? '' : 'none'
      const cell = (axis: Vec3) => `${dot(axis, right).toFixed(4)} ${(-dot(axis, pose.up)).toFixed(4)}`
      const down = scale(face.up, -1)
      const middle = scale(face.normal, HALF)
      group.setAttribute('transform', `matrix(${cell(face.right)} ${cell(down)} ${cell(middle)})`)
    }
  }
  const stops = [addStyle(STYLE), viewer.on('camera', turn)]
  turn()
  return {
    dispose() {
      for (const stop of stops) stop()
      cube.remove()
    },
  }
}

const SVG = 'http://www.w3.org/2000/svg'

function drawFace(viewer: Viewer, face: Face, label: string): SVGGElement {
  const group = document.createElementNS(SVG, 'g')
  const plate = document.createElementNS(SVG, 'rect')
  plate.classList.add('plate')
  place(plate, -HALF, -HALF, HALF * 2, HALF * 2)
  group.append(plate)
  for (const y of [1, 0, -1]) for (const x of [-1, 0, 1]) group.append(drawField(viewer, face, x, y, label))
  const text = document.createElementNS(SVG, 'text')
  text.textContent = label
  text.setAttribute('aria-hidden', 'true')
  group.append(text)
  return group
}

function drawField(viewer: Viewer, face: Face, x: number, y: number, label: string): SVGRectElement {
  const field = document.createElementNS(SVG, 'rect')
  const inner = HALF - BORDER
  const start = (at: number) => [-HALF, -inner, inner][at + 1] as number
  const size = (at: number) => (at === 0 ? inner * 2 : BORDER)
  place(field, start(x), start(-y), size(x), size(y))
  const middle = x === 0 && y === 0
  if (middle) {
    field.role = 'button'
    field.tabIndex = 0
    field.ariaLabel = label
  }
  const from = face.normal.map(
    (n, axis) => n + x * (face.right[axis] ?? 0) + y * (face.up[axis] ?? 0),
  ) as Vec3
  const go = () => viewer.camera.view(middle ? face.side : scale(from, -1))
  field.addEventListener('click', go)
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    go()
  })
  return field
}

function place(rect: SVGRectElement, x: number, y: number, width: number, height: number): void {
  for (const [name, value] of Object.entries({ x, y, width, height })) rect.setAttribute(name, String(value))
}

const STYLE = `
.plumbline-cube { position: absolute; top: 16px; inset-inline-end: 16px; width: 100px; height: 100px; user-select: none;
  overflow: visible; }
@media (max-width: 640px) { .plumbline-cube { top: 12px; inset-inline-end: 12px; width: 64px; height: 64px; } }
.plumbline-cube rect { fill: transparent; pointer-events: auto; cursor: pointer; outline: none; }
.plumbline-cube rect:not(.plate):hover { fill: light-dark(#ddd9d1, #4a4640); }
.plumbline-cube rect:focus-visible { stroke: #1f6feb; stroke-width: 2; }
.plumbline-cube .plate { fill: light-dark(#faf9f6, #35322e); stroke: light-dark(#b9b5ae, #6d6a65); stroke-linejoin: round; pointer-events: none; }
.plumbline-cube text { fill: light-dark(#4a4640, #ddd9d1); font: 600 11px/1 'Inter Variable', system-ui, sans-serif; text-anchor: middle;
  dominant-baseline: central; pointer-events: none; }
`
