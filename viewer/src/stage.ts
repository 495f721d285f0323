import type { Box, Vec3 } from '@plumbline/bim/model'
import {
  BufferGeometry,
  Camera,
  DepthTexture,
  type IUniform,
  Mesh,
  type RawShaderMaterial,
  Scene,
  type Texture,
  UnsignedIntType,
  type Vector4,
  WebGLRenderer,
  WebGLRenderTarget,
} from 'three'
import {
  buildProjectionMatrix,
  buildViewMatrix,
  computeDepthRange,
  computeHalfHeight,
  computeMetresPerPixel,
  computePixelRect,
  isInView,
  type Pose,
} from './camera.ts'
import type { ModelChunk } from './chunk.ts'
import { hatchDirection, isBoxClipped, isBoxCut, type Plane } from './clipping.ts'
import type { CutLayer } from './cut-layer.ts'
import { Finish } from './finish.ts'
import type { ModelFrame } from './frame.ts'
import { GroundShadow } from './ground-shadow.ts'
import type { DetailLevel } from './lod.ts'
import { Materials } from './materials.ts'
import type { Model } from './model.ts'
import { createScreenMesh, createScreenScene } from './screen.ts'
import type { ViewerPalette } from './theme.ts'
import { boxDiagonal, distanceToBox, dot, unionBoxes } from './vec.ts'

/** The input of one frame: camera pose, models, clipping planes and level of detail. */
export interface RenderedView {
  pose: Pose
  models: readonly Model[]
  planes: readonly Plane[]
  /** bounding box of all drawable models, world coordinates */
  box: Box | null
  detail: DetailLevel
  edges: boolean
  /** box of the models that cast a shadow on the ground; null for no shadow */
  ground: Box | null
}

export interface DrawStats {
  draw_calls: number
  triangles: number
}

/** Samples per pixel for multisample antialiasing. */
const SAMPLES = 4
/** Width of the selection outline, CSS pixels. */
const OUTLINE_PX = 3

/** Draws a viewer's frames. */
export interface Stage {
  readonly materials: Materials
  /** scene for objects that features add; world coordinates, in doubles until the matrices are built */
  readonly scene: Scene
  readonly camera: Camera
  /** null where the browser has no WebGL 2: nothing is drawn, everything else works */
  readonly renderer: WebGLRenderer | null
  /** draws the faces of cut solids; loaded with the first section */
  cuts: CutLayer | null
  /** whether all cut faces of the last frame were up to date */
  readonly cutsDone: boolean
  warmUp(): void
  resize(width: number, height: number, ratio: number): void
  blank(palette: ViewerPalette): void
  draw(view: RenderedView): DrawStats
  retouch(view: RenderedView): DrawStats
  /** @throws Error without WebGL */
  capture(view: RenderedView, width: number, height: number): Uint8Array<ArrayBuffer>
  release(): void
  dispose(): void
}

/** The WebGL renderer of a viewer: one canvas, one scene, one camera. */
export class WebGlStage implements Stage {
  readonly materials = new Materials()
  readonly scene = new Scene()
  readonly camera = new Camera()
  readonly renderer: WebGLRenderer
  readonly #masks = new Scene()
  readonly #mask: IUniform<Texture | null> = { value: null }
  readonly #finish: Finish
  readonly #outline: ReturnType<typeof createScreenScene>
  readonly #background: Mesh
  #shadow: GroundShadow | null = null
  #smooth: WebGLRenderTarget | null = null
  #maskTarget: WebGLRenderTarget | null = null
  readonly #warm: Mesh[] = []
  #size = { width: 1, height: 1, ratio: 1 }
  #resolution = 1
  /** world box around the outlined elements of the current frame */
  #outlined: Box | null = null
  cuts: CutLayer | null = null
  cutsDone = true
  /** whether the antialiased render target still holds the last frame, so that only outlines need redrawing */
  #kept = false

