import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/** The import order of folders: machines import no domain, a domain only domains to its left. */

const src = path.join(import.meta.dirname, '../src')
const domains = [
  'users',
  'audit',
  'auth',
  'teams',
  'billing',
  'projects',
  'access',
  'bim',
  'issues',
  'bcf',
  'markers',
  'chat',
  'notifications',
  'webhooks',
  'admin',
]
const machines = ['tracing', 'http', 'loop', 'db', 'live', 'jobs', 'blobs', 'mail', 'pdf', 'backup', 'doctor']
const alone = ['settings']

const folders = fs.readdirSync(src, { withFileTypes: true }).filter((entry) => entry.isDirectory())

function importsOf(file: string): string[] {
  const text = fs.readFileSync(file, 'utf8')
  return [...text.matchAll(/from '(\.[^']+)'/g)].map((match) =>
    path.relative(src, path.resolve(path.dirname(file), match[1] as string)),
  )
}

const files = folders.flatMap(({ name }) =>
  fs
    .readdirSync(path.join(src, name), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => ({ folder: name, file: path.join(name, file) })),
)

test('Every folder is a domain or a machine', () => {
  const known = [...domains, ...machines, ...alone]
  expect(folders.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([])
})

test('Machines import no domain, and domains only domains to their left', () => {
  const wrong = files.flatMap(({ folder, file }) =>
    importsOf(path.join(src, file))
      .map((target) => ({ file, target, to: target.split(path.sep)[0] as string }))
      .filter(({ to }) => {
        if (to === folder || machines.includes(to) || !folders.some(({ name }) => name === to)) return false
        if (machines.includes(folder) || alone.includes(folder) || alone.includes(to)) return true
        return domains.indexOf(to) > domains.indexOf(folder)
      })
      .map((found) => `${found.file} imports ${found.target}`),
  )
  expect(wrong).toEqual([])
})
