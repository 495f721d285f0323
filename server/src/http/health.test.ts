import { expect, test, vi } from 'vitest'
import { startApp } from '../../test/app.ts'

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
