import { DoubleSide, GLSL3, type IUniform, RawShaderMaterial, Vector2, Vector3, Vector4 } from 'three'
import {
  BACKGROUND_FRAGMENT,
  COPY_FRAGMENT,
  MODEL_FRAGMENT,
  MODEL_VERTEX,
  MOST_PLANES,
  OUTLINE_FRAGMENT,
  SCREEN_VERTEX,
} from './shaders.ts'
import type { ViewerPalette } from './theme.ts'

export type RenderPass = 'OPAQUE' | 'CAPS' | 'CLEAR' | 'GHOSTS' | 'EDGES' | 'MASK' | 'SHADOW'

/** Render order within a frame: transparent surfaces after opaque ones, ghosts last. */
export const RENDER_ORDER: Record<RenderPass, number> = {
  OPAQUE: 0,
  CAPS: 0,
  EDGES: 1,
  CLEAR: 3,
  GHOSTS: 4,
  MASK: 0,
  SHADOW: 0,
}

type Uniforms = Record<string, IUniform>

/** Creates the viewer's materials and holds the uniforms that they share by reference. */
export class Materials {
  readonly shared = {
    uLens: { value: new Vector4() },
    uSky: { value: new Vector3(0, 1, 0) },
    uAccent: { value: new Vector3() },
    uHover: { value: new Vector3() },
    uEdge: { value: new Vector3() },
    uContour: { value: new Vector3() },
    uGhost: { value: new Vector3() },
    uCap: { value: new Vector3() },
    uPoche: { value: new Vector3() },
    uTop: { value: new Vector3() },
    uBottom: { value: new Vector3() },
    uPlanes: { value: Array.from({ length: MOST_PLANES }, () => new Vector4()) },
    uHatch: { value: Array.from({ length: MOST_PLANES }, () => new Vector4()) },
    uPlaneCount: { value: 0 },
  }
  readonly #model = new Set<RawShaderMaterial>()
  #clipped = false

  setPalette(palette: ViewerPalette): void {
    this.shared.uTop.value.fromArray(palette.top)
    this.shared.uBottom.value.fromArray(palette.bottom)
    this.shared.uEdge.value.fromArray(palette.edge)
    this.shared.uContour.value.fromArray(palette.contour)
    this.shared.uGhost.value.fromArray(palette.ghost)
    this.shared.uCap.value.fromArray(palette.cap)
    this.shared.uPoche.value.fromArray(palette.poche)
    this.shared.uAccent.value.fromArray(palette.accent)
    this.shared.uHover.value.fromArray(palette.hover)
  }

  /**
   * Toggles the shaders' clipping code. It disables early depth tests, so it is compiled in only while planes
   * are set.
   */
  setClipped(clipped: boolean): void {
    if (clipped === this.#clipped) return
    this.#clipped = clipped
    for (const material of this.#model) {
      if (clipped) material.defines.CLIP = 1
      else delete material.defines.CLIP
      material.needsUpdate = true
    }
  }

  forModel(pass: RenderPass, own: Uniforms): RawShaderMaterial {
    const solid = pass === 'OPAQUE' || pass === 'CAPS' || pass === 'MASK' || pass === 'SHADOW'
    const material = new RawShaderMaterial({
      glslVersion: GLSL3,
      vertexShader: MODEL_VERTEX,
      fragmentShader: MODEL_FRAGMENT,
      uniforms: { ...this.shared, ...own },
      defines: this.#clipped ? { [pass]: 1, CLIP: 1 } : { [pass]: 1 },
      side: DoubleSide,
      transparent: !solid,
      // The selection outline must show through surfaces in front of it.
      depthTest: pass !== 'MASK',
      depthWrite: pass === 'OPAQUE' || pass === 'CAPS' || pass === 'SHADOW',
      // Pushes faces back by a rounding error of depth; the vertex shader does it by their slope.
      polygonOffset: pass === 'OPAQUE' || pass === 'CAPS',
      polygonOffsetFactor: 0,
      polygonOffsetUnits: 2,
    })
    // Without this three draws the back faces of transparent materials in a separate pass.
    material.forceSinglePass = true
    this.#model.add(material)
    material.addEventListener('dispose', () => this.#model.delete(material))
    return material
  }

  background(): RawShaderMaterial {
    return this.#screen(BACKGROUND_FRAGMENT, {}, false)
  }

  copy(picture: IUniform, light: IUniform, depth: IUniform): RawShaderMaterial {
    const own = {
      uPicture: picture,
      uLight: light,
      uDepth: depth,
      uShaded: { value: 0 },
      uTexel: { value: new Vector2() },
      uRange: { value: new Vector4() },
    }
    return this.#screen(COPY_FRAGMENT, own, false)
  }

  outline(mask: IUniform): RawShaderMaterial {
    return this.#screen(OUTLINE_FRAGMENT, { uMask: mask, uTexel: { value: new Vector2() } }, true)
  }

  #screen(fragmentShader: string, own: Uniforms, transparent: boolean): RawShaderMaterial {
    return new RawShaderMaterial({
      glslVersion: GLSL3,
      vertexShader: SCREEN_VERTEX,
      fragmentShader,
      uniforms: { ...this.shared, ...own },
      depthTest: false,
      depthWrite: false,
      transparent,
    })
  }
}
