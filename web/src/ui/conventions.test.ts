/// <reference types="node" />
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const sources = import.meta.glob<string>('../**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const files = Object.entries(sources)
  .filter(([file]) => !file.includes('.test.'))
  .map(([file, code]) => ({ file, code }))

test('Only components of ui/ import Base UI', () => {
  const others = files.filter(({ file, code }) => file.startsWith('../') && code.includes('@base-ui/react'))
  expect(files.length).toBeGreaterThan(50)
  expect(others.map(({ file }) => file)).toEqual([])
})

test('Base UI is imported by component, never as a whole', () => {
  const whole = files.filter(({ code }) => /from '@base-ui\/react'/.test(code))
  expect(whole.map(({ file }) => file)).toEqual([])
})

test('Components use colour tokens and logical sides only, so dark mode and right-to-left work', () => {
  const raw =
    /#[0-9a-f]{3,8}\b(?=['"`\]])|\brgba?\(|\bdark:|(?<![\w-])(?:[a-z-]+:)*-?(?:m[lr]|p[lr]|left|right|text-left|text-right|border-[lr]|rounded-[lr])-[\w[(]/
  const wrong = files.flatMap(({ file, code }) =>
    [...code.matchAll(/'([^'\n]*)'|"([^"\n]*)"/g)]
      .map((match) => match[1] ?? match[2] ?? '')
      .filter((text) => text.split(/\s+/).some((word) => raw.test(word)))
      .map((text) => `${file}: ${text}`),
  )
  expect(wrong).toEqual([])
})

test('The production stylesheet contains no classes of the gallery or of tests', () => {
  const entry = readFileSync(new URL('../app.css', import.meta.url), 'utf8')
  expect(entry).toContain('@source not "./gallery";')
  expect(entry).toContain('@source not "./**/*.test.{ts,tsx}";')
})
