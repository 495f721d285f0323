import { spawn } from 'node:child_process'

/** Supervises a program: restarts it when it dies, until it exits on its own or keeps dying. */

/** a death within this time after the start counts as consecutive */
const FAST_MS = 60_000
const MOST_FAST = 5
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 15_000

/**
 * `command` reports readiness by a message to its parent. An exit before that is final, because its causes (a port in
 * use, a wrong address) are permanent. Resolves with the exit code.
 */
export function keepRunning(command, args, options, { say, fastMs = FAST_MS, pauseMs = FIRST_PAUSE_MS }) {
  let resolve
  const ended = new Promise((done) => {
    resolve = done
  })
  let child = null
  let timer
  let wasReady = false
  let isStopping = false
  let fast = 0

  const start = () => {
    const startedAt = Date.now()
    child = spawn(command, args, { ...options, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
    child.on('message', (message) => {
      if (message === 'ready') wasReady = true
    })
    child.on('error', (error) => say(error.message))
    child.on('exit', (code, signal) => {
      child = null
      if (isStopping || code === 0 || !wasReady) return resolve(code ?? 1)
      fast = Date.now() - startedAt < fastMs ? fast + 1 : 1
      const how = signal ? `was ended by ${signal}` : `ended with ${code}`
      if (fast >= MOST_FAST) {
        say(
          `The server ${how}, for the ${MOST_FAST}th time within ${fastMs / 1000} s of its start. Giving up: the lines above say why.`,
        )
        return resolve(code || 1)
      }
      const wait = Math.min(pauseMs * 4 ** (fast - 1), LONGEST_PAUSE_MS)
      say(`The server ${how}. Starting it again in ${wait / 1000} s`)
      timer = setTimeout(start, wait)
    })
  }
  start()

  const stop = (signal) => {
    isStopping = true
    clearTimeout(timer)
    if (child) child.kill(signal)
    else resolve(0)
  }
  return { ended, stop }
}

const PARENT_CHECK_MS = 500

/** Calls back once the process that started this one has ended. Windows gives no signal. */
export function watchParent(onEnd) {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    onEnd()
  }, PARENT_CHECK_MS)
  timer.unref()
}
