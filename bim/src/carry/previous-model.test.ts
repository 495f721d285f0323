import { expect, test } from 'vitest'
import { decodeFingerprints, encodeFingerprints } from './previous-model.ts'

const stored = { common: 'Größe "1"', words: Uint32Array.of(1, 2, 0xffffffff, 0, 5, 6) }

test('Fingerprints are read as they were written, also from the middle of a buffer', () => {
  const bytes = encodeFingerprints(stored)
  expect(decodeFingerprints(bytes)).toEqual(stored)
  const inside = Buffer.concat([Buffer.from('abc'), bytes])
  expect(decodeFingerprints(inside.subarray(3))).toEqual(stored)
})

test('Fingerprints that are cut off are refused', () => {
  const bytes = encodeFingerprints(stored)
  for (const length of [0, 3, 10, bytes.length - 3])
    expect(() => decodeFingerprints(bytes.subarray(0, length))).toThrow(RangeError)
})
