import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packNormal } from './normals.ts'
import { type Mesh, type Shape, type ShapePiece, Shapes } from './shapes.ts'

type Vec = [number, number, number]

/** A square grid in XY, `size` metres wide, optionally with a wave of the given height. */
function sheet(squares: number, size: number, height = 0, at: Vec = [0, 0, 0]): Mesh {
  const vertices: number[] = []
  const indices: number[] = []
  const side = squares + 1
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const x = (column / squares) * size
      const y = (row / squares) * size
      vertices.push(at[0] + x, at[1] + y, at[2] + height * Math.sin(x) * Math.sin(y), 0, 0, 1)
    }
  }
  for (let row = 0; row < squares; row++) {
    for (let column = 0; column < squares; column++) {
      const a = row * side + column
      indices.push(a, a + 1, a + side, a + 1, a + side + 1, a + side)
    }
  }
  return { vertices: Float32Array.from(vertices), indices: Uint32Array.from(indices), metres: 1 }
}

function unpackNormal(packed: number): Vec {
  const signed = (byte: number) => (byte > 127 ? byte - 256 : byte) / 127
  const u = signed(packed & 0xff)
  const v = signed(packed >> 8)
  const z = 1 - Math.abs(u) - Math.abs(v)
  const fold = Math.max(0, -z)
  const x = u + (u >= 0 ? -fold : fold)
  const y = v + (v >= 0 ? -fold : fold)
  const length = Math.hypot(x, y, z)
  return [x / length, y / length, z / length]
}

/** Number of triangles with three corners; others are marks at cuts. */
function triangles(shapes: Shapes, pieces: ShapePiece[] | null): number {
  let count = 0
  for (const { shape } of pieces ?? []) {
    const { indices } = shapes.all[shape] as Shape
    for (let at = 0; at < indices.length; at += 3)
      if (new Set(indices.subarray(at, at + 3)).size === 3) count++
  }
  return count
}

/** Total area of the pieces, from their quantised corners; cutting and welding must preserve it. */
function area(shapes: Shapes, pieces: ShapePiece[] | null): number {
  let sum = 0
  for (const piece of pieces ?? []) {
    const shape = shapes.all[piece.shape] as Shape
    const corner = (index: number): Vec => {
      const at = (shape.indices[index] ?? 0) * 3
      return [0, 1, 2].map((axis) => (shape.positions[at + axis] ?? 0) * shape.scale) as Vec
    }
    for (let at = 0; at < shape.indices.length; at += 3) {
      const a = corner(at)
      const b = corner(at + 1)
      const c = corner(at + 2)
      const [u, v] = [b, c].map((point) => point.map((value, axis) => value - (a[axis] ?? 0)) as Vec) as [
        Vec,
        Vec,
      ]
      sum += Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]) / 2
    }
  }
  return sum
}

