import { FragmentsModels } from '@thatopen/fragments'
import {
  AmbientLight,
  Box3,
  Color,
  DirectionalLight,
  PerspectiveCamera,
  Scene,
  Vector3,
  WebGLRenderer,
} from 'three'

// Loads the same model in the reference viewer and moves it like the benchmark of our viewer. Used by bench.ts
// only.
const folder = new URLSearchParams(location.search).get('model') ?? ''
const canvas = document.querySelector('canvas') as HTMLCanvasElement
const renderer = new WebGLRenderer({ canvas, antialias: true })
renderer.setPixelRatio(Math.min(devicePixelRatio, 2))
renderer.setSize(canvas.clientWidth, canvas.clientHeight, false)
const camera = new PerspectiveCamera(45, canvas.clientWidth / canvas.clientHeight, 0.1, 5000)
camera.up.set(0, 1, 0)
const scene = new Scene()
scene.background = new Color('#e6e4df')
scene.add(new AmbientLight('#fff', 1.5), new DirectionalLight('#fff', 2))

const models = new FragmentsModels(new URL('@thatopen/fragments/worker', import.meta.url).href)
const bytes = await (await fetch(`/models/${folder}/model.frag`)).arrayBuffer()
const model = await models.load(bytes, { modelId: folder, camera })
scene.add(model.object)
const box = new Box3().copy(model.box)
const center = box.getCenter(new Vector3())
const radius = box.getSize(new Vector3()).length() / 2
const reach = radius / Math.sin((camera.fov * Math.PI) / 360) / 1.2

function look(turn: number): void {
  camera.position.set(
    center.x + Math.sin(turn) * reach * 0.85,
    center.y + reach * 0.5,
    center.z + Math.cos(turn) * reach * 0.85,
  )
  camera.lookAt(center)
  camera.updateMatrixWorld()
}
look(0.7)
await models.update(true)
for (let round = 0; round < 40; round++) {
  await new Promise((resolve) => setTimeout(resolve, 50))
  await models.update(true)
}
renderer.render(scene, camera)

/** Orbits the camera for some frames and returns the time until each was rendered, milliseconds, ascending. */
async function orbit(frames: number): Promise<number[]> {
  const times: number[] = []
  const gl = renderer.getContext()
  for (let frame = 0; frame < frames; frame++) {
    await new Promise(requestAnimationFrame)
    look(0.7 + frame * 0.03)
    const start = performance.now()
    models.update()
    renderer.render(scene, camera)
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4))
    times.push(performance.now() - start)
  }
  return times.sort((a, b) => a - b)
}

declare global {
  interface Window {
    reference: { orbit: typeof orbit; info: typeof renderer.info }
  }
}
window.reference = { orbit, info: renderer.info }
