import { afterEach, expect, test, vi } from 'vitest'
import { sendEarly, takeEarly } from './early-read.ts'

afterEach(() => vi.unstubAllGlobals())

const team = { 'X-Plumbline-Team-ID': 'a' }

test('The first caller takes the reply that was asked for early, and the next one sends its own', async () => {
  vi.stubGlobal('fetch', async () => new Response('early'))
  sendEarly('/api/me', team)
  expect(takeEarly('/api/project/1', team)).toBeNull()
  const taken = takeEarly('/api/me', { ...team })
  expect(await (await taken)?.text()).toBe('early')
  expect(takeEarly('/api/me', team)).toBeNull()
})

test('A reply that was asked for by another company is not taken', () => {
  vi.stubGlobal('fetch', async () => new Response('early'))
  sendEarly('/api/me', team)
  expect(takeEarly('/api/me', { 'X-Plumbline-Team-ID': 'b' })).toBeNull()
})

test('The caller gets the error of a failed early read', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  sendEarly('/api/me', {})
  await expect(takeEarly('/api/me', {})).rejects.toThrow('Failed to fetch')
})
