import { describe, expect, test } from 'vitest'
import { buildJpegHead, buildPng } from '../../generate/pictures.ts'
import { buildArchiveWithView, OTHER_GUID, TOPIC_FOLDER } from '../../generate/small.ts'
import type { RawEntry } from '../../generate/zip.ts'
import { readWholeArchive } from '../../test/archives.ts'

const WALL = '1E8YkwPMfB$h99jtn_uAjI'
const SPACE = '1m5wAJelDFdhn6qBdOGjos'
const DOOR = '1bbI761TbBCOoIa5Kt6PXt'

async function viewOf(version: string, within: string, ...beside: RawEntry[]) {
  const { archive, topics } = await readWholeArchive(buildArchiveWithView(version, within, ...beside))
  const viewpoint = topics[0]!.viewpoints[0]!
  const warnings = archive.warnings.filter(({ detail }) => detail !== 's.png' && detail !== 'extensions.xml')
  return { ...viewpoint, warnings: warnings.map(({ code }) => code) }
}

const point = (name: string, x: number | string, y: number | string, z: number | string) =>
  `<${name}><X>${x}</X><Y>${y}</Y><Z>${z}</Z></${name}>`
const place =
  point('CameraViewPoint', 1, 2, 3) + point('CameraDirection', 0, 1, 0) + point('CameraUpVector', 0, 0, 1)
const perspective = (more: string) => `<PerspectiveCamera>${place}${more}</PerspectiveCamera>`
const component = (guid: string, more = '') => `<Component IfcGuid="${guid}" ${more}/>`

describe('a camera', () => {
  const angle = '<FieldOfView>60</FieldOfView>'
  const half = (degrees: number) => Math.tan((degrees * Math.PI) / 360)

  test.each<[string, RawEntry[], number]>([
    ['a PNG', [{ name: `${TOPIC_FOLDER}s.png`, data: buildPng(200, 100) }], 2],
    ['a JPEG', [{ name: `${TOPIC_FOLDER}s.png`, data: buildJpegHead(1500, 1000) }], 1.5],
    ['neither', [{ name: `${TOPIC_FOLDER}s.png`, data: 'text' }], 4 / 3],
    ['nothing', [], 4 / 3],
  ])('of 2.1 gets its vertical field of view from the aspect ratio of %s', async (_, beside, ratio) => {
    const { view } = await viewOf('2.1', perspective(angle), ...beside)
    expect(view.perspective_camera?.aspect_ratio).toBeCloseTo(ratio, 9)
    // the horizontal angle equals the file's
    expect(half(view.perspective_camera!.field_of_view) * ratio).toBeCloseTo(half(60), 9)
  })

  test('of 3.0 is unchanged', async () => {
    const { view, warnings } = await viewOf('3.0', perspective(`${angle}<AspectRatio>1.5</AspectRatio>`))
    expect(view.perspective_camera).toEqual({
      camera_view_point: { x: 1, y: 2, z: 3 },
      camera_direction: { x: 0, y: 1, z: 0 },
      camera_up_vector: { x: 0, y: 0, z: 1 },
      field_of_view: 60,
      aspect_ratio: 1.5,
    })
    expect(warnings).toEqual([])
  })

  test('may have numbers with decimal commas and exponents', async () => {
    const camera = perspective(angle).replace('<X>1</X><Y>2</Y>', '<X>1,5</X><Y>-2.5E-1</Y>')
    expect((await viewOf('2.1', camera)).view.perspective_camera?.camera_view_point).toEqual({
      x: 1.5,
      y: -0.25,
      z: 3,
    })
  })

  test.each([
    ['a number that is none', perspective(angle).replace('<X>1</X>', '<X>NaN</X>')],
    ['a direction to nowhere', perspective(angle).replace('<Y>1</Y>', '<Y>0</Y>')],
    ['no place', perspective(angle).replace(/<CameraViewPoint>.*<\/CameraViewPoint>/, '')],
    ['no scale', `<OrthogonalCamera>${place}<ViewToWorldScale>0</ViewToWorldScale></OrthogonalCamera>`],
  ])('with %s is dropped with a warning', async (_, camera) => {
    const { view, warnings } = await viewOf('2.1', camera)
    expect([view.perspective_camera, view.orthogonal_camera]).toEqual([undefined, undefined])
    expect(warnings).toEqual(['BAD_GEOMETRY'])
  })

  test('is unique: a second one in 2.x is dropped with a warning', async () => {
    const second = `<OrthogonalCamera>${place}<ViewToWorldScale>5</ViewToWorldScale></OrthogonalCamera>`
    const { view, warnings } = await viewOf('2.1', second + perspective(angle))
    expect(view.perspective_camera).toBeDefined()
    expect(view.orthogonal_camera).toBe(undefined)
    expect(warnings).toEqual(['LEFT_OUT'])
  })
})

