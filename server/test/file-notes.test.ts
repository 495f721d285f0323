import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { bcfErrors, bcfWarnings } from '@plumbline/bcf/errors'
import { fileNotes } from '@plumbline/contract/bim/file-notes'
import { expect, test } from 'vitest'

/** Other languages say what is wrong with a file by its code: each code that the sources give is on the list. */
test('every code of a failed or noted file has its words', () => {
  const root = path.join(import.meta.dirname, '../..')
  const sources = globSync(['bim/src/**/*.ts', 'server/src/bim/**/*.ts'], { cwd: root }).filter(
    (file) => !file.endsWith('.test.ts'),
  )
  const given = /(?:ModelError|refuse|fault|add)\(\s*'([A-Z_]{4,})'|\bcode: '([A-Z_]{4,})'/g
  const found = new Set<string>()
  for (const file of sources)
    for (const [, thrown, noted] of readFileSync(path.join(root, file), 'utf8').matchAll(given))
      found.add(thrown ?? noted ?? '')
  // only ever read in the browser, which made it
  found.delete('CHUNK_DAMAGED')
  expect([...found].filter((code) => !fileNotes.includes(code as never))).toEqual([])
  expect(found.size).toBeGreaterThan(25)
})

test('every code of a BCF file has its words', () => {
  const codes = [...Object.keys(bcfErrors), ...bcfWarnings].map((code) => `BCF_${code}`)
  expect(codes.filter((code) => !fileNotes.includes(code as never))).toEqual([])
})
