import type { Viewer } from './viewer.ts'

/**
 * Follows the loss of the WebGL context: drawing pauses, and when the context is back every buffer is made anew from
 * what is kept in memory. Returns the function that stops.
 */
export function watchContext(viewer: Viewer, loop: { pause(): void; resume(): void }): () => void {
  const stop = new AbortController()
  const { canvas, stage, models } = viewer
  const lose = () => {
    loop.pause()
    viewer.emit('context-lost', { restored: false })
  }
  const restore = () => {
    stage.release()
    for (const model of models.values()) {
      model.remake()
      for (const chunk of model.chunks) stage.scene.add(...chunk.objects)
    }
    loop.resume()
    viewer.emit('context-lost', { restored: true })
  }
  canvas.addEventListener('webglcontextlost', lose, { signal: stop.signal })
  canvas.addEventListener('webglcontextrestored', restore, { signal: stop.signal })
  return () => stop.abort()
}