describe('components of 2.0', () => {
  const read = async (...components: string[]) =>
    (await viewOf('2.0', `<Components>${components.join('')}</Components>`)).view.components
  const wall = { ifc_guid: WALL }
  const space = { ifc_guid: SPACE }

  test('flagged invisible are exceptions of a visible model', async () => {
    const components = await read(component(WALL, 'Visible="false"'), component(SPACE, 'Visible="true"'))
    expect(components?.visibility).toEqual({ default_visibility: true, exceptions: [wall] })
  })

  test('flagged visible are the only visible ones if none is invisible', async () => {
    const components = await read(component(WALL, 'Visible="true"'), component(SPACE))
    expect(components?.visibility).toEqual({ default_visibility: false, exceptions: [wall, space] })
  })

  test('flagged selected or coloured only do not change visibility', async () => {
    const components = await read(
      component(WALL, 'Selected="true"'),
      component(SPACE, 'Color="FF00FF00"'),
      component(DOOR, 'Color="ff00ff00" Selected="0"'),
    )
    expect(components).toEqual({
      selection: [wall],
      visibility: { default_visibility: true },
      coloring: [{ color: 'FF00FF00', components: [space, { ifc_guid: DOOR }] }],
    })
  })
})

describe('components', () => {
  const lists = (inside: string) => `<Components>${inside}</Components>`

  test('of 2.1 have selection, exceptions, coloring and view setup hints', async () => {
    const { view } = await viewOf(
      '2.1',
      lists(`<ViewSetupHints SpacesVisible="true" OpeningsVisible="0"/><Selection>${component(WALL)}</Selection>
        <Visibility DefaultVisibility="true"><Exceptions>${component(SPACE)}</Exceptions></Visibility>
        <Coloring><Color Color="3498db">${component(DOOR)}</Color></Coloring>`),
    )
    expect(view.components).toEqual({
      selection: [{ ifc_guid: WALL }],
      visibility: {
        default_visibility: true,
        exceptions: [{ ifc_guid: SPACE }],
        view_setup_hints: { spaces_visible: true, openings_visible: false },
      },
      coloring: [{ color: '3498DB', components: [{ ifc_guid: DOOR }] }],
    })
  })

  test('of 3.0 are invisible by default', async () => {
    const inside = `<Visibility><ViewSetupHints SpacesVisible="true"/></Visibility>
      <Coloring><Color Color="80FF0000"><Components>${component(WALL)}</Components></Color></Coloring>`
    const { view } = await viewOf('3.0', lists(inside))
    expect(view.components).toEqual({
      visibility: { default_visibility: false, view_setup_hints: { spaces_visible: true } },
      coloring: [{ color: '80FF0000', components: [{ ifc_guid: WALL }] }],
    })
  })

  test('are accepted with the id of another tool, or dropped with a warning', async () => {
    const tool =
      '<Component><OriginatingSystem>Tool</OriginatingSystem><AuthoringToolId>42</AuthoringToolId></Component>'
    const inside = `<Selection>${tool}${component('short')}${component('')}</Selection><Visibility DefaultVisibility="true"/>`
    const { view, warnings } = await viewOf('2.1', lists(inside))
    expect(view.components?.selection).toEqual([{ originating_system: 'Tool', authoring_tool_id: '42' }])
    expect(warnings).toEqual(['BAD_COMPONENT'])
  })
})

describe('bitmaps', () => {
  const inside = `<Reference>b.png</Reference>${point('Location', 1, 2, 3)}${point('Normal', 1, 0, 0)}${point('Up', 0, 0, 1)}<Height>2.5</Height>`
  const picture = { name: `${TOPIC_FOLDER}b.png`, data: 'picture' }
  test.each([
    ['2.0', `<Bitmaps><Bitmap>PNG</Bitmap>${inside}</Bitmaps>`],
    ['2.1', `<Bitmap><Bitmap>PNG</Bitmap>${inside}</Bitmap>`],
    ['3.0', `<Bitmaps><Bitmap><Format>png</Format>${inside}</Bitmap></Bitmaps>`],
    ['2.0', `<Bitmaps><Bitmap>PNG</Bitmap>${inside.replace('b.png', `${TOPIC_FOLDER}b.png`)}</Bitmaps>`],
  ])('of %s are part of the view', async (version, text) => {
    const { view, bitmaps } = await viewOf(version, text, picture)
    expect(bitmaps).toEqual([picture.name])
    expect(view.bitmaps).toEqual([
      {
        bitmap_type: 'png',
        location: { x: 1, y: 2, z: 3 },
        normal: { x: 1, y: 0, z: 0 },
        up: { x: 0, y: 0, z: 1 },
        height: 2.5,
      },
    ])
  })

  test('without an existing picture are dropped', async () => {
    const { view, bitmaps, warnings } = await viewOf('2.1', `<Bitmap><Bitmap>PNG</Bitmap>${inside}</Bitmap>`)
    expect([view.bitmaps, bitmaps, warnings]).toEqual([undefined, [], ['MISSING_FILE', 'BAD_GEOMETRY']])
  })
})

test('lines and clipping planes are read; those with invalid numbers are dropped', async () => {
  const line = `<Line>${point('StartPoint', 0, 0, 0)}${point('EndPoint', 0, 0, 1)}</Line>`
  const plane = `<ClippingPlane>${point('Location', 0, 0, 3)}${point('Direction', 0, 0, 1)}</ClippingPlane>`
  const { view, guid, warnings } = await viewOf(
    '2.1',
    `<Lines>${line}<Line/></Lines><ClippingPlanes>${plane}</ClippingPlanes>`,
  )
  expect(guid).toBe(OTHER_GUID)
  expect(view.lines).toEqual([{ start_point: { x: 0, y: 0, z: 0 }, end_point: { x: 0, y: 0, z: 1 } }])
  expect(view.clipping_planes).toEqual([{ location: { x: 0, y: 0, z: 3 }, direction: { x: 0, y: 0, z: 1 } }])
  expect(warnings).toEqual(['BAD_GEOMETRY'])
})
