import { once } from 'node:events'
import net from 'node:net'
import { expect, inject, test } from 'vitest'
import { readConfig } from '../config.ts'
import { createFastify } from './fastify.ts'

const CLIENTS = 200

/** Sends a request over a connection of its own; resolves to the status line, or to the code of the error. */
function request(port: number): Promise<string> {
  const socket = net.connect(port, '127.0.0.1')
  let answer = ''
  socket.setEncoding('latin1').on('data', (text) => {
    answer += text
  })
  socket.write('GET /there HTTP/1.1\r\nHost: localhost\r\n\r\n')
  return new Promise((resolve) => {
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''))
    socket.once('end', () => resolve(answer.split('\r\n', 1)[0] ?? ''))
  })
}

test('Connections that the system has completed before a server stops are answered, not reset', async () => {
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent' }, inject('testFolder'))
  const app = await createFastify(config)
  app.get('/there', async () => ({ is: 'there' }))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as net.AddressInfo
  const answers = Array.from({ length: CLIENTS }, () => request(port))
  // the system has completed all of them, and the server has accepted a first one
  await once(app.server, 'connection')
  await app.close()
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['HTTP/1.1 200 OK']))
})
