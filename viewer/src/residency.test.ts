import { describe, expect, it } from 'vitest'
import { arrange, type Piece } from './residency.ts'

const piece = (key: string, values: Partial<Piece> = {}): Piece => ({
  key,
  bytes: 10,
  here: true,
  visible: false,
  weight: 1,
  seen: 0,
  ...values,
})

describe('keeping within a budget of memory', () => {
  it('leaves everything alone that fits', () => {
    expect(arrange([piece('a'), piece('b')], 20)).toEqual({ drop: [], fetch: [] })
  })

  it('lets go of what was in the view least recently', () => {
    const pieces = [piece('old', { seen: 1 }), piece('new', { seen: 9 }), piece('shown', { visible: true })]
    expect(arrange(pieces, 20)).toEqual({ drop: ['old'], fetch: [] })
  })

  it('brings back what came into the view, in the place of what left it', () => {
    const pieces = [piece('left', { seen: 5 }), piece('came', { here: false, visible: true })]
    expect(arrange(pieces, 10)).toEqual({ drop: ['left'], fetch: ['came'] })
  })

  it('keeps the largest of what is in the view when not all of it fits', () => {
    const pieces = [
      piece('far', { visible: true, weight: 1 }),
      piece('near', { visible: true, weight: 4, here: false }),
    ]
    expect(arrange(pieces, 10)).toEqual({ drop: ['far'], fetch: ['near'] })
  })

  it('fetches what nobody sees only while there is ample room', () => {
    const pieces = [piece('shown', { visible: true, bytes: 85 }), piece('behind', { here: false })]
    expect(arrange(pieces, 100).fetch).toEqual([])
    expect(arrange(pieces, 110).fetch).toEqual(['behind'])
  })

  it('comes to rest: what it asks for is right the second time', () => {
    const pieces = Array.from({ length: 60 }, (_, at) =>
      piece(`${at}`, {
        here: at % 3 === 0,
        visible: at % 4 === 0,
        weight: (at * 7) % 13,
        seen: (at * 5) % 11,
      }),
    )
    const { drop, fetch } = arrange(pieces, 230)
    const after = pieces.map((each) => ({
      ...each,
      here: (each.here && !drop.includes(each.key)) || fetch.includes(each.key),
    }))
    expect(arrange(after, 230)).toEqual({ drop: [], fetch: [] })
    expect(after.filter(({ here }) => here).length * 10).toBeLessThanOrEqual(230)
  })
})