  constructor(canvas: HTMLCanvasElement) {
    this.renderer = new WebGLRenderer({ canvas, antialias: false, powerPreference: 'high-performance' })
    this.renderer.autoClear = false
    this.renderer.info.autoReset = false
    this.camera.matrixAutoUpdate = false
    this.camera.matrixWorldAutoUpdate = false
    this.#background = createScreenMesh(this.materials.background())
    this.#background.renderOrder = -1
    this.scene.add(this.#background)
    this.#finish = new Finish(this.materials)
    this.#outline = createScreenScene(this.materials.outline(this.#mask))
  }

  /** Compiles the model shaders ahead of time, while the bytes of the first model are still loading. */
  warmUp(): void {
    this.renderer.compile(this.scene, this.camera)
    if (this.#warm.length > 0) return
    for (const pass of ['OPAQUE', 'CLEAR'] as const) {
      const empty = new Mesh(new BufferGeometry(), this.materials.forModel(pass, {}))
      this.#warm.push(empty)
      this.renderer.compile(empty, this.camera, this.scene)
    }
  }

  /** Sets the canvas size in CSS pixels and the device pixel ratio. */
  resize(width: number, height: number, ratio: number): void {
    this.#size = { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(height)), ratio }
    this.#setResolution(this.#resolution, true)
  }

  #setResolution(resolution: number, force = false): void {
    if (resolution === this.#resolution && !force) return
    this.#resolution = resolution
    const { width, height, ratio } = this.#size
    this.renderer.setPixelRatio(ratio * resolution)
    this.renderer.setSize(width, height, false)
  }

  /** Fills the canvas with the mean background colour until the first frame. */
  blank({ top, bottom }: ViewerPalette): void {
    const [red = 0, green = 0, blue = 0] = top.map((value, at) => (value + (bottom[at] ?? 0)) / 2)
    const gl = this.renderer.getContext()
    gl.clearColor(red, green, blue, 1)
    gl.clear(gl.COLOR_BUFFER_BIT)
    this.renderer.resetState()
  }

  /** Renders a frame to the canvas. */
  draw(view: RenderedView): DrawStats {
    this.#setResolution(view.detail.resolution)
    const { width, height, ratio } = this.#size
    const [wide, high] = this.#pixels(view)
    const target = view.detail.smooth ? this.#target('smooth', wide, high) : null
    this.#paint(view, width / height, height * ratio, ratio, target)
    if (target) this.#finish.draw(this.renderer, view, target, null, height * ratio)
    this.#kept = target !== null
    this.#drawOutline(view.pose, wide, high, ratio * view.detail.resolution, null)
    return this.#stats()
  }

  /** Redraws only the outlines over the last frame; renders the whole frame if the last one was not kept. */
  retouch(view: RenderedView): DrawStats {
    if (!this.#kept || !this.#smooth) return this.draw(view)
    this.renderer.info.reset()
    for (const model of view.models) {
      model.sync()
      for (const chunk of model.drawn) this.#outlineChunk(chunk, model.frame)
    }
    this.#finish.repeat(this.renderer)
    const [wide, high] = this.#pixels(view)
    this.#drawOutline(view.pose, wide, high, this.#size.ratio * view.detail.resolution, null)
    return this.#stats()
  }

  #pixels({ detail }: RenderedView): [width: number, height: number] {
    const { width, height, ratio } = this.#size
    return [Math.floor(width * ratio * detail.resolution), Math.floor(height * ratio * detail.resolution)]
  }

  #stats(): DrawStats {
    const { calls, triangles } = this.renderer.info.render
    return { draw_calls: calls, triangles }
  }

  /**
   * Renders a frame offscreen at the given size; returns RGBA rows from the bottom up.
   * @throws Error when the WebGL context is lost, which would give an empty picture
   */
  capture(view: RenderedView, width: number, height: number): Uint8Array<ArrayBuffer> {
    if (this.renderer.getContext().isContextLost()) throw new Error('The WebGL context is lost')
    const smooth = smoothTarget(width, height)
    const flat = new WebGLRenderTarget(width, height, { depthBuffer: false })
    const pixels = new Uint8Array(width * height * 4)
    this.#kept = false
    this.#paint(view, width / height, height, Math.max(1, height / 800), smooth)
    this.#finish.draw(this.renderer, view, smooth, flat, height)
    this.#drawOutline(view.pose, width, height, Math.max(1, height / 800), flat)
    this.renderer.readRenderTargetPixels(flat, 0, 0, width, height, pixels)
    this.renderer.setRenderTarget(null)
    smooth.depthTexture?.dispose()
    smooth.dispose()
    flat.dispose()
    return pixels
  }

  #paint(
    view: RenderedView,
    aspect: number,
    height_px: number,
    ratio: number,
    target: WebGLRenderTarget | null,
  ): void {
    this.renderer.info.reset()
    this.#aim(view, aspect, height_px, ratio)
    this.#arrange(view, aspect, height_px)
    this.#castShadow(view)
    this.renderer.info.reset()
    this.renderer.setRenderTarget(target)
    this.renderer.clear()
    this.renderer.render(this.scene, this.camera)
  }

