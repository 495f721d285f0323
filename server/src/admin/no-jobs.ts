import type { Jobs } from '../jobs/jobs.ts'

/** For a command on the machine, which has no queue: a running server looks for waiting mails and runs every minute. */
export const noJobs: Jobs = {
  add: async () => {},
  addAll: async () => {},
  addMissing: async () => {},
  work: async () => {},
  schedule: async () => {},
  setPaused: async () => {},
  isReady: () => true,
  close: async () => {},
}
