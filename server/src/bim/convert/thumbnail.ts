import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { getRunsOf } from '@plumbline/bim/carry/element-runs'
import type { Box, Chunk, Manifest } from '@plumbline/bim/model'
import { decodeChunk } from '@plumbline/bim/pack'
import { drawPicture, fitPictureCamera, type PictureOptions } from '@plumbline/bim/picture'
import sharp from 'sharp'
import { readCarried } from '../read-carried.ts'

/** limit on drawn triangles; the largest elements are drawn first */
const MAX_TRIANGLES = 3_000_000
/** limit for project cards, which are drawn while somebody waits */
const MAX_CARD_TRIANGLES = 200_000
const WIDTH = 640
const HEIGHT = 400

/** Reads chunks of a model for a picture, largest elements first, up to `most` triangles. */
export async function readChunks(
  manifest: Manifest,
  read: (file: string) => Promise<Buffer>,
  most = MAX_TRIANGLES,
): Promise<Chunk[]> {
  const chunks: Chunk[] = []
  let triangles = 0
  const carried = await readCarried(manifest, read)
  for (const info of manifest.chunks) {
    if (info.kind !== 'model') continue
    triangles += info.triangles
    if (chunks.length > 0 && triangles > most) break
    chunks.push(await decodeChunk(await read(info.file), getRunsOf(info, carried)))
  }
  return chunks
}

/** Renders chunks to a PNG with 2× supersampling. */
export async function renderPng(chunks: Chunk[], options: PictureOptions): Promise<Uint8Array> {
  const { width, height } = options
  const rgba = drawPicture(chunks, { ...options, width: width * 2, height: height * 2 })
  return sharp(rgba, { raw: { width: width * 2, height: height * 2, channels: 4 } })
    .removeAlpha()
    .resize(width, height)
    .png({ palette: true, effort: 1 })
    .toBuffer()
}

/** Reads the chunks for a project card from a conversion's folder. */
export const readCardChunks = (manifest: Manifest, folder: string) =>
  readChunks(manifest, (file) => readFile(path.join(folder, file)), MAX_CARD_TRIANGLES)

/** Renders the model from the south-east for the project card; null without geometry. */
export async function drawThumbnail(manifest: Manifest, chunks: Chunk[]): Promise<Uint8Array | null> {
  if (!manifest.box) return null
  const [x, y, z] = manifest.origin
  const box = manifest.box.map((value, at) => value - ([x, y, z][at % 3] ?? 0)) as Box
  return renderPng(chunks, { width: WIDTH, height: HEIGHT, view: fitPictureCamera(box, WIDTH / HEIGHT) })
}
