import { getSettingAsJson } from '@plumbline/contract/settings/settings'
import { useSyncExternalStore } from 'react'
import { call } from '../api/client.ts'

/**
 * Whether use is measured: only where the operator has set a key, and only after the person of this device has agreed.
 * Until then nothing of Amplitude is loaded.
 */

export type Consent = 'yes' | 'no'
const KEY = 'plumbline.analytics'

interface State {
  /** null: the operator measures nothing, or that is not known yet */
  key: string | null
  consent: Consent | null
  /** whose use it is */
  userId: string | null
}

function kept(): Consent | null {
  try {
    const value = localStorage.getItem(KEY)
    return value === 'yes' || value === 'no' ? value : null
  } catch {
    return null
  }
}

let state: State = { key: null, consent: kept(), userId: null }
const listeners = new Set<() => void>()

/** Loads the library with the first use that is agreed to, and tells it what has changed. */
async function apply({ key, consent, userId }: State) {
  if (!key || (consent !== 'yes' && !started)) return
  started = true
  const amplitude = await import('./amplitude.ts')
  if (consent === 'yes') amplitude.measure(key, userId)
  else amplitude.stop()
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

export function decide(consent: Consent) {
  try {
    localStorage.setItem(KEY, consent)
  } catch {
    // then it is asked again the next time
  }
  change({ consent })
}

let asked: Promise<void> | null = null

/** Asks the server once whether anything is measured here. */
export function askServer(): Promise<void> {
  asked ??= call(getSettingAsJson, { params: { name: 'AMPLITUDE_KEY' } }).then(
    (key) => typeof key === 'string' && key !== '' && change({ key }),
    () => undefined,
  ) as Promise<void>
  return asked
}

/** Somebody signed in: they are known by their id and nothing else. */
export const identify = (userId: string) => change({ userId })

/** Somebody signed out: what follows is not theirs. */
export async function forget() {
  state = { ...state, userId: null }
  if (started) (await import('./amplitude.ts')).reset()
}
