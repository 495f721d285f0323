import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { bcfErrors, bcfWarnings } from '@plumbline/bcf/errors'
import { notShownReasons } from '@plumbline/bim/not-shown'
import { fileNotes } from '@plumbline/contract/bim/file-notes'
import { expect, test } from 'vitest'

/** Messages about files are translated by code, so every code in the sources needs a translation. */
test('Every error and warning code of a model file is translated', () => {
  const root = path.join(import.meta.dirname, '../..')
  const sources = globSync(['bim/src/**/*.ts', 'server/src/bim/**/*.ts'], { cwd: root }).filter(
    (file) => !file.endsWith('.test.ts'),
  )
  const given = /(?:ModelError|refuse|fault|add)\(\s*'([A-Z_]{4,})'|\bcode: '([A-Z_]{4,})'/g
  const found = new Set<string>()
  for (const file of sources)
    for (const [, thrown, noted] of readFileSync(path.join(root, file), 'utf8').matchAll(given))
      found.add(thrown ?? noted ?? '')
  // used in the browser only
  found.delete('CHUNK_DAMAGED')
  expect([...found].filter((code) => !fileNotes.includes(code as never))).toEqual([])
  expect(found.size).toBeGreaterThan(25)
})

test('Every error and warning code of a BCF file is translated', () => {
  const codes = [...Object.keys(bcfErrors), ...bcfWarnings].map((code) => `BCF_${code}`)
  expect(codes.filter((code) => !fileNotes.includes(code as never))).toEqual([])
})

test('Every reason why an element is not shown is translated', () => {
  const codes = Object.keys(notShownReasons).map((reason) => `NOT_SHOWN_${reason}`)
  expect(codes.filter((code) => !fileNotes.includes(code as never))).toEqual([])
})
