import { expect, test } from 'vitest'
import { startApp } from '../../test/app.ts'
import { Client } from '../../test/client.ts'

test('The content security policy allows Amplitude only if a key is configured', async () => {
  const policyOf = async (environment: Record<string, string>) => {
    const app = await startApp(environment)
    try {
      const client = new Client(app)
      const { headers } = await client.send('GET', '/')
      const { body } = await client.send('GET', '/api/settings/AMPLITUDE_KEY/as_json')
      return [String(headers['content-security-policy']), body]
    } finally {
      await app.close()
    }
  }
  const [closed, none] = await policyOf({})
  expect(closed).not.toContain('amplitude')
  expect(none).toBe(null)
  const [open, key] = await policyOf({ AMPLITUDE_KEY: 'a-key' })
  expect(open).toContain("connect-src 'self' https://api2.amplitude.com")
  expect(key).toBe('a-key')
})
