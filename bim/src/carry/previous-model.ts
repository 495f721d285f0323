import type { ShapeHashes } from '../elements/shape-hashes.ts'
import { ARTEFACT_FORMAT, CONVERTER_VERSION, type Manifest, nameConverter } from '../model.ts'
import type { CarriedElements } from './element-runs.ts'

/** Fingerprints of a converted model by element, stored beside the model for the conversion of its next version. */
export interface StoredFingerprints {
  /** converter, schema, units and contexts, on which all elements depend */
  common: string
  /** two words for each element; both zero: the element has to be drawn again */
  words: Uint32Array
}

/** The artefacts of the previous version, whose unchanged chunks the conversion reuses. */
export interface PreviousModel {
  manifest: Manifest
  fingerprints: StoredFingerprints
  hashes: ShapeHashes
  /** null if none of its chunks come from earlier versions */
  carried: CarriedElements | null
  /** Reads a chunk; throws if it was deleted. The next call may reuse the returned buffer. */
  readChunk(file: string): Uint8Array
}

const HEAD_BYTES = 4

export function encodeFingerprints({ common, words }: StoredFingerprints): Uint8Array {
  const head = new TextEncoder().encode(common)
  const bytes = new Uint8Array(HEAD_BYTES + head.length + words.byteLength)
  new DataView(bytes.buffer).setUint32(0, head.length, true)
  bytes.set(head, HEAD_BYTES)
  bytes.set(new Uint8Array(words.buffer, words.byteOffset, words.byteLength), HEAD_BYTES + head.length)
  return bytes
}

/** @throws RangeError when the bytes are not complete */
export function decodeFingerprints(bytes: Uint8Array): StoredFingerprints {
  const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0, true)
  // a separate copy: `slice` of a Buffer is a view
  const rest = new Uint8Array(bytes.subarray(HEAD_BYTES + length))
  if (length > bytes.length - HEAD_BYTES || rest.length % 8 !== 0)
    throw new RangeError('Fingerprints are cut off')
  const common = new TextDecoder().decode(bytes.subarray(HEAD_BYTES, HEAD_BYTES + length))
  return { common, words: new Uint32Array(rest.buffer) }
}

/** The state that two versions must have in common before their elements are compared. */
export function describeCommon(file: string, schema: string, metres: number, simplify: boolean): string {
  const converter = nameConverter({ converter: CONVERTER_VERSION, format: ARTEFACT_FORMAT })
  return JSON.stringify([converter, schema, metres, simplify, file])
}
