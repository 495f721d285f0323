import { expect, test } from 'vitest'
import { findOwnLinks } from './own-links.ts'

const origin = 'https://plumb.example'
const project = '018f3c5e-7a10-7c3e-9d52-4b7a6f0e2c11'
const header = '018f3c5e-7a10-7c3e-9d52-4b7a6f0e2c12'

test('Links to issues and files of this server are found once each, also before a full stop', () => {
  const issue = `${origin}/project/${project}/issues/12`
  const file = `${origin}/project/${project}/models/${header}?version=2`
  expect(findOwnLinks(`See ${issue}, and [the plan](${file}). Again: ${issue}.`, origin)).toEqual([
    { kind: 'issue', project_id: project, number: 12 },
    { kind: 'file', project_id: project, header_id: header },
  ])
})

test('Links to other servers, other pages and lookalike addresses are ignored', () => {
  for (const text of [
    `https://elsewhere.example/project/${project}/issues/12`,
    `https://plumb.example.evil/project/${project}/issues/12`,
    `https://plumb.example@evil.example/project/${project}/issues/12`,
    `${origin}/project/${project}/settings`,
    `${origin}/project/not-an-id/issues/12`,
    `/project/${project}/issues/12`,
  ])
    expect(findOwnLinks(text, origin)).toEqual([])
})

test('At most three links of a message are returned', () => {
  const many = [1, 2, 3, 4, 5].map((number) => `${origin}/project/${project}/issues/${number}`).join(' ')
  expect(findOwnLinks(many, origin)).toHaveLength(3)
})
