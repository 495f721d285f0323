import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { findFreePort } from '../../server/test/ports.ts'
import { findCommand } from './find-webkit.ts'

/**
 * WebKitGTK on a virtual display, controlled over W3C WebDriver. A client library would add ten packages and lacks what
 * these tests need: a profile that outlives its browser.
 */

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
const START_MS = 20_000
const FIND_MS = 60_000
/** A page that is replaced in the meantime never answers a script. */
const SCRIPT_MS = 5000
const LOOK_MS = 150

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const STALE_TRIES = 20
/** Repeats commands that failed because React replaced the element between two of them. */
async function retryStale<T>(run: () => Promise<T>): Promise<T> {
  for (let left = STALE_TRIES; ; left--) {
    try {
      return await run()
    } catch (error) {
      if (left === 0 || !String(error).includes('stale element')) throw error
    }
  }
}

/** Starts a display of the software renderer; Xvfb takes a free number and writes it. */
async function startDisplay(): Promise<{ display: ChildProcess; number: string }> {
  const args = ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp']
  const display = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const [line] = (await once(display.stdio[3] as Readable, 'data')) as [Buffer]
  return { display, number: line.toString().trim() }
}

/** What leads to an element: an XPath. */
const quote = (text: string) => (text.includes('"') ? `'${text}'` : `"${text}"`)
const named = (name: string) =>
  `[normalize-space(.)=${quote(name)} or starts-with(@aria-label, ${quote(name)}) or @title=${quote(name)}]`
export const button = (name: string) => `//button${named(name)}`
export const dialog = (name: string) =>
  `//*[@role="dialog"][.//*[self::h1 or self::h2][normalize-space(.)=${quote(name)}]]`
export const field = (label: string) =>
  `//*[self::input or self::textarea][@aria-label=${quote(label)} or @placeholder=${quote(label)} or @id=//label[starts-with(normalize-space(.), ${quote(label)})]/@for or @aria-labelledby=//label[starts-with(normalize-space(.), ${quote(label)})]/@id]`
export const words = (text: string) => `//*[text()[contains(., ${quote(text)})]]`

export class WebKit {
  readonly #folder = fs.mkdtempSync(path.join(os.tmpdir(), 'plumbline-webkit-'))
  readonly #processes: ChildProcess[] = []
  readonly #address: string
  readonly #origin: string
  #session = ''

  private constructor(port: number, origin: string) {
    this.#address = `http://127.0.0.1:${port}`
    this.#origin = origin
  }

