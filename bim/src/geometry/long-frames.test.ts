import { describe, expect, it } from 'vitest'
import { Instances } from './instances.ts'
import { type Shape, Shapes } from './shapes.ts'

type Vec = [number, number, number]

/** Corners of a box at the origin, turned about the vertical and then tilted, in degrees. */
function listCorners([x, y, z]: Vec, turn: number, tilt = 0): Vec[] {
  const [t, u] = [(turn * Math.PI) / 180, (tilt * Math.PI) / 180]
  return [0, 1, 2, 3, 4, 5, 6, 7].map((corner): Vec => {
    const [a, b, c] = [corner & 1 ? x : 0, corner & 2 ? y : 0, corner & 4 ? z : 0]
    const [along, up] = [a * Math.cos(u) - c * Math.sin(u), a * Math.sin(u) + c * Math.cos(u)]
    return [along * Math.cos(t) - b * Math.sin(t), along * Math.sin(t) + b * Math.cos(t), up]
  })
}

const SIDES: [number[], normal: Vec][] = [
  [
    [0, 2, 4, 6],
    [-1, 0, 0],
  ],
  [
    [1, 3, 5, 7],
    [1, 0, 0],
  ],
  [
    [0, 1, 4, 5],
    [0, -1, 0],
  ],
  [
    [2, 3, 6, 7],
    [0, 1, 0],
  ],
  [
    [0, 1, 2, 3],
    [0, 0, -1],
  ],
  [
    [4, 5, 6, 7],
    [0, 0, 1],
  ],
]

/** The box as a mesh with four vertices on each side. */
function buildMesh(corners: Vec[], at: Vec = [0, 0, 0]) {
  const vertices = SIDES.flatMap(([side, normal]) =>
    side.flatMap((corner) => [
      ...(corners[corner] as Vec).map((value, axis) => value + (at[axis] ?? 0)),
      ...normal,
    ]),
  )
  const indices = SIDES.flatMap((_, side) => [0, 1, 2, 1, 3, 2].map((corner) => side * 4 + corner))
  return { vertices: Float32Array.from(vertices), indices: Uint32Array.from(indices), metres: 1 }
}

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]

/** The corners of the shapes that a mesh becomes, where they are placed. */
function listPlaced(shapes: Shapes, mesh: ReturnType<typeof buildMesh>): Vec[] {
  const instances = new Instances()
  for (const piece of shapes.add(mesh) ?? []) instances.add(1, piece, 0, IDENTITY)
  const points: Vec[] = []
  for (let instance = 0; instance < instances.count; instance++) {
    const m = instances.matrix(instance)
    const { positions, scale } = shapes.all[instances.shape.at(instance)] as Shape
    for (let at = 0; at < positions.length; at += 3)
      points.push(
        [0, 4, 8].map(
          (row) =>
            scale *
              ((m[row] ?? 0) * (positions[at] ?? 0) +
                (m[row + 1] ?? 0) * (positions[at + 1] ?? 0) +
                (m[row + 2] ?? 0) * (positions[at + 2] ?? 0)) +
            (m[row + 3] ?? 0),
        ) as Vec,
      )
  }
  return points
}

const distance = (a: Vec, b: Vec) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])

describe('Long plain shapes', () => {
  it.each<[string, Vec, number, number]>([
    ['a wall of 150 m', [150, 0.237, 3.1], 0, 0],
    ['a wall of 300 m', [300, 0.237, 3.1], 0, 0],
    ['a wall of 300 m across the axes', [300, 0.237, 3.1], 37, 0],
    ['a ramp of 300 m', [300, 8.237, 0.3], 37, 4],
    ['a slab of 400 m', [400, 300, 0.2371], 12, 0],
    ['a wall of 9 km', [9000, 0.237, 3.1], 0, 0],
  ])('have their corners within a millimetre: %s', (_name, size, turn, tilt) => {
    const corners = listCorners(size, turn, tilt)
    const placed = listPlaced(new Shapes(true), buildMesh(corners))
    expect(placed.length).toBeGreaterThanOrEqual(8)
    for (const corner of corners)
      expect(Math.min(...placed.map((each) => distance(each, corner)))).toBeLessThan(1e-3)
    for (const each of placed)
      expect(Math.min(...corners.map((corner) => distance(each, corner)))).toBeLessThan(1e-3)
  })

  it.each([
    ['along the axes', 0],
    ['across the axes', 37],
  ])(
    'of many triangles have their corners within two millimetres, and their thickness within half of one: %s',
    (_name, turn) => {
      // a wall of 200 m in 50 parts, whose ends are not on a grid
      const parts = Array.from({ length: 50 }, (_, part) => {
        const [x, y] = [
          part * 4 * Math.cos((turn * Math.PI) / 180),
          part * 4 * Math.sin((turn * Math.PI) / 180),
        ]
        return buildMesh(listCorners([4, 0.237, 3.1371], turn), [x, y, 0])
      })
      const mesh = {
        vertices: Float32Array.from(parts.flatMap(({ vertices }) => [...vertices])),
        indices: Uint32Array.from(
          parts.flatMap(({ indices }, part) => Array.from(indices, (index) => index + part * 24)),
        ),
        metres: 1,
      }
      const corners = parts.flatMap(({ vertices }) =>
        Array.from({ length: 24 }, (_, at) => [...vertices.subarray(at * 6, at * 6 + 3)] as Vec),
      )
      const across = ([x, y]: Vec) =>
        y * Math.cos((turn * Math.PI) / 180) - x * Math.sin((turn * Math.PI) / 180)
      for (const each of listPlaced(new Shapes(false), mesh)) {
        expect(Math.min(...corners.map((corner) => distance(each, corner)))).toBeLessThan(2e-3)
        expect(Math.min(Math.abs(across(each)), Math.abs(across(each) - 0.237))).toBeLessThan(2.5e-4)
        expect(Math.min(each[2], Math.abs(each[2] - 3.1371))).toBeLessThan(2.5e-4)
      }
    },
  )

  it('are as thick as they are modelled at 50 km', () => {
    const placed = listPlaced(new Shapes(true), buildMesh(listCorners([50_000, 0.237, 3.1], 0)))
    expect(Math.max(...placed.map(([, y]) => y))).toBeCloseTo(0.237, 4)
    expect(Math.max(...placed.map(([x]) => x))).toBeCloseTo(50_000, 2)
  })

  it('are stored once for equal shapes, and separately for another length', () => {
    const shapes = new Shapes(true)
    listPlaced(shapes, buildMesh(listCorners([300, 0.25, 3], 0)))
    listPlaced(shapes, buildMesh(listCorners([300, 0.25, 3], 0), [0, 8, 0]))
    expect(shapes.all.length).toBe(1)
    listPlaced(shapes, buildMesh(listCorners([320, 0.25, 3], 0)))
    expect(shapes.all.length).toBe(2)
    expect(shapes.contents[0]).not.toBe(shapes.contents[1])
  })
})
