import {
  BufferAttribute,
  BufferGeometry,
  GLSL3,
  Mesh,
  RawShaderMaterial,
  Vector2,
  Vector3,
  Vector4,
} from 'three'
import { computeHalfHeight, computeMetresPerPixel } from '../camera.ts'
import { PALETTES } from '../theme.ts'
import { boxCenter, boxDiagonal } from '../vec.ts'
import type { Viewer } from '../viewer.ts'
import type { ViewerFeature } from '../viewer-types.ts'

export interface GridFeature extends ViewerFeature {
  visible: boolean
}

const VERTEX = /* glsl */ `
precision highp float;
in vec2 corner;
out vec2 vPlace;
void main() {
  vPlace = corner;
  gl_Position = vec4(corner, 0.0, 1.0);
}
`

// Intersects each pixel's view ray with the ground plane, so the grid has no border and is not cut by the near
// plane.
const FRAGMENT = /* glsl */ `
precision highp float;
in vec2 vPlace;
uniform mat4 projectionMatrix;
uniform vec3 uRight, uUp, uForward;
uniform vec4 uLens;      // half width, half height, height of the eye over the ground, orthographic
uniform vec4 uCells;     // fine cell in metres, share of the fine lines, position of the eye in the coarse cell
uniform vec4 uFade;      // centre relative to the eye, radius, strength
uniform vec3 uColor;
out vec4 outColor;

float lines(vec2 at, float cell, float width) {
  vec2 place = at / cell;
  vec2 step2 = max(fwidth(place), 1e-6);
  vec2 away = abs(fract(place - 0.5) - 0.5) / step2;
  vec2 line = (1.0 - smoothstep(width * 0.5 - 0.5, width * 0.5 + 0.5, away)) * (1.0 - smoothstep(0.1, 0.4, step2));
  return max(line.x, line.y);
}

void main() {
  vec3 side = uRight * vPlace.x * uLens.x + uUp * vPlace.y * uLens.y;
  vec3 from = uLens.w > 0.5 ? side : vec3(0.0);
  vec3 sight = uLens.w > 0.5 ? uForward : uForward + side;
  float t = -(uLens.z + from.z) / sight.z;
  vec3 at = from + sight * t;
  float fine = lines(at.xy + uCells.zw, uCells.x, 1.0) * uCells.y;
  float coarse = lines(at.xy + uCells.zw, uCells.x * 10.0, 1.2);
  float fade = 1.0 - smoothstep(0.25, 1.0, length(at.xy - uFade.xy) / uFade.z);
  float flat2 = uLens.w > 0.5 ? abs(sight.z) : abs(sight.z) / length(sight);
  float alpha = max(fine * 0.12, coarse * 0.26) * fade * smoothstep(0.01, 0.12, flat2) * uFade.w;
  float depth = uLens.w > 0.5 ? t : dot(at, uForward);
  vec4 clip = projectionMatrix * vec4(0.0, 0.0, -depth, 1.0);
  float place = clip.z / clip.w * 0.5 + 0.5;
  // Faces are moved back by as much as their depth changes within a pixel (shaders.ts), and stay before the ground.
  float behind = place + 2.0 * fwidth(place);
  if (!(t > 0.0 || uLens.w > 0.5) || alpha < 0.004) discard;
  gl_FragDepth = clamp(behind, 0.0, 0.999999);
  outColor = vec4(uColor, alpha);
}
`

/** A ground grid under the models that fades out around them. Cell sizes are powers of ten metres. */
export function grid(viewer: Viewer): GridFeature {
  const material = new RawShaderMaterial({
    glslVersion: GLSL3,
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    uniforms: {
      uRight: { value: new Vector3() },
      uUp: { value: new Vector3() },
      uForward: { value: new Vector3() },
      uLens: { value: new Vector4() },
      uCells: { value: new Vector4() },
      uFade: { value: new Vector4() },
      uColor: { value: new Vector3() },
    },
    transparent: true,
    depthWrite: false,
  })
  const geometry = new BufferGeometry()
  geometry.setAttribute('corner', new BufferAttribute(new Float32Array([-1, -1, 3, -1, -1, 3]), 2))
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(9), 3))
  const mesh = new Mesh(geometry, material)
  mesh.frustumCulled = false
  mesh.renderOrder = 2
  mesh.visible = false
  mesh.onBeforeRender = (renderer) => {
    const target = renderer.getRenderTarget()
    const size = renderer.getDrawingBufferSize(new Vector2())
    aim(viewer, material, target ? target.width / target.height : size.x / size.y)
  }
  let wanted = true
  // Initially true, so that a model's first frame does not wait for the grid shader to compile.
  let hasty = true
  const stops = [
    viewer.on('frame', ({ at_rest, resolution }) => {
      if (!at_rest) hasty = resolution < 1
    }),
    // On slow machines the grid is hidden while the camera moves.
    viewer.on('camera', ({ moving }) => {
      mesh.visible = wanted && !(moving && hasty)
    }),
  ]
  viewer.stage.scene.add(mesh)
  return {
    get visible() {
      return wanted
    },
    set visible(on) {
      wanted = on
      mesh.visible = on
      viewer.invalidate()
    },
    dispose() {
      for (const stop of stops) stop()
      mesh.removeFromParent()
      geometry.dispose()
      material.dispose()
    },
  }
}

function aim(viewer: Viewer, material: RawShaderMaterial, aspect: number): void {
  const { mainBox: box } = viewer
  const { pose } = viewer.camera
  const uniforms = material.uniforms as Record<string, { value: Vector3 & Vector4 }>
  // A strength of 0 draws nothing: without a model there is no ground.
  uniforms.uFade?.value.set(0, 0, 1, 0)
  if (!box) return
  const cells = viewer.stage.camera.matrixWorld.elements
  const axis = (column: number) => [0, 1, 2].map((row) => cells[column * 4 + row] as number)
  const right = axis(0)
  const up = axis(1)
  const back = axis(2)
  uniforms.uRight?.value.fromArray(right as number[])
  uniforms.uUp?.value.fromArray(up as number[])
  uniforms.uForward?.value.fromArray(back as number[]).negate()
  const half = computeHalfHeight(pose)
  const ground = box[2] - 0.02
  uniforms.uLens?.value.set(
    half * aspect,
    half,
    pose.eye[2] - ground,
    pose.projection === 'perspective' ? 0 : 1,
  )
  const center = boxCenter(box)
  const reach = Math.hypot(center[0] - pose.eye[0], center[1] - pose.eye[1], pose.eye[2] - ground)
  const wanted = Math.log10(computeMetresPerPixel(pose, reach, viewer.size.height) * 14)
  const power = Math.floor(wanted)
  const fine = 10 ** power
  const wrap = (value: number) => value - Math.floor(value / (fine * 100)) * fine * 100
  uniforms.uCells?.value.set(fine, 1 - (wanted - power) * 0.8, wrap(pose.eye[0]), wrap(pose.eye[1]))
  const radius = Math.max(4, boxDiagonal(box) * 0.95)
  uniforms.uFade?.value.set(center[0] - pose.eye[0], center[1] - pose.eye[1], radius, 1)
  uniforms.uColor?.value.fromArray(PALETTES[viewer.colors].grid)
}