  /** Starts the display and the driver; paths of pages are below `origin`. */
  static async start(origin: string): Promise<WebKit> {
    const { display, number } = await startDisplay()
    const port = await findFreePort()
    const webkit = new WebKit(port, origin)
    const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
      stdio: 'ignore',
      env: { ...process.env, DISPLAY: `:${number}`, LIBGL_ALWAYS_SOFTWARE: '1' },
    })
    webkit.#processes.push(driver, display)
    for (const end = Date.now() + START_MS; ; await pause(LOOK_MS)) {
      const isReady = await fetch(`${webkit.#address}/status`).then(
        ({ ok }) => ok,
        () => false,
      )
      if (isReady) return webkit
      if (Date.now() > end) throw new Error('WebKitWebDriver does not answer')
    }
  }

  async #call<T>(method: string, path: string, body?: object): Promise<T> {
    const reply = await fetch(`${this.#address}${path}`, {
      method,
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const { value } = (await reply.json()) as { value: T & { error?: string; message?: string } }
    if (!reply.ok) throw new Error(`${method} ${path}: ${value.error} ${value.message}`)
    return value
  }

  #send<T>(path: string, body: object = {}): Promise<T> {
    return this.#call('POST', `/session/${this.#session}${path}`, body)
  }

  /** Opens the browser with the stored data of this profile. */
  async open() {
    const window = path.join(import.meta.dirname, 'window.js')
    const options = { binary: findCommand('gjs'), args: ['-m', window, path.join(this.#folder, 'profile')] }
    const { sessionId } = await this.#call<{ sessionId: string }>('POST', '/session', {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
    })
    this.#session = sessionId
    await this.#send('/timeouts', { script: SCRIPT_MS })
  }

  /** Closes the browser; the profile stays. */
  async close() {
    // a browser that closes at once does not answer any more
    await this.#call('DELETE', `/session/${this.#session}`).catch(() => undefined)
    this.#session = ''
  }

  async stop() {
    if (this.#session) await this.close()
    for (const process of this.#processes) {
      const ended = once(process, 'exit')
      if (process.exitCode === null && process.kill()) await ended
    }
    fs.rmSync(this.#folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 })
  }

  goto(address: string): Promise<void> {
    return this.#send('/url', { url: new URL(address, this.#origin).href })
  }

  reload(): Promise<void> {
    return this.#send('/refresh')
  }

  /** Runs a function in the page and returns its resolved value. */
  async evaluate<T, Args extends readonly unknown[]>(
    run: (...args: Args) => T | Promise<T>,
    ...args: Args
  ): Promise<T> {
    const script = `const done = arguments[arguments.length - 1]
      Promise.resolve((${run})(...[...arguments].slice(0, -1))).then((value) => done({ value }), (error) => done({ error: String(error) }))`
    const { value, error } = await this.#send<{ value: T; error?: string }>('/execute/async', {
      script,
      args,
    })
    if (error) throw new Error(error)
    return value
  }

  /** The first visible element for an XPath, or with `even` the first of all; null if there is none. */
  async #look(xpath: string, even?: 'hidden'): Promise<string | null> {
    const script = `const [xpath, even] = arguments
      const found = document.evaluate(xpath, document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE)
      const elements = Array.from({ length: found.snapshotLength }, (_, at) => found.snapshotItem(at))
      const range = document.createRange()
      const isShown = (element) => {
        range.selectNodeContents(element)
        const boxes = [...element.getClientRects(), ...range.getClientRects()]
        return boxes.some(({ width, height }) => width * height > 0) && getComputedStyle(element).visibility === 'visible'
      }
      return elements.find((element) => even || isShown(element)) ?? null`
    const args = [xpath, even ?? null]
    const found = await retryStale(() =>
      this.#send<Record<string, string> | null>('/execute/sync', { script, args }),
    )
    return found?.[ELEMENT] ?? null
  }

  /** Acts on an element as soon as it exists. */
  async #act(xpath: string, act: string, body: object = {}, even?: 'hidden') {
    await retryStale(async () => this.#send(`/element/${await this.find(xpath, even)}/${act}`, body))
  }

  /** Waits until an element is there, also a hidden one with `even`. */
  async find(xpath: string, even?: 'hidden'): Promise<string> {
    for (const end = Date.now() + FIND_MS; ; await pause(LOOK_MS)) {
      const found = await this.#look(xpath, even)
      if (found) return found
      if (Date.now() > end) throw new Error(`${xpath} is not on the page`)
    }
  }

  async waitUntilGone(xpath: string) {
    for (const end = Date.now() + FIND_MS; await this.#look(xpath); await pause(LOOK_MS))
      if (Date.now() > end) throw new Error(`${xpath} is still on the page`)
  }

  /** Clicks as soon as nothing lies over the element, such as a dialog that is closing. */
  async click(xpath: string) {
    for (const end = Date.now() + FIND_MS; ; await pause(LOOK_MS)) {
      try {
        await this.#act(xpath, 'click')
        return
      } catch (error) {
        if (Date.now() > end || !String(error).includes('click intercepted')) throw error
      }
    }
  }

  async type(xpath: string, text: string) {
    await this.#act(xpath, 'value', { text })
  }

  /** Chooses files in a file input, which need not be shown. */
  async choose(xpath: string, files: readonly string[]) {
    await this.#act(xpath, 'value', { text: files.join('\n') }, 'hidden')
  }

  async press(key: string) {
    const actions = ['keyDown', 'keyUp'].map((type) => ({ type, value: key }))
    await this.#send('/actions', { actions: [{ type: 'key', id: 'keys', actions }] })
  }

  /** A picture of the page, or of an element, as PNG in base64. */
  async capture(xpath?: string): Promise<string> {
    const of = xpath ? `/element/${await this.find(xpath)}` : ''
    return this.#call('GET', `/session/${this.#session}${of}/screenshot`)
  }
}