  /** Only views at rest from above have a ground shadow; with a section it would show parts that are cut away. */
  #castShadow({ ground, models, planes, pose }: RenderedView): void {
    const wanted = ground !== null && planes.length === 0 && pose.eye[2] > ground[2]
    if (this.#shadow) this.#shadow.plane.visible = wanted
    if (!wanted) return
    if (!this.#shadow) {
      this.#shadow = new GroundShadow()
      this.scene.add(this.#shadow.plane)
      this.#shadow.plane.visible = true
    }
    this.#shadow.update(this.renderer, models, ground, this.materials.shared.uLens.value)
  }

  #aim({ pose, planes, box }: RenderedView, aspect: number, height_px: number, ratio: number): void {
    const { near, far } = computeDepthRange(pose, box)
    this.camera.matrixWorldInverse.fromArray(buildViewMatrix(pose))
    this.camera.matrixWorld.copy(this.camera.matrixWorldInverse).invert()
    this.camera.projectionMatrix.fromArray(buildProjectionMatrix(pose, aspect, near, far))
    this.camera.projectionMatrixInverse.copy(this.camera.projectionMatrix).invert()
    const { shared } = this.materials
    const flat = pose.projection === 'orthographic' ? 1 : 0
    shared.uLens.value.set(computeHalfHeight(pose), height_px, ratio, flat)
    shared.uSky.value.set(0, 0, 1).transformDirection(this.camera.matrixWorldInverse)
    shared.uPlaneCount.value = planes.length
    const pitch = hatchPitch(pose, height_px)
    planes.forEach(({ normal, constant }, index) => {
      const set = (to: Vector4 | undefined, direction: Vec3, offset: number) => {
        const turned = { x: dot(direction, rowOf(this.camera, 0)), y: dot(direction, rowOf(this.camera, 1)) }
        to?.set(turned.x, turned.y, dot(direction, rowOf(this.camera, 2)), offset)
      }
      set(shared.uPlanes.value[index], normal, constant + dot(normal, pose.eye))
      const hatch = hatchDirection(normal)
      const phase = dot(hatch, pose.eye) / pitch
      set(shared.uHatch.value[index], hatch, 0)
      shared.uHatch.value[index]?.multiplyScalar(1 / pitch).setW(phase - Math.floor(phase))
    })
    this.materials.setClipped(planes.length > 0)
  }

