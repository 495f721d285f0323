import { computeFocus, orbit, zoom } from '@plumbline/viewer/camera'
import type { ElementRef } from '@plumbline/viewer/model'
import type { SessionHost } from './session-state.ts'

/** Angle of one turning step, radians. */
const TURN_STEP = Math.PI / 12
/** Distance to the focus after one zoom step, as a fraction of the distance before. */
const ZOOM_STEP = 0.75

/** Moves the camera, for buttons and shortcuts. */
export class SessionCamera {
  readonly #host: SessionHost

  constructor(host: SessionHost) {
    this.#host = host
    const { viewer } = host
    viewer.on('camera', ({ pose, moving }) => {
      const flat = pose.projection === 'orthographic'
      const { state } = host
      if (!moving)
        host.set({ flat, cameraMoved: viewer.camera.steered, poseRevision: state.poseRevision + 1 })
      else if (flat !== state.flat) host.set({ flat })
    })
  }

  /** Fits elements into the view, by default the selection; without any, everything visible. */
  fit(refs: readonly ElementRef[] = this.#host.state.selection) {
    const { viewer } = this.#host
    viewer.camera.fit((refs.length > 0 && viewer.boxOf(refs)) || viewer.shownBox)
  }

  /** Moves the picture after panels over the canvas opened or closed. */
  reframe = () => this.#host.viewer.camera.reframe()

  home = () => this.#host.viewer.camera.home()

  setFlat(on: boolean) {
    this.#host.viewer.camera.setProjection(on ? 'orthographic' : 'perspective')
  }

  /** Orbits the camera by steps, for use without dragging. */
  turn(yaw: number, pitch: number) {
    const { viewer } = this.#host
    viewer.camera.setPose(
      orbit(viewer.camera.goal, computeFocus(viewer.camera.goal), yaw * TURN_STEP, pitch * TURN_STEP),
    )
  }

  /** Zooms in (1) or out (-1) by one step. */
  zoom(direction: 1 | -1) {
    const { viewer } = this.#host
    viewer.camera.setPose(
      zoom(viewer.camera.goal, computeFocus(viewer.camera.goal), direction > 0 ? ZOOM_STEP : 1 / ZOOM_STEP),
    )
  }
}
