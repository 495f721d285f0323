import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import type { ViewpointWithBitmaps } from '@plumbline/contract/issues/viewpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildJpegHead, buildPng } from '../generate/pictures.ts'
import { generateProject, generateTopics } from '../generate/topics.ts'
import { collectTopics, validateArchive } from '../test/archives.ts'
import { toHorizontalFieldOfView } from './camera.ts'
import { bcfLimits } from './limits.ts'
import type { BcfArchiveProject, Topic, WritableBcfVersion } from './model.ts'
import { openBcf } from './open.ts'
import { writeBcf } from './write.ts'
import { openArchive } from './zip/archive.ts'

const [{ topic: made }] = generateTopics({ topics: 1, viewpoints: 0, comments: 0 }) as Iterable<{
  topic: Topic
}> as [{ topic: Topic }]
const GUIDS = ['0a4a1d5c-8a4c-4a39-9a53-5d1f9b0e6c02', '739579ab-6e10-4891-a372-59d89f1befe3'] as const
const entry = (name: string) => Readable.from([Buffer.from(name)], { objectMode: false })

const written = (
  version: WritableBcfVersion,
  topic: Partial<Topic>,
  project: BcfArchiveProject = generateProject(),
) => buffer(writeBcf(version, project, [{ topic: { ...made, ...topic }, openEntry: entry }]))

async function again(version: WritableBcfVersion, topic: Partial<Topic>, project?: BcfArchiveProject) {
  const bytes = await written(version, topic, project)
  expect(await validateArchive(bytes, version)).toEqual([])
  const archive = await openBcf(bytes)
  const [read] = await collectTopics(archive)
  const { names } = await openArchive(bytes, bcfLimits)
  return { archive, topic: read!, names, view: read!.viewpoints[0]?.view }
}

const viewpoint = (view: ViewpointWithBitmaps, snapshot?: string) => ({
  guid: GUIDS[0],
  view,
  snapshot,
  bitmaps: [],
})
const wall = [{ ifc_guid: '1E8YkwPMfB$h99jtn_uAjI' }]
const place = {
  camera_view_point: { x: 1, y: 2, z: 3 },
  camera_direction: { x: 0, y: 1, z: 0 },
  camera_up_vector: { x: 0, y: 0, z: 1 },
}

describe('a written archive', () => {
  test('is reproducible byte by byte', async () => {
    const write = () =>
      buffer(writeBcf('3.0', generateProject(), generateTopics({ topics: 4, snapshot: 30 })))
    const zone = process.env.TZ
    try {
      const all: Buffer[] = []
      for (const each of ['UTC', 'America/New_York', 'Asia/Kolkata']) {
        process.env.TZ = each
        all.push(await write())
      }
      expect(all.every((bytes) => bytes.equals(all[0]!))).toBe(true)
    } finally {
      process.env.TZ = zone
      if (zone === undefined) delete process.env.TZ
    }
  })

  test('of 2.1 has the BCF 1.0 file names for the first viewpoint', async () => {
    const camera = { orthogonal_camera: { ...place, view_to_world_scale: 5, aspect_ratio: 1 } }
    const viewpoints = GUIDS.map((guid) => ({ guid, view: camera, snapshot: `${guid}.jpg`, bitmaps: [] }))
    const { names } = await again('2.1', { guid: GUIDS[1], viewpoints })
    expect(names.filter((name) => name.startsWith(GUIDS[1])).map((name) => name.slice(37))).toEqual([
      'markup.bcf',
      'viewpoint.bcfv',
      `Viewpoint_${GUIDS[1]}.bcfv`,
      'snapshot.jpg',
      `Snapshot_${GUIDS[1]}.jpg`,
    ])
  })

  test('contains a document once in 3.0 and once per topic in 2.1', async () => {
    const project = {
      ...generateProject(),
      documents: [{ guid: GUIDS[0], filename: '../a:b.pdf', description: 'Plans', entry: 'anywhere' }],
    }
    const document_references = [
      { guid: GUIDS[0], document_guid: GUIDS[0], description: 'One' },
      { guid: GUIDS[1], document_guid: GUIDS[0] },
    ]
    const newer = await again('3.0', { document_references }, project)
    expect(newer.names.filter((name) => /^documents/i.test(name))).toEqual([
      `Documents/${GUIDS[0]}`,
      'documents.xml',
    ])
    expect(newer.archive.project.documents).toMatchObject([{ filename: '../a:b.pdf', description: 'Plans' }])
    const older = await again('2.1', { document_references }, project)
    expect(older.names.filter((name) => name.endsWith('.pdf'))).toEqual([`${made.guid}/_a_b.pdf`])
    const [document] = older.archive.project.documents
    expect((await buffer(older.archive.read(document!.entry))).toString()).toBe('anywhere')
    expect(older.topic.document_references.map(({ description }) => description)).toEqual(['One', undefined])
  })

  test('has no document under the names of a first view, which a topic without one would get', async () => {
    for (const filename of ['viewpoint.bcfv', 'snapshot.png']) {
      const documents = [{ guid: GUIDS[1], filename, entry: filename }]
      const document_references = [{ guid: GUIDS[0], document_guid: GUIDS[1] }]
      const project = { ...generateProject(), documents }
      const archive = await openBcf(await written('2.1', { document_references, viewpoints: [] }, project))
      const [topic] = await collectTopics(archive)
      expect(topic!.viewpoints).toEqual([])
      expect(archive.project.documents).toHaveLength(1)
    }
  })

  test('renames files of a topic with the same name or one that Windows has for a device', async () => {
    const files = ['a/model.ifc', 'b/Model.ifc', 'c/markup.bcf', 'd/AUX.ifc'].map((reference) => ({
      reference,
      is_external: false,
    }))
    const { topic, archive } = await again('2.1', { files })
    expect(topic.files.map(({ reference }) => reference?.slice(37))).toEqual([
      'model.ifc',
      'Model 2.ifc',
      'markup 2.bcf',
      '_AUX.ifc',
    ])
    const bytes = topic.files.map(async ({ reference }) =>
      (await buffer(archive.read(reference!))).toString(),
    )
    expect(await Promise.all(bytes)).toEqual(['a/model.ifc', 'b/Model.ifc', 'c/markup.bcf', 'd/AUX.ifc'])
  })
})

