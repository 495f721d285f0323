import type { Vec3 } from '@plumbline/bim/model'

// A viewpoint as BCF API 3.0 JSON, plus ghosted elements: world metres, Z up, elements by IFC GlobalId.

export interface Point {
  x: number
  y: number
  z: number
}

/** Converts a BCF point; missing or invalid numbers become NaN, because points may come from a file. */
export const toVec = (point: Point | undefined): Vec3 => [
  Number(point?.x),
  Number(point?.y),
  Number(point?.z),
]

interface CameraPlace {
  camera_view_point: Point
  /** the view direction; not necessarily a unit vector */
  camera_direction: Point
  camera_up_vector: Point
  /** width divided by height of the view it was captured in */
  aspect_ratio: number
}

export interface PerspectiveCamera extends CameraPlace {
  /** full vertical field of view in degrees, between 0 and 180 */
  field_of_view: number
}

export interface OrthogonalCamera extends CameraPlace {
  /** height of the view in metres */
  view_to_world_scale: number
}

export interface Component {
  ifc_guid: string
}

export interface Coloring {
  /** RRGGBB or AARRGGBB; transparency is not shown */
  color: string
  components: Component[]
}

export interface Visibility {
  default_visibility: boolean
  /** the components to which the default does not apply */
  exceptions: Component[]
  view_setup_hints: { spaces_visible: boolean; space_boundaries_visible: boolean; openings_visible: boolean }
}

/** a redline: a line segment in space */
export interface Line {
  start_point: Point
  end_point: Point
}

/** ghosted components: the listed ones, or all except them; an extension, because BCF has no ghosts */
export interface Ghosts {
  all_but: boolean
  components: Component[]
}

export interface Viewpoint {
  perspective_camera?: PerspectiveCamera
  orthogonal_camera?: OrthogonalCamera
  /** the direction points into the half-space that is cut away */
  clipping_planes: { location: Point; direction: Point }[]
  lines?: Line[]
  components: { selection: Component[]; coloring: Coloring[]; visibility: Visibility }
  ghosts?: Ghosts
}
