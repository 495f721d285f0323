import type { Vec3 } from '@plumbline/bim/model'

// A viewpoint as the BCF API 3.0 writes it in JSON, and what is faded in it: world metres, Z up, elements by IFC GlobalId.

export interface Point {
  x: number
  y: number
  z: number
}

/** What is no number is NaN: a point may come from a file. */
export const toVec = (point: Point | undefined): Vec3 => [
  Number(point?.x),
  Number(point?.y),
  Number(point?.z),
]

interface CameraPlace {
  camera_view_point: Point
  /** the line of sight; need not be unit */
  camera_direction: Point
  camera_up_vector: Point
  /** width over height of the view it was made in */
  aspect_ratio: number
}

export interface PerspectiveCamera extends CameraPlace {
  /** whole vertical angle, degrees, between 0 and 180 */
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
  /** the components for which the default does not hold */
  exceptions: Component[]
  view_setup_hints: { spaces_visible: boolean; space_boundaries_visible: boolean; openings_visible: boolean }
}

/** drawn in space to point at something */
export interface Line {
  start_point: Point
  end_point: Point
}

/** faded: those that are named, or all but those; BCF has no word for it */
export interface Ghosts {
  all_but: boolean
  components: Component[]
}

export interface Viewpoint {
  perspective_camera?: PerspectiveCamera
  orthogonal_camera?: OrthogonalCamera
  /** the direction points into what is taken away */
  clipping_planes: { location: Point; direction: Point }[]
  lines?: Line[]
  components: { selection: Component[]; coloring: Coloring[]; visibility: Visibility }
  ghosts?: Ghosts
}
