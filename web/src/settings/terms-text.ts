import { catalogue } from '../base/language.ts'

interface TermsSection {
  id: string
  title: string
  paragraphs: string[]
}

/** The built-in terms. An operator can replace them by setting TERMS_URL. */
const sections: TermsSection[] = [
  {
    id: 'who',
    title: 'Who provides this service',
    paragraphs: [
      'Plumbline is open-source software. The service you are using is run by whoever operates this server: your company, a partner or a host. That operator, and not the authors of the software, is your contract partner.',
      'Ask the operator for their name, address and data protection contact; on a server of your own company that is usually the IT department.',
    ],
  },
  {
    id: 'account',
    title: 'Your account',
    paragraphs: [
      'An account belongs to one person. Keep your password to yourself and tell the operator when you think somebody else knows it.',
      'You act for the company under whose name you work in a project. What you may see and change there is decided by the administrators of that project.',
    ],
  },
  {
    id: 'uploads',
    title: 'What you upload',
    paragraphs: [
      'Models, drawings, photos, issues and messages stay the property of those who made them. You allow the operator to store, convert and show them to the members of the project, and for nothing else.',
      'Upload only what you may share with the members of the project. Photos of people need a reason and, where the law asks for it, their consent.',
    ],
  },
  {
    id: 'use',
    title: 'Fair use',
    paragraphs: [
      'Do not try to reach data that is not meant for you, to disturb the service for others, or to upload files that are made to do harm.',
      'A model on a screen does not replace the checked drawing. Decisions about safety and structure stay with the people who are responsible for them.',
    ],
  },
  {
    id: 'data',
    title: 'Personal data',
    paragraphs: [
      'The service stores your name, e-mail address, company, role, what you write and upload, and when you were signed in. It uses them to run your projects and to notify you.',
      'One cookie keeps you signed in and one protects you against forged requests; two more remember your language and light or dark. Nothing is sent to third parties unless the operator has switched on a service that says so.',
      'On the page of your profile you can download what is stored about you, correct it, and delete your account. What you contributed to a project stays there, because others rely on it.',
    ],
  },
  {
    id: 'liability',
    title: 'Availability and liability',
    paragraphs: [
      'The operator does their best to keep the service running and backed up, and announces longer interruptions. The software itself comes without warranty, as its licence says.',
    ],
  },
]

const english = {
  title: 'Terms of use',
  contents: 'Contents',
  version: (date: string) => `Version 1, ${date}`,
  date: '2026-11-21',
  print: 'Print',
  open: 'Open the terms',
  sections,
}

export type TermsText = typeof english

declare module '../base/language.ts' {
  interface Texts {
    settings: TermsText
  }
}
export const useTermsText = catalogue('settings', english)
