import type { Delivery, DeliveryError, WebhookEvent } from '@plumbline/contract/webhooks/webhooks'
import { catalogue, count } from '../base/language.ts'

const events: Record<WebhookEvent | 'test', string> = {
  'issue.created': 'Issue created or restored',
  'issue.updated': 'Issue changed',
  'issue.deleted': 'Issue deleted',
  'comment.added': 'Comment added',
  'variant.completed': 'Model version ready',
  'variant.failed': 'Model version failed',
  'member.added': 'Member added',
  'member.updated': 'Member changed',
  'member.removed': 'Member removed',
  test: 'Test',
}
const errors: Record<DeliveryError, string> = {
  not_reached: 'Nobody answered at this address',
  not_public: 'The address leads to a private network',
  not_trusted: 'No secure connection: check the certificate of this address',
  timeout: 'No answer within 10 seconds',
  switched_off: 'Not sent: the webhook was switched off',
  too_many: 'Not sent: too many deliveries were waiting',
  secret_lost: 'The secret cannot be read any more: make a new one',
}
const states: Record<Delivery['state'], string> = {
  WAITING: 'Waiting',
  DELIVERED: 'Delivered',
  FAILED: 'Failed',
}

const english = {
  title: 'Webhooks',
  hint: 'Another server is told when something happens in this project. Issues that not everybody in the project sees are never sent.',
  documentation: 'API documentation',
  none: 'This project has no webhooks.',
  add: 'Add webhook',
  edit: 'Edit webhook',
  save: 'Save',
  address: 'Address',
  addressHelp: 'Where it is sent to, such as https://example.com/plumbline.',
  addressWrong: 'An address as in https://example.com/path',
  groups: { issues: 'Issues', models: 'Models', people: 'Members' },
  chooseEvents: 'Choose at least one event',
  events,
  allEvents: 'All events',
  someEvents: (number: number) => count(number, 'event', 'events'),
  on: 'On',
  off: 'Off',
  failing: 'Failing',
  stopped: 'Switched off by the server',
  failingSince: (time: string) => `Nothing has arrived since ${time}. After three days it is switched off.`,
  stoppedAt: (time: string) =>
    `Since ${time}: nothing arrived for three days, or the address is gone. Switch it on again once it answers.`,
  actions: (address: string) => `Actions for ${address}`,
  deliveries: 'Deliveries',
  deliveriesOf: (address: string) => `Deliveries to ${address}`,
  deliveriesHint: 'The last 100. What does not arrive is sent again for a day.',
  noDeliveries: 'Nothing has been sent yet.',
  sendTest: 'Send test',
  switchOff: 'Switch off',
  switchOn: 'Switch on',
  isOff: 'This webhook is switched off',
  newSecret: 'New secret',
  newSecretHint: (address: string) =>
    `What is sent to ${address} is signed with the new secret at once. Give it to the other server.`,
  remove: 'Delete webhook',
  removeHint: (address: string) =>
    `Nothing more is sent to ${address}, and its deliveries are no longer listed.`,
  secretTitle: 'Copy the secret',
  secretHint: 'It is shown only now. The other server checks with it that what it gets comes from here.',
  copySecret: 'Copy secret',
  done: 'Done',
  states,
  errors,
  answered: (status: number, milliseconds: string) => `Answer ${status} after ${milliseconds} ms`,
  attempts: (number: number) => count(number, 'attempt', 'attempts'),
  nextAt: (time: string) => `next at ${time}`,
  sendAgain: 'Send again',
  sendAgainNamed: (event: string, time: string) => `Send again: ${event}, ${time}`,
}
export type WebhookText = typeof english

declare module '../base/language.ts' {
  interface Texts {
    webhooks: WebhookText
  }
}
export const useWebhookText = catalogue('webhooks', english)
