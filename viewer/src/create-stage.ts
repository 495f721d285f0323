import { Camera, Scene } from 'three'
import { Materials } from './materials.ts'
import { type DrawStats, type RenderedView, type Stage, WebGlStage } from './stage.ts'

const NOTHING: DrawStats = { draw_calls: 0, triangles: 0 }

/** The stage of a browser without WebGL 2: models load, and can be listed, selected and picked, but not drawn. */
class UnseenStage implements Stage {
  readonly materials = new Materials()
  readonly scene = new Scene()
  readonly camera = new Camera()
  readonly renderer = null
  readonly cuts = null
  readonly cutsDone = true
  warmUp(): void {}
  resize(): void {}
  blank(): void {}

  draw({ models }: RenderedView): DrawStats {
    for (const model of models) model.sync()
    return NOTHING
  }

  retouch(view: RenderedView): DrawStats {
    return this.draw(view)
  }

  capture(): never {
    throw new Error('The browser has no WebGL 2')
  }

  release(): void {}
  dispose(): void {}
}

/** The stage on a canvas; one that draws nothing where the browser has no WebGL 2. */
export function createStage(canvas: HTMLCanvasElement): Stage {
  try {
    return new WebGlStage(canvas)
  } catch {
    return new UnseenStage()
  }
}
