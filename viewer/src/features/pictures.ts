import type { Vec3 } from '@plumbline/bim/model'
import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  GLSL3,
  Mesh,
  RawShaderMaterial,
  Texture,
  Vector3,
} from 'three'
import { cross, isFiniteVec, length, scale } from '../vec.ts'
import type { Viewer } from '../viewer.ts'
import type { ViewerFeature } from '../viewer-types.ts'
import { toVec, type ViewpointPoint } from '../viewpoint.ts'

/**
 * An image placed in the scene: world metres; `location` is its centre, and its width follows from the aspect
 * ratio.
 */
export interface PlacedPicture {
  image: ImageBitmap
  location: ViewpointPoint
  /** normal of the visible side */
  normal: ViewpointPoint
  up: ViewpointPoint
  height: number
}

/**
 * Bitmaps of a viewpoint, placed in the model: geometry in front occludes them, clipping planes do not cut
 * them.
 */
export interface PicturesFeature extends ViewerFeature {
  /** pictures with invalid coordinates are dropped */
  list: readonly PlacedPicture[]
}

const VERTEX = /* glsl */ `
precision highp float;
in vec2 corner;
uniform mat4 modelViewMatrix, projectionMatrix;
out vec2 vPlace;
void main() {
  vPlace = vec2(0.5 + corner.x, 0.5 - corner.y);
  vec4 place = projectionMatrix * modelViewMatrix * vec4(corner, 0.0, 1.0);
  // The near and far planes are fitted to the models, and a picture may lie beyond them.
  place.z = clamp(place.z, -abs(place.w), abs(place.w));
  gl_Position = place;
}
`

const FRAGMENT = /* glsl */ `
precision highp float;
in vec2 vPlace;
uniform sampler2D uPicture;
out vec4 outColor;
void main() {
  outColor = texture(uPicture, vPlace);
  if (outColor.a < 0.02) discard;
}
`

/** Render order: after the ground grid, before transparent surfaces. */
const ORDER = 2.5

export function pictures(viewer: Viewer): PicturesFeature {
  const geometry = new BufferGeometry()
  const corners = [-0.5, -0.5, 0.5, -0.5, 0.5, 0.5, -0.5, -0.5, 0.5, 0.5, -0.5, 0.5]
  geometry.setAttribute('corner', new BufferAttribute(new Float32Array(corners), 2))
  // Only `corner` is used; three takes the vertex count from the attribute named position.
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(18), 3))
  let shown: { picture: PlacedPicture; mesh: Mesh<BufferGeometry, RawShaderMaterial>; texture: Texture }[] =
    []
  const clear = () => {
    for (const { mesh, texture } of shown) {
      mesh.removeFromParent()
      mesh.material.dispose()
      texture.dispose()
    }
    shown = []
  }
  const show = (picture: PlacedPicture) => {
    const axes = axesOf(picture)
    if (!axes) return []
    const texture = new Texture(picture.image)
    texture.flipY = false
    texture.anisotropy = 4
    texture.needsUpdate = true
    const material = new RawShaderMaterial({
      glslVersion: GLSL3,
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms: { uPicture: { value: texture } },
      side: DoubleSide,
      transparent: true,
    })
    material.forceSinglePass = true
    const mesh = new Mesh(geometry, material)
    mesh.frustumCulled = false
    mesh.matrixAutoUpdate = false
    mesh.renderOrder = ORDER
    mesh.matrix.makeBasis(...axes).setPosition(...toVec(picture.location))
    viewer.stage.scene.add(mesh)
    return [{ picture, mesh, texture }]
  }
  return {
    get list() {
      return shown.map(({ picture }) => picture)
    },
    set list(next) {
      if (next.length === 0 && shown.length === 0) return
      clear()
      shown = next.flatMap(show)
      viewer.invalidate()
    },
    dispose() {
      clear()
      geometry.dispose()
    },
  }
}

/** Vectors along width, height and normal, each as long as the corresponding side; null for invalid coordinates. */
function axesOf({ image, location, normal, up, height }: PlacedPicture): [Vector3, Vector3, Vector3] | null {
  const out = toVec(normal)
  const above = toVec(up)
  const along = cross(above, out)
  const sound = [toVec(location), out, above].every(isFiniteVec) && height > 0 && Number.isFinite(height)
  if (!sound || length(along) === 0 || image.height === 0) return null
  const unit = (vector: Vec3, metres: number) => new Vector3(...scale(vector, metres / length(vector)))
  const width = (height * image.width) / image.height
  // Orthogonalised, because up and normal of a file may not be perpendicular.
  return [unit(along, width), unit(cross(out, along), height), unit(out, 1)]
}
