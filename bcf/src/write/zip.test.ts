import { expect, test } from 'vitest'
import { bcfLimits } from '../limits.ts'
import { openArchive } from '../zip/archive.ts'
import { ZipWriter } from './zip.ts'

test('an archive may have more than 65,535 entries (ZIP64)', async () => {
  const writer = new ZipWriter()
  const parts: Buffer[] = []
  for (let at = 0; at < 70_000; at++) parts.push(...writer.folder(`folder ${at}/`))
  for await (const part of writer.file('last.txt', () => Buffer.from('here'))) parts.push(part)
  parts.push(...writer.end())
  const archive = await openArchive(Buffer.concat(parts), bcfLimits)
  expect(archive.names).toEqual(['last.txt'])
  const read: Buffer[] = []
  for await (const part of archive.read('last.txt')) read.push(part as Buffer)
  expect(Buffer.concat(read).toString()).toBe('here')
})
