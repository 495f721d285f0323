import type { Vec3 } from '@plumbline/bim/model'
import { computeFocus, fitHomePose, orbit } from '../src/camera.ts'
import { grid } from '../src/features/grid.ts'
import { isolate } from '../src/features/isolate.ts'
import { keys } from '../src/features/keys.ts'
import { lines } from '../src/features/lines.ts'
import { measure } from '../src/features/measure.ts'
import { navCube } from '../src/features/nav-cube.ts'
import { panels } from '../src/features/panels.ts'
import { pictures } from '../src/features/pictures.ts'
import { pins } from '../src/features/pins.ts'
import { plan } from '../src/features/plan.ts'
import { section } from '../src/features/section.ts'
import { select } from '../src/features/select.ts'
import { snapshot } from '../src/features/snapshot.ts'
import { viewpoints } from '../src/features/viewpoint.ts'
import { walk } from '../src/features/walk.ts'
import { createViewer } from '../src/viewer.ts'
import type { FrameStats } from '../src/viewer-types.ts'
import { listBuildingBlocks, listGroundBlocks, listRoadBlocks, makeScene } from '../test/scene.ts'
import { sources as begun, decoder, openConverted, query } from './begin.ts'

// Query parameters: ?model=<folder under /models>&model=<another>&theme=dark&storeys=5&memory=256&apart=250
// (MB; metres between models placed side by side), ?empty for no model, ?road for a road, ?ground for flat terrain. Used for manual tests, browser tests and benchmarks.
const made = () => ({
  source: makeScene(
    'made-up',
    query.has('road')
      ? listRoadBlocks()
      : query.has('ground')
        ? listGroundBlocks()
        : listBuildingBlocks(Number(query.get('storeys') ?? 5)),
  ).source,
  structure: null,
})
const asked = begun.length > 0 || query.has('empty') ? begun : [Promise.resolve(made())]

const canvas = document.querySelector('canvas') as HTMLCanvasElement
const viewer = createViewer(canvas, {
  theme: query.get('theme') === 'dark' ? 'dark' : 'light',
  still: query.has('still') || undefined,
  shadow: query.has('shadow') || undefined,
  memory_mb: Number(query.get('memory') ?? 768),
  decoder,
})
const features = {
  select: viewer.use(select),
  isolate: viewer.use(isolate),
  viewpoints: viewer.use(viewpoints),
  snapshot: viewer.use(snapshot),
  pictures: viewer.use(pictures),
  pins: viewer.use(pins),
  grid: viewer.use(grid),
  section: viewer.use(section),
  lines: viewer.use(lines),
  panels: viewer.use(panels),
  measure: viewer.use(measure),
  plan: viewer.use(plan),
  walk: viewer.use(walk),
  navCube: viewer.use(navCube),
  keys: viewer.use(keys),
}

const frames: FrameStats[] = []
viewer.on('frame', (frame) => {
  frames.push(frame)
  // More triangles than background and grid: the model is visible. The browser displays it with the next frame.
  if (!window.firstFrame && frame.triangles > 2)
    requestAnimationFrame(() => {
      window.firstFrame ??= performance.now()
    })
})
const apart = Number(query.get('apart') ?? 0)
const loaded = (await Promise.all(asked)).map(async ({ source, structure }, index) => {
  const move: Vec3 = [(index % 7) * apart, Math.floor(index / 7) * apart, 0]
  const model = viewer.load(source, { setting: { turn_deg: 0, move } })
  await model.shown
  if (structure) model.setStructure(await structure())
  await model.ready
})
const ready = Promise.all(loaded)

/** Orbits the camera for some frames and returns the time until each was rendered, milliseconds, ascending. */
async function turn(count: number): Promise<number[]> {
  const times: number[] = []
  const gl = viewer.stage.renderer?.getContext()
  const stop = viewer.on('frame', ({ cpu_ms }) => {
    const start = performance.now()
    // Reading a pixel waits for the GPU; the time between frames would be a multiple of the screen's refresh
    // interval.
    gl?.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4))
    times.push(cpu_ms + performance.now() - start)
  })
  for (let frame = 0; frame < count; frame++) {
    await new Promise(requestAnimationFrame)
    viewer.camera.steer(orbit(viewer.camera.pose, computeFocus(viewer.camera.pose), 0.03, 0))
  }
  stop()
  return times.sort((a, b) => a - b)
}

/** Draws the view at rest some times and returns the time until each picture was rendered, milliseconds, ascending. */
async function rest(count: number): Promise<number[]> {
  const times: number[] = []
  const gl = viewer.stage.renderer?.getContext()
  while (times.length < count) {
    const { promise, resolve } = Promise.withResolvers<FrameStats>()
    const stop = viewer.on('frame', resolve)
    // while the view moves, the viewer draws on its own until it is at rest
    if (frames.at(-1)?.at_rest !== false) viewer.invalidate()
    const { cpu_ms, at_rest } = await promise
    const start = performance.now()
    gl?.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4))
    if (at_rest) times.push(cpu_ms + performance.now() - start)
    stop()
  }
  return times.sort((a, b) => a - b)
}

/** Picks on a raster of the canvas and returns the mean time per pick, milliseconds. */
function pickTime(): number {
  const { width, height } = viewer.size
  const start = performance.now()
  for (let at = 0; at < 400; at++) viewer.pick(((at % 20) * width) / 20, (Math.floor(at / 20) * height) / 20)
  return (performance.now() - start) / 400
}

/** Loads a converted model under an id and waits until all of it that has room is in memory. */
async function open(folder: string, id: string): Promise<void> {
  const { source, structure } = await openConverted(folder, id)
  const model = viewer.load(source)
  model.setStructure(await structure())
  await model.ready
}

/** Zooms to one model as close as possible with all of it in view. */
function goTo(id: string): void {
  const model = viewer.models.get(id)
  if (model?.box) viewer.camera.setPose(fitHomePose(model.box, viewer.aspect), { fly: false })
}

/** Number of a model's chunks that are not in memory. */
function missing(id: string): number {
  const model = viewer.models.get(id)
  return (model?.wanted.length ?? 0) - (model?.drawn.length ?? 0)
}

declare global {
  interface Window {
    demo: {
      viewer: typeof viewer
      features: typeof features
      frames: typeof frames
      ready: Promise<unknown>
      open: typeof open
      turn: typeof turn
      rest: typeof rest
      pickTime: typeof pickTime
      goTo: typeof goTo
      missing: typeof missing
      createViewer: typeof createViewer
    }
  }
}
window.demo = { viewer, features, frames, ready, open, turn, rest, pickTime, goTo, missing, createViewer }
