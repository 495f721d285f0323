import * as three from 'three'
import { OrbitControls } from 'three/addons/controls/OrbitControls.js'
import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js'
import { DRACO_GLTF_CONFIG, DRACOLoader } from 'three/addons/loaders/DRACOLoader.js'
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js'
import { KTX2Loader } from 'three/addons/loaders/KTX2Loader.js'
import { PALETTES } from './theme.ts'

/** A minimal viewer for a single GLB: orbit, pan, zoom, fit. Draws only on change. */
export interface MeshViewer {
  /** shows and fits a GLB; rejects when it cannot be parsed */
  load: (bytes: ArrayBuffer) => Promise<void>
  fit: () => void
  setDark: (dark: boolean) => void
  dispose: () => void
}

/** Blocks requests for external resources: only data embedded in the file is loaded. */
function ownPartsOnly(): three.LoadingManager {
  const manager = new three.LoadingManager()
  manager.setURLModifier((url) => {
    if (/^(blob|data):/.test(url)) return url
    throw new Error('The mesh refers to an external file')
  })
  return manager
}

/** A decoder that died without an answer would leave its caller waiting for ever. */
const MAX_LOAD_MS = 180_000

/** Decoders of compressed shapes and textures: workers of three's, loaded from this server with the first such part. */
function createDecoders(renderer: three.WebGLRenderer) {
  const manager = new three.LoadingManager()
  const draco = new DRACOLoader(manager).setDecoderPath(DRACO_GLTF_CONFIG).setWorkerLimit(2)
  const ktx2 = new KTX2Loader(manager).setWorkerLimit(2).detectSupport(renderer)
  return {
    draco,
    ktx2,
    dispose: () => {
      draco.dispose()
      ktx2.dispose()
    },
  }
}

function createLoader({ draco, ktx2 }: ReturnType<typeof createDecoders>): GLTFLoader {
  const manager = ownPartsOnly()
  const loader = new GLTFLoader(manager)
  loader.setMeshoptDecoder(MeshoptDecoder)
  loader.setDRACOLoader(draco)
  loader.setKTX2Loader(ktx2)
  // loads textures as image elements: the default loader fetches blob URLs, which the content security policy
  // forbids
  loader.register((parser) => {
    Object.assign(parser, { textureLoader: new three.TextureLoader(manager) })
    return { name: 'images' }
  })
  return loader
}

/** Parses a GLB. @throws if a part cannot be decoded or a decoder gives no answer */
async function parse(bytes: ArrayBuffer, renderer: three.WebGLRenderer, signal: AbortSignal) {
  const decoders = createDecoders(renderer)
  const ended = Promise.withResolvers<never>()
  const end = () => ended.reject(new Error('The mesh was not decoded'))
  const clock = setTimeout(end, MAX_LOAD_MS)
  signal.addEventListener('abort', end, { once: true })
  try {
    const { scene } = await Promise.race([createLoader(decoders).parseAsync(bytes, ''), ended.promise])
    return scene
  } finally {
    clearTimeout(clock)
    signal.removeEventListener('abort', end)
    decoders.dispose()
  }
}

function release(root: three.Object3D): void {
  root.traverse((part) => {
    if (!(part instanceof three.Mesh)) return
    part.geometry.dispose()
    for (const material of [part.material].flat()) {
      for (const value of Object.values(material)) if (value instanceof three.Texture) value.dispose()
      material.dispose()
    }
  })
}

/** An empty scene and its camera, which carries the key light. */
function makeStage() {
  const scene = new three.Scene()
  const camera = new three.PerspectiveCamera(45, 1, 0.01, 1000)
  const key = new three.DirectionalLight(0xffffff, 2)
  key.position.set(1, 2, 1.5)
  camera.add(key)
  scene.add(new three.HemisphereLight(0xffffff, 0x8a8580, 2), camera)
  return { scene, camera }
}

export function createMeshViewer(canvas: HTMLCanvasElement): MeshViewer {
  const renderer = new three.WebGLRenderer({ canvas, antialias: true })
  const { scene, camera } = makeStage()
  const controls = new OrbitControls(camera, canvas)
  const closed = new AbortController()
  let root: three.Object3D | null = null
  let frame = 0

  const draw = () => {
    frame = 0
    renderer.render(scene, camera)
  }
  const drawSoon = () => {
    if (frame === 0) frame = requestAnimationFrame(draw)
  }
  const resize = () => {
    const { clientWidth: width, clientHeight: height } = canvas
    if (width === 0 || height === 0) return
    renderer.setPixelRatio(Math.min(2, devicePixelRatio))
    renderer.setSize(width, height, false)
    camera.aspect = width / height
    camera.updateProjectionMatrix()
    drawSoon()
  }
  const fit = () => {
    const ball = root && new three.Box3().setFromObject(root).getBoundingSphere(new three.Sphere())
    if (!ball || !(ball.radius > 0)) return
    const narrow = Math.min(1, camera.aspect)
    const distance = ball.radius / Math.sin((camera.fov * Math.PI) / 360) / narrow
    camera.position.copy(ball.center).add(new three.Vector3(0.6, 0.45, 0.8).setLength(distance * 1.2))
    camera.near = distance / 1000
    camera.far = distance * 100
    camera.updateProjectionMatrix()
    controls.target.copy(ball.center)
    controls.update()
    drawSoon()
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === '0' || event.key === 'Home') fit()
    else if (event.key === '+' || event.key === '=') camera.position.lerp(controls.target, 0.2)
    else if (event.key === '-') camera.position.lerp(controls.target, -0.25)
    else return
    event.preventDefault()
    controls.update()
    drawSoon()
  }
  const setDark = (dark: boolean) => {
    const [red = 0, green = 0, blue = 0] = PALETTES[dark ? 'dark' : 'light'].bottom
    scene.background = new three.Color().setRGB(red, green, blue, three.SRGBColorSpace)
    drawSoon()
  }

  controls.listenToKeyEvents(canvas)
  controls.addEventListener('change', drawSoon)
  canvas.addEventListener('keydown', onKey)
  const observer = new ResizeObserver(resize)
  observer.observe(canvas)
  resize()
  setDark(false)
  return {
    load: async (bytes) => {
      const loaded = await parse(bytes, renderer, closed.signal)
      if (root) {
        scene.remove(root)
        release(root)
      }
      root = loaded
      scene.add(loaded)
      fit()
    },
    fit,
    setDark,
    dispose: () => {
      closed.abort()
      cancelAnimationFrame(frame)
      observer.disconnect()
      canvas.removeEventListener('keydown', onKey)
      controls.dispose()
      if (root) release(root)
      renderer.dispose()
    },
  }
}
