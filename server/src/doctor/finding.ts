import type { Config } from '../config.ts'

/** A finding of the doctor command: a sentence with the setting or part, the fault and the remedy. */
export interface Finding {
  /** warning: it works, but not well or not safely */
  level: 'broken' | 'warning'
  text: string
}

export const broken = (text: string): Finding => ({ level: 'broken', text })
export const warning = (text: string): Finding => ({ level: 'warning', text })

export interface Surroundings {
  config: Config
  /** URL of the embedded database when none is configured; rejects if it does not start */
  openDatabaseUrl: () => Promise<string>
  now: () => Date
}
