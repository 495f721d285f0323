import type { Vec3 } from '@plumbline/bim/model'
import { dot, mix, subtract } from './vec.ts'
import type { Viewer } from './viewer.ts'

/** Nearer than this nothing is drawn: lines through the eye's plane have no place on the canvas. */
const NEAREST_M = 0.02

/** An SVG path on the canvas for a line through world points; what lies behind the camera is left out. */
export function pathOf(viewer: Viewer, points: readonly Vec3[], closed = false): string {
  const ring = closed && points[0] ? [...points, points[0]] : points
  let path = ''
  for (let at = 1; at < ring.length; at++) {
    const piece = ahead(viewer, ring[at - 1] as Vec3, ring[at] as Vec3)
    if (!piece) continue
    const [from, to] = piece.map((point) => viewer.project(point))
    if (from && to) path += `M${from.x.toFixed(1)} ${from.y.toFixed(1)}L${to.x.toFixed(1)} ${to.y.toFixed(1)}`
  }
  return path
}

/** The part of a segment that lies before the camera, null when none does. */
function ahead({ pose }: Viewer, from: Vec3, to: Vec3): [Vec3, Vec3] | null {
  if (pose.projection === 'orthographic') return [from, to]
  const depth = (point: Vec3) => dot(subtract(point, pose.eye), pose.forward) - NEAREST_M
  const [a, b] = [depth(from), depth(to)]
  if (a <= 0 && b <= 0) return null
  const crossing = () => mix(from, to, a / (a - b))
  return [a > 0 ? from : crossing(), b > 0 ? to : crossing()]
}

/** Sets what a path draws; a layer that draws nothing is taken out, because even an empty one is blended every frame. */
export function setPaths(layer: SVGSVGElement, paths: [path: SVGPathElement, d: string][]): void {
  for (const [path, d] of paths) path.setAttribute('d', d)
  layer.style.display = paths.some(([, d]) => d !== '') ? '' : 'none'
}

/** An SVG layer over the canvas. */
export function svgLayer(viewer: Viewer, name: string): SVGSVGElement {
  const layer = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  layer.classList.add(name)
  layer.setAttribute('aria-hidden', 'true')
  Object.assign(layer.style, { position: 'absolute', inset: '0', width: '100%', height: '100%' })
  layer.style.display = 'none'
  viewer.overlay.append(layer)
  return layer
}

export function svgPath(layer: SVGSVGElement, className: string): SVGPathElement {
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  path.classList.add(className)
  layer.append(path)
  return path
}
