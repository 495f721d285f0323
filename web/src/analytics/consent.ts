import { getSettingAsJson } from '@plumbline/contract/settings/settings'
import { useSyncExternalStore } from 'react'
import { call } from '../api/client.ts'

/**
 * Consent to analytics. Usage is measured only when the operator has set a key and the person has agreed on this device;
 * until then nothing of Amplitude is loaded.
 */

export type AnalyticsConsent = 'yes' | 'no'
const KEY = 'plumbline.analytics'

interface State {
  /** null: no analytics on this server, or not known yet */
  key: string | null
  consent: AnalyticsConsent | null
  /** the signed-in user */
  userId: string | null
}

function readConsent(): AnalyticsConsent | null {
  try {
    const value = localStorage.getItem(KEY)
    return value === 'yes' || value === 'no' ? value : null
  } catch {
    return null
  }
}

let state: State = { key: null, consent: readConsent(), userId: null }
const listeners = new Set<() => void>()

/** Loads the SDK once there is a key and consent, and passes on every change. */
async function apply({ key, consent, userId }: State) {
  if (!key || (consent !== 'yes' && !started)) return
  started = true
  const amplitude = await import('./amplitude.ts')
  if (consent === 'yes') amplitude.startMeasuring(key, userId)
  else amplitude.stopMeasuring()
}
let started = false

function change(changes: Partial<State>) {
  state = { ...state, ...changes }
  for (const listener of listeners) listener()
  void apply(state)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useAnalytics = () => useSyncExternalStore(subscribe, () => state)

export function setConsent(consent: AnalyticsConsent) {
  try {
    localStorage.setItem(KEY, consent)
  } catch {
    // storage is blocked: the question returns on the next visit
  }
  change({ consent })
}

/** Another tab of this browser was told of the person's consent. */
function hearOtherTabs({ key }: StorageEvent) {
  if (key === KEY || key === null) change({ consent: readConsent() })
}

let asked: Promise<void> | null = null

/** Asks the server once for the analytics key. */
export function loadAnalyticsKey(): Promise<void> {
  if (!asked) addEventListener('storage', hearOtherTabs)
  asked ??= call(getSettingAsJson, { params: { name: 'AMPLITUDE_KEY' } }).then(
    (key) => typeof key === 'string' && key !== '' && change({ key }),
    () => undefined,
  ) as Promise<void>
  return asked
}

/** Attributes usage to the signed-in user, by id only. */
export const identifyUser = (userId: string) => change({ userId })

/** Stops attributing usage to the user who signed out. */
export async function forgetUser() {
  state = { ...state, userId: null }
  if (started) (await import('./amplitude.ts')).resetMeasuredUser()
}
