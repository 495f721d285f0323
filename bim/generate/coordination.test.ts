import { expect, test } from 'vitest'
import { compareReaders } from '../test/agreement.ts'
import { convertBytes } from '../test/converted.ts'
import { rewriteXml, writeXml } from '../test/ifcxml.ts'
import { generateCoordination } from './coordination.ts'

const bytes = new TextEncoder().encode(generateCoordination())

test('The file of things that are reached from others is read in full, and alike from ifcXML', async () => {
  const { manifest, structure, report, artefacts } = await convertBytes(bytes)
  expect(report.warnings.map(({ code, count }) => [code, count])).toEqual([['LEFT_OUT', 2]])
  expect(manifest.counts).toMatchObject({ elements: 5, openings: 1, spaces: 2, with_geometry: 3 })
  expect(structure.groups.map(({ name }) => name)).toEqual(['Tenant A', 'Heating flow'])
  expect(manifest.lines).toBe(4)
  const found = await convertBytes(new TextEncoder().encode(rewriteXml(writeXml(bytes)).step))
  expect(found.structure).toEqual(structure)
  expect(found.manifest.georeference).toEqual(manifest.georeference)
  for (const name of ['props-0.json', 'lines.json', 'chunk-0.pack', 'chunk-1.pack', 'chunk-2.pack'])
    expect([name, found.artefacts.get(name)]).toEqual([name, artefacts.get(name)])
})

test('An independent reader finds the same about every element of it', () => {
  expect(compareReaders(bytes).differences).toEqual([])
})
