import { ChildProcess } from 'node:child_process'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { decodePicture } from './decode-picture.ts'
import { PictureQueue } from './picture-queue.ts'

const size = { width: 8, height: 8, fit: 'inside' } as const
const outputs = [{ as: 'webp', upright: true, size }] as const
const png = () =>
  sharp({ create: { width: 20, height: 10, channels: 3, background: '#445' } })
    .png()
    .toBuffer()

function formatChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A PNG of 1 MB whose comments have 1 GB. */
async function makeBomb(): Promise<Buffer> {
  const small = await png()
  const comment = Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(50_000_000, 97))])
  const chunks = Array.from({ length: 20 }, () => formatChunk('zTXt', comment))
  // after the signature and the header
  return Buffer.concat([small.subarray(0, 33), ...chunks, small.subarray(33)])
}

test('A picture whose comments exceed the memory is refused, and the next one is decoded', async () => {
  const bomb = await makeBomb()
  expect(bomb.length).toBeLessThan(1_100_000)
  const [refused, decoded] = await Promise.allSettled([
    decodePicture({ source: bomb, outputs }),
    decodePicture({ source: await png(), outputs }),
  ])
  expect(refused).toMatchObject({
    reason: {
      code: 'too_large',
      message: 'This image takes too much memory to open. Save it again as a JPG.',
    },
  })
  expect(decoded).toMatchObject({ value: { width: 20, height: 10, outputs: [{ width: 8, height: 4 }] } })
})

test('A process ended by the system does not mark the picture as bad, and the next one is decoded', async () => {
  const queue = new PictureQueue({ memory_mb: 500, seconds: 60 })
  const task = { source: await png(), max_pixels: 1000, fail_on: 'error', outputs } as const
  const cut = queue.run(task)
  await expect.poll(() => queue.pid).not.toBeNull()
  process.kill(queue.pid ?? 0, 'SIGKILL')
  await expect(cut).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(await queue.run(task)).toMatchObject({ format: 'png' })
})

test('A decoding that takes too long is ended, and the next one starts in a new process', async () => {
  const task = { source: await png(), max_pixels: 1000, fail_on: 'error', outputs } as const
  await expect(new PictureQueue({ memory_mb: 500, seconds: 0 }).run(task)).rejects.toMatchObject({
    code: 'TIMED_OUT',
  })
  const queue = new PictureQueue({ memory_mb: 500, seconds: 60 })
  expect(await queue.run(task)).toMatchObject({ format: 'png', width: 20 })
  await expect(queue.run({ ...task, source: Buffer.from('no picture') })).rejects.toMatchObject({
    code: 'DAMAGED',
  })
  await expect(queue.run({ ...task, max_pixels: 100 })).rejects.toMatchObject({ code: 'TOO_MANY_PIXELS' })
  expect(await queue.run(task)).toMatchObject({ format: 'png' })
})

test('A picture that comes while an idle process ends is decoded in another one', async () => {
  const queue = new PictureQueue({ memory_mb: 500, seconds: 60, idle_seconds: 0 })
  const task = { source: await png(), outputs, max_pixels: 1e6, fail_on: 'error' } as const
  const { kill } = ChildProcess.prototype
  const { promise: decoded, resolve } = Promise.withResolvers<unknown>()
  const spy = vi.spyOn(ChildProcess.prototype, 'kill').mockImplementationOnce(function (
    this: ChildProcess,
    signal,
  ) {
    resolve(queue.run(task))
    return kill.call(this, signal)
  })
  await queue.run(task)
  expect(await decoded).toMatchObject({ outputs: [expect.anything()] })
  spy.mockRestore()
})