describe('shapes', () => {
  it('are stored once per form, wherever it was modelled', () => {
    const shapes = new Shapes(true)
    const [first] = shapes.add(sheet(2, 3)) ?? []
    const [second] = shapes.add(sheet(2, 3, 0, [10, 20, 30])) ?? []
    expect(shapes.all.length).toBe(1)
    expect(second).toEqual({ shape: first?.shape, offset: [10, 20, 30] })
    shapes.add(sheet(2, 3.001))
    expect(shapes.all.length).toBe(2)
  })

  it('preserve whole tenths of a millimetre exactly', () => {
    const shapes = new Shapes(true)
    const [piece] = shapes.add(sheet(1, 2.4137)) ?? []
    expect(shapes.all[piece?.shape ?? -1]?.size[0]).toBeCloseTo(2.4137, 9)
  })

  it('drop degenerate triangles only', () => {
    const shapes = new Shapes(true)
    const mesh = sheet(1, 1)
    mesh.indices = Uint32Array.from([...mesh.indices, 0, 0, 1, 2, 3, 3, 0, 1, 1])
    expect(triangles(shapes, shapes.add(mesh))).toBe(2)
    expect(shapes.add({ ...mesh, indices: Uint32Array.from([0, 0, 0, 1, 1, 2]) })).toEqual([])
    const line = Float32Array.from([0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 1])
    expect(shapes.add({ vertices: line, indices: Uint32Array.of(0, 1, 2), metres: 1 })).toEqual([])
  })

  it('are simplified within the tolerance unless simplification is off', () => {
    const simple = new Shapes(true)
    const whole = new Shapes(false)
    const fewer = simple.add(sheet(20, 5, 1e-4))
    const all = whole.add(sheet(20, 5, 1e-4))
    expect(triangles(whole, all)).toBe(800)
    expect(triangles(simple, fewer)).toBeLessThan(200)
    expect(area(simple, fewer)).toBeCloseTo(area(whole, all), 3)
  })

  it('keep the triangles of a wavy surface', () => {
    const shapes = new Shapes(true)
    expect(triangles(shapes, shapes.add(sheet(20, 5, 0.2)))).toBeGreaterThan(400)
  })

  it('are cut when wide, preserving area and two millimetres of precision', () => {
    const shapes = new Shapes(false)
    const pieces = shapes.add(sheet(60, 600, 3))
    expect(pieces?.length).toBeGreaterThan(20)
    expect(triangles(shapes, pieces)).toBe(7200)
    expect(Math.max(...shapes.all.map((shape) => shape.scale))).toBeLessThan(4e-3)
    const whole = new Shapes(false)
    expect(area(shapes, pieces)).toBeCloseTo(area(whole, whole.add(sheet(60, 600, 3))), -1)
  })

  it.each([
    ['flat', 0, 80],
    ['folded at each row of squares', 20, 0],
  ])('mark the edges at which they are cut where they are %s', (_how, fold, marked) => {
    const shapes = new Shapes(false)
    const { vertices, ...mesh } = sheet(20, 300)
    for (let at = 0; at < vertices.length; at += 6) {
      vertices[at] = (vertices[at] ?? 0) / 4
      vertices[at + 2] = fold * (((vertices[at + 1] ?? 0) / 15) % 2)
    }
    expect(shapes.add({ vertices, ...mesh })).toHaveLength(3)
    const corners = shapes.all.flatMap(({ indices }) =>
      Array.from(
        { length: indices.length / 3 },
        (_, at) => new Set(indices.subarray(at * 3, at * 3 + 3)).size,
      ),
    )
    expect(corners.filter((count) => count === 3)).toHaveLength(800)
    expect(corners.filter((count) => count < 3)).toHaveLength(marked)
  })

  it('are cut when they exceed the vertex limit of a chunk', () => {
    const shapes = new Shapes(false)
    const pieces = shapes.add(sheet(320, 10, 0.2))
    expect(pieces?.length).toBeGreaterThan(1)
    expect(triangles(shapes, pieces)).toBe(320 * 320 * 2)
    for (const shape of shapes.all) expect(shape.positions.length / 3).toBeLessThan(200_000)
  })

  it.each([Number.NaN, Infinity, -Infinity, 3e38 * 10])('are rejected when a vertex is %d', (value) => {
    const mesh = sheet(2, 1)
    mesh.vertices[7] = value
    expect(new Shapes(true).add(mesh)).toBeNull()
  })

  it('skip triangles with invalid vertex indices', () => {
    const shapes = new Shapes(true)
    const mesh = sheet(1, 1)
    const pieces = shapes.add({ ...mesh, indices: Uint32Array.from([...mesh.indices, 0, 1, 4_000_000_000]) })
    expect(triangles(shapes, pieces)).toBe(2)
  })

  it('deviate from each vertex by at most half a quantisation step, at any size', () => {
    const vertex = fc.tuple(...[0, 1, 2].map(() => fc.double({ min: -40, max: 40, noNaN: true })))
    fc.assert(
      fc.property(
        fc.array(vertex, { minLength: 3, maxLength: 30 }),
        fc.double({ min: 1e-3, max: 1, noNaN: true }),
        (points, factor) => {
          const vertices = Float32Array.from(
            points.flatMap((point) => [...point.map((value) => value * factor), 0, 0, 1]),
          )
          const indices = Uint32Array.from({ length: Math.floor(points.length / 3) * 3 }, (_, at) => at)
          const shapes = new Shapes(false)
          for (const piece of shapes.add({ vertices, indices, metres: 1 }) ?? []) {
            const shape = shapes.all[piece.shape] as Shape
            for (let at = 0; at < shape.positions.length; at += 3) {
              const near = points.some((_, index) =>
                [0, 1, 2].every((axis) => {
                  const value = piece.offset[axis as 0] + (shape.positions[at + axis] ?? 0) * shape.scale
                  return Math.abs(value - (vertices[index * 6 + axis] ?? 0)) <= shape.scale * 0.51 + 1e-9
                }),
              )
              expect(near).toBe(true)
            }
          }
        },
      ),
      { numRuns: 100 },
    )
  })
})

describe('octahedral normals', () => {
  it('survive a round trip within two degrees', () => {
    const part = fc.double({ min: -1, max: 1, noNaN: true })
    fc.assert(
      fc.property(part, part, part, (x, y, z) => {
        const length = Math.hypot(x, y, z)
        fc.pre(length > 1e-3)
        const back = unpackNormal(packNormal(x, y, z))
        expect((back[0] * x + back[1] * y + back[2] * z) / length).toBeGreaterThan(
          Math.cos((2 * Math.PI) / 180),
        )
      }),
    )
  })

  it.each([
    [0, 0, 0],
    [Number.NaN, 0, 1],
    [Infinity, 0, 0],
  ])('the zero or invalid vector %d, %d, %d becomes +Z', (x, y, z) => {
    expect(unpackNormal(packNormal(x, y, z))).toEqual([0, 0, 1])
  })
})
