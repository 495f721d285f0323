import { expect, test } from 'vitest'
import { listDispensable, omitDispensable } from './dispensable.ts'

const [KEPT, GONE] = ['0195-kept', '0195-gone']
const at = (bim_file_header_id: string) => ({
  bim_file_header_id,
  ifc_guid: '1',
  point: { x: 0, y: 0, z: 0 },
})
const refuse = (body: Record<string, unknown>, ...fields: string[]) => ({
  kind: 'createIssue' as const,
  body,
  problem: { code: 'bad_request' as const, message: '', fields },
})

test('An issue can be sent without its locations in a deleted file, and keeps the others', () => {
  const body = { name: 'Leak', anchors: [at(KEPT), at(GONE), at(GONE)] }
  const operation = refuse(body, 'anchors.1.bim_file_header_id')
  expect(listDispensable(operation)).toEqual(['anchors'])
  expect(omitDispensable(operation)).toEqual({ name: 'Leak', anchors: [at(KEPT)] })
})

test('An issue whose only location and level were deleted is sent without both', () => {
  const body = { name: 'Leak', level_id: 'a', anchors: [at(GONE)] }
  const operation = refuse(body, 'level_id', 'anchors.0.bim_file_header_id')
  expect(listDispensable(operation)).toEqual(['level_id', 'anchors'])
  expect(omitDispensable(operation)).toEqual({ name: 'Leak' })
})

test('No part can be left out of an issue with a refused title', () => {
  expect(listDispensable(refuse({ name: '' }, 'name'))).toEqual([])
})
