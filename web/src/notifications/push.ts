import type { BodyOf } from '@plumbline/contract/http'
import type { addPushDevice } from '@plumbline/contract/notifications/settings'
import { describeBrowser } from '../users/me/devices.ts'

/** Web push for this browser. The permission is only requested when the person presses the button. */

export type PushAbility = 'able' | 'blocked' | 'install' | 'missing'

export function getPushAbility(): PushAbility {
  const has = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (has) return Notification.permission === 'denied' ? 'blocked' : 'able'
  // iOS allows push only for apps on the home screen
  return /iPad|iPhone/.test(navigator.userAgent) ? 'install' : 'missing'
}

async function findSubscription(): Promise<PushSubscription | null> {
  if (!('serviceWorker' in navigator)) return null
  const registration = await navigator.serviceWorker.getRegistration('/')
  return (await registration?.pushManager?.getSubscription()) ?? null
}

/** SHA-256 of the push endpoint, which identifies this browser in the server's list; null without a subscription. */
export async function readOwnEndpointHash(): Promise<string | null> {
  const own = await findSubscription()
  if (!own) return null
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(own.endpoint))
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Asks for permission and subscribes; null when the person declined. */
export async function subscribeToPush(publicKey: string): Promise<BodyOf<typeof addPushDevice> | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  await navigator.serviceWorker.register('/sw.js')
  const registration = await navigator.serviceWorker.ready
  // a subscription made with another server key cannot be used
  await (await registration.pushManager.getSubscription())?.unsubscribe()
  const made = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  })
  const { endpoint, keys } = made.toJSON()
  return {
    endpoint: endpoint ?? '',
    keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' },
    name: describeBrowser(navigator.userAgent).slice(0, 80),
  }
}

export async function unsubscribeFromPush(): Promise<void> {
  await (await findSubscription())?.unsubscribe()
}
