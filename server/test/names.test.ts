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

test('ARCHITECTURE.md names only files that exist', () => {
  const top = path.join(root, '..')
  const folders = ['contract', 'server', 'web', 'bim', 'bcf', 'viewer', 'e2e', 'tools', 'docs']
  const files = folders.flatMap((folder) =>
    fs
      .readdirSync(path.join(top, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => !file.includes('node_modules'))
      .map((file) => `/${folder}/${file.replaceAll(path.sep, '/')}`),
  )
  const text = fs.readFileSync(path.join(top, 'ARCHITECTURE.md'), 'utf8')
  const named = [...text.matchAll(/`([\w./-]+\.(?:ts|tsx|mjs|md))`/g)].map(([, file = '']) => file)
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter((file) => !files.some((each) => each.endsWith(`/${file}`)))).toEqual([])
})
