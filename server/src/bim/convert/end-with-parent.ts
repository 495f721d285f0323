import { Worker } from 'node:worker_threads'

const CHECK_MS = 1000

/**
 * Ends this process when its parent is gone, also while the main thread is busy for minutes or hangs: the parent's successor
 * starts the same conversion again, and the memory is only enough for one.
 */
export function endWithParent(): void {
  const watch = `
    setInterval(() => {
      if (process.ppid !== ${process.ppid}) process.kill(process.pid, 'SIGKILL')
    }, ${CHECK_MS})`
  new Worker(watch, {
    eval: true,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  }).unref()
}
