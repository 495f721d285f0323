import { linkSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { CarriedElements } from '@plumbline/bim/carry/element-runs'
import { decodeFingerprints, type PreviousModel } from '@plumbline/bim/carry/previous-model'
import type { ShapeHashes } from '@plumbline/bim/elements/shape-hashes'
import type { Manifest } from '@plumbline/bim/model'
import { FINGERPRINTS_FILE, HASHES_FILE } from './index-file.ts'
import type { Artefact } from './messages.ts'

/** The artefacts of the previous version, in a folder of this attempt. */

/** Reads the previous version's artefacts; undefined if incomplete: the model is then drawn as a whole. */
export function readPrevious(folder: string | null): PreviousModel | undefined {
  if (!folder) return undefined
  const read = (name: string) => readFileSync(path.join(folder, name))
  try {
    const manifest = JSON.parse(read('manifest.json').toString()) as Manifest
    const { carried_file } = manifest
    return {
      manifest,
      fingerprints: decodeFingerprints(read(FINGERPRINTS_FILE)),
      hashes: readHashes(read(HASHES_FILE)),
      carried: carried_file ? (JSON.parse(read(carried_file).toString()) as CarriedElements) : null,
      readChunk: read,
    }
  } catch {
    return undefined
  }
}

/** Reads the bytes of `writeHashes`. */
function readHashes(bytes: Buffer): ShapeHashes {
  const pairs = new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
  const column = (part: number) =>
    Float64Array.from({ length: pairs.length / 2 }, (_, at) => pairs[2 * at + part] ?? 0)
  return { shape: column(0), place: column(1) }
}

/** Links a compressed chunk of the previous version into the folder of the current one. */
export function linkChunk(name: string, from: string, to: string): Artefact {
  for (const each of [name, `${name}.br`]) linkSync(path.join(from, each), path.join(to, each))
  const [bytes, compressed_bytes] = [name, `${name}.br`].map((each) => statSync(path.join(to, each)).size)
  return { name, bytes: bytes ?? 0, compressed_bytes: compressed_bytes ?? 0 }
}
