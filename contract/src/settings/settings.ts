import * as z from 'zod/mini'
import { Email, Id, LineField, TextField } from '../fields.ts'
import { endpoint } from '../http.ts'

/** Names of the public settings, which never include secrets. */
export const settingNames = [
  'HELP_CENTER_URL',
  'TERMS_URL',
  /** address of a page with this server's status */
  'STATUS_URL',
  'AMPLITUDE_KEY',
  'GETSTREAM_KEY',
  'MAX_UPLOAD_BYTES',
  'SUPPORTED_IFC_SCHEMAS',
  'LOCALES',
  /** `{text, until}` while the server is under maintenance and refuses writes */
  'MAINTENANCE',
  /** credentials of the demo, if the server has one */
  'DEMO',
  /** URL of the local inbox of a server without SMTP */
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

export const contactTopics = ['SALES', 'SUPPORT', 'BILLING', 'BUG', 'FEATURE', 'PRIVACY'] as const

export const contactUs = endpoint({
  method: 'POST',
  path: '/api/contact_us',
  access: 'public',
  summary: 'Send a message to the operator of this server; returns its reference',
  body: z.object({
    name: LineField(2, 160),
    email: Email,
    company: z.optional(LineField(0, 200)),
    phone: z.optional(LineField(0, 40)),
    topic: z.enum(contactTopics),
    message: TextField(5000).check(z.minLength(10)),
    project_id: z.optional(Id),
    page_url: z.optional(z.string().check(z.maxLength(2000))),
    /** consent to a reply to this address */
    consent: z.literal(true),
    /** honeypot: people leave it empty, bots fill it in */
    honeypot: z.optional(z.string().check(z.maxLength(200))),
  }),
  reply: z.object({ id: Id, reference: z.string() }),
  status: 201,
  refuses: ['too_many_requests'],
  example: {
    body: {
      name: 'Ines Okafor',
      email: 'ines@example.com',
      topic: 'SUPPORT',
      message: 'How do I move a project to another company?',
      consent: true,
    },
  },
})
