import type { Vec3 } from '@plumbline/bim/model'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeScene, type SceneBlock } from '../test/scene.ts'
import { computeHalfHeight, orthonormalize, type Pose, projectPoint } from './camera.ts'
import { decodePlacedChunk } from './decode.ts'
import { GHOST, HIDDEN } from './element-state.ts'
import { keepPreferred, toPose, toViewpointCamera, viewpoints } from './features/viewpoint.ts'
import { Materials } from './materials.ts'
import { Model } from './model.ts'
import { addScaled, cross, distance } from './vec.ts'
import type { Viewer } from './viewer.ts'
import type { ViewerViewpoint } from './viewpoint.ts'

const metres = (most: number) => fc.integer({ min: -most * 1000, max: most * 1000 }).map((mm) => mm / 1000)
const pose: fc.Arbitrary<Pose> = fc
  .record({
    eye: fc.tuple(metres(3_000_000), metres(3_000_000), metres(4000)) as fc.Arbitrary<Vec3>,
    forward: (fc.tuple(metres(1), metres(1), metres(1)) as fc.Arbitrary<Vec3>).filter(
      (v) => Math.hypot(...v) > 0.1,
    ),
    up: fc.constant<Vec3>([0, 0, 1]),
    projection: fc.constantFrom('perspective' as const, 'orthographic' as const),
    fov_deg: fc.integer({ min: 10, max: 120 }),
    focus_m: fc.integer({ min: 1, max: 500 }),
  })
  .map(orthonormalize)

const rest = {
  clipping_planes: [],
  components: {
    selection: [],
    coloring: [],
    visibility: {
      default_visibility: true,
      exceptions: [],
      view_setup_hints: { spaces_visible: false, space_boundaries_visible: false, openings_visible: false },
    },
  },
}

describe('the camera of a viewpoint', () => {
  it('survives a JSON round trip, whatever the previous field of view', () => {
    fc.assert(
      fc.property(pose, fc.integer({ min: 20, max: 90 }), (from, other) => {
        const viewpoint: ViewerViewpoint = JSON.parse(
          JSON.stringify({ ...toViewpointCamera(from, 1.6), ...rest }),
        )
        const to = toPose(viewpoint, () => from.focus_m, { fov_deg: other, aspect: 1.6 })
        if (!to) throw new Error('no camera came back')
        expect(to.projection).toBe(from.projection)
        expect(distance(to.eye, from.eye)).toBe(0)
        expect(computeHalfHeight(to)).toBeCloseTo(computeHalfHeight(from), 6)
        const seen = addScaled(addScaled(from.eye, from.forward, 40), from.up, 7)
        expect(projectPoint(to, seen, 1.6).y).toBeCloseTo(projectPoint(from, seen, 1.6).y, 6)
      }),
    )
  })

  it('shows its full width on a narrower canvas and is unchanged on a wider one', () => {
    const narrow = pose.filter(({ fov_deg }) => fov_deg < 60)
    fc.assert(
      fc.property(narrow, (from) => {
        const viewpoint = { ...toViewpointCamera(from, 1.5), ...rest }
        const shown = (aspect: number) =>
          toPose(viewpoint, () => from.focus_m, { fov_deg: 45, aspect }) as Pose
        const right = cross(from.forward, from.up)
        const half = Math.tan((from.fov_deg * Math.PI) / 360) * from.focus_m
        const edge = addScaled(addScaled(from.eye, from.forward, from.focus_m), right, half * 1.5)
        expect(projectPoint(shown(1), edge, 1).x).toBeCloseTo(1, 5)
        expect(projectPoint(shown(1.5), edge, 1.5).x).toBeCloseTo(1, 5)
        expect(computeHalfHeight(shown(2))).toBeCloseTo(computeHalfHeight(from), 6)
      }),
    )
    const place = { eye: [0, 0, 0] as Vec3, forward: [0, 1, 0] as Vec3, up: [0, 0, 1] as Vec3, focus_m: 5 }
    const wide = toViewpointCamera({ ...place, projection: 'perspective', fov_deg: 70 }, 2)
    const free = toPose({ ...wide, ...rest }, () => 5, { fov_deg: 45, aspect: 0.5 })
    expect(free?.fov_deg).toBe(70)
    expect(free?.eye[1]).toBeCloseTo(-15, 6)
    // a wall 1 m behind the eye: most of the rest is shown by a wider angle, up to 90°
    const walled = toPose({ ...wide, ...rest }, () => 5, { fov_deg: 45, aspect: 0.5, room: () => 1 })
    expect(walled?.eye[1]).toBeCloseTo(-0.8, 6)
    expect(walled?.fov_deg).toBe(90)
  })

  it('is either perspective or orthogonal, each with its own scale', () => {
    const from = orthonormalize({
      eye: [1, 2, 3],
      forward: [0, 1, 0],
      up: [0, 0, 1],
      projection: 'orthographic',
      fov_deg: 90,
      focus_m: 10,
    })
    expect(toViewpointCamera(from, 2).orthogonal_camera?.view_to_world_scale).toBeCloseTo(20)
    expect(toViewpointCamera(from, 2).perspective_camera).toBeUndefined()
    expect(
      toViewpointCamera({ ...from, projection: 'perspective' }, 2).perspective_camera?.field_of_view,
    ).toBe(90)
  })

  it('is rejected when invalid and repaired when possible', () => {
    const point = { x: 0, y: 0, z: 0 }
    const camera = {
      camera_view_point: point,
      camera_direction: { x: 0, y: 1, z: 0 },
      camera_up_vector: point,
      aspect_ratio: 1,
    }
    const read = (part: Partial<ViewerViewpoint>) =>
      toPose({ ...rest, ...part }, () => 5, { fov_deg: 45, aspect: 1 })
    expect(read({})).toBeNull()
    expect(read({ perspective_camera: { ...camera, camera_direction: point, field_of_view: 60 } })).toBeNull()
    expect(read({ orthogonal_camera: { ...camera, view_to_world_scale: -1 } })).toBeNull()
    expect(
      read({
        perspective_camera: {
          ...camera,
          camera_view_point: { x: Number.NaN, y: 0, z: 0 },
          field_of_view: 60,
        },
      }),
    ).toBeNull()
    const mended = read({ perspective_camera: { ...camera, field_of_view: 400 } })
    expect(mended?.fov_deg).toBe(45)
    expect(mended?.up).toEqual([0, 0, 1])
  })
})

