import { apiEntries } from '@plumbline/contract/api'
import { expect, test } from 'vitest'
import { mayKeepReads } from './keep-reads.ts'

const reads = apiEntries.filter(({ endpoint }) => endpoint.method === 'GET').map(({ endpoint }) => endpoint)

test('Data used on site may be stored on the device', () => {
  const needed = [
    '/api/me',
    '/api/v2/project',
    '/api/project/:id',
    '/api/project/:id/issue',
    '/api/project/:id/issue/number/:number',
    '/api/project/:id/issue/:issueId/timeline',
    '/api/project/:id/bim-file-header',
    '/api/v2/project/:id/member',
    '/api/chat/:id/message',
  ]
  expect(needed.filter((path) => !mayKeepReads(path))).toEqual([])
})

test('Secrets, access codes, invitations, sessions, payments and webhooks are never stored on the device', () => {
  const secret = reads.filter((endpoint) => endpoint.secret).map(({ path }) => path)
  const private_ = reads
    .map(({ path }) => path)
    .filter((path) => /billing|access|invite|token|connection|passkey|webhook|export|oauth|auth/.test(path))
  expect([...secret, ...private_].filter(mayKeepReads)).toEqual([])
})
