import { apiEntries } from '@plumbline/contract/api'
import { createLevel } from '@plumbline/contract/projects/projects'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from './app.ts'
import { Client, refusal } from './client.ts'
import { makeOwner } from './make.ts'

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

interface Schema {
  properties: Record<string, { enum?: string[] }>
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

test('A refusal has its reasons as codes and values, listed in the document, in addition to the English texts', async () => {
  const { client, project } = await makeOwner(app)
  const add = (name: string) =>
    refusal(client.call(createLevel, { params: { id: project.id }, body: { name, elevation_m: 3 } }))
  await client.call(createLevel, { params: { id: project.id }, body: { name: 'Roof', elevation_m: 3 } })
  const taken = await add('Roof')
  expect(taken.body).toEqual({
    error: 'already_exists',
    message: 'This name is already in use',
    reason: { code: 'name_taken' },
    fields: { name: 'This name is already in use' },
    field_reasons: { name: { code: 'name_taken' } },
    request_id: expect.any(String),
  })
  const long = await add('x'.repeat(1000))
  const [count] = Object.values(long.body.field_reasons?.name?.values ?? {})
  expect(long.body).toMatchObject({
    fields: { name: `At most ${count} characters` },
    field_reasons: { name: { code: 'too_long', values: { count: expect.any(Number) } } },
  })
  const { body } = await client.send('GET', '/api/openapi.json')
  const { Error: form, Reason } = (body as { components: { schemas: Record<string, Schema> } }).components
    .schemas
  expect(Object.keys(form?.properties ?? {})).toEqual([
    'error',
    'message',
    'reason',
    'fields',
    'field_reasons',
    'request_id',
  ])
  expect(Reason?.properties.code?.enum).toEqual(expect.arrayContaining(['name_taken', 'too_long']))
})
