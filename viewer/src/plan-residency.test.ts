import { describe, expect, it } from 'vitest'
import { planResidency, type ResidentChunk } from './plan-residency.ts'

const piece = (key: string, values: Partial<ResidentChunk> = {}): ResidentChunk => ({
  key,
  bytes: 10,
  here: true,
  visible: false,
  weight: 1,
  seen: 0,
  ...values,
})

describe('the memory budget', () => {
  it('keeps all chunks that fit', () => {
    expect(planResidency([piece('a'), piece('b')], 20)).toEqual({ drop: [], fetch: [] })
  })

  it('evicts the least recently seen chunks', () => {
    const pieces = [piece('old', { seen: 1 }), piece('new', { seen: 9 }), piece('shown', { visible: true })]
    expect(planResidency(pieces, 20)).toEqual({ drop: ['old'], fetch: [] })
  })

  it('fetches chunks that came into view in place of those that left it', () => {
    const pieces = [piece('left', { seen: 5 }), piece('came', { here: false, visible: true })]
    expect(planResidency(pieces, 10)).toEqual({ drop: ['left'], fetch: ['came'] })
  })

  it('keeps the largest visible chunks when not all of them fit', () => {
    const pieces = [
      piece('far', { visible: true, weight: 1 }),
      piece('near', { visible: true, weight: 4, here: false }),
    ]
    expect(planResidency(pieces, 10)).toEqual({ drop: ['far'], fetch: ['near'] })
  })

  it('fetches invisible chunks only while there is ample room', () => {
    const pieces = [piece('shown', { visible: true, bytes: 85 }), piece('behind', { here: false })]
    expect(planResidency(pieces, 100).fetch).toEqual([])
    expect(planResidency(pieces, 110).fetch).toEqual(['behind'])
  })

  it('converges: a second pass changes nothing', () => {
    const pieces = Array.from({ length: 60 }, (_, at) =>
      piece(`${at}`, {
        here: at % 3 === 0,
        visible: at % 4 === 0,
        weight: (at * 7) % 13,
        seen: (at * 5) % 11,
      }),
    )
    const { drop, fetch } = planResidency(pieces, 230)
    const after = pieces.map((each) => ({
      ...each,
      here: (each.here && !drop.includes(each.key)) || fetch.includes(each.key),
    }))
    expect(planResidency(after, 230)).toEqual({ drop: [], fetch: [] })
    expect(after.filter(({ here }) => here).length * 10).toBeLessThanOrEqual(230)
  })
})
