import type { Viewer } from './viewer.ts'

/**
 * Handles loss of the WebGL context: drawing pauses, and after the context is restored all buffers are rebuilt
 * from memory. Returns the function that removes the listeners.
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
