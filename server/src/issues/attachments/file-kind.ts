import fsp from 'node:fs/promises'
import { cutText, repairLine } from '@plumbline/contract/characters'
import { removeBidiControls } from '@plumbline/contract/file-names'
import { reason } from '@plumbline/contract/reasons'
import { Refusal } from '../../http/refusal.ts'
import type { LocalFile } from '../../http/upload.ts'
import { decodePicture } from '../../pictures/decode-picture.ts'
import { type PhotoOrigin, readPhotoOrigin } from './exif.ts'

/** The kind and media type of a file, detected from its content: its name and declared type are ignored. */
export type FileKind =
  | ({ kind: 'PHOTO'; type: string; width: number; height: number } & PhotoOrigin)
  | { kind: 'FILE'; type: string }

const HEAD_BYTES = 4096

const hasTextAt = (head: Buffer, text: string, at = 0) =>
  head.toString('latin1', at, at + text.length) === text

/** The media type of pictures that the app displays and marks up; null for other formats, SVG included. */
function detectPictureType(head: Buffer): string | null {
  if (hasTextAt(head, '\xff\xd8\xff')) return 'image/jpeg'
  if (hasTextAt(head, '\x89PNG\r\n\x1a\n')) return 'image/png'
  if (hasTextAt(head, 'RIFF') && hasTextAt(head, 'WEBP', 8)) return 'image/webp'
  if (hasTextAt(head, 'GIF87a') || hasTextAt(head, 'GIF89a')) return 'image/gif'
  if (hasTextAt(head, 'ftypavif', 4)) return 'image/avif'
  return null
}

/** Media types of Office files by the folder that identifies each in the ZIP archive. */
const officeTypes: Record<string, string> = {
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

/** The media type of a file; types that a browser could run become application/octet-stream. */
function detectFileType(head: Buffer): string {
  if (hasTextAt(head, '%PDF-')) return 'application/pdf'
  if (hasTextAt(head, 'PK\x03\x04')) {
    const text = head.toString('latin1')
    const folder = Object.keys(officeTypes).find((name) => text.includes(name))
    return folder && text.includes('[Content_Types].xml')
      ? (officeTypes[folder] as string)
      : 'application/zip'
  }
  if (!isText(head)) return 'application/octet-stream'
  // HTML and SVG must not be served as text
  return head.toString('utf8').trimStart().startsWith('<') ? 'application/octet-stream' : 'text/plain'
}

async function readHead({ path }: LocalFile): Promise<Buffer> {
  const handle = await fsp.open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

async function readPhoto({ path }: LocalFile, type: string): Promise<FileKind> {
  // reads only the file's header
  const { width, height, exif } = await decodePicture({ source: path, outputs: [] })
  return { kind: 'PHOTO', type, width, height, ...readPhotoOrigin(exif ?? undefined) }
}

/** The media type of a file that is stored without processing. */
export async function detectMediaType(file: LocalFile): Promise<string> {
  const head = await readHead(file)
  return detectPictureType(head) ?? detectFileType(head)
}

export async function detectFileKind(file: LocalFile): Promise<FileKind> {
  if (file.size === 0)
    throw new Refusal('unsupported_type', {
      reason: reason('file_empty'),
      fields: { file: reason('file_empty') },
    })
  const head = await readHead(file)
  const picture = detectPictureType(head)
  return picture ? readPhoto(file, picture) : { kind: 'FILE', type: detectFileType(head) }
}

const LONGEST_NAME = 255
const LONGEST_ENDING = 20

/** Cuts a name in front of its ending. */
function cutFileName(name: string): string {
  if (name.length <= LONGEST_NAME) return name
  const dot = name.lastIndexOf('.')
  const ending = dot > 0 && name.length - dot <= LONGEST_ENDING ? name.slice(dot) : ''
  return `${cutText(name, LONGEST_NAME - ending.length)}${ending}`
}

/**
 * A file name in one line, without folders, bidirectional control characters and characters reserved on Windows. Cuts the
 * name first: names in BCF files may have a million characters, and the search for trailing characters is quadratic.
 */
export function sanitizeFileName(name: string): string {
  const base = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
  const plain = removeBidiControls(repairLine(cutFileName(base)))
    .replace(/[<>:"|?*]/g, '_')
    .replace(/^[. ]+|[. ]+$/g, '')
  return plain || 'file'
}
