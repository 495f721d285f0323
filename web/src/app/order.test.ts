import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/**
 * The import order of the web client: a folder imports only folders to its left. Pages (`*Page.tsx`) may import every
 * domain, and only the application imports pages.
 */
const order = [
  'ui',
  'base',
  'api',
  'users',
  'settings',
  'auth',
  'teams',
  'billing',
  'projects',
  'access',
  'audit',
  'bim',
  'issues',
  'bcf',
  'markers',
  'presence',
  'chat',
  'notifications',
  'sync',
  'webhooks',
  'admin',
  'analytics',
  'palette',
  'help',
  'languages',
  'app',
]
const roof = ['app', 'languages', 'gallery']

const root = path.join(import.meta.dirname, '..')
const files = fs
  .readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll(path.sep, '/'))
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\.d\.ts$/.test(file))

interface Import {
  from: string
  to: string
  kind: 'value' | 'type' | 'lazy'
}

const imports = files.flatMap((from): Import[] => {
  const source = fs.readFileSync(path.join(root, from), 'utf8')
  const found = source.matchAll(
    /(?:^|\n)(?:import|export)(\s+type)?\s[^'"]*?from\s+'(\.[^']+)'|import\('(\.[^']+)'\)/g,
  )
  return [...found].map(([, type, name, lazy]) => ({
    from,
    to: path.posix.join(path.posix.dirname(from), name ?? lazy ?? ''),
    kind: lazy ? 'lazy' : type ? 'type' : 'value',
  }))
})

const folderOf = (file: string) => file.split('/')[0] ?? ''
const isPage = (file: string) => file.endsWith('Page.tsx')
const tell = ({ from, to }: Import) => `${from} imports ${to}`

test('Every folder has its place in the order', () => {
  const folders = new Set(files.filter((file) => file.includes('/')).map(folderOf))
  expect([...folders].filter((folder) => !order.includes(folder) && !roof.includes(folder))).toEqual([])
})

test('No file imports against the order of the folders', () => {
  const against = imports.filter(({ from, to }) => {
    const [importer, imported] = [folderOf(from), folderOf(to)]
    if (importer === imported || roof.includes(importer)) return false
    if (isPage(from)) return roof.includes(imported)
    return isPage(to) || order.indexOf(imported) > order.indexOf(importer)
  })
  expect(against.map(tell)).toEqual([])
})

/** Groups of files that import each other, directly or through others. */
function circles(kinds: Import['kind'][]): string[][] {
  const targets = Map.groupBy(
    imports.filter(({ kind }) => kinds.includes(kind)),
    ({ from }) => from,
  )
  const reachable = (start: string) => {
    const seen = new Set<string>()
    const waiting = [start]
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop())
      for (const { to } of targets.get(file) ?? [])
        if (!seen.has(to)) {
          seen.add(to)
          waiting.push(to)
        }
    return seen
  }
  const inCircle = files.filter((file) => reachable(file).has(file))
  const groups = Map.groupBy(inCircle, (file) =>
    [...reachable(file)]
      .filter((other) => reachable(other).has(file))
      .sort()
      .join(),
  )
  return [...groups.values()].map((group) => group.sort())
}

test('No files import each other, type imports aside', () => {
  expect(circles(['value', 'lazy'])).toEqual([])
})

test('With type imports at most three groups of files import each other', () => {
  expect(circles(['value', 'lazy', 'type']).length).toBeLessThanOrEqual(3)
})
