import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chooseInk } from './features/pins.ts'
import { fanPins, groupPins } from './pin-clusters.ts'

const place = fc.record({ x: fc.integer({ min: 0, max: 900 }), y: fc.integer({ min: 0, max: 600 }) })

describe('pin clusters', () => {
  it('up to twelve pins are clustered only where they hide each other', () => {
    const places = Array.from({ length: 12 }, (_, at) => ({ x: 5 + at * 12, y: 5 }))
    expect(groupPins(places)).toHaveLength(12)
    expect(groupPins([...places, { x: 6, y: 6 }]).length).toBeLessThan(6)
    expect(groupPins([...places.slice(0, 2), { x: 6, y: 6 }])).toEqual([
      { x: 5, y: 5, members: [0, 2] },
      { x: 17, y: 5, members: [1] },
    ])
  })

  it('fanned out pins touch neither each other nor their place', () => {
    for (const count of [2, 7, 40]) {
      const offsets = fanPins(count)
      expect(offsets).toHaveLength(count)
      const all = [{ x: 0, y: 0 }, ...offsets]
      for (const [index, one] of all.entries())
        for (const other of all.slice(index + 1))
          expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(38)
    }
  })

  it('every pin is in exactly one cluster, and cluster centres are out of reach of each other', () => {
    fc.assert(
      fc.property(fc.array(place, { minLength: 13, maxLength: 120 }), (places) => {
        const groups = groupPins(places)
        expect(groups.flatMap((group) => group.members).sort((a, b) => a - b)).toEqual([...places.keys()])
        for (const [index, group] of groups.entries()) {
          for (const other of groups.slice(index + 1))
            expect(Math.hypot(group.x - other.x, group.y - other.y)).toBeGreaterThanOrEqual(40)
          for (const member of group.members)
            expect(Math.hypot(group.x - places[member]!.x, group.y - places[member]!.y)).toBeLessThan(40)
        }
      }),
    )
  })

  it('the text colour has sufficient contrast', () => {
    expect(chooseInk('#ffd54a')).toBe('#000')
    expect(chooseInk('#1d3f8f')).toBe('#fff')
  })
})
