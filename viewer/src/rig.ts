import { between, isFinitePose, type Pose, squared } from './camera.ts'

const FLIGHT_MS = 400

/** Holds the camera and flies it. */
export class Rig {
  pose: Pose
  /** whether anybody has moved it yet */
  steered = false
  #flight: { from: Pose; to: Pose; start: number } | null = null

  constructor(pose: Pose) {
    this.pose = pose
  }

  /** Where it is or is flying to. */
  get goal(): Pose {
    return this.#flight?.to ?? this.pose
  }

  /** Puts it somewhere else at once. Returns false, and does nothing, for a pose that is not finite. */
  set(pose: Pose): boolean {
    if (!isFinitePose(pose)) return false
    this.#flight = null
    this.pose = squared(pose)
    return true
  }

  /** Starts a flight of 400 ms at `now`, milliseconds. */
  fly(pose: Pose, now: number): boolean {
    if (!isFinitePose(pose)) return false
    this.#flight = { from: this.pose, to: squared(pose), start: now }
    return true
  }

  /** Carries a flight on. Returns whether it goes on after this. */
  advance(now: number): boolean {
    if (!this.#flight) return false
    const { from, to, start } = this.#flight
    const t = Math.min(1, Math.max(0, now - start) / FLIGHT_MS)
    this.pose = between(from, to, 1 - (1 - t) ** 3)
    if (t >= 1) this.#flight = null
    return t < 1
  }
}
