import type { BcfView, Bitmap, Component } from '@plumbline/contract/issues/viewpoints'
import { horizontalOf, noCamera, sayableFieldOfView } from '../camera.ts'
import type { WrittenVersion } from '../model.ts'
import { type NewElement, textElement } from '../xml/write.ts'

type Point = Bitmap['location']
type Components = NonNullable<BcfView['components']>

const within = (name: string, children: (NewElement | undefined)[] | undefined): NewElement | undefined =>
  children && children.length > 0 ? { name, children } : undefined

const point = (name: string, { x, y, z }: Point): NewElement => ({
  name,
  children: [textElement('X', x), textElement('Y', y), textElement('Z', z)],
})

const flag = (value: boolean | undefined) => (value === undefined ? undefined : String(value))

function component({ ifc_guid, originating_system, authoring_tool_id }: Component): NewElement {
  return {
    name: 'Component',
    attributes: { IfcGuid: ifc_guid },
    children: [
      textElement('OriginatingSystem', originating_system?.trim()),
      textElement('AuthoringToolId', authoring_tool_id?.trim()),
    ],
  }
}
const componentsOf = (list: Component[] | undefined) => list?.map(component)

/** Both versions allow 6 or 8 digits; 2.1 requires upper case. */
const color = (text: string) => text.replace('#', '').toUpperCase()

function coloring(version: WrittenVersion, colors: Components['coloring']): NewElement | undefined {
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

function hints(visibility: Components['visibility']): NewElement | undefined {
  const said = visibility.view_setup_hints
  if (!said) return undefined
  return {
    name: 'ViewSetupHints',
    attributes: {
      SpacesVisible: flag(said.spaces_visible),
      SpaceBoundariesVisible: flag(said.space_boundaries_visible),
      OpeningsVisible: flag(said.openings_visible),
    },
  }
}

function components(version: WrittenVersion, said: Components | undefined): NewElement | undefined {
  if (!said) return undefined
  const viewHints = hints(said.visibility)
  const isNew = version === '3.0'
  return {
    name: 'Components',
    children: [
      isNew ? undefined : viewHints,
      within('Selection', componentsOf(said.selection)),
      {
        name: 'Visibility',
        attributes: { DefaultVisibility: flag(said.visibility.default_visibility) },
        children: [
          isNew ? viewHints : undefined,
          within('Exceptions', componentsOf(said.visibility.exceptions)),
        ],
      },
      coloring(version, said.coloring),
    ],
  }
}

type Place = Pick<
  NonNullable<BcfView['perspective_camera']>,
  'camera_view_point' | 'camera_direction' | 'camera_up_vector'
>
const place = (camera: Place) => [
  point('CameraViewPoint', camera.camera_view_point),
  point('CameraDirection', camera.camera_direction),
  point('CameraUpVector', camera.camera_up_vector),
]

/** Writes the camera; 3.0 requires exactly one. */
function camera(version: WrittenVersion, view: BcfView): NewElement | undefined {
  const isNew = version === '3.0'
  const ratio = (value: number) => (isNew ? textElement('AspectRatio', value) : undefined)
  if (view.perspective_camera) {
    const { field_of_view, aspect_ratio } = view.perspective_camera
    const angle = isNew ? field_of_view : sayableFieldOfView(horizontalOf(field_of_view, aspect_ratio))
    return {
      name: 'PerspectiveCamera',
      children: [...place(view.perspective_camera), textElement('FieldOfView', angle), ratio(aspect_ratio)],
    }
  }
  const orthogonal = view.orthogonal_camera ?? (isNew ? noCamera : undefined)
  if (!orthogonal) return undefined
  const { view_to_world_scale, aspect_ratio } = orthogonal
  return {
    name: 'OrthogonalCamera',
    children: [
      ...place(orthogonal),
      textElement('ViewToWorldScale', view_to_world_scale),
      ratio(aspect_ratio),
    ],
  }
}

function bitmaps(version: WrittenVersion, view: BcfView, references: string[]): (NewElement | undefined)[] {
  const elements = (view.bitmaps ?? []).map((bitmap, at) => ({
    name: 'Bitmap',
    children: [
      version === '3.0'
        ? textElement('Format', bitmap.bitmap_type)
        : textElement('Bitmap', bitmap.bitmap_type.toUpperCase()),
      textElement('Reference', references[at]),
      point('Location', bitmap.location),
      point('Normal', bitmap.normal),
      point('Up', bitmap.up),
      textElement('Height', bitmap.height),
    ],
  }))
  return version === '3.0' ? [within('Bitmaps', elements)] : elements
}

/** Builds the XML of a viewpoint; `references` are the file names of its bitmaps. */
export function visinfoOf(
  version: WrittenVersion,
  guid: string,
  view: BcfView,
  references: string[],
): NewElement {
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
