import type { contactTopics } from '@plumbline/contract/settings/settings'
import { catalogue } from '../base/language.ts'

const topics: Record<(typeof contactTopics)[number], string> = {
  SUPPORT: 'Help with using it',
  BUG: 'Something does not work',
  FEATURE: 'An idea',
  BILLING: 'Plan and invoices',
  PRIVACY: 'My data',
  SALES: 'Using it in our company',
}

const english = {
  title: 'Contact us',
  topic: 'Topic',
  topics,
  name: 'Your name',
  email: 'Reply address',
  message: 'Message',
  consent: 'You may answer me at this address',
  attached: 'Sent with it',
  page: (address: string) => `Page: ${address}`,
  version: (version: string, browser: string) => `Version: Plumbline ${version}, ${browser}`,
  send: 'Send',
  sentTitle: 'Your message is on its way',
  sent: (email: string) => `We will answer to ${email}`,
  reference: (reference: string) => `Its reference is ${reference}.`,
  done: 'Done',
}
export type ContactText = typeof english

declare module '../base/language.ts' {
  interface Texts {
    contact: ContactText
  }
}

export const useContactText = catalogue('contact', english)
