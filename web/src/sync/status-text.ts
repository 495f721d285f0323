import { catalogue } from '../base/language.ts'

/** Badge and banners: on every page, and therefore separate from the sync centre's texts. */
const english = {
  badge: (number: number) => `Saved on this device: ${number}`,
  syncing: 'Syncing',
  attention: 'Needs attention',
  reach: {
    NETWORK: 'You are offline.',
    PORTAL: 'This network asks you to sign in before it lets you out.',
    SERVER: 'The server is down at the moment.',
    ANSWER: 'The server does not answer.',
  },
  asOf: (time: string) => `What you see is as of ${time}.`,
  notHere: 'Not everything on this screen is on this device.',
  kept: 'What you write is kept here and sent later.',
  sessionEnded: 'Your session has ended. Log in to send what waits on this device.',
  logIn: 'Log in',
  updateReady: 'A new version of Plumbline is ready.',
  updateNow: 'Update now',
}
export type SyncStatusText = typeof english

declare module '../base/language.ts' {
  interface Texts {
    syncStatus: SyncStatusText
  }
}

export const useSyncStatusText = catalogue('syncStatus', english)
