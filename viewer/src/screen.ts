import {
  BufferAttribute,
  BufferGeometry,
  Camera,
  Mesh,
  type RawShaderMaterial,
  Scene,
  type WebGLRenderer,
} from 'three'

/** A full-screen triangle, drawn with a material that uses SCREEN_VERTEX. */
export function createScreenMesh(material: RawShaderMaterial): Mesh {
  const geometry = new BufferGeometry()
  geometry.setAttribute('corner', new BufferAttribute(new Float32Array([-1, -1, 3, -1, -1, 3]), 2))
  // Only `corner` is used; three takes the vertex count from the attribute named position.
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(9), 3))
  const mesh = new Mesh(geometry, material)
  mesh.frustumCulled = false
  mesh.matrixAutoUpdate = false
  return mesh
}

/** Creates a full-screen render pass. */
export function createScreenScene(material: RawShaderMaterial): {
  material: RawShaderMaterial
  draw(renderer: WebGLRenderer): void
  dispose(): void
} {
  const scene = new Scene()
  const camera = new Camera()
  const mesh = createScreenMesh(material)
  scene.add(mesh)
  return {
    material,
    draw: (renderer) => renderer.render(scene, camera),
    dispose() {
      mesh.geometry.dispose()
      material.dispose()
    },
  }
}