  /** Frustum-culls chunks and sets the draw ranges of the visible ones. */
  #arrange(view: RenderedView, aspect: number, height_px: number): void {
    this.#masks.clear()
    this.#outlined = null
    const inView = new Set<ModelChunk>()
    for (const model of view.models) {
      model.sync()
      const { frame } = model
      for (const chunk of model.drawn) {
        const box = frame.box(chunk.box)
        const visible = isInView(view.pose, box, aspect) && !isBoxClipped(view.planes, box, 0, [0, 0, 0])
        // The nearest instance may be anywhere in the chunk's box; a tenth of the diagonal is a fair estimate
        // of its distance.
        const near = Math.max(distanceToBox(view.pose.eye, box), boxDiagonal(box) * 0.1)
        const smallest_m = (computeMetresPerPixel(view.pose, near, height_px) * view.detail.smallest_px) / 2
        chunk.show({ visible, cut: isBoxCut(view.planes, box), smallest_m, edges: view.edges })
        if (!visible) continue
        inView.add(chunk)
        this.#outlineChunk(chunk, frame)
      }
    }
    this.cutsDone =
      this.cuts?.update(view.models, view.planes, (chunk) => inView.has(chunk), !view.edges) ?? true
    for (const chunk of inView) if (this.cuts?.covers(chunk)) chunk.hideCaps()
  }

  #outlineChunk(chunk: ModelChunk, frame: ModelFrame): void {
    if (!chunk.mask || !chunk.outlined) return
    this.#masks.add(chunk.mask)
    this.#outlined = unionBoxes(this.#outlined, frame.box(chunk.outlined))
  }

  /**
   * Draws the selection outlines, restricted by scissor to the part of the view that contains outlined
   * elements.
   */
  #drawOutline(
    pose: Pose,
    width: number,
    height: number,
    scale: number,
    into: WebGLRenderTarget | null,
  ): void {
    const box = this.#outlined
    this.#outlined = null
    if (!box) return
    const part = (pixels: number) => computePixelRect(pose, box, width, height, Math.ceil(scale * pixels))
    const mask = this.#target('mask', width, height)
    // The mask needs a margin twice the outline width, because the outline shader samples its surroundings.
    mask.scissor.set(...part(OUTLINE_PX * 2))
    mask.scissorTest = true
    this.renderer.setRenderTarget(mask)
    this.renderer.setClearColor(0, 0)
    this.renderer.clear()
    this.renderer.render(this.#masks, this.camera)
    this.#masks.clear()
    this.#mask.value = mask.texture
    this.#outline.material.uniforms.uTexel?.value.set(scale / width, scale / height)
    const [x, y, wide, high] = part(OUTLINE_PX)
    const ratio = this.renderer.getPixelRatio()
    into?.scissor.set(x, y, wide, high)
    if (into) into.scissorTest = true
    this.renderer.setScissor(x / ratio, y / ratio, wide / ratio, high / ratio)
    this.renderer.setScissorTest(true)
    this.renderer.setRenderTarget(into)
    this.#outline.draw(this.renderer)
    this.renderer.setScissorTest(false)
  }

  #target(which: 'smooth' | 'mask', width: number, height: number): WebGLRenderTarget {
    const had = which === 'smooth' ? this.#smooth : this.#maskTarget
    if (had) {
      had.setSize(width, height)
      return had
    }
    const made =
      which === 'smooth'
        ? smoothTarget(width, height)
        : new WebGLRenderTarget(width, height, { samples: SAMPLES, depthBuffer: false })
    if (which === 'smooth') this.#smooth = made
    else this.#maskTarget = made
    return made
  }

  /** Frees the render targets; the next frame recreates them. */
  release(): void {
    this.#kept = false
    this.#shadow?.forget()
    this.#smooth?.depthTexture?.dispose()
    this.#smooth?.dispose()
    this.#maskTarget?.dispose()
    this.#smooth = null
    this.#maskTarget = null
  }

  dispose(): void {
    this.release()
    this.cuts?.dispose()
    this.#shadow?.dispose()
    for (const pass of [this.#finish, this.#outline]) pass.dispose()
    for (const { material } of this.#warm) for (const each of [material].flat()) each.dispose()
    this.#background.geometry.dispose()
    ;(this.#background.material as RawShaderMaterial).dispose()
    this.renderer.dispose()
  }
}

function rowOf(camera: Camera, row: number): Vec3 {
  const cells = camera.matrixWorldInverse.elements
  return [cells[row] ?? 0, cells[row + 4] ?? 0, cells[row + 8] ?? 0]
}

/** Distance between hatch lines in metres: the power of two closest to 9 pixels at the focus distance. */
function hatchPitch(pose: Pose, height_px: number): number {
  return 2 ** Math.round(Math.log2(computeMetresPerPixel(pose, pose.focus_m, height_px) * 9))
}

function smoothTarget(width: number, height: number): WebGLRenderTarget {
  const depthTexture = new DepthTexture(width, height, UnsignedIntType)
  return new WebGLRenderTarget(width, height, { samples: SAMPLES, stencilBuffer: false, depthTexture })
}