describe('limitations of a version', () => {
  const perspective = (field_of_view: number, aspect_ratio: number): ViewpointWithBitmaps => ({
    perspective_camera: { ...place, field_of_view, aspect_ratio },
  })

  test.each([
    [20, 4 / 3, 45],
    [40, 4 / 3, toHorizontalFieldOfView(40, 4 / 3)],
    [90, 2, 60],
  ])('a field of view of %d degrees is clamped to the range of 2.1', async (angle, ratio, horizontal) => {
    const { view } = await again('2.1', { viewpoints: [viewpoint(perspective(angle, ratio))] })
    const camera = view!.perspective_camera!
    expect(toHorizontalFieldOfView(camera.field_of_view, camera.aspect_ratio)).toBeCloseTo(horizontal, 9)
    const newer = await again('3.0', { viewpoints: [viewpoint(perspective(angle, ratio))] })
    expect(newer.view).toMatchObject(perspective(angle, ratio))
  })

  test('a view without a camera survives 3.0', async () => {
    const view = { components: { selection: wall, visibility: { default_visibility: true } } }
    expect((await again('3.0', { viewpoints: [viewpoint(view)] })).view).toEqual(view)
  })

  test('a topic without type, status and author is valid in 3.0', async () => {
    const { topic } = await again('3.0', { topic_type: undefined, topic_status: '', creation_author: '' })
    expect([topic.topic_type, topic.topic_status, topic.creation_author]).toEqual(Array(3).fill('Unknown'))
  })

  test('colours are upper case without a hash, and empty component lists are omitted', async () => {
    const components = {
      selection: [],
      visibility: { default_visibility: false, exceptions: [] },
      coloring: [
        { color: '#80ff00aa', components: wall },
        { color: 'ff0000', components: [] },
      ],
    }
    const view = { ...perspective(40, 4 / 3), components }
    for (const version of ['2.1', '3.0'] as const)
      expect((await again(version, { viewpoints: [viewpoint(view)] })).view?.components).toEqual({
        visibility: { default_visibility: false },
        coloring: [{ color: '80FF00AA', components: wall }],
      })
  })

  test('characters that XML forbids are replaced, all others are preserved', async () => {
    const title = 'a\u0000b\u001fc\ud800d\uffffe'
    const description = 'a\r\nb\n\tc\u0085\u2028 <&>"\' \u{1f6a7} ]]>'
    for (const version of ['2.1', '3.0'] as const) {
      const { topic } = await again(version, { title, description, topic_type: 'a\n"b"\t' })
      expect(topic.title).toBe('a\ufffdb\ufffdc\ufffdd\ufffde')
      expect([topic.description, topic.topic_type]).toEqual([description, 'a\n"b"'])
    }
  })

  test('a project with a name but no id gets a deterministic id', async () => {
    const project = { ...generateProject(), project_id: undefined, name: 'Tower' }
    const ids = await Promise.all([again('3.0', {}, project), again('2.1', {}, project)])
    expect(ids[0].archive.project.name).toBe('Tower')
    expect(ids[0].archive.project.project_id).toMatch(/^[0-9a-f-]{36}$/)
    expect(ids[1].archive.project.project_id).toBe(ids[0].archive.project.project_id)
  })
})

