import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { FileNameField, toSafeFileName } from './file-names.ts'

const countBytes = (name: string) => encodeURIComponent(name).replace(/%../g, '_').length

test('The name of an uploaded file loses the characters that reverse its ending', () => {
  expect(z.parse(FileNameField(255), ' plan\u202egpj.exe ')).toBe('plangpj.exe')
  expect(z.safeParse(FileNameField(255), '\u202e\u2066').success).toBe(false)
  // letters of scripts that are written from right to left stay as they are
  expect(z.parse(FileNameField(255), 'תוכנית.pdf')).toBe('תוכנית.pdf')
})

test('A file name is valid on all systems, whatever it is made from', () => {
  const names = Object.entries({
    'plan.ifc': 'plan.ifc',
    '../../etc/passwd': '_.._etc_passwd',
    'C:\\plan.ifc': 'C__plan.ifc',
    '..': 'file',
    'CON.ifc': '_CON.ifc',
    'plan. . .': 'plan',
    'a\u0000b\u0085\u2028c.ifc': 'a_b__c.ifc',
    'plan\u202egpj.exe': 'plangpj.exe',
    'Gru\u0308n.pdf': 'Grün.pdf',
    'a"b<c>|?*.pdf': 'a_b_c____.pdf',
  })
  expect(names.map(([name]) => [name, toSafeFileName(name)])).toEqual(names)
})

test('A long file name keeps its ending and fits into 255 bytes in every script', () => {
  for (const letter of ['a', 'ß', '柱', '𠮷', '👩‍👩‍👧'])
    for (const maxLength of [120, undefined]) {
      const name = toSafeFileName(`${letter.repeat(255)}.ifczip`, maxLength)
      expect(name).toMatch(/\.ifczip$/)
      expect(name.isWellFormed()).toBe(true)
      expect(countBytes(name)).toBeLessThan(250)
    }
  expect(countBytes(toSafeFileName(`${'柱'.repeat(200)}.${'柱'.repeat(10)}`))).toBeLessThan(250)
})
