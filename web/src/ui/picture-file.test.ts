import { expect, test } from 'vitest'
import { detectPictureKind } from './picture-file.ts'

const blob = (...bytes: number[]) => new Blob([new Uint8Array(bytes)])

test('The type of a picture is detected by its first bytes, not its name', async () => {
  const jpeg = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 0])], 'holiday.txt')
  expect(await detectPictureKind(jpeg)).toBe('image/jpeg')
  expect(await detectPictureKind(blob(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0))).toBe('image/png')
  expect(await detectPictureKind(new File(['<svg onload="alert(1)"/>'], 'picture.png'))).toBe(null)
  expect(await detectPictureKind(blob(0x89, 0x50))).toBe(null)
  expect(await detectPictureKind(blob())).toBe(null)
})
