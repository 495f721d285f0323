import type { IUniform, Texture, WebGLRenderer, WebGLRenderTarget } from 'three'
import { computeDepthRange } from './camera.ts'
import type { Materials } from './materials.ts'
import { Occlusion } from './occlusion.ts'
import { createScreenScene } from './screen.ts'
import type { RenderedView } from './stage.ts'

/** The last pass of a frame: resolves the antialiased picture; at rest with ambient occlusion and silhouettes. */
export class Finish {
  readonly #picture: IUniform<Texture | null> = { value: null }
  readonly #light: IUniform<Texture | null> = { value: null }
  readonly #depth: IUniform<Texture | null> = { value: null }
  readonly #occlusion = new Occlusion()
  readonly #copy: ReturnType<typeof createScreenScene>

  constructor(materials: Materials) {
    this.#copy = createScreenScene(materials.copy(this.#picture, this.#light, this.#depth))
  }

  /** Resolves a render target into `into` (null: the canvas). */
  draw(
    renderer: WebGLRenderer,
    view: RenderedView,
    from: WebGLRenderTarget,
    into: WebGLRenderTarget | null,
    height_px: number,
  ): void {
    const { depthTexture } = from
    const range = computeDepthRange(view.pose, view.box)
    const shaded = view.edges && depthTexture !== null
    this.#light.value = shaded
      ? this.#occlusion.draw(renderer, depthTexture, view.pose, range, height_px)
      : null
    this.#depth.value = shaded ? depthTexture : null
    this.#picture.value = from.texture
    const { uShaded, uTexel, uRange } = this.#copy.material.uniforms
    uRange?.value.set(range.near, range.far, 1, view.pose.projection === 'orthographic' ? 1 : 0)
    if (uShaded) uShaded.value = shaded ? 1 : 0
    uTexel?.value.set(2 / from.width, 2 / from.height)
    renderer.setRenderTarget(into)
    this.#copy.draw(renderer)
  }

  /** Draws the last picture to the canvas again. */
  repeat(renderer: WebGLRenderer): void {
    renderer.setRenderTarget(null)
    this.#copy.draw(renderer)
  }

  dispose(): void {
    this.#copy.dispose()
    this.#occlusion.dispose()
  }
}
