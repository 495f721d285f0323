import * as amplitude from '@amplitude/analytics-browser'
import { plugin as sessionReplay } from '@amplitude/plugin-session-replay-browser'

/** The Amplitude SDK, in a separate chunk loaded only after consent. */

let running: string | null = null

export function startMeasuring(key: string, userId: string | null) {
  if (running === key) {
    amplitude.setOptOut(false)
    if (userId) amplitude.setUserId(userId)
    return
  }
  running = key
  amplitude.add(sessionReplay({ sampleRate: 1, privacyConfig: { defaultMaskLevel: 'medium' } }))
  const ready = amplitude.init(key, userId ?? undefined, {
    defaultTracking: true,
    // no configuration from Amplitude's servers
    remoteConfig: { fetchRemoteConfig: false },
    enableDiagnostics: false,
    trackingOptions: { ipAddress: false },
    // cookies would be sent to our own server with every request
    identityStorage: 'localStorage',
  }).promise
  // the SDK remembers the last measured user
  void ready.then(() => {
    if (userId === null && amplitude.getUserId()) amplitude.reset()
  })
}

/** Stops measuring after consent is withdrawn. */
export function stopMeasuring() {
  if (running) amplitude.setOptOut(true)
}

/** Forgets the user, because another user may sign in on this device. */
export function resetMeasuredUser() {
  if (running) amplitude.reset()
}
