import { expect, test } from 'vitest'
import { longestPiece } from '../../test/loop/pieces.ts'
import { parseJson } from './parse-json.ts'

const parse = (text: string) => parseJson(Buffer.from(text))
const list = (count: number) => Array.from({ length: count }, (_, n) => ({ n, text: `"${n}", \\ ] } ü😀` }))

test('Large texts are parsed like JSON.parse', async () => {
  const values: unknown[] = [
    list(20_000),
    {
      a: list(5000),
      b: { c: list(3000), d: [[list(3000), 1], list(3000)], e: 'x'.repeat(300_000) },
      f: null,
    },
    Object.fromEntries(list(20_000).map((each) => [`"key" ${each.n}`, each])),
    [list(5000), [], {}, list(5000), 'end'],
    Array(50_000).fill(-1.5e-7),
    'x'.repeat(200_000),
  ]
  for (const value of values) {
    expect(await parse(JSON.stringify(value))).toEqual(value)
    expect(await parse(` ${JSON.stringify(value, null, 3)}\n`)).toEqual(value)
  }
})

test('A member named __proto__ is parsed like JSON.parse', async () => {
  const text = `{"__proto__":${JSON.stringify(list(5000))},"a":1,"__proto__":{"b":2}}`
  expect(JSON.stringify(await parse(text))).toBe(JSON.stringify(JSON.parse(text)))
  expect(Object.getPrototypeOf(await parse(text))).toBe(Object.prototype)
})

test('Large malformed texts are refused with SyntaxError', async () => {
  const long = JSON.stringify(list(5000))
  for (const text of [
    `[${long},]`,
    `[${long}`,
    `[${long}}`,
    `[,${long}]`,
    `[${long},,1]`,
    `[${long} ${long}]`,
    `[1 ${long}]`,
    `{"a":${long},}`,
    `{"a" ${long}}`,
    `{"a":${long} "b":1}`,
    `{${long}}`,
    `{1:${long}}`,
    `[${long}]x`,
    `[${long}, "open`,
    `[${'1,'.repeat(50_000)}]`,
    `[${'1,'.repeat(50_000)}`,
    `{${'"a":1,'.repeat(50_000)}}`,
    `${'['.repeat(500_000)}${']'.repeat(500_000)}`,
  ])
    await expect(parse(text), text.slice(0, 20) + text.slice(-20)).rejects.toThrow(SyntaxError)
})

test('Parsing 10 MB of any structure never blocks the event loop for long', async () => {
  const small = `[${'1,'.repeat(60_000)}1]`
  const reference = await longestPiece(async () => {
    for (let round = 0; round < 10; round++) JSON.parse(small)
  })
  for (const text of [
    `[${'{},'.repeat(2_000_000)}{}]`,
    `{${Array.from({ length: 400_000 }, (_, n) => `"k${n}":1`).join()}}`,
    `[${'['.repeat(9_000)}${']'.repeat(9_000)}${`,[${'[],'.repeat(90)}[]]`.repeat(20_000)}]`,
  ]) {
    const bytes = Buffer.from(text)
    const { ms } = await longestPiece(() => parseJson(bytes).catch(() => null))
    expect(ms).toBeLessThan(10 * Math.max(10, reference.ms))
  }
})

test('A list of more than 250,000 items and an object of more than 20,000 members are refused', async () => {
  const many = Array.from({ length: 250_001 }, (_, n) => n)
  expect(await parse(JSON.stringify(many.slice(1)))).toHaveLength(250_000)
  const sentence = 'A list in the body has more than 250000 members'
  await expect(parse(JSON.stringify(many))).rejects.toThrow(sentence)
  await expect(parse(JSON.stringify({ names: many }))).rejects.toThrow(sentence)
  const named = JSON.stringify(Object.fromEntries(many.slice(0, 25_000).map((n) => [`k${n}`, n])))
  await expect(parse(named)).rejects.toThrow('An object in the body has more than 20000 members')
})