it('A GlobalId in two models refers to the element of the preferred one', () => {
  const found = [
    { model: 'east', element: 1 },
    { model: 'west', element: 2 },
  ]
  expect(keepPreferred(found, new Set(['west']))).toEqual([{ model: 'west', element: 2 }])
  expect(keepPreferred(found, new Set(['gone']))).toEqual(found)
  expect(keepPreferred(found, new Set())).toEqual(found)
})

/** A model in memory with one wall for each GlobalId. */
async function openWalls(id: string, guids: readonly string[]): Promise<Model> {
  const scene = makeScene(
    id,
    guids.map(
      (guid, at): SceneBlock => ({
        guid,
        name: guid,
        class: 'IfcWall',
        storey: 0,
        box: [0, at * 2, 0, 4, at * 2 + 0.3, 3],
        color: [200, 200, 200, 255],
      }),
    ),
  )
  const model = new Model(scene.source, new Materials())
  for (const info of scene.source.manifest.chunks) {
    const bytes = await scene.source.chunk(info.file, new AbortController().signal, () => {})
    model.add(await decodePlacedChunk(bytes), info)
  }
  return model
}

describe('viewpoints of two versions of a file', () => {
  const pose = orthonormalize({
    eye: [0, -10, 2],
    forward: [0, 1, 0],
    up: [0, 0, 1],
    projection: 'perspective',
    fov_deg: 45,
    focus_m: 10,
  })
  const capture = (models: readonly Model[]) =>
    viewpoints({
      models: new Map(models.map((model) => [model.id, model])),
      camera: { goal: pose },
      aspect: 1.6,
      clipping: [],
      use: () => ({ elements: [], lines: [] }),
    } as unknown as Viewer).capture()
  const set = (model: Model, flag: typeof HIDDEN | typeof GHOST, guids: readonly string[]) =>
    model.state.set(
      guids.flatMap((guid) => model.elementsOf(guid)),
      flag,
      true,
    )

  it('use the visible elements of one: the other is hidden where they coincide', async () => {
    const newer = await openWalls('file', ['same', 'changed', 'added'])
    const older = await openWalls('file@1', ['same', 'changed', 'removed'])
    set(older, HIDDEN, ['same', 'changed'])
    set(older, GHOST, ['same', 'changed'])
    set(newer, GHOST, ['same'])
    for (const models of [
      [newer, older],
      [older, newer],
    ]) {
      const { components, ghosts } = capture(models)
      expect(components?.visibility).toMatchObject({ default_visibility: true, exceptions: [] })
      expect(ghosts).toEqual({ all_but: false, components: [{ ifc_guid: 'same' }] })
    }
  })

  it('leave out elements hidden in both', async () => {
    const models = [await openWalls('file', ['a', 'b', 'c']), await openWalls('file@1', ['a', 'b', 'c'])]
    for (const model of models) set(model, HIDDEN, ['b'])
    expect(capture(models).components?.visibility.exceptions).toEqual([{ ifc_guid: 'b' }])
  })
})
