import { expect, test } from 'vitest'
import { buildFields, listFields, mergeFields, omitFields, readField } from './nested-fields.ts'

const values = { name: 'Wall', labels: ['a'], custom_fields: { x: 1, y: null } }

test('Fields of a map are listed, read and built by their full names', () => {
  expect(listFields(values)).toEqual(['name', 'labels', 'custom_fields.x', 'custom_fields.y'])
  expect(readField(values, 'custom_fields.x')).toBe(1)
  expect(readField(values, 'custom_fields.z')).toBeUndefined()
  expect(readField({ ...values, 'custom_fields.x': 2 }, 'custom_fields.x')).toBe(2)
  expect(buildFields(listFields(values).map((name) => [name, readField(values, name)]))).toEqual(values)
})

test('Merging keeps the fields of a map that the later object does not name', () => {
  expect(mergeFields(values, { name: 'Door', custom_fields: { y: 2 } })).toEqual({
    name: 'Door',
    labels: ['a'],
    custom_fields: { x: 1, y: 2 },
  })
  expect(values.custom_fields.y).toBeNull()
})

test('Omitting the last field of a map omits the map', () => {
  expect(omitFields(values, ['custom_fields.x'])).toEqual({ ...values, custom_fields: { y: null } })
  expect(omitFields(values, ['custom_fields.x', 'custom_fields.y'])).toEqual({ name: 'Wall', labels: ['a'] })
})
