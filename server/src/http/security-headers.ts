import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

/** Hosts that Amplitude's library contacts; allowed only if a key is configured. */
const amplitudeHosts = ['api2', 'api-sr', 'sr-client-cfg'].map((name) => `https://${name}.amplitude.com`)

/** Origins that Stripe’s payment form and 3-D Secure need in the browser. */
const stripeHosts = ['https://js.stripe.com', 'https://*.js.stripe.com']
const stripeFrames = [...stripeHosts, 'https://hooks.stripe.com']

const listDirectives = ({ settings, billing }: Config): Record<string, string[]> => ({
  'default-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'self'"],
  'object-src': ["'none'"],
  'script-src': ["'self'", "'wasm-unsafe-eval'", ...(billing.stripe ? stripeHosts : [])],
  ...(billing.stripe ? { 'frame-src': ["'self'", ...stripeFrames] } : {}),
  'worker-src': ["'self'", 'blob:'],
  'img-src': ["'self'", 'data:', 'blob:'],
  'connect-src': [
    "'self'",
    ...(settings.AMPLITUDE_KEY ? amplitudeHosts : []),
    ...(billing.stripe ? ['https://api.stripe.com'] : []),
  ],
  // Amplitude's session recorder sets style attributes
  ...(settings.AMPLITUDE_KEY ? { 'style-src-attr': ["'unsafe-inline'"] } : {}),
})

const buildContentSecurityPolicy = (config: Config): string =>
  Object.entries(listDirectives(config))
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join(';')

const buildHeaders = (config: Config): [name: string, value: string][] => [
  ['content-security-policy', buildContentSecurityPolicy(config)],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['origin-agent-cluster', '?1'],
  ['referrer-policy', 'no-referrer'],
  ...(config.publicUrl.startsWith('https:')
    ? [['strict-transport-security', 'max-age=31536000; includeSubDomains'] as [string, string]]
    : []),
  ['x-content-type-options', 'nosniff'],
  ['x-dns-prefetch-control', 'off'],
  ['x-download-options', 'noopen'],
  ['x-frame-options', 'SAMEORIGIN'],
  ['x-permitted-cross-domain-policies', 'none'],
  ['x-xss-protection', '0'],
]

/** Sends with every response the headers that limit what browsers do with it; they are built once. */
export function addSecurityHeaders(app: FastifyInstance, config: Config) {
  const headers = buildHeaders(config)
  app.addHook('onRequest', (_request, reply, done) => {
    for (const [name, value] of headers) reply.raw.setHeader(name, value)
    done()
  })
}
