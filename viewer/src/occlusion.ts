import {
  type DepthTexture,
  GLSL3,
  NoBlending,
  RawShaderMaterial,
  type Texture,
  Vector2,
  Vector4,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three'
import { computeHalfHeight, type Pose } from './camera.ts'
import { createScreenScene } from './screen.ts'
import { SCREEN_VERTEX } from './shaders.ts'

/** Radius within which surfaces occlude each other, metres, and its limits on screen, pixels. */
const REACH_M = 0.7
const REACH_PX = { least: 12, most: 70 }

// Screen-space ambient occlusion from depth alone, after McGuire and others, "The Alchemy Screen-Space Ambient
// Obscurance Algorithm" (2011): samples on a disc around a pixel that rise above its tangent plane occlude it.
const FRAGMENT = /* glsl */ `
precision highp float;
precision highp sampler2D;
in vec2 vPlace;
uniform sampler2D uDepth;
uniform vec4 uLens;      // half width, half height, near, far
uniform vec2 uTexel;
uniform vec4 uReach;     // radius in metres; minimum and maximum as share of the view height; 1 if orthographic
out vec4 outColor;

// Reconstructs the position at the texel's centre, where its depth was sampled: any other point causes stripes
// on slopes.
vec3 placeAt(ivec2 texel) {
  float depth = texelFetch(uDepth, texel, 0).r;
  float far = uLens.w, near = uLens.z;
  float z = uReach.w > 0.5 ? near + depth * (far - near) : near * far / (far - depth * (far - near));
  vec2 side = ((vec2(texel) + 0.5) * uTexel * 2.0 - 1.0) * uLens.xy;
  return vec3(uReach.w > 0.5 ? side : side * z, z);
}

void main() {
  ivec2 texel = ivec2(vPlace / uTexel);
  if (texelFetch(uDepth, texel, 0).r >= 1.0) { outColor = vec4(1.0); return; }
  vec3 here = placeAt(texel);
  vec3 right = placeAt(texel + ivec2(1, 0)) - here, left = here - placeAt(texel - ivec2(1, 0));
  vec3 up = placeAt(texel + ivec2(0, 1)) - here, down = here - placeAt(texel - ivec2(0, 1));
  // The neighbour with the smaller depth difference belongs to the same surface.
  vec3 normal = normalize(cross(abs(up.z) < abs(down.z) ? up : down, abs(right.z) < abs(left.z) ? right : left));
  float scale = uReach.w > 0.5 ? uLens.y * 2.0 : uLens.y * 2.0 * here.z;
  float share = clamp(uReach.x / scale, uReach.y, uReach.z);
  float reach = share * scale;
  ivec2 cell = ivec2(gl_FragCoord.xy) & 3;
  float turn = float((cell.x * 4 + cell.y) * 7 & 15) * 0.3927;
  ivec2 last = textureSize(uDepth, 0) - 1;
  float sum = 0.0;
  for (int i = 0; i < 12; i++) {
    float part = (float(i) + 0.5) / 12.0;
    float angle = float(i) * 2.39996 + turn;
    vec2 away = vec2(cos(angle), sin(angle)) * part * share / uTexel.y;
    vec3 way = placeAt(clamp(texel + ivec2(round(away)), ivec2(0), last)) - here;
    float square = dot(way, way);
    float fade = max(0.0, 1.0 - square / (reach * reach));
    sum += fade * max(0.0, dot(way, normal) - 0.001 * scale) * inversesqrt(square + 1e-6);
  }
  outColor = vec4(vec3(1.0 - min(0.75, sum / 12.0 * 1.6)), 1.0);
}
`

/** Screen-space ambient occlusion pass at half resolution. */
export class Occlusion {
  readonly #target = new WebGLRenderTarget(1, 1, { depthBuffer: false })
  readonly #material: RawShaderMaterial
  readonly #screen: ReturnType<typeof createScreenScene>

  constructor() {
    this.#material = new RawShaderMaterial({
      glslVersion: GLSL3,
      vertexShader: SCREEN_VERTEX,
      fragmentShader: FRAGMENT,
      uniforms: {
        uDepth: { value: null },
        uLens: { value: new Vector4() },
        uTexel: { value: new Vector2() },
        uReach: { value: new Vector4() },
      },
      depthTest: false,
      depthWrite: false,
      blending: NoBlending,
    })
    this.#screen = createScreenScene(this.#material)
  }

  /**
   * Renders the occlusion factor of each pixel (red channel, 0…1, 1 = unoccluded). `height_px` is the height of
   * the view in pixels.
   */
  draw(
    renderer: WebGLRenderer,
    depth: DepthTexture,
    pose: Pose,
    range: { near: number; far: number },
    height_px: number,
  ): Texture {
    const { width = 1, height = 1 } = depth.image
    this.#target.setSize(Math.ceil(width / 2), Math.ceil(height / 2))
    const uniforms = this.#material.uniforms as Record<string, { value: unknown }>
    const half = computeHalfHeight(pose)
    const set = (name: string, value: unknown) => {
      const uniform = uniforms[name]
      if (uniform) uniform.value = value
    }
    set('uDepth', depth)
    set('uLens', new Vector4((half * width) / height, half, range.near, range.far))
    set('uTexel', new Vector2(1 / width, 1 / height))
    const flat = pose.projection === 'orthographic' ? 1 : 0
    set('uReach', new Vector4(REACH_M, REACH_PX.least / height_px, REACH_PX.most / height_px, flat))
    renderer.setRenderTarget(this.#target)
    this.#screen.draw(renderer)
    return this.#target.texture
  }

  dispose(): void {
    this.#target.dispose()
    this.#screen.dispose()
  }
}
