import * as amplitude from '@amplitude/analytics-browser'
import { plugin as sessionReplay } from '@amplitude/plugin-session-replay-browser'

/** Amplitude's own library: a chunk of its own, which is loaded after consent only. */

let running: string | null = null

export function measure(key: string, userId: string | null) {
  if (running === key) {
    amplitude.setOptOut(false)
    if (userId) amplitude.setUserId(userId)
    return
  }
  running = key
  amplitude.add(sessionReplay({ sampleRate: 1, privacyConfig: { defaultMaskLevel: 'medium' } }))
  const ready = amplitude.init(key, userId ?? undefined, {
    defaultTracking: true,
    // nothing that is not decided here
    remoteConfig: { fetchRemoteConfig: false },
    enableDiagnostics: false,
    trackingOptions: { ipAddress: false },
    // cookies would travel to our own server with each request
    identityStorage: 'localStorage',
  }).promise
  // it remembers whose use it measured last
  void ready.then(() => {
    if (userId === null && amplitude.getUserId()) amplitude.reset()
  })
}

/** No longer agreed to. */
export function stop() {
  if (running) amplitude.setOptOut(true)
}

/** Another person may follow on this device. */
export function reset() {
  if (running) amplitude.reset()
}
