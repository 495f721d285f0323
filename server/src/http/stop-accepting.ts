import type { Server } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Requests still in flight after this time of a shutdown are aborted. */
const DRAIN_MS = 10_000
/** Time limit for accepting connections before the port is closed. */
const ACCEPT_MS = 2000

/**
 * Accepts the connections that the system has already completed for the clients: closing the port would reset them, and a
 * proxy does not repeat a write that was reset. libuv accepts one connection in each turn of the loop.
 */
async function acceptWaiting(server: Server) {
  const end = performance.now() + ACCEPT_MS
  let emptyTurns = 0
  const count = () => {
    emptyTurns = 0
  }
  server.on('connection', count)
  while (emptyTurns < 2 && performance.now() < end) {
    emptyTurns++
    await nextTurn()
  }
  server.off('connection', count)
}

/** Closes the port without losing a request; hooks before closing that are added later delay it. */
export function stopAcceptingGently(app: FastifyInstance) {
  app.addHook('preClose', async () => {
    const { server } = app
    if (!server.listening) return
    // closes connections that become idle during shutdown
    const idle = setInterval(() => server.closeIdleConnections(), 50)
    const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
    server.once('close', () => {
      clearInterval(idle)
      clearTimeout(cut)
    })
    await acceptWaiting(server)
  })
}
