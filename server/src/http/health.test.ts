import { fastify } from 'fastify'
import { expect, test, vi } from 'vitest'
import { startApp } from '../../test/app.ts'
import { serveHealth } from './health.ts'

test('However many ask at once whether the server is ready, storage and database are asked once', async () => {
  const app = await startApp()
  try {
    const answered = Promise.withResolvers<boolean>()
    const asked = vi.spyOn(app.server.blobs, 'isReady').mockReturnValueOnce(answered.promise)
    const waiting = Array.from({ length: 40 }, () => app.fastify.inject('/readyz'))
    // arrives after them
    await app.fastify.inject('/healthz')
    answered.resolve(true)
    const replies = await Promise.all(waiting)
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1)
    expect(replies[0]?.json()).toMatchObject({ status: 'ready', database: true, storage: true, away: [] })
    expect(asked).toHaveBeenCalledTimes(1)
    await app.fastify.inject('/readyz')
    asked.mockResolvedValue(false)
    expect((await app.fastify.inject('/readyz')).json()).toMatchObject({ away: ['storage'] })
  } finally {
    await app.close()
  }
})

test('A stopping server is not ready while its parts still are, so that a proxy chooses another one', async () => {
  const app = await startApp()
  const http = fastify()
  const announceStop = serveHealth(http, app.server)
  try {
    expect((await http.inject('/readyz')).statusCode).toBe(200)
    await announceStop()
    const reply = await http.inject('/readyz')
    expect(reply.statusCode).toBe(503)
    expect(reply.json()).toMatchObject({ status: 'stopping', database: true, storage: true, away: [] })
  } finally {
    await http.close()
    await app.close()
  }
})
