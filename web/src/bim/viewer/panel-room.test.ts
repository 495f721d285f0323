import { afterEach, expect, test, vi } from 'vitest'
import { hasPanelRoom } from './panel-room.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  [1440, 16, true, true],
  [1280, 16, true, true],
  [1100, 16, true, false],
  [999, 16, false, false],
  [1440, 24, false, false],
  [1440, 20, true, false],
  [2560, 32, true, true],
])(
  'A window of %i px with letters of %i px has room for one panel: %s, for both: %s',
  (width, letters, one, both) => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: width >= Number(/^\(min-width: ([\d.]+)rem\)$/.exec(query)?.[1]) * letters,
    }))
    expect([hasPanelRoom('one'), hasPanelRoom('both')]).toEqual([one, both])
  },
)
