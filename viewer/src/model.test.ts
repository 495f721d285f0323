import type { Structure } from '@plumbline/bim/model'
import { expect, test } from 'vitest'
import { makeScene } from '../test/scene.ts'
import { Materials } from './materials.ts'
import { Model } from './model.ts'

test('An element is found by its GlobalId among 100,000 that have none', () => {
  const { source } = makeScene('a', [])
  const model = new Model(source, new Materials())
  const count = 100_000
  const fill = (value: number) => new Array<number>(count).fill(value)
  const elements: Structure['elements'] = {
    guid: [...new Array<string>(count - 1).fill(''), 'wall'],
    name: new Array<string>(count).fill(''),
    tag: new Array<string>(count).fill(''),
    ...{ class: fill(0), type: fill(-1), parent: fill(-1), storey: fill(-1) },
  }
  model.setStructure({ elements, classes: ['IfcWall'], types: [], groups: [] })
  expect(model.elementsOf('wall')).toEqual([count - 1])
  expect(model.elementsOf('')).toHaveLength(count - 1)
})
