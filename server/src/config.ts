import { createHash } from 'node:crypto'
import path from 'node:path'
import * as z from 'zod'
import { describeSettings } from './describe-settings.ts'

/** The configuration, read from the environment and validated once at start. */

const flag = z.enum(['true', 'false']).transform((text) => text === 'true')
/** a link of the operator's own; empty: none */
const webAddress = z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default('')
/** limit of S3 for an object uploaded in one call */
const MAX_OBJECT_BYTES = 5 * 1024 ** 3
const bytes = z.coerce.number().int().positive()

/** Parses `DE:19,AT:20` to hundredths of a percent by country. */
const taxes = z
  .string()
  .regex(/^([A-Z]{2}:\d{1,2}(\.\d{1,2})?)(,[A-Z]{2}:\d{1,2}(\.\d{1,2})?)*$/, 'as in DE:19,AT:20,CH:8.1')
  .transform(
    (text): Record<string, number> =>
      Object.fromEntries(
        text.split(',').map((entry) => {
          const [country = '', percent] = entry.split(':')
          return [country, Math.round(Number(percent) * 100)]
        }),
      ),
  )

/** Parses `authorization=Bearer%20x,tenant=7`, as OpenTelemetry's variables write headers. */
const headerList = z
  .string()
  .regex(/^[\w-]+=[^,=]*(,[\w-]+=[^,=]*)*$/, 'as in authorization=Bearer%20secret')
  .transform(
    (text): Record<string, string> =>
      Object.fromEntries(
        text.split(',').map((entry) => {
          const [name = '', value = ''] = entry.split('=')
          return [name, decodeURIComponent(value)]
        }),
      ),
  )

const billingVariables = {
  BILLING: z.enum(['off', 'builtin']).default('off'),
  BILLING_TAX: taxes.default({}),
  BILLING_DUE_DAYS: z.coerce.number().int().min(0).max(120).default(14),
  BILLING_SELLER_NAME: z.string().default(''),
  BILLING_SELLER_ADDRESS: z.string().default(''),
  BILLING_SELLER_POSTAL_CODE: z.string().default(''),
  BILLING_SELLER_CITY: z.string().default(''),
  BILLING_SELLER_COUNTRY: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
  BILLING_SELLER_TAX_ID: z.string().default(''),
  BILLING_SELLER_EMAIL: z.email().optional(),
  BILLING_SELLER_BANK: z.string().default(''),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_API_URL: z.url({ protocol: /^https?$/ }).optional(),
}

