import type { BcfView } from '@plumbline/contract/issues/viewpoints'

/** Of pictures whose sides nobody knows. */
export const USUAL_RATIO = 4 / 3

const DEGREE = Math.PI / 180

/** 3.0 has the vertical field of view and the ratio of the sides, 2.1 the horizontal field of view. */
export const horizontalOf = (vertical: number, ratio: number): number =>
  (2 * Math.atan(Math.tan((vertical * DEGREE) / 2) * ratio)) / DEGREE

export const verticalOf = (horizontal: number, ratio: number): number => horizontalOf(horizontal, 1 / ratio)

/** The horizontal fields of view that 2.1 can say. */
export const NARROWEST = 45
export const WIDEST = 60

export const sayableFieldOfView = (horizontal: number): number =>
  Math.min(WIDEST, Math.max(NARROWEST, horizontal))

export type OrthogonalCamera = NonNullable<BcfView['orthogonal_camera']>

/**
 * What stands in 3.0 for a view without a camera, which it cannot say: a plan of the origin's surroundings. Read again,
 * it is none.
 */
export const noCamera: OrthogonalCamera = {
  camera_view_point: { x: 0, y: 0, z: 1000 },
  camera_direction: { x: 0, y: 0, z: -1 },
  camera_up_vector: { x: 0, y: 1, z: 0 },
  view_to_world_scale: 1000,
  aspect_ratio: 1,
}

export const isNoCamera = (camera: OrthogonalCamera): boolean =>
  JSON.stringify(camera) === JSON.stringify(noCamera)
