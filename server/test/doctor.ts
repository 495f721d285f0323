import fsp from 'node:fs/promises'
import http from 'node:http'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished } from 'vitest'
import { readConfig } from '../src/config.ts'
import type { Finding } from '../src/doctor/finding.ts'

/** Shared by the tests of doctor: a data folder for each, ports, and the sentence of a finding. */

/** A new data folder for each test; `configure` reads a configuration with it. */
export function useDataFolder() {
  let folder = ''
  beforeEach(async () => {
    folder = await fsp.mkdtemp(path.join(os.tmpdir(), 'plumbline-doctor-'))
  })
  afterEach(() => fsp.rm(folder, { recursive: true, force: true }))
  const configure = (environment: Record<string, string> = {}) =>
    readConfig({ NODE_ENV: 'test', DATA_DIR: folder, ...environment }, folder)
  return { getFolder: () => folder, configure }
}

export const getPort = (server: net.Server) => {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

export const listTexts = (found: Finding[]) => found.map(({ text }) => text)
/** The sentence of the only finding. */
export async function getSentence(found: Finding[] | Promise<Finding[]>): Promise<string> {
  const all = listTexts(await found)
  expect(all).toHaveLength(1)
  return all[0] ?? ''
}

/** Listens until the test has finished; returns the port. */
export async function listen(server: net.Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    if (server instanceof http.Server) server.closeAllConnections()
    await new Promise((resolve) => void server.close(resolve))
  })
  return getPort(server)
}

/** A port on which nothing listens. */
export async function findClosedPort(): Promise<number> {
  const server = net.createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const port = getPort(server)
  await new Promise((resolve) => void server.close(resolve))
  return port
}
