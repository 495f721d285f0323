import { randomBytes } from 'node:crypto'
import fsp from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
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

/** Sizes around the limit for packing and unpacking in one piece, and around the read window. */
const sizes = [0, 1, 32_767, 32_768, 32_769, 131_071, 131_073, 262_144, 262_145, 600_000]

/** An archive of random and of repetitive entries, from sources that give `partBytes` at a time. */
async function writeEntries(contents: Map<string, Buffer>, partBytes: number): Promise<Buffer> {
  const writer = new ZipWriter()
  const parts: Buffer[] = []
  for (const [name, content] of contents) {
    const pieces = Array.from({ length: Math.ceil(content.length / partBytes) }, (_, at) =>
      content.subarray(at * partBytes, (at + 1) * partBytes),
    )
    for await (const part of writer.file(name, () => Readable.from(pieces, { objectMode: false })))
      parts.push(part)
  }
  parts.push(...writer.end())
  return Buffer.concat(parts)
}

test('Entries of any size are read back from memory and from a file, in any order', async () => {
  const contents = new Map(
    sizes.flatMap((size) => [
      [`${size}.png`, randomBytes(size)],
      [`${size}.xml`, Buffer.alloc(size, 'beam ')],
    ]),
  )
  const bytes = await writeEntries(contents, 10_000)
  expect(await writeEntries(contents, 65_536)).toEqual(bytes)
  const file = path.join(await fsp.mkdtemp(path.join(os.tmpdir(), 'plumbline-zip-')), 'entries.zip')
  await fsp.writeFile(file, bytes)
  for (const source of [bytes, file]) {
    const archive = await openArchive(source, bcfLimits)
    for (const name of [...archive.names, ...archive.names.toReversed()])
      expect((await buffer(archive.read(name))).equals(contents.get(name) ?? Buffer.of(1))).toBe(true)
    const all = await Promise.all(archive.names.map((name) => buffer(archive.read(name))))
    expect(all.every((content, at) => content.equals(contents.get(archive.names[at] ?? '') as Buffer))).toBe(
      true,
    )
    archive.close()
  }
  await fsp.rm(path.dirname(file), { recursive: true })
})

test('A file of thousands of small entries is read, wherever its reads begin and end', async () => {
  const contents = new Map(
    Array.from({ length: 5000 }, (_, at) => [`${at}`.padEnd(60, 'x'), Buffer.from(`${at}`)]),
  )
  const file = path.join(await fsp.mkdtemp(path.join(os.tmpdir(), 'plumbline-zip-')), 'entries.zip')
  await fsp.writeFile(file, await writeEntries(contents, 1000))
  const archive = await openArchive(file, bcfLimits)
  for (const [name, content] of contents) expect(await buffer(archive.read(name))).toEqual(content)
  archive.close()
  await fsp.rm(path.dirname(file), { recursive: true })
})

test('An entry with more bytes than it declares is damaged', async () => {
  const content = Buffer.alloc(5000, 'beam ')
  const bytes = await writeEntries(new Map([['a.xml', content]]), 1000)
  const record = bytes.indexOf(Buffer.from([0x50, 0x4b, 1, 2]))
  for (const declared of [0, 4999, 5001]) {
    bytes.writeUInt32LE(declared, record + 24)
    const archive = await openArchive(bytes, bcfLimits)
    await expect(buffer(archive.read('a.xml'))).rejects.toMatchObject({ code: 'DAMAGED' })
  }
})

test.each([1000, 200_000])('An abandoned archive closes the source of an entry of %d bytes', async (size) => {
  let isClosed = false
  const source = Readable.from(
    (async function* () {
      try {
        for (let at = 0; at < size; at += 1000) yield randomBytes(1000)
      } finally {
        isClosed = true
      }
    })(),
    { objectMode: false },
  )
  for await (const _ of new ZipWriter().file('a.png', () => source)) break
  await expect.poll(() => isClosed).toBe(true)
})
