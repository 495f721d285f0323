import type { Box } from '@plumbline/bim/model'
import {
  BufferAttribute,
  BufferGeometry,
  Camera,
  Color,
  DoubleSide,
  GLSL3,
  type IUniform,
  LinearFilter,
  Mesh,
  NoBlending,
  RawShaderMaterial,
  Scene,
  type Texture,
  Vector2,
  type Vector4,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three'
import { SHADOW_SHIFT } from './light.ts'
import type { Model } from './model.ts'
import { createScreenScene } from './screen.ts'
import { SCREEN_VERTEX } from './shaders.ts'
import { boxDiagonal } from './vec.ts'

/** Side of the shadow's texture, and margin of the shadow around the model as share of its diagonal. */
const SIZE_PX = 512
const MARGIN = 0.2
/** Distance of the shadow below the models, metres, so that faces on the ground hide it. */
export const GROUND_GAP_M = 0.015
/** Reach of the blur as share of the texture. */
const SOFT = 0.012

const BLUR = /* glsl */ `
precision highp float;
in vec2 vPlace;
uniform sampler2D uContact;
uniform sampler2D uCast;
uniform vec2 uStep;
out vec4 outColor;
void main() {
  vec2 sum = vec2(0.0);
  float weight = 0.0;
  for (int i = -5; i <= 5; i++) {
    float w = exp(-float(i * i) * 0.12);
    vec2 at = vPlace + uStep * float(i);
    sum += vec2(texture(uContact, at).r, texture(uCast, at).g) * w;
    weight += w;
  }
  outColor = vec4(sum / weight, 0.0, 1.0);
}
`

const PLANE_VERTEX = /* glsl */ `
precision highp float;
in vec3 position;
uniform mat4 modelViewMatrix;
uniform mat4 projectionMatrix;
out vec2 vPlace;
void main() {
  vPlace = position.xy * 0.5 + 0.5;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}
`

const PLANE_FRAGMENT = /* glsl */ `
precision highp float;
in vec2 vPlace;
uniform sampler2D uShadow;
out vec4 outColor;
void main() {
  vec2 found = texture(uShadow, vPlace).rg;
  vec2 edge = smoothstep(0.0, 0.06, vPlace) * smoothstep(0.0, 0.06, 1.0 - vPlace);
  outColor = vec4(vec3(0.0), min(0.62, found.x * 0.5 + found.y * 0.26) * edge.x * edge.y);
}
`

type Blur = ReturnType<typeof createScreenScene>

/**
 * The shadow of the models on the ground: dark where they touch it, and cast softly to one side. It is drawn from
 * above once for a set of models, and costs one textured plane in every later frame.
 */
export class GroundShadow {
  /** the plane that shows the shadow, part of the stage's scene */
  readonly plane: Mesh
  readonly #casters = new Scene()
  readonly #camera = new Camera()
  readonly #targets: WebGLRenderTarget[] = [0, 1, 2].map(() => makeTarget())
  readonly #shadow: IUniform<Texture | null> = { value: null }
  readonly #contact: IUniform<Texture | null> = { value: null }
  readonly #cast: IUniform<Texture | null> = { value: null }
  readonly #blur: Blur
  #shown = ''

  constructor() {
    this.#camera.matrixAutoUpdate = false
    this.#camera.matrixWorldAutoUpdate = false
    const geometry = new BufferGeometry()
    geometry.setAttribute(
      'position',
      new BufferAttribute(Float32Array.of(-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, -1, 0, 1, 1, 0, -1, 1, 0), 3),
    )
    const material = new RawShaderMaterial({
      glslVersion: GLSL3,
      vertexShader: PLANE_VERTEX,
      fragmentShader: PLANE_FRAGMENT,
      uniforms: { uShadow: this.#shadow },
      transparent: true,
      depthWrite: false,
      side: DoubleSide,
      // Faces are moved back by as much as their depth changes within a pixel (shaders.ts), and stay before the ground.
      polygonOffset: true,
      polygonOffsetFactor: 2,
      polygonOffsetUnits: 4,
    })
    this.plane = new Mesh(geometry, material)
    this.plane.frustumCulled = false
    this.plane.matrixAutoUpdate = false
    this.plane.matrixWorldAutoUpdate = false
    this.plane.renderOrder = 1.5
    this.plane.visible = false
    this.#blur = createScreenScene(
      new RawShaderMaterial({
        glslVersion: GLSL3,
        vertexShader: SCREEN_VERTEX,
        fragmentShader: BLUR,
        uniforms: { uContact: this.#contact, uCast: this.#cast, uStep: { value: new Vector2() } },
        depthTest: false,
        depthWrite: false,
        blending: NoBlending,
      }),
    )
  }

  /** Draws the shadow again if the models or their visible elements have changed. `lens` is the shaders' uLens. */
  update(renderer: WebGLRenderer, models: readonly Model[], box: Box, lens: Vector4): void {
    const key = [
      box.join(),
      ...models.map(
        ({ id, drawn, state, frame }) =>
          `${id} ${drawn.map(({ info }) => info.file).join()} ${state.shownRevision} ${frame.matrix.join()}`,
      ),
    ].join('|')
    if (key === this.#shown) return
    this.#shown = key
    const margin = boxDiagonal(box) * MARGIN
    const middle = [(box[0] + box[3]) / 2, (box[1] + box[4]) / 2] as const
    const half = [(box[3] - box[0]) / 2 + margin, (box[4] - box[1]) / 2 + margin] as const
    const ground = box[2]
    const height = Math.max(1, box[5] - ground)
    this.#casters.clear()
    for (const model of models)
      for (const chunk of model.drawn) {
        const part = chunk.castShadow(Math.max(...half) / SIZE_PX)
        if (part) this.#casters.add(part)
      }
    const before = lens.clone()
    // parallel, a pixel as large as one of the texture
    lens.set(half[1], SIZE_PX, 1, 1)
    this.#camera.matrixWorldInverse.makeTranslation(-middle[0], -middle[1], -ground)
    this.#camera.matrixWorld.copy(this.#camera.matrixWorldInverse).invert()
    const [contact, cast, soft] = this.#targets as [WebGLRenderTarget, WebGLRenderTarget, WebGLRenderTarget]
    const color = renderer.getClearColor(new Color())
    const alpha = renderer.getClearAlpha()
    renderer.setClearColor(0, 0)
    for (const [target, x, y] of [
      [contact, 0, 0],
      [cast, ...SHADOW_SHIFT],
    ] as const) {
      // Lower surfaces lie nearer, as seen from below the ground.
      this.#camera.projectionMatrix.set(
        1 / half[0],
        0,
        x / half[0],
        0,
        0,
        1 / half[1],
        y / half[1],
        0,
        0,
        0,
        2 / (height * 1.1),
        -0.95,
        0,
        0,
        0,
        1,
      )
      this.#camera.projectionMatrixInverse.copy(this.#camera.projectionMatrix).invert()
      renderer.setRenderTarget(target)
      renderer.clear()
      renderer.render(this.#casters, this.#camera)
    }
    this.#casters.clear()
    lens.copy(before)
    const step = this.#blur.material.uniforms.uStep as IUniform<Vector2>
    const blur = (from: [Texture, Texture], into: WebGLRenderTarget, x: number, y: number) => {
      this.#contact.value = from[0]
      this.#cast.value = from[1]
      step.value.set(x, y)
      renderer.setRenderTarget(into)
      this.#blur.draw(renderer)
    }
    blur([contact.texture, cast.texture], soft, SOFT / 2.5, 0)
    blur([soft.texture, soft.texture], contact, 0, SOFT / 2.5)
    this.#shadow.value = contact.texture
    renderer.setClearColor(color, alpha)
    this.plane.matrixWorld
      .makeScale(half[0], half[1], 1)
      .setPosition(middle[0], middle[1], ground - GROUND_GAP_M)
  }

  /** Draws the shadow again at the next update: its texture was lost with the WebGL context. */
  forget(): void {
    this.#shown = ''
  }

  dispose(): void {
    for (const target of this.#targets) target.dispose()
    this.#blur.dispose()
    this.plane.geometry.dispose()
    for (const material of [this.plane.material].flat()) material.dispose()
  }
}

function makeTarget(): WebGLRenderTarget {
  return new WebGLRenderTarget(SIZE_PX, SIZE_PX, { minFilter: LinearFilter, magFilter: LinearFilter })
}
