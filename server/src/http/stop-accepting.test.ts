import { once } from 'node:events'
import net from 'node:net'
import { Worker } from 'node:worker_threads'
import type { FastifyInstance } from 'fastify'
import { expect, inject, test } from 'vitest'
import { readConfig } from '../config.ts'
import { createFastify } from './fastify.ts'

const CLIENTS = 200
const OPENED_WHILE_CLOSING = 5

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

async function listen(): Promise<{ app: FastifyInstance; port: number }> {
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent' }, inject('testFolder'))
  const app = await createFastify(config)
  app.get('/there', async () => ({ is: 'there' }))
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { app, port: (app.server.address() as net.AddressInfo).port }
}

/** A thread that opens a connection for each of the counter's increments, and counts the completed ones in its second cell. */
const opener = `
  const { parentPort, workerData: { port, cells } } = require('node:worker_threads')
  const net = require('node:net')
  let asked = 0
  parentPort.postMessage('ready')
  setInterval(() => {
    if (asked === Atomics.load(cells, 0)) return
    asked++
    const socket = net.connect(port, '127.0.0.1')
    let answer = ''
    socket.setEncoding('latin1').on('data', (text) => { answer += text })
    const end = (outcome) => parentPort.postMessage(outcome)
    const goOn = () => Atomics.add(cells, 1, 1) >= 0 && Atomics.notify(cells, 1)
    socket.once('error', ({ code }) => [end(code), goOn()])
    socket.once('end', () => end(answer.split('\\r\\n', 1)[0]))
    socket.once('connect', () => {
      goOn()
      socket.write('GET /there HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n')
    })
  }, 1)`

test('Connections that the system has completed before a server stops are answered, not reset', async () => {
  const { app, port } = await listen()
  const answers = Array.from({ length: CLIENTS }, () => request(port))
  // the system has completed all of them, and the server has accepted a first one
  await once(app.server, 'connection')
  await app.close()
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['HTTP/1.1 200 OK']))
})

test.each([1, 2])(
  'Connections completed while a stopping server is busy are answered, not reset (in empty turn %i)',
  async (emptyTurn) => {
    const { app, port } = await listen()
    const cells = new Int32Array(new SharedArrayBuffer(8))
    const thread = new Worker(opener, { eval: true, workerData: { port, cells } })
    const answers: string[] = []
    await once(thread, 'message')
    thread.on('message', (answer: string) => answers.push(answer))
    let empty = 0
    app.server.on('connection', () => {
      empty = 0
    })
    let opened = 0
    const turn = () => {
      if (!app.server.listening) return
      if (++empty === emptyTurn) {
        opened++
        Atomics.add(cells, 0, 1)
        // keeps the loop busy until the system has completed the connection
        Atomics.wait(cells, 1, opened - 1)
      }
      if (opened < OPENED_WHILE_CLOSING) setImmediate(turn)
    }
    setImmediate(turn)
    await app.close()
    await expect.poll(() => answers.length).toBe(opened)
    await thread.terminate()
    expect(answers.filter((answer) => answer !== 'HTTP/1.1 200 OK')).toEqual([])
  },
)
