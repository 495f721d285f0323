/**
 * Measures the longest round of the event loop in processor time of this thread, which other processes on a busy
 * machine do not distort.
 */

const cpuMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Runs work and returns its longest round in milliseconds; keeps the loop from sleeping in the meantime. */
export async function longestPiece<T>(work: () => Promise<T>): Promise<{ result: T; ms: number }> {
  let [longest, last, running] = [0, cpuMs(), true]
  const look = () => {
    const now = cpuMs()
    longest = Math.max(longest, now - last)
    last = now
    if (running) setImmediate(look)
  }
  setImmediate(look)
  try {
    const result = await work()
    // the reply may leave work in the queue
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
    return { result, ms: longest }
  } finally {
    running = false
  }
}
