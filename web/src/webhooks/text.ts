import type { Delivery, DeliveryError, WebhookEvent } from '@plumbline/contract/webhooks/webhooks'
import { catalogue, count } from '../base/language.ts'

const events: Record<WebhookEvent | 'test', string> = {
  'issue.created': 'Issue created or restored',
  'issue.updated': 'Issue updated',
  'issue.deleted': 'Issue deleted',
  'comment.added': 'Comment added',
  'variant.completed': 'Model version ready',
  'variant.failed': 'Model version failed',
  'member.added': 'Member added',
  'member.updated': 'Member updated',
  'member.removed': 'Member removed',
  test: 'Test',
}
const errors: Record<DeliveryError, string> = {
  not_reached: 'No response from this address',
  not_public: 'The address is in a private network',
  not_trusted: 'No secure connection: check the certificate of the server',
  timeout: 'No response within 10 seconds',
  switched_off: 'Not sent: the webhook was switched off',
  too_many: 'Not sent: too many deliveries were waiting',
  secret_lost: 'The secret cannot be read any more: create a new one',
}
const states: Record<Delivery['state'], string> = {
  WAITING: 'Waiting',
  DELIVERED: 'Delivered',
  FAILED: 'Failed',
}

const english = {
  title: 'Webhooks',
  hint: 'Notify another server when something happens in this project. Issues that are not visible to all members are never sent.',
  documentation: 'API documentation',
  none: 'This project has no webhooks.',
  add: 'Add webhook',
  edit: 'Edit webhook',
  save: 'Save',
  address: 'Address',
  addressHelp: 'The URL that receives the events, such as https://example.com/plumbline.',
  addressWrong: 'Enter a URL such as https://example.com/path',
  groups: { issues: 'Issues', models: 'Models', people: 'Members' },
  chooseEvents: 'Choose at least one event',
  events,
  allEvents: 'All events',
  someEvents: (number: number) => count(number, 'event', 'events'),
  on: 'On',
  off: 'Off',
  failing: 'Failing',
  stopped: 'Switched off by the server',
  failingSince: (time: string) =>
    `No delivery has succeeded since ${time}. The webhook is switched off after three days.`,
  stoppedAt: (time: string) =>
    `Since ${time}: deliveries failed for three days, or the address no longer exists. Switch it on again once the server answers.`,
  actions: (address: string) => `Actions for ${address}`,
  deliveries: 'Deliveries',
  deliveriesOf: (address: string) => `Deliveries to ${address}`,
  deliveriesHint: 'The last 100. Failed deliveries are retried for a day.',
  noDeliveries: 'No deliveries yet.',
  sendTest: 'Send test',
  switchOff: 'Switch off',
  switchOn: 'Switch on',
  isOff: 'This webhook is switched off',
  newSecret: 'New secret',
  newSecretHint: (address: string) =>
    `Deliveries to ${address} are signed with the new secret immediately. Enter it on the other server.`,
  remove: 'Delete webhook',
  removeHint: (address: string) =>
    `Nothing more is sent to ${address}, and its deliveries are no longer listed.`,
  secretTitle: 'Copy the secret',
  secretHint:
    'It is shown only once. The other server uses it to verify that deliveries come from Plumbline.',
  copySecret: 'Copy secret',
  done: 'Done',
  states,
  errors,
  answered: (status: number, milliseconds: string) => `Response ${status} after ${milliseconds} ms`,
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
