import type { Bitmap, Component, ViewpointWithBitmaps } from '@plumbline/contract/issues/viewpoints'
import { clampFieldOfView, placeholderCamera, toHorizontalFieldOfView } from '../camera.ts'
import type { WritableBcfVersion } from '../model.ts'
import { buildTextElement, type XmlElementToWrite } from '../xml/write.ts'

type Point = Bitmap['location']
type Components = NonNullable<ViewpointWithBitmaps['components']>

const within = (
  name: string,
  children: (XmlElementToWrite | undefined)[] | undefined,
): XmlElementToWrite | undefined => (children && children.length > 0 ? { name, children } : undefined)

const point = (name: string, { x, y, z }: Point): XmlElementToWrite => ({
  name,
  children: [buildTextElement('X', x), buildTextElement('Y', y), buildTextElement('Z', z)],
})

const flag = (value: boolean | undefined) => (value === undefined ? undefined : String(value))

function component({ ifc_guid, originating_system, authoring_tool_id }: Component): XmlElementToWrite {
  return {
    name: 'Component',
    attributes: { IfcGuid: ifc_guid },
    children: [
      buildTextElement('OriginatingSystem', originating_system?.trim()),
      buildTextElement('AuthoringToolId', authoring_tool_id?.trim()),
    ],
  }
}
const componentsOf = (list: Component[] | undefined) => list?.map(component)

/** Both versions allow 6 or 8 digits; 2.1 requires upper case. */
const color = (text: string) => text.replace('#', '').toUpperCase()

function coloring(
  version: WritableBcfVersion,
  colors: Components['coloring'],
): XmlElementToWrite | undefined {
  const named = colors?.filter(({ components }) => components.length > 0)
  return within(
    'Coloring',
    named?.map((each) => ({
      name: 'Color',
      attributes: { Color: color(each.color) },
      children:
        version === '3.0'
          ? [within('Components', componentsOf(each.components))]
          : componentsOf(each.components),
    })),
  )
}

function hints(visibility: Components['visibility']): XmlElementToWrite | undefined {
  const viewHints = visibility.view_setup_hints
  if (!viewHints) return undefined
  return {
    name: 'ViewSetupHints',
    attributes: {
      SpacesVisible: flag(viewHints.spaces_visible),
      SpaceBoundariesVisible: flag(viewHints.space_boundaries_visible),
      OpeningsVisible: flag(viewHints.openings_visible),
    },
  }
}

function components(
  version: WritableBcfVersion,
  value: Components | undefined,
): XmlElementToWrite | undefined {
  if (!value) return undefined
  const viewHints = hints(value.visibility)
  const isNew = version === '3.0'
  return {
    name: 'Components',
    children: [
      isNew ? undefined : viewHints,
      within('Selection', componentsOf(value.selection)),
      {
        name: 'Visibility',
        attributes: { DefaultVisibility: flag(value.visibility.default_visibility) },
        children: [
          isNew ? viewHints : undefined,
          within('Exceptions', componentsOf(value.visibility.exceptions)),
        ],
      },
      coloring(version, value.coloring),
    ],
  }
}

type Place = Pick<
  NonNullable<ViewpointWithBitmaps['perspective_camera']>,
  'camera_view_point' | 'camera_direction' | 'camera_up_vector'
>
const place = (camera: Place) => [
  point('CameraViewPoint', camera.camera_view_point),
  point('CameraDirection', camera.camera_direction),
  point('CameraUpVector', camera.camera_up_vector),
]

/** Writes the camera; 3.0 requires exactly one. */
function camera(version: WritableBcfVersion, view: ViewpointWithBitmaps): XmlElementToWrite | undefined {
  const isNew = version === '3.0'
  const ratio = (value: number) => (isNew ? buildTextElement('AspectRatio', value) : undefined)
  if (view.perspective_camera) {
    const { field_of_view, aspect_ratio } = view.perspective_camera
    const angle = isNew
      ? field_of_view
      : clampFieldOfView(toHorizontalFieldOfView(field_of_view, aspect_ratio))
    return {
      name: 'PerspectiveCamera',
      children: [
        ...place(view.perspective_camera),
        buildTextElement('FieldOfView', angle),
        ratio(aspect_ratio),
      ],
    }
  }
  const orthogonal = view.orthogonal_camera ?? (isNew ? placeholderCamera : undefined)
  if (!orthogonal) return undefined
  const { view_to_world_scale, aspect_ratio } = orthogonal
  return {
    name: 'OrthogonalCamera',
    children: [
      ...place(orthogonal),
      buildTextElement('ViewToWorldScale', view_to_world_scale),
      ratio(aspect_ratio),
    ],
  }
}

function bitmaps(
  version: WritableBcfVersion,
  view: ViewpointWithBitmaps,
  references: string[],
): (XmlElementToWrite | undefined)[] {
  const elements = (view.bitmaps ?? []).map((bitmap, at) => ({
    name: 'Bitmap',
    children: [
      version === '3.0'
        ? buildTextElement('Format', bitmap.bitmap_type)
        : buildTextElement('Bitmap', bitmap.bitmap_type.toUpperCase()),
      buildTextElement('Reference', references[at]),
      point('Location', bitmap.location),
      point('Normal', bitmap.normal),
      point('Up', bitmap.up),
      buildTextElement('Height', bitmap.height),
    ],
  }))
  return version === '3.0' ? [within('Bitmaps', elements)] : elements
}

/** Builds the XML of a viewpoint; `references` are the file names of its bitmaps. */
export function buildVisualizationInfo(
  version: WritableBcfVersion,
  guid: string,
  view: ViewpointWithBitmaps,
  references: string[],
): XmlElementToWrite {
  const lines = view.lines?.map((line) => ({
    name: 'Line',
    children: [point('StartPoint', line.start_point), point('EndPoint', line.end_point)],
  }))
  const planes = view.clipping_planes?.map((plane) => ({
    name: 'ClippingPlane',
    children: [point('Location', plane.location), point('Direction', plane.direction)],
  }))
  return {
    name: 'VisualizationInfo',
    attributes: { Guid: guid.toLowerCase() },
    children: [
      components(version, view.components),
      camera(version, view),
      within('Lines', lines),
      within('ClippingPlanes', planes),
      ...bitmaps(version, view, references),
    ],
  }
}
