import fs from 'node:fs'
import path from 'node:path'
import { apiEntries } from '@plumbline/contract/api'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..')
const sources = ['src', 'demo'].flatMap((folder) =>
  fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => path.join(root, folder, file)),
)

/** BCF API endpoints of both versions share a handler: `getTopic21` and `getTopic30`. */
const handlerOf = (endpoint: string) =>
  endpoint === 'getBcfAuth21' ? 'getFoundationAuth' : endpoint.replace(/(10|11|21|30)$/, '')

const fileOf = (handler: string) => handler.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

test('Every endpoint is answered by the function of its name in the file of its name', () => {
  const missing = apiEntries
    .map(({ name }) => handlerOf(name))
    .filter((handler) => {
      const files = sources.filter((file) => path.basename(file) === `${fileOf(handler)}.ts`)
      const declaration = new RegExp(`^export (const|function|async function) ${handler}\\b`, 'm')
      return !files.some((file) => declaration.test(fs.readFileSync(file, 'utf8')))
    })
  expect([...new Set(missing)]).toEqual([])
})
