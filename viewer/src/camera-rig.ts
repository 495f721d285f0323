import { interpolatePose, isFinitePose, orthonormalize, type Pose } from './camera.ts'

const FLIGHT_MS = 400

/** Holds the camera pose and animates transitions between poses. */
export class CameraRig {
  pose: Pose
  /** whether the user has moved the camera yet */
  steered = false
  #flight: { from: Pose; to: Pose; start: number } | null = null

  constructor(pose: Pose) {
    this.pose = pose
  }

  /** The target of the running animation, or the current pose. */
  get goal(): Pose {
    return this.#flight?.to ?? this.pose
  }

  /** Jumps to a pose without animation. Returns false, and does nothing, for a pose that is not finite. */
  set(pose: Pose): boolean {
    if (!isFinitePose(pose)) return false
    this.#flight = null
    this.pose = orthonormalize(pose)
    return true
  }

  /** Starts a 400 ms camera animation at time `now` (milliseconds). */
  fly(pose: Pose, now: number): boolean {
    if (!isFinitePose(pose)) return false
    this.#flight = { from: this.pose, to: orthonormalize(pose), start: now }
    return true
  }

  /** Advances the running animation to time `now`. Returns true while it has not finished. */
  advance(now: number): boolean {
    if (!this.#flight) return false
    const { from, to, start } = this.#flight
    const t = Math.min(1, Math.max(0, now - start) / FLIGHT_MS)
    this.pose = interpolatePose(from, to, 1 - (1 - t) ** 3)
    if (t >= 1) this.#flight = null
    return t < 1
  }
}
