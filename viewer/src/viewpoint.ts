import type { Vec3 } from '@plumbline/bim/model'

// A viewpoint as BCF API 3.0 JSON, plus ghosted elements: world metres, Z up, elements by IFC GlobalId.

export interface ViewpointPoint {
  x: number
  y: number
  z: number
}

/** Converts a BCF point; missing or invalid numbers become NaN, because points may come from a file. */
export const toVec = (point: ViewpointPoint | undefined): Vec3 => [
  Number(point?.x),
  Number(point?.y),
  Number(point?.z),
]

interface CameraPlace {
  camera_view_point: ViewpointPoint
  /** the view direction; not necessarily a unit vector */
  camera_direction: ViewpointPoint
  camera_up_vector: ViewpointPoint
  /** width divided by height of the view it was captured in */
  aspect_ratio: number
}

export interface ViewpointPerspectiveCamera extends CameraPlace {
  /** full vertical field of view in degrees, between 0 and 180 */
  field_of_view: number
}

export interface ViewpointOrthogonalCamera extends CameraPlace {
  /** height of the view in metres */
  view_to_world_scale: number
}

export interface ViewpointComponent {
  ifc_guid: string
}

export interface ViewpointColoring {
  /** RRGGBB or AARRGGBB; transparency is not shown */
  color: string
  components: ViewpointComponent[]
}

export interface ViewpointVisibility {
  default_visibility: boolean
  /** the components to which the default does not apply */
  exceptions: ViewpointComponent[]
  view_setup_hints: { spaces_visible: boolean; space_boundaries_visible: boolean; openings_visible: boolean }
}

/** a redline: a line segment in space */
export interface ViewpointLine {
  start_point: ViewpointPoint
  end_point: ViewpointPoint
}

/** ghosted components: the listed ones, or all except them; an extension, because BCF has no ghosts */
export interface ViewpointGhosts {
  all_but: boolean
  components: ViewpointComponent[]
}

export interface ViewerViewpoint {
  perspective_camera?: ViewpointPerspectiveCamera
  orthogonal_camera?: ViewpointOrthogonalCamera
  /** the direction points into the half-space that is cut away */
  clipping_planes: { location: ViewpointPoint; direction: ViewpointPoint }[]
  lines?: ViewpointLine[]
  components: {
    selection: ViewpointComponent[]
    coloring: ViewpointColoring[]
    visibility: ViewpointVisibility
  }
  ghosts?: ViewpointGhosts
}
