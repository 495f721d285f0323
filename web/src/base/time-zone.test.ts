import { expect, test } from 'vitest'
import { listTimeZoneOptions } from './time-zone.ts'

test('UTC and the zone in use can be chosen although the browser lists neither', () => {
  const names = listTimeZoneOptions('Asia/Kolkata', 'Europe/Berlin').map(({ value }) => value)
  expect(names).toContain('UTC')
  expect(names).toContain('Asia/Kolkata')
  expect(names.filter((name) => name === 'Europe/Berlin')).toHaveLength(1)
  expect(listTimeZoneOptions('UTC').filter(({ value }) => value === 'UTC')).toHaveLength(1)
})
