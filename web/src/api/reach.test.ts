import { expect, test } from 'vitest'
import { probeServer } from './reach.ts'

const answering = (answer: () => Response) => (async () => answer()) as typeof fetch
const online = () => true

test('No network, a captive portal, a server that is down and one that does not answer are told apart', async () => {
  const healthy = answering(() => Response.json({ status: 'ok' }))
  expect(await probeServer(healthy, online)).toBe('REACHED')
  expect(await probeServer(healthy, () => false)).toBe('NETWORK')
  const portal = answering(() => new Response('<html>Please log in</html>'))
  expect(await probeServer(portal, online)).toBe('PORTAL')
  const redirect = answering(
    () => ({ ok: false, status: 0, json: () => Promise.reject(new Error()) }) as never,
  )
  expect(await probeServer(redirect, online)).toBe('PORTAL')
  const gateway = answering(() => new Response('Bad gateway', { status: 502 }))
  expect(await probeServer(gateway, online)).toBe('SERVER')
  const silent = (async () => Promise.reject(new TypeError('Failed to fetch'))) as typeof fetch
  expect(await probeServer(silent, online)).toBe('ANSWER')
})
