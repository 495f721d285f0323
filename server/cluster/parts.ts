import type { ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { endProgram, findProgram, spawnBound } from '../test/programs.ts'

/** Shared by the parts of the cluster: programs with a log that answer on a local port. */

const START_TIMEOUT_MS = 60_000

export interface Part {
  stop: () => Promise<void>
}

export function requireProgram(name: string): string {
  const file = findProgram(name)
  if (!file) throw new Error(`There is no ${name} on this machine`)
  return file
}

export interface ProgramOptions {
  /** folder of the log, named after the program */
  folder: string
  identity?: { uid?: number; gid?: number }
  environment?: Record<string, string>
  /** signal that ends the program, also when the test is killed */
  signal?: 'TERM' | 'INT' | 'KILL'
}

/** A program of the operating system with a log file. */
export class Program implements Part {
  readonly child: ChildProcess
  readonly log: string
  readonly #name: string
  readonly #signal: 'TERM' | 'INT' | 'KILL'

  constructor(name: string, args: string[], options: ProgramOptions) {
    const { folder, identity = {}, environment = {}, signal = 'TERM' } = options
    this.#name = name
    this.#signal = signal
    this.log = path.join(folder, `${name}.log`)
    const log = fs.openSync(this.log, 'a')
    const env = { ...process.env, ...environment }
    this.child = spawnBound(
      requireProgram(name),
      args,
      { ...identity, cwd: '/', env, stdio: ['ignore', log, log] },
      signal,
    )
    fs.closeSync(log)
  }

  /** Waits until `isReady` resolves to true; throws with the end of the log if the program ends. */
  async waitUntil(isReady: () => Promise<boolean>): Promise<void> {
    const deadline = Date.now() + START_TIMEOUT_MS
    while (!(await isReady().catch(() => false))) {
      if (this.child.exitCode !== null || this.child.signalCode !== null || Date.now() > deadline)
        throw new Error(`${this.#name} did not start:\n${fs.readFileSync(this.log, 'utf8').slice(-3000)}`)
      await pause(50)
    }
  }

  stop(): Promise<void> {
    return endProgram(this.child, `SIG${this.#signal}`)
  }
}

/** Resolves to true if something accepts connections on a port. */
export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
