import * as z from 'zod/mini'
import { endpoint } from './http.ts'

/** Names of the public settings. Secrets are never among them. */
export const settingNames = [
  'HELP_CENTER_URL',
  'TERMS_URL',
  'AMPLITUDE_KEY',
  'GETSTREAM_KEY',
  'MAX_UPLOAD_BYTES',
  'SUPPORTED_IFC_SCHEMAS',
  'LOCALES',
  /** the sign-in of the demo, on a server that has one */
  'DEMO',
  /** where mails of a server without SMTP can be read */
  'LOCAL_INBOX',
] as const
export type SettingName = (typeof settingNames)[number]

const params = z.object({ name: z.string().check(z.maxLength(60)) })

export const getSetting = endpoint({
  method: 'GET',
  path: '/api/settings/:name',
  access: 'public',
  summary: 'A public setting of this server with its name',
  params,
  reply: z.object({ name: z.string(), value: z.unknown() }),
  refuses: ['not_found'],
})

export const getSettingAsString = endpoint({
  method: 'GET',
  path: '/api/settings/:name/as_string',
  access: 'public',
  summary: 'A public setting as plain text; empty when it is not set',
  params,
  reply: { bytes: 'text/plain' },
  refuses: ['not_found'],
})

export const getSettingAsJson = endpoint({
  method: 'GET',
  path: '/api/settings/:name/as_json',
  access: 'public',
  summary: 'A public setting as a JSON value; null when it is not set',
  params,
  reply: z.unknown(),
  refuses: ['not_found'],
})
