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
import type { Feature } from '../viewer-types.ts'
import { type Point, toVec } from '../viewpoint.ts'

/** A picture in space: world metres, about its middle, as wide as its image asks at this height. */
export interface PlacedPicture {
  image: ImageBitmap
  location: Point
  /** out of the side that is seen */
  normal: Point
  up: Point
  height: number
}

/** Pictures of a viewpoint that stand in the model: what is before them hides them, no section cuts them. */
export interface Pictures extends Feature {
  /** those without a place in space are left out */
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
  // Near and far are the models': a picture may stand beyond them.
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

/** After the ground's grid, before glass. */
const ORDER = 2.5

export function pictures(viewer: Viewer): Pictures {
  const geometry = new BufferGeometry()
  const corners = [-0.5, -0.5, 0.5, -0.5, 0.5, 0.5, -0.5, -0.5, 0.5, 0.5, -0.5, 0.5]
  geometry.setAttribute('corner', new BufferAttribute(new Float32Array(corners), 2))
  // Drawn by corners alone; three counts vertices by this name.
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

/** Along the width, the height and the normal, as long as the sides are; null for what has no place in space. */
function axesOf({ image, location, normal, up, height }: PlacedPicture): [Vector3, Vector3, Vector3] | null {
  const [out, above] = [toVec(normal), toVec(up)]
  const along = cross(above, out)
  const sound = [toVec(location), out, above].every(isFiniteVec) && height > 0 && Number.isFinite(height)
  if (!sound || length(along) === 0 || image.height === 0) return null
  const unit = (vector: Vec3, metres: number) => new Vector3(...scale(vector, metres / length(vector)))
  const width = (height * image.width) / image.height
  // At a right angle to both, also where the file's up and normal are not to each other.
  return [unit(along, width), unit(cross(out, along), height), unit(out, 1)]
}
