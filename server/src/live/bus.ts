import { connect, type NatsConnection } from '@nats-io/transport-node'
import { acrossProjects } from '../db/project-scope.ts'
import { UtcClient } from '../db/utc-client.ts'

/**
 * Publish/subscribe between server processes. Messages are small (ids, progress; below 8,000 bytes) and may be lost:
 * anything that must arrive is in the outbox.
 */
export interface Bus {
  publish: (topic: string, message: unknown) => Promise<void>
  /** calls `listener` for every message of the topic, including this process's own */
  subscribe: (topic: string, listener: (message: unknown) => void) => void
  /** whether messages reach other processes */
  ready: () => boolean
  close: () => Promise<void>
}

type Listeners = Map<string, ((message: unknown) => void)[]>

function addListener(listeners: Listeners, topic: string, listener: (message: unknown) => void) {
  listeners.set(topic, [...(listeners.get(topic) ?? []), listener])
}

function deliver(listeners: Listeners, topic: string, message: unknown) {
  for (const listener of listeners.get(topic) ?? []) listener(message)
}

/** A bus for a single process. */
export function inProcessBus(): Bus {
  const listeners: Listeners = new Map()
  return {
    publish: async (topic, message) =>
      acrossProjects('listeners serve all projects', () => {
        setImmediate(() => deliver(listeners, topic, message))
      }),
    subscribe: (topic, listener) => addListener(listeners, topic, listener),
    ready: () => true,
    close: async () => listeners.clear(),
  }
}

const RECONNECT_MS = 500

/** A bus over PostgreSQL NOTIFY, on a dedicated connection that reconnects when lost. */
export async function postgresBus(url: string, onError: (error: Error) => void): Promise<Bus> {
  const listeners: Listeners = new Map()
  let client: UtcClient | null = null
  let timer: NodeJS.Timeout | undefined
  let closed = false
  const renew = () => {
    client = null
    clearTimeout(timer)
    if (!closed) timer = setTimeout(() => void open().catch(renew), RECONNECT_MS)
  }
  const open = async () => {
    const next = new UtcClient({ connectionString: url })
    next.on('notification', ({ payload }) => {
      const { topic, message } = JSON.parse(payload ?? '{}') as { topic: string; message: unknown }
      deliver(listeners, topic, message)
    })
    next.on('error', onError)
    await next.connect()
    next.on('end', renew)
    await next.query('listen plumbline').catch((error: unknown) => {
      void next.end()
      throw error
    })
    client = next
  }
  await open()
  // serializes queries: a connection runs one at a time
  let last: Promise<unknown> = Promise.resolve()
  const publish = async (topic: string, message: unknown) => {
    const text = JSON.stringify({ topic, message })
    const sent = last.then(() => {
      if (!client) throw new Error('The database is away: a message to other servers is dropped')
      return client.query("select pg_notify('plumbline', $1)", [text])
    })
    last = sent.catch(() => undefined)
    await sent
  }
  return {
    publish,
    subscribe: (topic, listener) => addListener(listeners, topic, listener),
    ready: () => client !== null,
    close: async () => {
      closed = true
      clearTimeout(timer)
      await last
      await client?.end()
    },
  }
}

const CONNECT_MS = 5000

/**
 * A bus over NATS, for many processes. While NATS is unavailable, also at startup, messages stay in this process; other
 * processes poll the outbox.
 */
export function natsBus(url: string, onError: (error: Error) => void): Bus {
  const listeners: Listeners = new Map()
  let connection: NatsConnection | null = null
  let isConnected = false
  let closed = false
  let timer: NodeJS.Timeout | undefined
  const listen = async (to: NatsConnection, topic: string) => {
    for await (const message of to.subscribe(`plumbline.${topic}`)) deliver(listeners, topic, message.json())
  }
  const follow = async (to: NatsConnection) => {
    for await (const { type } of to.status()) {
      if (type === 'disconnect')
        onError(new Error('BUS_URL: NATS is away; messages to other servers are dropped'))
      if (type === 'disconnect' || type === 'reconnect') isConnected = type === 'reconnect'
    }
  }
  const open = async () => {
    const opened = await connect({
      servers: url.replace(/^nats:\/\//, ''),
      maxReconnectAttempts: -1,
      timeout: CONNECT_MS,
    })
    if (closed) return opened.close()
    connection = opened
    isConnected = true
    for (const topic of listeners.keys()) void listen(opened, topic).catch(onError)
    void follow(opened).catch(onError)
  }
  const connectWithRetry = async () => {
    try {
      await open()
    } catch (error) {
      onError(new Error(`BUS_URL: NATS cannot be reached, trying again: ${(error as Error).message}`))
      if (!closed) timer = setTimeout(() => void connectWithRetry(), RECONNECT_MS * 4)
    }
  }
  void connectWithRetry()
  return {
    publish: async (topic, message) => {
      if (isConnected) connection?.publish(`plumbline.${topic}`, JSON.stringify(message))
      else setImmediate(() => deliver(listeners, topic, message))
    },
    subscribe: (topic, listener) => {
      const isNew = !listeners.has(topic)
      addListener(listeners, topic, listener)
      if (isNew && connection) void listen(connection, topic).catch(onError)
    },
    ready: () => isConnected,
    close: async () => {
      closed = true
      clearTimeout(timer)
      if (isConnected) await connection?.drain()
      else await connection?.close()
    },
  }
}
