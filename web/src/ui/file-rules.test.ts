import { describe, expect, test } from 'vitest'
import { formatFileSize, validateFiles } from './file-rules.ts'

const file = (name: string, bytes: number) => new File([new Uint8Array(bytes)], name)
const rules = { endings: ['.jpg', '.png'], max_bytes: 100 }

describe('validateFiles', () => {
  test('accepts files that meet the rules, ignoring the case of the extension', () => {
    const { accepted, refused } = validateFiles([file('Site.JPG', 100)], rules)
    expect(accepted.map((one) => one.name)).toEqual(['Site.JPG'])
    expect(refused).toEqual([])
  })
  test('gives a reason for every refused file', () => {
    const files = [
      file('a.png', 101),
      file('b.png', 0),
      file('c.png.exe', 5),
      file('d.png', 5),
      file('e.png', 5),
    ]
    const { accepted, refused } = validateFiles([...files, file('f.png', 5)], { ...rules, max_files: 2 })
    expect(accepted.map((one) => one.name)).toEqual(['d.png', 'e.png'])
    expect(refused.map((one) => [one.file.name, one.reason])).toEqual([
      ['a.png', 'too_large'],
      ['b.png', 'empty'],
      ['c.png.exe', 'wrong_type'],
      ['f.png', 'too_many'],
    ])
  })
  test('accepts none of several files where one is expected', () => {
    const { accepted, refused } = validateFiles([file('a.png', 1), file('b.png', 1)], rules)
    expect(accepted).toEqual([])
    expect(refused.map(({ reason }) => reason)).toEqual(['too_many', 'too_many'])
  })
  test('accepts files up to the maximum number', () => {
    const { accepted } = validateFiles([file('a.png', 1), file('b.png', 1)], { ...rules, max_files: 2 })
    expect(accepted.length).toBe(2)
  })
})

test.each([
  [10_000_000, '10 MB'],
  [28_400_000, '28.4 MB'],
  [1_500, '1.5 kB'],
  [2_000_000_000, '2 GB'],
])('%i bytes are %s', (bytes, text) => {
  expect(formatFileSize(bytes, 'en')).toBe(text)
})
