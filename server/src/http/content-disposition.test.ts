import { expect, test } from 'vitest'
import { formatContentDisposition } from './content-disposition.ts'

test('The name in the header of a download is valid for RFC 8187 and on all systems', () => {
  expect(formatContentDisposition("Grundriß (2) 'a' 100%.pdf")).toBe(
    "attachment; filename=\"Grundri_ (2) 'a' 100_.pdf\"; filename*=UTF-8''Grundri%C3%9F%20%282%29%20%27a%27%20100%25.pdf",
  )
  expect(formatContentDisposition('../CON\u202e.ifc')).toBe(
    `attachment; filename="_CON.ifc"; filename*=UTF-8''_CON.ifc`,
  )
  expect(formatContentDisposition('a\r\nSet-Cookie: b')).not.toMatch(/[\r\n]/)
})
