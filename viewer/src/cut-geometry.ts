import type { ModelChunk } from './chunk.ts'
import type { Plane } from './clipping.ts'
import { fillContour } from './contour-fill.ts'
import { cutInstance, type InstanceCut, toLocalPlane } from './cut.ts'
import type { ModelFrame } from './frame.ts'

/** Vertices of the cut faces of a chunk and their outlines, local metres. */
export interface CutGeometry {
  /** 3 per vertex, 3 vertices per triangle */
  places: Float32Array
  /** RGBA per vertex */
  tints: Uint8Array
  /** per vertex: element; plane and kind of material, see `cut-shaders.ts` */
  abouts: Uint32Array
  /** 6 per line */
  lines: Float32Array
  /** per line, like `abouts` */
  lineAbouts: Uint32Array
  /** whether a fill covers every solid that a plane opens: no outline stays open */
  isClosed: boolean
}

/** The fill of a cut face: hatched, board, glass, metal or soil. */
type CutKind = 0 | 1 | 2 | 3 | 4

const KINDS: Record<string, CutKind> = {
  IfcCovering: 1,
  IfcDoor: 1,
  IfcFurnishingElement: 1,
  IfcFurniture: 1,
  IfcWindow: 2,
  IfcCurtainWall: 2,
  IfcMember: 3,
  IfcPlate: 3,
  IfcRailing: 3,
  IfcPipeSegment: 3,
  IfcDuctSegment: 3,
  IfcFlowSegment: 3,
  IfcReinforcingBar: 3,
  IfcSite: 4,
  IfcGeographicElement: 4,
  IfcEarthworksFill: 4,
  IfcSolidStratum: 4,
}
const OPAQUE_ALPHA = 250

/** The kind of an element's cut face by its class; transparent ones are glass. */
function kindOfCut(ifcClass: string | undefined, alpha: number): CutKind {
  return alpha < OPAQUE_ALPHA ? 2 : (KINDS[ifcClass ?? ''] ?? 0)
}

/** Cuts all instances of a chunk with all planes. */
export function buildCutGeometry(
  { placed, info }: ModelChunk,
  planes: readonly Plane[],
  frame: ModelFrame,
  classOf: (element: number) => string | undefined,
): CutGeometry {
  const out = {
    places: [] as number[],
    tints: [] as number[],
    abouts: [] as number[],
    lines: [] as number[],
    lineAbouts: [] as number[],
  }
  // rooms and openings have no cut faces
  let isClosed = info.kind === 'model'
  const { count, element, color } = placed.instances
  if (info.kind === 'model')
    for (const [index, plane] of planes.entries()) {
      const local = toLocalPlane(plane, frame)
      for (let instance = 0; instance < count; instance++) {
        const cut = cutInstance(placed, instance, local)
        if (!cut) continue
        if (cut.contour.open.length > 0) isClosed = false
        const which = element[instance] as number
        const rgba = [...color.subarray(instance * 4, instance * 4 + 4)]
        const about = [which, index | (kindOfCut(classOf(which), rgba[3] as number) << 8)]
        addFill(cut, (point) => {
          out.places.push(...point)
          out.tints.push(...rgba)
          out.abouts.push(...about)
        })
        addLines(cut, (from, to) => {
          out.lines.push(...from, ...to)
          out.lineAbouts.push(...about)
        })
      }
    }
  return {
    places: Float32Array.from(out.places),
    tints: Uint8Array.from(out.tints),
    abouts: Uint32Array.from(out.abouts),
    lines: Float32Array.from(out.lines),
    lineAbouts: Uint32Array.from(out.lineAbouts),
    isClosed,
  }
}

type Point = [number, number, number]

function placer({ basis }: InstanceCut): (x: number, y: number) => Point {
  const { origin, u, v } = basis
  return (x, y) => [
    origin[0] + u[0] * x + v[0] * y,
    origin[1] + u[1] * x + v[1] * y,
    origin[2] + u[2] * x + v[2] * y,
  ]
}

function addFill(cut: InstanceCut, put: (point: Point) => void): void {
  const place = placer(cut)
  for (const { low, high, from, to } of fillContour(cut.contour)) {
    const [a, b] = [place(from[0], low), place(from[1], low)]
    const [c, d] = [place(to[1], high), place(to[0], high)]
    if (from[1] > from[0]) for (const point of [a, b, c]) put(point)
    if (to[1] > to[0]) for (const point of [a, c, d]) put(point)
  }
}

function addLines(cut: InstanceCut, put: (from: Point, to: Point) => void): void {
  const place = placer(cut)
  const { nodes, closed, open, links } = cut.contour
  const at = (node: number) => place(nodes[node * 2] as number, nodes[node * 2 + 1] as number)
  const drawn = closed.length - links * 2
  for (let pair = 0; pair < drawn; pair += 2) put(at(closed[pair] as number), at(closed[pair + 1] as number))
  for (let pair = 0; pair < open.length; pair += 2)
    put(at(open[pair] as number), at(open[pair + 1] as number))
}
