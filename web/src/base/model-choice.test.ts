import { expect, test } from 'vitest'
import { formatModelChoice, parseModelChoice } from './model-choice.ts'
import { paths } from './paths.ts'

const idOf = (at: number) => `0193f0a0-1b2c-7d3e-8f40-${(at * 2_654_435_761).toString(16).padStart(12, '0')}`
const all = Array.from({ length: 2000 }, (_, at) => idOf(at))
const readBack = (text: string | undefined) => all.filter(parseModelChoice(text) ?? (() => true))

test('An address of any number of models of a project is read back, and short enough for a proxy', () => {
  for (const count of [1, 20, 21, 400, 1999, 2000]) {
    const chosen = all.slice(0, count)
    expect(readBack(formatModelChoice(chosen, all))).toEqual(chosen)
    expect(readBack(formatModelChoice(all.slice(-count), all))).toEqual(all.slice(-count))
  }
  expect(readBack(formatModelChoice([], all))).toEqual([])
  const address = paths.viewer('p', { models: all.slice(0, 400) })
  expect(address.length).toBeLessThan(4000)
  const models = new URL(address, 'https://plumbline.example').searchParams.get('models') ?? undefined
  expect(readBack(models)).toEqual(all.slice(0, 400))
})

test('All models of a project need no list, and few are named in full', () => {
  expect(formatModelChoice(all, all)).toBeUndefined()
  expect(formatModelChoice(all.slice(0, 2), all)).toBe(all.slice(0, 2).join())
  expect(formatModelChoice(all.slice(1), all)).toBe(`-${all[0]}`)
})
