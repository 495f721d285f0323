import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fsp from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { findFreePort } from '../test/ports.ts'
import { giveToUnprivileged, unprivileged } from '../test/programs.ts'
import { isListening, type Part, Program, requireProgram } from './parts.ts'

/** PostgreSQL, NATS, HAProxy and a mail server, each as an operator would run them, on free ports of 127.0.0.1. */

const run = promisify(execFile)

export interface Postgres extends Part {
  /** URL of the server's database, with a role that owns it and no other rights */
  url: string
}

/** PostgreSQL with passwords by SCRAM, and a database that belongs to a role without further rights. */
export async function startPostgres(folder: string): Promise<Postgres> {
  const data = path.join(folder, 'postgres')
  const port = await findFreePort()
  const [adminPassword, password] = [randomBytes(12).toString('hex'), randomBytes(12).toString('hex')]
  const passwordFile = path.join(folder, 'postgres.password')
  await fsp.writeFile(passwordFile, adminPassword)
  await fsp.mkdir(data, { mode: 0o700 })
  for (const place of [data, passwordFile]) giveToUnprivileged(place)
  await run(
    requireProgram('initdb'),
    [
      ...['-D', data, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`],
      ...['-E', 'UTF8', '--locale=C.UTF-8'],
    ],
    { ...unprivileged, cwd: '/' },
  )
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    `port=${port}`,
    'max_connections=150',
  ]
  const postgres = new Program('postgres', ['-D', data, ...settings.flatMap((each) => ['-c', each])], {
    folder,
    identity: unprivileged,
    signal: 'INT',
  })
  const admin = (database: string) =>
    new pg.Client(`postgresql://postgres:${adminPassword}@127.0.0.1:${port}/${database}`)
  await postgres.waitUntil(async () => {
    const client = admin('postgres')
    await client.connect()
    await client.query(`create role plumbline login password '${password}'`)
    await client.query('create database plumbline owner plumbline')
    await client.end()
    return true
  })
  return {
    url: `postgresql://plumbline:${password}@127.0.0.1:${port}/plumbline`,
    stop: () => postgres.stop(),
  }
}

export async function startNats(folder: string): Promise<Part & { url: string }> {
  const port = await findFreePort()
  const nats = new Program('nats-server', ['-a', '127.0.0.1', '-p', String(port)], { folder })
  await nats.waitUntil(() => isListening(port))
  return { url: `nats://127.0.0.1:${port}`, stop: () => nats.stop() }
}

/**
 * A proxy that gives each request to the next server. It asks the servers whether they are ready, takes another server
 * when one refuses a connection, and tells by X-Server which one answered.
 */
const writeProxySettings = (port: number, servers: number[]) => `
global
  maxconn 2000
defaults
  mode http
  timeout connect 1s
  timeout client 60s
  timeout server 60s
  timeout tunnel 1h
  option redispatch 1
  retries 3
  option forwardfor
frontend people
  bind 127.0.0.1:${port}
  default_backend web
backend web
  balance roundrobin
  option httpchk GET /readyz
  default-server check inter 500ms fall 2 rise 1
  http-response set-header X-Server %s
${servers.map((server, index) => `  server web${index} 127.0.0.1:${server}`).join('\n')}
`

export async function startProxy(
  folder: string,
  port: number,
  servers: number[],
): Promise<Part & { origin: string }> {
  const config = path.join(folder, 'haproxy.cfg')
  await fsp.writeFile(config, writeProxySettings(port, servers))
  const proxy = new Program('haproxy', ['-db', '-f', config], { folder })
  await proxy.waitUntil(() => isListening(port))
  return { origin: `http://127.0.0.1:${port}`, stop: () => proxy.stop() }
}

/** A mail server that notes the recipients of every mail it takes. */
export async function startMailServer(): Promise<Part & { url: string; recipients: string[] }> {
  const recipients: string[] = []
  const port = await findFreePort()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      stream.resume().on('end', () => {
        recipients.push(...envelope.rcptTo.map(({ address }) => address))
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${port}`,
    recipients,
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}
