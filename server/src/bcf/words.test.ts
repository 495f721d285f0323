import { expect, test } from 'vitest'
import { type ProjectPlaces, splitLabels } from './words.ts'

const level = { id: '0197a000-0000-7000-8000-000000000001', name: '02' }
const places = { own: [], people: new Map(), levels: [level], sections: [] } as unknown as ProjectPlaces

test('A label of a kind and a known value is read as a field value; all others stay labels', () => {
  const labels = ['Level 02', ':02', 'Level: 02\nnorth', 'Level: 03', 'Level : 02']
  expect(splitLabels([...labels, 'level:   02', 'Level: 02', 'Estimate: 2,5 h'], places)).toMatchObject({
    ...{ level_id: level.id, estimate_hours: 2.5, labels: [...labels, 'Level: 02'] },
  })
})

test('A label of a million characters is read like others', () => {
  const run = (sign: string) => sign.repeat(1_000_000)
  const labels = [`a:${run(' ')}x\ny`, `Estimate: ${run('1')} x y`, `${run('a')}:`]
  expect(splitLabels(labels, places)).toMatchObject({ labels })
})
