import { expect, test } from 'vitest'
import { buildArtefactUrls } from './artefact-url.ts'

test('Versions of a file have one address for the same chunk, and their own for everything else', () => {
  const first = buildArtefactUrls('p1', 'h1', 'v1', 'key-1')
  const second = buildArtefactUrls('p1', 'h1', 'v2', 'key-2')
  const chunk = `chunk-${'0a'.repeat(16)}.pack`
  expect(second(chunk)).toBe(first(chunk))
  expect(first(chunk)).toBe(`/api/project/p1/model/h1/${chunk}`)
  expect(buildArtefactUrls('p1', 'h2', 'v1', 'key-1')(chunk)).not.toBe(first(chunk))
  for (const name of ['manifest.json', 'structure.json', 'chunk-0.pack'])
    expect(second(name)).toBe(`/api/project/p1/model/v2/key-2/${name}`)
})
