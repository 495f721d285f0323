import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { apiEntries } from '@plumbline/contract/api'
import { isSchema } from '@plumbline/contract/http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { startApp, type TestApp } from '../../test/app.ts'
import { makeOwner } from '../../test/make.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const get = (url: string, encoding?: string) =>
  app.fastify.inject({ url, headers: encoding ? { 'accept-encoding': encoding } : {} })

test('JSON is sent as brotli, as gzip or plain, depending on the client’s Accept-Encoding', async () => {
  const plain = await get('/api/openapi.json')
  expect(plain.headers['content-encoding']).toBeUndefined()
  const brotli = await get('/api/openapi.json', 'gzip, deflate, br')
  expect(brotli.headers).toMatchObject({
    'content-encoding': 'br',
    vary: expect.stringContaining('accept-encoding'),
  })
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body)
  expect(brotli.rawPayload.length).toBeLessThan(plain.rawPayload.length / 5)
  const gzip = await get('/api/openapi.json', 'gzip')
  expect(gzip.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body)
})

test('Replies vary by the origin of the page only where other origins may read them', async () => {
  const varyOf = async (url: string) => String((await get(url, 'br')).headers.vary ?? '')
  expect(await varyOf('/api/openapi.json')).toBe('accept-encoding')
  expect(await varyOf('/foundation/versions')).toContain('Origin')
})

test('Short replies are sent plain', async () => {
  const { client } = await makeOwner(app)
  const { headers } = await client.send('GET', '/api/notification/count', undefined, {
    'accept-encoding': 'br',
  })
  expect(headers['content-encoding']).toBeUndefined()
})

test('A long reply with a secret is sent plain', async () => {
  const payload = {
    client_name: 'Programme of the site office',
    redirect_uris: Array.from(
      { length: 10 },
      (_, number) => `https://example.com/${number}/${'a'.repeat(150)}`,
    ),
  }
  const reply = await app.fastify.inject({
    method: 'POST',
    url: '/oauth/register',
    payload,
    headers: { 'accept-encoding': 'br' },
  })
  expect(reply.statusCode).toBe(201)
  expect(reply.rawPayload.length).toBeGreaterThan(1024)
  expect(reply.headers['content-encoding']).toBeUndefined()
})

test('Every endpoint with a secret in its reply is marked as one', () => {
  const unmarked = apiEntries.filter(({ endpoint }) => {
    if (!endpoint.reply || !isSchema(endpoint.reply) || endpoint.secret) return false
    const schema = JSON.stringify(z.toJSONSchema(endpoint.reply, { io: 'output', unrepresentable: 'any' }))
    return /"(\w*secret|token|\w+_token|recovery_codes)":\{/.test(schema)
  })
  expect(unmarked.map(({ name }) => name)).toEqual([])
})
