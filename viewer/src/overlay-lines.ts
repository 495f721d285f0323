import type { Vec3 } from '@plumbline/bim/model'
import { dot, mix, subtract } from './vec.ts'
import type { Viewer } from './viewer.ts'

/** Near distance for clipping lines: a point in the plane of the eye has no position on the canvas. */
const NEAREST_M = 0.02

/** SVG path data on the canvas for a polyline of world points; parts behind the camera are clipped. */
export function buildPath(viewer: Viewer, points: readonly Vec3[], closed = false): string {
  const ring = closed && points[0] ? [...points, points[0]] : points
  let path = ''
  for (let at = 1; at < ring.length; at++) {
    const piece = ahead(viewer, ring[at - 1] as Vec3, ring[at] as Vec3)
    if (!piece) continue
    const [from, to] = piece.map((point) => viewer.camera.project(point))
    if (from && to) path += `M${from.x.toFixed(1)} ${from.y.toFixed(1)}L${to.x.toFixed(1)} ${to.y.toFixed(1)}`
  }
  return path
}

/** The part of a segment in front of the camera, null if there is none. */
function ahead({ camera: { pose } }: Viewer, from: Vec3, to: Vec3): [Vec3, Vec3] | null {
  if (pose.projection === 'orthographic') return [from, to]
  const depth = (point: Vec3) => dot(subtract(point, pose.eye), pose.forward) - NEAREST_M
  const a = depth(from)
  const b = depth(to)
  if (a <= 0 && b <= 0) return null
  const crossing = () => mix(from, to, a / (a - b))
  return [a > 0 ? from : crossing(), b > 0 ? to : crossing()]
}

/**
 * Sets the path data of a layer. An empty layer is hidden, because the browser would still composite it every
 * frame.
 */
export function setPaths(layer: SVGSVGElement, paths: [path: SVGPathElement, d: string][]): void {
  for (const [path, d] of paths) path.setAttribute('d', d)
  layer.style.display = paths.some(([, d]) => d !== '') ? '' : 'none'
}

/** Creates an SVG layer over the canvas. */
export function createSvgLayer(viewer: Viewer, name: string): SVGSVGElement {
  const layer = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  layer.classList.add(name)
  layer.setAttribute('aria-hidden', 'true')
  Object.assign(layer.style, { position: 'absolute', inset: '0', width: '100%', height: '100%' })
  layer.style.display = 'none'
  viewer.overlay.append(layer)
  return layer
}

export function createSvgPath(layer: SVGSVGElement, className: string): SVGPathElement {
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  path.classList.add(className)
  layer.append(path)
  return path
}
