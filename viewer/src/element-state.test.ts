import { describe, expect, it } from 'vitest'
import { COLORED, ElementState, GHOST, HIDDEN, SELECTED } from './element-state.ts'

describe('element state', () => {
  it('stores one byte of flags per element and counts each flag', () => {
    const state = new ElementState(2000)
    state.set([3, 1999], HIDDEN, true)
    state.set([3], SELECTED, true)
    expect(state.data[12]).toBe(HIDDEN | SELECTED)
    expect(state.data[1999 * 4]).toBe(HIDDEN)
    expect([...state.with(HIDDEN)]).toEqual([3, 1999])
    expect(state.count(HIDDEN)).toBe(2)
    expect(state.data.length % (1024 * 4)).toBe(0)
  })

  it('counts every change exactly once', () => {
    const state = new ElementState(10)
    expect(state.set([1, 1, 2], GHOST, true)).toBe(2)
    const { revision } = state
    expect(state.set([1, 2], GHOST, true)).toBe(0)
    expect(state.revision).toBe(revision)
    expect(state.set([2], GHOST, false)).toBe(1)
    expect(state.count(GHOST)).toBe(1)
    expect(state.clear(GHOST)).toBe(1)
    expect(state.count(GHOST)).toBe(0)
  })

  it('ignores elements outside the model', () => {
    const state = new ElementState(10)
    expect(state.set([-1, 5000, Number.NaN], HIDDEN, true)).toBe(0)
    expect(state.data.every((byte) => byte === 0)).toBe(true)
  })

  it('sets an override colour and returns it', () => {
    const state = new ElementState(10)
    state.paint([4], 0xec6100)
    expect([...state.data.subarray(16, 20)]).toEqual([COLORED, 0xec, 0x61, 0])
    expect(state.colorOf(4)).toBe(0xec6100)
    expect(state.colorOf(5)).toBeNull()
    state.paint([4], 0x0000ff)
    expect(state.colorOf(4)).toBe(0xff)
  })

  it('keeps all flags when it grows', () => {
    const state = new ElementState(10)
    state.set([7], HIDDEN, true)
    state.reserve(5000)
    state.set([4999], HIDDEN, true)
    expect([...state.with(HIDDEN)]).toEqual([7, 4999])
  })
})
