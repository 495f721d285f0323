import type { Manifest } from '@plumbline/bim/model'
import { expect, test } from 'vitest'
import { findReference } from './find-reference.ts'

/** Files of a project by age: whether each claims a georeference, and whether it has one. */
async function find(files: [said: boolean | null, has: boolean][]) {
  const fetched: number[] = []
  const versions = files.map(([is_georeferenced], index) => ({
    id: String(index),
    artefacts_key: `key-${index}`,
    is_georeferenced,
  }))
  const reference = await findReference(versions, async ({ id }) => {
    fetched.push(Number(id))
    return { name: id, georeference: files[Number(id)]?.[1] ? {} : null } as unknown as Manifest
  })
  return { reference: reference && Number((reference as unknown as { name: string }).name), fetched }
}

const many = (count: number, said: boolean | null) =>
  Array.from({ length: count }, (): [boolean | null, boolean] => [said, false])

test('Without georeferences, the oldest model is the reference, and no other is fetched', async () => {
  expect(await find(many(1500, false))).toEqual({ reference: 0, fetched: [0] })
})

test('The oldest model with a georeference is the reference, and no other is fetched', async () => {
  expect(await find([...many(40, false), [true, true], [true, true]])).toEqual({
    reference: 40,
    fetched: [40],
  })
})

test('Models with an unknown georeference are fetched in turn, only older candidates', async () => {
  expect(
    await find([
      [false, false],
      [null, false],
      [null, true],
      [true, true],
      [null, true],
    ]),
  ).toEqual({
    reference: 2,
    fetched: [1, 2, 3],
  })
  expect(await find([...many(9, null)])).toMatchObject({ reference: 0 })
})

test('A project without models has no reference', async () => {
  expect(await find([])).toEqual({ reference: null, fetched: [] })
})
