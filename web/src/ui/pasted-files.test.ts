import { expect, test } from 'vitest'
import { readPastedFiles } from './pasted-files.ts'

const picture = new File(['x'], 'image.png')
const paste = (texts: Record<string, string>) =>
  readPastedFiles({
    files: [picture] as unknown as FileList,
    getData: (type) => texts[type] ?? '',
  })

test('Text copied in an office program is pasted as text although a picture of it comes along', () => {
  expect(paste({ 'text/plain': 'Door 1.05', 'text/html': '<td>Door 1.05</td>' })).toEqual([])
})

test('A copied picture, screenshot or file is pasted as a file', () => {
  expect(paste({})).toEqual([picture])
  expect(paste({ 'text/html': '<img src="a.png">' })).toEqual([picture])
  expect(paste({ 'text/plain': 'image.png' })).toEqual([picture])
})
