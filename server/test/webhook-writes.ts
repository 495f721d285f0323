import {
  createWebhook,
  deleteWebhook,
  replaceWebhookSecret,
  sendDeliveryAgain,
  testWebhook,
  updateWebhook,
  webhookEvents,
} from '@plumbline/contract/webhooks/webhooks'
import type { User } from './make.ts'
import type { World } from './world.ts'

/** Every write of webhooks. The world's own webhook receives all events of these writes, and its address cannot be reached. */
export function webhookWrites(world: () => World, user: () => User) {
  const id = () => world().ids.id as string
  const at = () => ({ id: id(), webhookId: world().ids.webhookId as string })
  const client = () => user().client
  const write = (name: string, run: () => Promise<unknown>) => ({ name, by: user, run })
  return {
    first: [
      write('createWebhook', () =>
        client().call(createWebhook, { params: { id: id() }, body: createWebhook.example.body as never }),
      ),
      write('updateWebhook', () =>
        client().call(updateWebhook, { params: at(), body: { events: [...webhookEvents] } }),
      ),
      write('testWebhook', () => client().call(testWebhook, { params: at() })),
      write('sendDeliveryAgain', () =>
        client().call(sendDeliveryAgain, {
          params: { ...at(), deliveryId: world().ids.deliveryId as string },
        }),
      ),
      write('replaceWebhookSecret', () => client().call(replaceWebhookSecret, { params: at() })),
    ],
    last: [
      write('updateWebhook off', () =>
        client().call(updateWebhook, { params: at(), body: { is_active: false } }),
      ),
      write('deleteWebhook', () => client().call(deleteWebhook, { params: at() })),
    ],
  }
}
