import { connect, type NatsConnection } from '@nats-io/transport-node'
import { UtcClient } from '../db/utc-client.ts'

/**
 * Tells the other server processes that there is something to read. Messages are small (ids, progress; below 8,000
 * bytes) and may be lost: what must not be lost is in the outbox.
 */
export interface Bus {
  publish: (topic: string, message: unknown) => Promise<void>
  /** `listener` hears every message of the topic, this process's own too */
  subscribe: (topic: string, listener: (message: unknown) => void) => void
  /** whether other processes hear what is published */
  ready: () => boolean
  close: () => Promise<void>
}

type Listeners = Map<string, ((message: unknown) => void)[]>

function add(listeners: Listeners, topic: string, listener: (message: unknown) => void) {
  listeners.set(topic, [...(listeners.get(topic) ?? []), listener])
}

function deliver(listeners: Listeners, topic: string, message: unknown) {
  for (const listener of listeners.get(topic) ?? []) listener(message)
}

/** One process: nothing leaves it. */
export function inProcessBus(): Bus {
  const listeners: Listeners = new Map()
  return {
    publish: async (topic, message) => void setImmediate(() => deliver(listeners, topic, message)),
    subscribe: (topic, listener) => add(listeners, topic, listener),
    ready: () => true,
    close: async () => listeners.clear(),
  }
}

const AGAIN_MS = 500

/** Several processes on one PostgreSQL: NOTIFY on one channel, on a connection of its own that is renewed when lost. */
export async function postgresBus(url: string, onError: (error: Error) => void): Promise<Bus> {
  const listeners: Listeners = new Map()
  let client: UtcClient | null = null
  let timer: NodeJS.Timeout | undefined
  let closed = false
  const renew = () => {
    client = null
    clearTimeout(timer)
    if (!closed) timer = setTimeout(() => void open().catch(renew), AGAIN_MS)
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
  // a connection takes one query at a time
  let last: Promise<unknown> = Promise.resolve()
  const publish = async (topic: string, message: unknown) => {
    const text = JSON.stringify({ topic, message })
    const sent = last.then(() => {
      if (!client) throw new Error('The database is away: what was to be told to other servers is dropped')
      return client.query("select pg_notify('plumbline', $1)", [text])
    })
    last = sent.catch(() => undefined)
    await sent
  }
  return {
    publish,
    subscribe: (topic, listener) => add(listeners, topic, listener),
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
 * Several processes and much traffic: NATS. While it is away, also at the start, this process hears itself; the others
 * look into the outbox by themselves.
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
    const made = await connect({
      servers: url.replace(/^nats:\/\//, ''),
      maxReconnectAttempts: -1,
      timeout: CONNECT_MS,
    })
    if (closed) return made.close()
    connection = made
    isConnected = true
    for (const topic of listeners.keys()) void listen(made, topic).catch(onError)
    void follow(made).catch(onError)
  }
  const keepTrying = async () => {
    try {
      await open()
    } catch (error) {
      onError(new Error(`BUS_URL: NATS cannot be reached, trying again: ${(error as Error).message}`))
      if (!closed) timer = setTimeout(() => void keepTrying(), AGAIN_MS * 4)
    }
  }
  void keepTrying()
  return {
    publish: async (topic, message) => {
      if (isConnected) connection?.publish(`plumbline.${topic}`, JSON.stringify(message))
      else setImmediate(() => deliver(listeners, topic, message))
    },
    subscribe: (topic, listener) => {
      const isNew = !listeners.has(topic)
      add(listeners, topic, listener)
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
