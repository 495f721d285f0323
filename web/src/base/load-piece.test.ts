import { afterEach, expect, test, vi } from 'vitest'
import { loadPiece } from './load-piece.ts'

afterEach(() => vi.unstubAllGlobals())

/** A page whose network drops the first `lost` requests. */
function openPage({ lost = 0, head = '' } = {}) {
  const asked: string[] = []
  // pauses end at once
  vi.stubGlobal('setTimeout', queueMicrotask)
  vi.stubGlobal('document', { head: { innerHTML: head } })
  vi.stubGlobal('fetch', async (href: string) => {
    asked.push(href)
    if (asked.length <= lost) throw new TypeError('Failed to fetch')
    return new Response('export {}')
  })
  return asked
}

/** An import as the build writes it; `asked`: requests before it. */
const importOf = (name: string, asked: string[], imported: string[] = []) =>
  Object.assign(
    async () => {
      imported.push(`${name} after ${asked.length}`)
      return name
    },
    { toString: () => `()=>import(\`./${name}\`)` },
  )

test('All files of a piece are fetched before it is imported, each once', async () => {
  const asked = openPage()
  const imported: string[] = []
  const files = ['assets/a-1.js', 'assets/b-1.js']
  expect(await loadPiece(importOf('a-1.js', asked, imported), files)).toBe('a-1.js')
  await loadPiece(importOf('a-1.js', asked, imported), files)
  expect(asked).toEqual(['/assets/a-1.js', '/assets/b-1.js'])
  expect(imported).toEqual(['a-1.js after 2', 'a-1.js after 2'])
})

test('A piece with a single file, which has no list, is fetched by its name', async () => {
  const asked = openPage({ lost: 1 })
  const imported: string[] = []
  expect(await loadPiece(importOf('one-2.js', asked, imported))).toBe('one-2.js')
  expect(imported).toEqual(['one-2.js after 2'])
  expect(asked).toEqual(['/assets/one-2.js', '/assets/one-2.js'])
})

test('A piece that the network lost is never imported, and can be loaded later', async () => {
  const asked = openPage({ lost: 3 })
  const imported: string[] = []
  const piece = importOf('lost-3.js', asked, imported)
  await expect(loadPiece(piece)).rejects.toThrow('Failed to fetch')
  expect(imported).toEqual([])
  expect(await loadPiece(piece)).toBe('lost-3.js')
})

test('A file that the page names in its head is not fetched again', async () => {
  const asked = openPage({ head: '<script type="module" src="/assets/start-4.js"></script>' })
  expect(await loadPiece(importOf('start-4.js', asked))).toBe('start-4.js')
  expect(asked).toEqual([])
})

test('A piece that is part of a file that has loaded needs no request', async () => {
  const asked = openPage()
  expect(await loadPiece(async () => 'here')).toBe('here')
  expect(asked).toEqual([])
})
