import type { Manifest, Structure } from '@plumbline/bim/model'
import { grid } from '../src/features/grid.ts'
import { isolate } from '../src/features/isolate.ts'
import { keys } from '../src/features/keys.ts'
import { measure } from '../src/features/measure.ts'
import { navCube } from '../src/features/nav-cube.ts'
import { pins } from '../src/features/pins.ts'
import { plan } from '../src/features/plan.ts'
import { section } from '../src/features/section.ts'
import { select } from '../src/features/select.ts'
import { snapshot } from '../src/features/snapshot.ts'
import { viewpoints } from '../src/features/viewpoint.ts'
import { walk } from '../src/features/walk.ts'
import type { ModelSource } from '../src/model.ts'
import { createViewer } from '../src/viewer.ts'
import { buildingBlocks, makeScene } from '../test/scene.ts'

// ?model=<folder under /models>&model=<another>&theme=dark&storeys=5: for manual work and for the picture tests.
const query = new URLSearchParams(location.search)
const canvas = document.querySelector('canvas') as HTMLCanvasElement
const viewer = createViewer(canvas, {
  theme: query.get('theme') === 'dark' ? 'dark' : 'light',
  still: query.has('still') || undefined,
})
const features = {
  select: viewer.use(select),
  isolate: viewer.use(isolate),
  viewpoints: viewer.use(viewpoints),
  snapshot: viewer.use(snapshot),
  pins: viewer.use(pins),
  grid: viewer.use(grid),
  section: viewer.use(section),
  measure: viewer.use(measure),
  plan: viewer.use(plan),
  walk: viewer.use(walk),
  navCube: viewer.use(navCube),
  keys: viewer.use(keys),
}

async function converted(folder: string): Promise<ModelSource> {
  const json = async (name: string) => (await fetch(`/models/${folder}/${name}`)).json()
  const [manifest, structure] = await Promise.all([json('manifest.json'), json('structure.json')])
  return {
    id: folder,
    manifest: manifest as Manifest,
    structure: structure as Structure,
    chunk: async (file, signal) =>
      new Uint8Array(await (await fetch(`/models/${folder}/${file}`, { signal })).arrayBuffer()),
  }
}

const folders = query.getAll('model')
const sources = folders.length
  ? await Promise.all(folders.map(converted))
  : [makeScene('made-up', buildingBlocks(Number(query.get('storeys') ?? 5))).source]
const models = sources.map((source) => viewer.load(source))
const frames: { at_rest: boolean; draw_calls: number; triangles: number }[] = []
viewer.on('frame', (frame) => frames.push(frame))
const ready = Promise.all(models.map((model) => model.ready))

declare global {
  interface Window {
    demo: {
      viewer: typeof viewer
      features: typeof features
      frames: typeof frames
      ready: Promise<unknown>
    }
  }
}
window.demo = { viewer, features, frames, ready }
