import fieldNames from '@plumbline/contract/issues/field-names.de'
import { expect, test } from 'vitest'
import { describeChange } from './describe-change.ts'
import german from './text.de.ts'

const names: Record<string, string> = {
  OPEN: 'Offen',
  IN_PROGRESS: 'In Arbeit',
  ada: 'Ada Lovelace',
  ben: 'Ben Okri',
}
const words = {
  field: (name: string) => fieldNames[name as keyof typeof fieldNames]?.[1] ?? name,
  value: (_: string, value: unknown) => {
    if (value === null || value === '') return null
    return [value]
      .flat()
      .map((each) => names[String(each)] ?? String(each))
      .join(', ')
  },
}
const said = (field: string, from: unknown, to: unknown) => describeChange({ field, from, to }, german, words)

test('A field change names the old and the new value', () => {
  expect(said('status', 'OPEN', 'IN_PROGRESS')).toBe('hat Status von Offen auf In Arbeit geändert')
  expect(said('assignee_id', null, 'ada')).toBe('hat Zuständig auf Ada Lovelace gesetzt')
  expect(said('due_date', '2026-12-01', null)).toBe('hat Fälligkeit entfernt (2026-12-01)')
})

test('A changed description is described without its texts', () => {
  expect(said('description', 'a', 'b')).toBe('hat Beschreibung geändert')
  expect(said('bcf', null, ['files'])).toBe('hat BCF-Daten geändert')
})

test('A changed list names the added and removed values', () => {
  expect(said('watcher_ids', ['ada'], ['ben'])).toBe(
    'hat zu Beobachter hinzugefügt: Ben Okri; hat aus Beobachter entfernt: Ada Lovelace',
  )
  expect(said('labels', ['Beton'], ['Beton', 'Fassade'])).toBe('hat zu Labels hinzugefügt: Fassade')
})
