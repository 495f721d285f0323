import type { contactTopics } from '@plumbline/contract/settings/settings'
import { catalogue } from '../base/language.ts'

const topics: Record<(typeof contactTopics)[number], string> = {
  SUPPORT: 'Help using Plumbline',
  BUG: 'Something does not work',
  FEATURE: 'Feature idea',
  BILLING: 'Plan and invoices',
  PRIVACY: 'My data',
  SALES: 'Using Plumbline in our company',
}

const english = {
  title: 'Contact us',
  topic: 'Topic',
  topics,
  name: 'Your name',
  email: 'Reply address',
  message: 'Message',
  consent: 'You may reply to this address',
  attached: 'Sent with your message',
  page: (address: string) => `Page: ${address}`,
  version: (version: string, browser: string) => `Version: Plumbline ${version}, ${browser}`,
  send: 'Send',
  sentTitle: 'Message sent',
  sent: (email: string) => `We will answer to ${email}`,
  reference: (reference: string) => `Your reference is ${reference}.`,
  done: 'Done',
}
export type ContactText = typeof english

declare module '../base/language.ts' {
  interface Texts {
    contact: ContactText
  }
}

export const useContactText = catalogue('contact', english)