describe('the writer', () => {
  test('requests a topic only after the previous one was consumed', async () => {
    let asked = 0
    const picture = buildPng(200, 150)
    async function* topics() {
      for (const { topic } of generateTopics({ topics: 10_000, snapshot: 1 })) {
        asked++
        yield { topic, openEntry: () => Readable.from([picture], { objectMode: false }) }
      }
    }
    const archive = writeBcf('3.0', generateProject(), topics())
    let bytes = 0
    for await (const part of archive) {
      bytes += (part as Buffer).length
      if (bytes > 200_000) break
    }
    // a few dozen topics are consumed; in flight are one or two, plus the stream buffers
    const perTopic = bytes / asked
    expect(perTopic).toBeGreaterThan(500)
    const before = asked
    for (let turn = 0; turn < 50; turn++) await setImmediate()
    expect(asked - before).toBeLessThanOrEqual(1)
    expect(asked).toBeLessThan(1000)
  })

  test('closes its sources when the reader stops', async () => {
    const sources: Readable[] = []
    let isOver = false
    async function* topics() {
      try {
        for (const { topic } of generateTopics({ topics: 100, snapshot: 1 })) {
          const endless = () => {
            const source = new Readable({ read: () => source.push(Buffer.alloc(60_000, 'x')) })
            sources.push(source)
            return source
          }
          yield { topic, openEntry: endless }
        }
      } finally {
        isOver = true
      }
    }
    const archive = writeBcf('3.0', generateProject(), topics())
    for await (const _ of archive) if (sources.length > 0) break
    await expect.poll(() => isOver).toBe(true)
    expect(sources.map((source) => source.destroyed)).toEqual([true])
  })

  test.each<[string, () => Readable | Promise<Readable>]>([
    ['cannot be opened', () => Promise.reject(new Error('gone'))],
    [
      'breaks off',
      () =>
        Readable.from(
          (async function* () {
            yield Buffer.from('a')
            throw new Error('gone')
          })(),
          { objectMode: false },
        ),
    ],
    [
      'cannot be asked for',
      () => {
        throw new Error('gone')
      },
    ],
  ])('fails when a picture %s', async (_, source) => {
    const topics = [...generateTopics({ topics: 2, snapshot: 1 })].map(({ topic }) => ({
      topic,
      openEntry: source,
    }))
    await expect(buffer(writeBcf('2.1', generateProject(), topics))).rejects.toThrow('gone')
  })

  test('fails when the topic source fails', async () => {
    async function* topics() {
      yield* generateTopics({ topics: 1 })
      throw new Error('gone')
    }
    await expect(buffer(writeBcf('2.1', generateProject(), topics()))).rejects.toThrow('gone')
  })
})

describe('an archive file', () => {
  let folder: string
  let file: string
  beforeAll(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bcf-'))
    file = path.join(folder, 'many.bcf')
    // larger than one read
    const picture = randomBytes(400_000)
    const topics = [...generateTopics({ topics: 40, snapshot: 1 })].map(({ topic }) => ({
      topic,
      openEntry: () => Readable.from([picture], { objectMode: false }),
    }))
    await pipeline(writeBcf('2.1', generateProject(), topics), fs.createWriteStream(file))
  })
  afterAll(() => fs.rmSync(folder, { recursive: true }))

  const openHandles = () =>
    fs.readdirSync('/proc/self/fd').filter((handle) => {
      try {
        return fs.readlinkSync(`/proc/self/fd/${handle}`) === file
      } catch {
        return false
      }
    }).length

  test.skipIf(!fs.existsSync('/proc/self/fd'))(
    'is opened once while reading and closed afterwards',
    async () => {
      const archive = await openBcf(file)
      const counts = new Set<number>()
      for await (const topic of archive.topics()) {
        // read only the beginning of each picture
        for await (const _ of archive.read(topic.viewpoints[0]!.snapshot!)) break
        counts.add(openHandles())
      }
      expect(counts).toEqual(new Set([1]))
      archive.close()
      await expect.poll(openHandles).toBe(0)
    },
  )

  test.skipIf(!fs.existsSync('/proc/self/fd'))('is closed after a rejection', async () => {
    const refused = openBcf(file, { ...bcfLimits, topics: 10 })
    await expect(refused).rejects.toMatchObject({ code: 'TOO_MANY' })
    await expect.poll(openHandles).toBe(0)
  })

  test('passes on file system errors', async () => {
    await expect(openBcf(path.join(folder, 'nothing.bcf'))).rejects.toMatchObject({ code: 'ENOENT' })
  })
})

test('a JPEG snapshot provides the aspect ratio in 2.1', async () => {
  const topic = {
    ...made,
    viewpoints: [
      viewpoint({ perspective_camera: { ...place, field_of_view: 30, aspect_ratio: 2 } }, 'a.jpg'),
    ],
  }
  const picture = () => Readable.from([buildJpegHead(200, 100)], { objectMode: false })
  const archive = await openBcf(
    await buffer(writeBcf('2.1', generateProject(), [{ topic, openEntry: picture }])),
  )
  const [read] = await collectTopics(archive)
  expect(read!.viewpoints[0]!.view.perspective_camera).toMatchObject({ aspect_ratio: 2 })
  expect(read!.viewpoints[0]!.view.perspective_camera!.field_of_view).toBeCloseTo(30, 9)
})
