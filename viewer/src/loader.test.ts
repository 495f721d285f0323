import type { ChunkInfo } from '@plumbline/bim/model'
import { expect, test } from 'vitest'
import { makeScene, type SceneBlock } from '../test/scene.ts'
import { type DecodedEdges, decodeEdges, decodePlacedChunk } from './decode.ts'
import { Loader, type LoadProgress } from './loader.ts'
import { Materials } from './materials.ts'
import { Model } from './model.ts'

const block: SceneBlock = {
  guid: 'room',
  name: 'Room',
  class: 'IfcSpace',
  storey: 0,
  box: [0, 0, 0, 4, 4, 3],
  color: [200, 200, 200, 255],
}

/** A loader of a model with some chunks of one kind; the test decides when edges and downloads arrive. */
async function createLoader(kind: ChunkInfo['kind'], files: readonly string[]) {
  const { source } = makeScene('a', [block])
  const bytes = await source.chunk('', new AbortController().signal, () => {})
  const [info] = source.manifest.chunks
  const chunks = files.map((file): ChunkInfo => ({ ...(info as ChunkInfo), file, kind }))
  const manifest = { ...source.manifest, chunks }
  const asked: string[] = []
  let download: () => Promise<unknown> = async () => undefined
  let hasRoom = () => true
  const told: LoadProgress[] = []
  const model = new Model({ ...source, manifest }, new Materials())
  const attached: boolean[] = []
  const edges: (() => void)[] = []
  const loader = new Loader(
    {
      id: 'a',
      manifest,
      chunk: async (file, _signal, onBytes) => {
        asked.push(file)
        onBytes(bytes.length)
        await download()
        return bytes.slice()
      },
    },
    model,
    {
      decoder: {
        busy: false,
        dispose: () => {},
        decode: async (packed, runs, onEdges: (found: DecodedEdges) => void) => {
          const decoded = await decodePlacedChunk(packed, runs)
          edges.push(() => onEdges(decodeEdges(decoded.placed)))
          return decoded
        },
      },
      weigh: () => 1,
      hasRoom: () => hasRoom(),
      reserve: () => () => {},
      makeRoom: async () => () => {},
      attach: () => {},
      attachEdges: (chunk) => attached.push(model.chunks.includes(chunk)),
      progress: (progress) => told.push(progress),
    },
  )
  return {
    loader,
    model,
    asked,
    attached,
    findEdges: () => {
      for (const find of edges.splice(0)) find()
    },
    setDownload: (next: typeof download) => {
      download = next
    },
    setRoom: (next: typeof hasRoom) => {
      hasRoom = next
    },
    told,
    chunks,
  }
}

test('Edges that arrive after the graphics context was restored belong to the new chunk', async () => {
  const { loader, model, attached, findEdges } = await createLoader('model', ['0.pack'])
  await loader.load('model', () => {})
  model.remake()
  findEdges()
  expect(model.chunks.map(({ edges }) => edges !== null)).toEqual([true])
  expect(attached).toEqual([true])
})

test('Edges of a chunk that has been evicted meanwhile are not kept', async () => {
  const { loader, model, attached, findEdges } = await createLoader('model', ['0.pack'])
  await loader.load('model', () => {})
  model.drop('0.pack')
  findEdges()
  expect(attached).toEqual([])
})

test('Who asks for rooms that are on their way waits for them, and they come once', async () => {
  const { loader, model, asked, setDownload } = await createLoader('spaces', ['0.pack', '1.pack'])
  const arrival = Promise.withResolvers<void>()
  setDownload(async () => asked.length === 1 && (await arrival.promise))
  const first = loader.load('spaces', () => {})
  const second = loader.load('spaces', () => {}).then(() => model.chunks.length)
  await new Promise((turn) => setImmediate(turn))
  arrival.resolve()
  expect(await second).toBe(2)
  await first
  expect(asked).toEqual(['0.pack', '1.pack'])
})

test('Rooms that were evicted, or did not come, are fetched when they are asked for again', async () => {
  const { loader, model, asked, setDownload } = await createLoader('spaces', ['0.pack', '1.pack'])
  setDownload(async () => {
    if (asked.length === 2) throw new Error('cut off')
  })
  await expect(loader.load('spaces', () => {})).rejects.toThrow('cut off')
  model.drop('0.pack')
  await loader.load('spaces', () => {})
  expect(model.chunks.map(({ info }) => info.file).sort()).toEqual(['0.pack', '1.pack'])
})

test('A model waiting for memory is loaded after the models that fit', async () => {
  const { loader, asked, told, chunks, setDownload, setRoom } = await createLoader('model', [
    '0.pack',
    '1.pack',
    '2.pack',
  ])
  let room = 1
  setRoom(() => room-- > 0)
  const [, failing, late] = chunks
  setDownload(async () => {
    if (asked.length === 2) throw new Error('cut off')
  })
  await expect(loader.load('model', () => {})).rejects.toThrow('cut off')
  setDownload(async () => undefined)
  await loader.fetch(late as ChunkInfo)
  expect(told.at(-1)?.done).toBe(false)
  await loader.fetch(failing as ChunkInfo)
  expect(told.at(-1)?.done).toBe(true)
  expect(told.every(({ loaded_bytes, total_bytes }) => loaded_bytes <= total_bytes)).toBe(true)
})
