import { expect, test } from 'vitest'
import { startApp } from '../../test/app.ts'

const always = {
  'content-security-policy':
    "default-src 'self';base-uri 'none';form-action 'self';frame-ancestors 'self';object-src 'none';" +
    "script-src 'self' 'wasm-unsafe-eval';worker-src 'self' blob:;img-src 'self' data: blob:;connect-src 'self'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
}

test('Answers and refusals have all security headers, and require HTTPS only of a server that has it', async () => {
  const app = await startApp()
  try {
    for (const url of ['/healthz', '/api/me', '/api/missing'])
      expect((await app.fastify.inject(url)).headers).toMatchObject(always)
    expect((await app.fastify.inject('/healthz')).headers).not.toHaveProperty('strict-transport-security')
  } finally {
    await app.close()
  }
  const secure = await startApp({ PUBLIC_URL: 'https://plumbline.example' })
  try {
    expect((await secure.fastify.inject('/healthz')).headers).toMatchObject({
      ...always,
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    })
  } finally {
    await secure.close()
  }
})
