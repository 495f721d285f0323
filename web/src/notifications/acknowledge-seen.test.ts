import { expect, test } from 'vitest'
import { findPageSubjects } from './acknowledge-seen.ts'

test.each([
  ['/project/p1/viewer', '?models=a,b&storey=1', { project_id: 'p1', bim_file_header_ids: ['a', 'b'] }],
  ['/project/p1/models/a', '?version=2', { project_id: 'p1', bim_file_header_ids: ['a'] }],
  ['/project/p1/issues/42', '', { project_id: 'p1', issue_number: 42 }],
  ['/project/p1/viewer', '?issue=42', null],
  ['/project/p1/models', '?file=a', null],
  ['/project/p1/issues/new', '', null],
  ['/project/p1', '', null],
  ['/projects', '?models=a', null],
])('The URL %s%s shows the subject of some notifications', (pathname, search, about) => {
  expect(findPageSubjects({ pathname, search })).toEqual(about)
})
