/**
 * How long one round of the event loop works at most, in processor time of this thread: what everybody else would wait
 * on an idle machine. Other processes on a busy one do not count.
 */

const cpuMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** The longest round while some work is done, in ms. The loop does not sleep meanwhile. */
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
    // what was answered may have left work behind
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
    return { result, ms: longest }
  } finally {
    running = false
  }
}
