import fsp from 'node:fs/promises'
import { type ConversionWarning, ModelError } from '@plumbline/bim/model'
import { findEnding } from '@plumbline/contract/bim/bim.rules'
import { PictureError, PictureQueue } from '../../pictures/picture-queue.ts'
import { FileSource } from '../convert/files.ts'
import { checkGlb } from './glb.ts'
import { sniffFile } from './sniff-file.ts'
import { checkSvg } from './svg.ts'

export interface FileCheckResult {
  counts: Record<string, number>
  warnings: ConversionWarning[]
}

/** pixels; A0 at 400 dpi has 250 million */
const MAX_PIXELS = 300_000_000
const SNIFF_BYTES = 1 << 16
const MAX_SVG_BYTES = 50_000_000

const tooLarge = (message: string) => new ModelError('TOO_LARGE', message, 'Export it smaller, or as PDF.')

/** An interlaced drawing of A0 at 400 dpi has to be in memory as a whole. */
const pictures = new PictureQueue({ memory_mb: 2000, seconds: 120 })

/** Decodes the whole picture, a few rows at a time, because only that finds all damage. */
async function checkPicture(file: string, format: 'png' | 'jpeg'): Promise<FileCheckResult> {
  const damaged = new ModelError(
    'DAMAGED',
    'The picture is damaged.',
    'Save it again and upload the new file.',
  )
  const task = { source: file, formats: [format], max_pixels: MAX_PIXELS, fail_on: 'warning' } as const
  const size = { width: 32, height: 32, fit: 'inside' } as const
  const outputs = [{ as: 'png', upright: false, size, is_full: true }] as const
  const { width, height } = await pictures.run({ ...task, outputs }).catch((error: unknown) => {
    if (!(error instanceof PictureError) || error.code === 'UNAVAILABLE') throw error
    if (error.code === 'DAMAGED') throw damaged
    if (error.code === 'TOO_MANY_PIXELS')
      throw tooLarge(`The picture has more than ${MAX_PIXELS / 1_000_000} megapixels.`)
    throw tooLarge('The picture takes too much memory or time to open.')
  })
  return { counts: { width_px: width, height_px: height }, warnings: [] }
}

async function checkSvgFile(file: string, size: number): Promise<FileCheckResult> {
  if (size > MAX_SVG_BYTES) throw tooLarge('The drawing is larger than 50 MB.')
  const bytes = await fsp.readFile(file)
  // other encodings could hide content from this check that a browser would read
  const text = new TextDecoder('utf-8', { fatal: true })
  try {
    return { counts: checkSvg(text.decode(bytes)), warnings: [] }
  } catch (error) {
    if (error instanceof ModelError) throw error
    throw new ModelError('ENCODING', 'The drawing is not written in UTF-8.', 'Export it as UTF-8.')
  }
}

/** The number of points in a LAS or LAZ header. */
function countLasPoints(head: Uint8Array): Record<string, number> {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  const long = (head[25] ?? 0) >= 4 && head.length >= 255 ? Number(view.getBigUint64(247, true)) : 0
  return { points: long || view.getUint32(107, true) }
}

/** Checks a file that needs no conversion. @throws ModelError if it is damaged, dangerous or mislabelled */
export async function checkFile(file: string, fileName: string): Promise<FileCheckResult> {
  const ending = findEnding(fileName)
  const source = new FileSource(file)
  try {
    const { size } = source
    if (!ending)
      throw new ModelError('WRONG_CONTENT', 'This kind of file is not supported.', 'Choose another.')
    const head = source.read(0, SNIFF_BYTES).slice()
    sniffFile(ending, head, source.read(Math.max(0, size - SNIFF_BYTES), SNIFF_BYTES), size, fileName)
    if (ending === 'png') return await checkPicture(file, 'png')
    if (ending === 'jpg' || ending === 'jpeg') return await checkPicture(file, 'jpeg')
    if (ending === 'svg') return await checkSvgFile(file, size)
    if (ending === 'glb') return checkGlb((at, length) => source.read(at, length), size)
    if ((ending === 'las' || ending === 'laz') && head.length >= 111)
      return { counts: countLasPoints(head), warnings: [] }
    return { counts: {}, warnings: [] }
  } finally {
    source.close()
  }
}
