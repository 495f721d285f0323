import type { ViewpointWithBitmaps } from '@plumbline/contract/issues/viewpoints'

/** Assumed aspect ratio when neither the view nor its snapshot states one. */
export const DEFAULT_ASPECT_RATIO = 4 / 3

const DEGREE = Math.PI / 180

/** Smallest angle of a view: smaller ones would be rounded to 0, which is invalid; angles lie between 0 and 180 degrees. */
const SMALLEST_ANGLE = 0.0001
const LARGEST_ANGLE = 179.9999

/** Converts a vertical field of view (3.0) to a horizontal one (2.1), degrees. */
export function toHorizontalFieldOfView(vertical: number, ratio: number): number {
  const angle = (2 * Math.atan(Math.tan((vertical * DEGREE) / 2) * ratio || 0)) / DEGREE
  return Math.min(LARGEST_ANGLE, Math.max(SMALLEST_ANGLE, angle))
}

export const toVerticalFieldOfView = (horizontal: number, ratio: number): number =>
  toHorizontalFieldOfView(horizontal, 1 / ratio)

/** Range of the horizontal field of view allowed by the 2.1 schema, degrees. */
export const NARROWEST_FIELD_OF_VIEW = 45
export const WIDEST_FIELD_OF_VIEW = 60

export const clampFieldOfView = (horizontal: number): number =>
  Math.min(WIDEST_FIELD_OF_VIEW, Math.max(NARROWEST_FIELD_OF_VIEW, horizontal))

export type BcfOrthogonalCamera = NonNullable<ViewpointWithBitmaps['orthogonal_camera']>

/**
 * Placeholder camera for a view without one, which the 3.0 schema does not allow: a top view of the origin. The
 * reader recognises it and drops it.
 */
export const placeholderCamera: BcfOrthogonalCamera = {
  camera_view_point: { x: 0, y: 0, z: 1000 },
  camera_direction: { x: 0, y: 0, z: -1 },
  camera_up_vector: { x: 0, y: 1, z: 0 },
  view_to_world_scale: 1000,
  aspect_ratio: 1,
}

export const isPlaceholderCamera = (camera: BcfOrthogonalCamera): boolean =>
  JSON.stringify(camera) === JSON.stringify(placeholderCamera)
