import type { Vec3 } from '@plumbline/bim/model'
import type { Pose, Ray } from './camera.ts'
import type { Hit } from './pick.ts'
import { addScaled, normalize, subtract } from './vec.ts'

/** Largest vertical share of the normal of a face that a sheet hangs on. */
const MAX_VERTICAL = 0.5
/** Height of the eyes above the floor, metres. */
const EYE_M = 1.65
/** Distance of the reader from the sheet where there is room, metres. */
const READER_M = 3
/** Least distance, in front of a wall that is very near, metres. */
const LEAST_READER_M = 0.6
/** Distance between the reader and the object behind, metres. */
const BEHIND_M = 0.2
/** Farther below the sheet there is another storey, metres. */
const FLOOR_WITHIN_M = 4
/** Distance in front of the sheet at which rays start, so that they miss its wall, metres. */
const OFF_WALL_M = 0.05

/** The horizontal unit vector out of an upright face; null for floors, ceilings and slopes. */
export function computeSheetNormal([x, y, z]: Vec3): Vec3 | null {
  const length = Math.hypot(x, y)
  return Math.abs(z) > MAX_VERTICAL || length === 0 ? null : [x / length, y / length, 0]
}

/** The viewing direction of a person reading a sheet, degrees clockwise from north, 0 ≤ heading < 360. */
export function computeHeading([x, y]: Vec3): number {
  const degrees = (Math.atan2(-x, -y) * 180) / Math.PI
  return (Math.round((degrees + 360) * 100) % 36_000) / 100
}

/**
 * The camera of a person who reads a sheet: in front of it at eye height above the floor, looking at it, and nearer if an
 * object is behind the reader.
 * @param cast finds the nearest hit of a ray within a distance
 * @param elevation of the sheet's storey; if it is not below the sheet, or null, the floor is found by a ray
 */
export function computeReaderPose(
  point: Vec3,
  normal: Vec3,
  cast: (ray: Ray, limit: number) => Pick<Hit, 'distance'> | null,
  elevation: number | null = null,
): Pose {
  const front = addScaled(point, normal, OFF_WALL_M)
  const behind = cast({ origin: front, direction: normal }, READER_M + BEHIND_M)
  const away = behind ? Math.max(LEAST_READER_M, behind.distance - BEHIND_M) : READER_M
  const reader = addScaled(point, normal, away)
  const isBelow = elevation !== null && elevation < point[2] && elevation > point[2] - FLOOR_WITHIN_M
  const below = isBelow ? null : cast({ origin: reader, direction: [0, 0, -1] }, FLOOR_WITHIN_M)
  const floor = isBelow ? elevation : below && reader[2] - below.distance
  const eye: Vec3 = [reader[0], reader[1], floor === null ? reader[2] : floor + EYE_M]
  const way = subtract(point, eye)
  return {
    eye,
    forward: normalize(way),
    up: [0, 0, 1],
    focus_m: Math.hypot(...way),
    fov_deg: 45,
    projection: 'perspective',
  }
}
