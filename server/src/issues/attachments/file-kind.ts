import fsp from 'node:fs/promises'
import sharp from 'sharp'
import { MAX_PIXELS } from '../../blobs/pictures.ts'
import { Refusal } from '../../http/refusal.ts'
import type { LocalFile } from '../../http/upload.ts'
import { readTaken, type Taken } from './exif.ts'

/** What a file is, by its content: its name and what the sender says of it count for nothing. */

export type FileKind =
  | ({ kind: 'PHOTO'; type: string; width: number; height: number } & Taken)
  | { kind: 'FILE'; type: string }

const HEAD = 4096

const isAt = (head: Buffer, text: string, at = 0) => head.toString('latin1', at, at + text.length) === text

/** Pictures that can be shown and drawn on. Others, SVG above all, are files. */
function pictureType(head: Buffer): string | null {
  if (isAt(head, '\xff\xd8\xff')) return 'image/jpeg'
  if (isAt(head, '\x89PNG\r\n\x1a\n')) return 'image/png'
  if (isAt(head, 'RIFF') && isAt(head, 'WEBP', 8)) return 'image/webp'
  if (isAt(head, 'GIF87a') || isAt(head, 'GIF89a')) return 'image/gif'
  if (isAt(head, 'ftypavif', 4)) return 'image/avif'
  return null
}

/** Packed office files, by the folder that only their kind has. */
const office: Record<string, string> = {
  'word/': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'xl/': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'ppt/': 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
}

const isText = (head: Buffer) => {
  if (head.includes(0)) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return true
  } catch {
    return false
  }
}

/** Of files only what no browser would run is called by its type. */
function fileType(head: Buffer): string {
  if (isAt(head, '%PDF-')) return 'application/pdf'
  if (isAt(head, 'PK\x03\x04')) {
    const text = head.toString('latin1')
    const folder = Object.keys(office).find((name) => text.includes(name))
    return folder && text.includes('[Content_Types].xml') ? (office[folder] as string) : 'application/zip'
  }
  if (!isText(head)) return 'application/octet-stream'
  // markup is text, too, and must not be taken for it
  return head.toString('utf8').trimStart().startsWith('<') ? 'application/octet-stream' : 'text/plain'
}

async function readHead({ path }: LocalFile): Promise<Buffer> {
  const handle = await fsp.open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD), 0, HEAD, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

export const damaged = () => {
  const message = 'This image is damaged. Use a JPG or PNG image'
  return new Refusal('unsupported_type', { message, fields: { file: message } })
}

async function readPhoto(file: LocalFile, type: string): Promise<FileKind> {
  // reads the head of the file only
  const head = await sharp(file.path, { limitInputPixels: false })
    .metadata()
    .catch(() => Promise.reject(damaged()))
  const { width, height } = head.autoOrient
  if (width * height > MAX_PIXELS) {
    const message = 'This image has more than 100 megapixels'
    throw new Refusal('too_large', { message, fields: { file: message } })
  }
  return { kind: 'PHOTO', type, width, height, ...readTaken(head.exif) }
}

/** The media type of a file that is kept as it is, whatever it is. */
export async function typeOf(file: LocalFile): Promise<string> {
  const head = await readHead(file)
  return pictureType(head) ?? fileType(head)
}

export async function kindOf(file: LocalFile): Promise<FileKind> {
  if (file.size === 0)
    throw new Refusal('unsupported_type', {
      message: 'The file is empty',
      fields: { file: 'The file is empty' },
    })
  const head = await readHead(file)
  const picture = pictureType(head)
  return picture ? readPhoto(file, picture) : { kind: 'FILE', type: fileType(head) }
}

/** A name that is one on every system: no folders, nothing that turns the direction of writing, none that is reserved. */
export function safeName(name: string): string {
  const plain = name
    .toWellFormed()
    .replace(/^.*[/\\]/, '')
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/^[. ]+|[. ]+$/g, '')
  return plain || 'file'
}
