import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Requests still in flight after this time of a shutdown are aborted. */
const DRAIN_MS = 10_000
/** Time limit for accepting connections before the port is closed. */
const ACCEPT_MS = 2000
/** The port is closed after a turn of the loop that was shorter than this. */
const SHORT_TURN_MS = 0.1

/**
 * Accepts the connections that the system has already completed for the clients: closing the port would reset them, and a
 * proxy does not repeat a write that was reset. libuv accepts one connection in each turn of the loop. Those completed after
 * the turn's poll are reset all the same, so the last turn has to be a short one: one that runs handlers takes milliseconds.
 */
async function acceptWaiting(server: Server) {
  const end = performance.now() + ACCEPT_MS
  let hasAccepted = false
  const note = () => {
    hasAccepted = true
  }
  server.on('connection', note)
  for (let began = performance.now(); began < end; ) {
    hasAccepted = false
    await nextTurn()
    const now = performance.now()
    if (!hasAccepted && now - began < SHORT_TURN_MS) break
    began = now
  }
  server.off('connection', note)
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
    // closes the port only: http.Server.close(), which Fastify calls next, first spends milliseconds on idle connections
    NetServer.prototype.close.call(server)
  })
}