const variables = z.object({
  ...billingVariables,
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('data'),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_DIRECT_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  ROW_LEVEL_SECURITY: z.enum(['on', 'off']).default('off'),
  BLOB_URL: z.url({ protocol: /^(s3|s3\+http)$/ }).optional(),
  BUS_URL: z.url({ protocol: /^nats$/ }).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().default('Plumbline <no-reply@localhost>'),
  CONTACT_EMAIL: z.email().optional(),
  TRUST_PROXY: z.string().default('false'),
  ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  STOP_DELAY_SECONDS: z.coerce.number().min(0).max(10).default(0),
  SECRET_KEY: z.string().min(32).optional(),
  SECRET_KEY_OLD: z.string().min(32).optional(),
  BACKUP_KEY: z.string().min(32).optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headerList.default({}),
  OTEL_SERVICE_NAME: z.string().default('plumbline'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  DEMO: flag.optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  RATE_LIMIT_PER_MINUTE: z.coerce.number().int().positive().default(1200),
  RATE_LIMIT_PER_TOKEN: z.coerce.number().int().positive().default(600),
  RATE_LIMIT_SIGN_IN: z.coerce.number().int().positive().default(10),
  RATE_LIMIT_MAIL: z.coerce.number().int().positive().default(10),
  MAX_UPLOAD_BYTES: bytes.default(2_000_000_000),
  CONVERT_PARALLEL: z.coerce.number().int().min(1).max(64).optional(),
  CONVERT_MEMORY_MB: z.coerce.number().int().min(256).default(6000),
  CONVERT_SECONDS: z.coerce.number().int().min(5).default(1800),
  HELP_CENTER_URL: webAddress,
  TERMS_URL: webAddress,
  STATUS_URL: webAddress,
  AMPLITUDE_KEY: z.string().default(''),
  WEB_PUSH: z.enum(['on', 'off']).default('on'),
  WEBHOOKS_ALLOW_PRIVATE: flag.default(false),
  GETSTREAM_KEY: z.string().default(''),
  GETSTREAM_SECRET: z.string().optional(),
})

/** Parses `true`, `false`, a number of hops or a list of addresses, as Fastify's `trustProxy` expects. */
function trustProxy(text: string): boolean | number | string {
  if (text === 'true' || text === 'false') return text === 'true'
  return /^\d+$/.test(text) ? Number(text) : text
}

type Variables = z.output<typeof variables>

/** The billing settings with the payment provider: none, built-in invoices, or Stripe. */
function readBilling(v: Variables) {
  const provider = v.STRIPE_SECRET_KEY ? 'stripe' : v.BILLING === 'builtin' ? 'builtin' : 'none'
  const missing = [
    ...(provider === 'builtin' ? (['BILLING_SELLER_NAME', 'BILLING_SELLER_COUNTRY'] as const) : []),
    ...(provider === 'stripe' ? (['STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const) : []),
  ].filter((name) => !v[name])
  if (missing.length > 0)
    throw new Error(
      `The configuration is not valid:\n${missing.map((name) => `  ${name}: Missing`).join('\n')}`,
    )
  return {
    provider,
    /** tax rates in hundredths of a percent, by country */
    taxes: v.BILLING_TAX,
    /** days until an invoice is due */
    dueDays: v.BILLING_DUE_DAYS,
    seller: {
      name: v.BILLING_SELLER_NAME,
      address: v.BILLING_SELLER_ADDRESS,
      postal_code: v.BILLING_SELLER_POSTAL_CODE,
      city: v.BILLING_SELLER_CITY,
      country: v.BILLING_SELLER_COUNTRY ?? null,
      tax_id: v.BILLING_SELLER_TAX_ID,
      email: v.BILLING_SELLER_EMAIL ?? '',
      /** bank account printed on invoices */
      bank: v.BILLING_SELLER_BANK,
    },
    stripe: v.STRIPE_SECRET_KEY
      ? {
          secretKey: v.STRIPE_SECRET_KEY,
          publishableKey: v.STRIPE_PUBLISHABLE_KEY ?? '',
          webhookSecret: v.STRIPE_WEBHOOK_SECRET ?? '',
          /** overrides Stripe's API URL, for tests */
          apiUrl: v.STRIPE_API_URL ?? null,
        }
      : null,
  } as const
}

export function readConfig(environment: Record<string, string | undefined>, root: string) {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const result = variables.safeParse(given)
  if (!result.success) {
    const lines = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`The configuration is not valid:\n${lines.join('\n')}`)
  }
  const v = result.data
  const dataDir = path.resolve(root, v.DATA_DIR)
  return {
    env: v.NODE_ENV,
    port: v.PORT,
    host: v.HOST,
    dataDir,
    /** short stable hash of the data folder, for names of resources outside of it */
    dataDirKey: createHash('sha256').update(dataDir).digest('hex').slice(0, 12),
    publicUrl: v.PUBLIC_URL?.replace(/\/$/, '') ?? `http://localhost:${v.PORT}`,
    databaseUrl: v.DATABASE_URL ?? null,
    /** for LISTEN and session locks, which a transaction pooler does not support */
    databaseDirectUrl: v.DATABASE_DIRECT_URL ?? v.DATABASE_URL ?? null,
    blobUrl: v.BLOB_URL ?? null,
    busUrl: v.BUS_URL ?? null,
    smtpUrl: v.SMTP_URL ?? null,
    mailFrom: v.MAIL_FROM,
    /** receives the messages of “Contact us”, which are also stored in the database */
    contactEmail: v.CONTACT_EMAIL ?? null,
    /** false: no push service is contacted, and browsers do not offer push notifications */
    rowLevelSecurity: v.ROW_LEVEL_SECURITY === 'on',
    webPush: v.WEB_PUSH === 'on',
    /** allows webhooks to private addresses and without TLS */
    webhooksAllowPrivate: v.WEBHOOKS_ALLOW_PRIVATE,
    trustProxy: trustProxy(v.TRUST_PROXY),
    role: v.ROLE,
    /** time between SIGTERM and the closing of the port, in which /readyz is answered 503 */
    stopDelayMs: v.STOP_DELAY_SECONDS * 1000,
    secretKey: v.SECRET_KEY ?? null,
    /** the previous key, still accepted for existing signatures and encrypted values; null: none */
    oldSecretKey: v.SECRET_KEY_OLD ?? null,
    /** encrypts backups; null: they are not encrypted */
    backupKey: v.BACKUP_KEY ?? null,
    /** bearer token for /metrics; null: only local requests */
    metricsToken: v.METRICS_TOKEN ?? null,
    /** where traces are sent by OTLP over HTTP, with the share of traces that is kept; null: nowhere */
    tracing: v.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          endpoint: v.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/$/, ''),
          headers: v.OTEL_EXPORTER_OTLP_HEADERS,
          serviceName: v.OTEL_SERVICE_NAME,
          share: v.OTEL_TRACES_SAMPLER_ARG,
        }
      : null,
    /** signs tokens for Stream; null: the built-in chat is used */
    streamSecret: v.GETSTREAM_SECRET ?? null,
    /** creates a demo company and login in an empty database; off in production by default */
    demo: v.DEMO ?? v.NODE_ENV === 'development',
    logLevel: v.LOG_LEVEL,
    limits: {
      requestsPerMinute: v.RATE_LIMIT_PER_MINUTE,
      tokenPerMinute: v.RATE_LIMIT_PER_TOKEN,
      signIn: v.RATE_LIMIT_SIGN_IN,
      mail: v.RATE_LIMIT_MAIL,
      uploadBytes: v.BLOB_URL ? Math.min(v.MAX_UPLOAD_BYTES, MAX_OBJECT_BYTES) : v.MAX_UPLOAD_BYTES,
    },
    convert: {
      parallel: v.CONVERT_PARALLEL ?? null,
      memoryMb: v.CONVERT_MEMORY_MB,
      seconds: v.CONVERT_SECONDS,
    },
    billing: readBilling(v),
    /** every variable with its value, secrets masked, and whether the environment gave it */
    overview: describeSettings(given, v, Object.keys(variables.shape)),
    settings: {
      HELP_CENTER_URL: v.HELP_CENTER_URL,
      TERMS_URL: v.TERMS_URL,
      STATUS_URL: v.STATUS_URL,
      AMPLITUDE_KEY: v.AMPLITUDE_KEY,
      GETSTREAM_KEY: v.GETSTREAM_KEY,
    },
  }
}

export type Config = ReturnType<typeof readConfig>
