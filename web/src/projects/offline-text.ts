import { catalogue, count } from '../base/language.ts'

/** Texts of the dialog that keeps a project on the device. */
const english = {
  title: 'Available offline',
  hint: (project: string) =>
    `${project} stays on this device with its issues, their pictures, people and levels, and works there without a connection.`,
  files: 'Models and drawings',
  size: (size: string) => `About ${size} on this device`,
  free: (size: string) => `${size} are free`,
  plenty: (size: string) => `${size} or more are free`,
  start: 'Make available',
  update: 'Update',
  remove: 'Remove from this device',
  stop: 'Stop',
  issues: (number: number) => count(number, 'issue', 'issues'),
  progress: 'Coming to this device',
  asOf: (time: string) => `On this device as of ${time}`,
  safe: 'The browser keeps it until you remove it.',
  unsafe: 'The browser may delete it when this device runs out of space.',
  failed: 'The download is not complete. Downloaded data is kept; start again to continue.',
  done: (project: string) => `${project} is available offline`,
}
export type OfflineText = typeof english

declare module '../base/language.ts' {
  interface Texts {
    projectOffline: OfflineText
  }
}

export const useOfflineText = catalogue('projectOffline', english)
