import sharp, { type Sharp } from 'sharp'
import type { PictureAnswer, PictureErrorCode, PictureOutput, PictureTask } from './picture-task.ts'

/** Entry point of a picture process: decodes one picture at a time. */

// a cache would keep the memory of earlier pictures
sharp.cache(false)
sharp.concurrency(1)
process.once('disconnect', () => process.exit(0))

function encode(image: Sharp, as: 'webp' | 'png' | 'jpeg'): Sharp {
  if (as === 'png') return image.png()
  return as === 'jpeg' ? image.jpeg({ quality: 90 }) : image.webp({ quality: 82 })
}

async function make(image: Sharp, format: string, { as, upright, size, is_full = false }: PictureOutput) {
  const turned = upright ? image.autoOrient() : image
  const sized = turned.resize({
    ...size,
    withoutEnlargement: size.fit === 'inside',
    fastShrinkOnLoad: !is_full,
  })
  const kind = as === 'same' ? (format === 'png' ? 'png' : 'jpeg') : as
  const { data, info } = await encode(sized, kind).toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width, height: info.height }
}

async function handle(task: PictureTask): Promise<PictureAnswer> {
  const head = await sharp(task.source, { limitInputPixels: false }).metadata()
  const { width, height } = head.autoOrient
  if (task.formats && !task.formats.includes(head.format)) return { error: 'DAMAGED' }
  if (width * height > task.max_pixels) return { error: 'TOO_MANY_PIXELS' }
  const outputs: Awaited<ReturnType<typeof make>>[] = []
  const options = { limitInputPixels: task.max_pixels, failOn: task.fail_on, sequentialRead: true }
  for (const output of task.outputs)
    outputs.push(await make(sharp(outputs.at(-1)?.bytes ?? task.source, options), head.format, output))
  return { result: { format: head.format, width, height, exif: head.exif ?? null, outputs } }
}

process.on('message', (task: PictureTask) => {
  const damaged = (): PictureAnswer => ({ error: 'DAMAGED' satisfies PictureErrorCode })
  void handle(task)
    .catch(damaged)
    .then((answer) => process.send?.(answer))
})
