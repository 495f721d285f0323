import { expect, test } from 'vitest'
import { describeFollowed } from './describe-place.ts'
import text from './text.de.ts'

const say = (followed: Partial<Parameters<typeof describeFollowed>[0]>) =>
  describeFollowed(
    { state: 'ANCHORED', found_by: null, moved_m: null, version: 4, ...followed },
    text,
    (metres) => `${metres} m`,
  )

test('The log says whether a place moved, was found again, is uncertain, is gone or is back', () => {
  expect(say({ state: 'MOVED', found_by: 'PLACE', moved_m: 1.256 })).toBe(
    'In Version 4 um 1.256 m verschoben',
  )
  expect(say({ state: 'REMATCHED', found_by: 'TAG' })).toBe('In Version 4 wiedergefunden: gleiche Kennung')
  expect(say({ state: 'NEEDS_REVIEW' })).toBe('In Version 4 nicht sicher gefunden: bitte prüfen')
  expect(say({ state: 'ORPHANED' })).toBe('Dieses Element gibt es in Version 4 nicht mehr')
  expect(say({})).toBe('In Version 4 wieder an seinem Ort')
})
