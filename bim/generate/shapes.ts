import { formatList, formatReal, type Ref, type StepWriter } from './step-writer.ts'

/** All lengths in millimetres. */
export type Point3 = readonly [x: number, y: number, z: number]
export type Point2 = readonly [x: number, y: number]

/** A solid with its own colour, in the frame of its element. */
export interface Solid {
  style: string
  item: Ref
}

/** Writes the solids, profiles and placements of the building. */
export class ShapeWriter {
  readonly step: StepWriter
  readonly #up: Ref

  constructor(step: StepWriter) {
    this.step = step
    this.#up = step.share('IFCDIRECTION((0.,0.,1.))')
  }

  point([x, y, z]: Point3): Ref {
    return this.step.add(`IFCCARTESIANPOINT((${formatReal(x)},${formatReal(y)},${formatReal(z)}))`)
  }

  direction([x, y, z]: Point3): Ref {
    return this.step.share(`IFCDIRECTION((${formatReal(x)},${formatReal(y)},${formatReal(z)}))`)
  }

  /** Writes an axis placement at a point, with Z and X axes if they differ from the world's. */
  axes(at: Point3, z?: Point3, x?: Point3): Ref {
    const axis = z ? this.direction(z) : '$'
    const ref = x ? this.direction(x) : '$'
    const point = at.every((value) => value === 0)
      ? this.step.share('IFCCARTESIANPOINT((0.,0.,0.))')
      : this.point(at)
    const statement = `IFCAXIS2PLACEMENT3D(${point},${axis},${ref})`
    return at.every((value) => value === 0) ? this.step.share(statement) : this.step.add(statement)
  }

  /** Writes a placement rotated about the vertical, so that local X points to (cosine, sine). */
  placement(parent: Ref | '$', at: Point3, turn: Point2 = [1, 0]): Ref {
    const straight = turn[0] === 1 && turn[1] === 0
    const axes = straight ? this.axes(at) : this.axes(at, [0, 0, 1], [turn[0], turn[1], 0])
    return this.step.add(`IFCLOCALPLACEMENT(${parent},${axes})`)
  }

  rectangle(width: number, depth: number): Ref {
    const middle = this.step.share('IFCCARTESIANPOINT((0.,0.))')
    const frame = this.step.share(`IFCAXIS2PLACEMENT2D(${middle},$)`)
    return this.step.share(
      `IFCRECTANGLEPROFILEDEF(.AREA.,$,${frame},${formatReal(width)},${formatReal(depth)})`,
    )
  }

  circle(radius: number): Ref {
    const middle = this.step.share('IFCCARTESIANPOINT((0.,0.))')
    const frame = this.step.share(`IFCAXIS2PLACEMENT2D(${middle},$)`)
    return this.step.share(`IFCCIRCLEPROFILEDEF(.AREA.,$,${frame},${formatReal(radius)})`)
  }

  polygon(points: readonly Point2[], hole?: readonly Point2[]): Ref {
    const outer = this.#closed(points)
    if (!hole) return this.step.add(`IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,${outer})`)
    return this.step.add(`IFCARBITRARYPROFILEDEFWITHVOIDS(.AREA.,$,${outer},(${this.#closed(hole)}))`)
  }

  #closed(points: readonly Point2[]): Ref {
    const refs = points.map(([x, y]) =>
      this.step.add(`IFCCARTESIANPOINT((${formatReal(x)},${formatReal(y)}))`),
    )
    return this.step.add(`IFCPOLYLINE(${formatList([...refs, refs[0] ?? '$'])})`)
  }

  /** Extrudes a profile along its frame's Z axis. */
  extrude(style: string, profile: Ref, height: number, frame: Ref): Solid {
    return {
      style,
      item: this.step.add(`IFCEXTRUDEDAREASOLID(${profile},${frame},${this.#up},${formatReal(height)})`),
    }
  }

  /** Writes a box by two corners. */
  box(style: string, low: Point3, high: Point3): Solid {
    const x = high[0] - low[0]
    const y = high[1] - low[1]
    const z = high[2] - low[2]
    return this.extrude(style, this.rectangle(x, y), z, this.axes([low[0] + x / 2, low[1] + y / 2, low[2]]))
  }

  /** Extrudes an outline upwards from a height. */
  prism(style: string, outline: readonly Point2[], bottom: number, height: number): Solid {
    return this.extrude(style, this.polygon(outline), height, this.axes([0, 0, bottom]))
  }

  /** Extrudes an outline in the XZ plane along Y. */
  profileAlongY(
    style: string,
    outline: readonly Point2[],
    y: number,
    depth: number,
    hole?: readonly Point2[],
  ): Solid {
    const frame = this.axes([0, y + depth, 0], [0, -1, 0], [1, 0, 0])
    return this.extrude(style, this.polygon(outline, hole), depth, frame)
  }

  /** Writes a rectangular frame in the XZ plane, centred, with bars of the given width. */
  frame(style: string, width: number, height: number, bar: number, y: number, depth: number): Solid {
    const w = width / 2
    const i = width / 2 - bar
    const hole = [
      [-i, bar],
      [i, bar],
      [i, height - bar],
      [-i, height - bar],
    ] as const
    return this.profileAlongY(
      style,
      [
        [-w, 0],
        [w, 0],
        [w, height],
        [-w, height],
      ],
      y,
      depth,
      hole,
    )
  }

  /** Writes a cylinder from a point along X, Y or Z. */
  cylinder(style: string, from: Point3, along: 'x' | 'y' | 'z', length: number, radius: number): Solid {
    const axis: Point3 = along === 'x' ? [1, 0, 0] : along === 'y' ? [0, 1, 0] : [0, 0, 1]
    const ref: Point3 = along === 'x' ? [0, 1, 0] : along === 'y' ? [0, 0, 1] : [1, 0, 0]
    return this.extrude(style, this.circle(radius), length, this.axes(from, axis, ref))
  }

  /** Writes a pipe along a polyline. */
  pipe(style: string, points: readonly Point3[], radius: number): Solid {
    const line = this.step.add(`IFCPOLYLINE(${formatList(points.map((each) => this.point(each)))})`)
    return { style, item: this.step.add(`IFCSWEPTDISKSOLID(${line},${formatReal(radius)},$,$,$)`) }
  }

  /** Writes a triangle mesh; indices start at 1. */
  mesh(style: string, points: readonly Point3[], triangles: readonly Point3[]): Solid {
    const coordinates = points.map(([x, y, z]) => `(${formatReal(x)},${formatReal(y)},${formatReal(z)})`)
    const corners = triangles.map(([a, b, c]) => `(${a},${b},${c})`)
    const shared = this.step.add(`IFCCARTESIANPOINTLIST3D(${formatList(coordinates)})`)
    return { style, item: this.step.add(`IFCTRIANGULATEDFACESET(${shared},$,.T.,${formatList(corners)},$)`) }
  }
}
