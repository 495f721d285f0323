import { apiEntries } from '@plumbline/contract/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from './app.ts'
import { Client } from './client.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

interface Operation {
  operationId: string
  responses: Record<string, unknown>
  requestBody?: { content: Record<string, { schema: { properties: Record<string, unknown> } }> }
  parameters: { name: string; in: string }[]
}

test('The OpenAPI 3.1 document lists every call with its replies and path parameters', async () => {
  const { status, body } = await new Client(app).send('GET', '/api/openapi.json')
  const document = body as { openapi: string; paths: Record<string, Record<string, Operation>> }
  expect([status, document.openapi]).toEqual([200, '3.1.0'])
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  expect(operations).toHaveLength(apiEntries.length)
  expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(apiEntries.length)
  for (const { path, operation } of operations) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
    expect(
      operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name),
    ).toEqual(inPath)
    expect(Object.keys(operation.responses).some((code) => code.startsWith('2'))).toBe(true)
  }
})

test('A call with a file is described as a multipart form', async () => {
  const { body } = await new Client(app).send('GET', '/api/openapi.json')
  const { paths } = body as { paths: Record<string, Record<string, Operation>> }
  const content = paths['/api/me/picture']?.post?.requestBody?.content ?? {}
  expect(Object.keys(content)).toEqual(['multipart/form-data'])
  expect(content['multipart/form-data']?.schema.properties.file).toMatchObject({ format: 'binary' })
})

test('The documentation page lists every call', async () => {
  const { status, body } = await new Client(app).send('GET', '/api/docs')
  expect(status).toBe(200)
  for (const { endpoint } of apiEntries) expect(body).toContain(endpoint.path)
})

test('Pages and replies carry the security headers', async () => {
  const { headers } = await new Client(app).send('GET', '/api/docs')
  expect(headers['content-security-policy']).toContain("default-src 'self'")
  expect(headers['content-security-policy']).not.toContain('unsafe-inline')
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
})

test('An unknown path answers in the error format of the contract', async () => {
  const { status, body } = await new Client(app).send('GET', '/api/no-such-call')
  expect([status, (body as { error: string }).error]).toEqual([404, 'not_found'])
})
