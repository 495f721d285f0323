import type { Header } from '@plumbline/contract/bim/bim'
import { describe, expect, test } from 'vitest'
import { getFileNameStem, guessHeader, guessLevel, guessTrade } from './guess-file.ts'

describe('getFileNameStem cuts versions, dates and copy numbers off a file name', () => {
  test.each([
    ['Architecture.ifc', 'Architecture'],
    ['Architecture_v3.ifc', 'Architecture'],
    ['Architecture v12 (2).ifc', 'Architecture'],
    ['Tower-2026-11-21.ifc', 'Tower'],
    ['Tower_20261121_rev B.ifc', 'Tower'],
    ['Grundriss EG 21.11.2026.pdf', 'Grundriss EG'],
    ['Plan L2 final.pdf', 'Plan L2'],
    ['2026.pdf', '2026'],
    ['v2.ifc', 'v2'],
  ])('of %s is %s', (name, stem) => expect(getFileNameStem(name)).toBe(stem))
})

const header = (id: string, name: string, type_of: Header['type_of'], file_name?: string) =>
  ({ id, name, type_of, latest: file_name ? { file_name } : null }) as Header
const headers = [
  header('a', 'Architecture', 'MODEL', 'ARC_Tower_v1.ifc'),
  header('p', 'Architecture', 'DRAWING'),
  header('b', 'Plan 12', 'DRAWING'),
]

test('guessHeader matches the name of a file or of its last version, within the same type only', () => {
  expect(guessHeader('architecture v7.ifc', headers)?.id).toBe('a')
  expect(guessHeader('ARC-Tower-v2.ifczip', headers)?.id).toBe('a')
  expect(guessHeader('Architecture.pdf', headers)?.id).toBe('p')
  expect(guessHeader('Plan 12.pdf', headers)?.id).toBe('b')
  expect(guessHeader('Structure.ifc', headers)).toBeNull()
})

test('guessTrade and guessLevel match whole words only', () => {
  expect(guessTrade('T1_HVAC_ducts.ifc')).toBe('HVAC')
  expect(guessTrade('straight.ifc')).toBe('GENERAL')
  const level = (id: string, name: string) => ({ id, name, elevation_m: 0, order: 0, ifc_guid: null })
  const levels = [level('1', 'Level 1'), level('12', 'Level 12')]
  expect(guessLevel('Plan_Level-12.pdf', 'DRAWING', levels)).toBe('12')
  expect(guessLevel('Plan Level 1.pdf', 'DRAWING', levels)).toBe('1')
  expect(guessLevel('Level 1.ifc', 'MODEL', levels)).toBeNull()
})
