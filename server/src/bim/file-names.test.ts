import { createHeader, createVariant } from '@plumbline/contract/bim/bim'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { makeOwner } from '../../test/make.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

test('A model whose name would be read backwards is listed with the letters in their order', async () => {
  const { client, project } = await makeOwner(app)
  const params = { id: project.id }
  const { id, name } = await client.call(createHeader, {
    params,
    body: { name: 'House\u202ecfi.exe', type_of: 'MODEL' },
  })
  expect(name).toBe('Housecfi.exe')
  const { variant } = await client.call(createVariant, {
    params: { ...params, headerId: id },
    body: { file_name: 'house\u202egpj.ifc', size_bytes: 5 },
  })
  expect(variant.file_name).toBe('housegpj.ifc')
})
