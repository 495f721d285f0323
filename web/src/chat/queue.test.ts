import { expect, test } from 'vitest'
import type { DeviceStore } from '../api/device-store.ts'
import { createChatQueue, DeliveryDelayedError, type QueuedMessage } from './queue.ts'

function memory(kept: QueuedMessage[] = []) {
  const rows = new Map(kept.map((message) => [message.id, message]))
  const store: Omit<DeviceStore<QueuedMessage>, 'get'> = {
    all: async () => [...rows.values()],
    put: async (message) => void rows.set(message.id, message),
    remove: async (id) => void rows.delete(id),
  }
  return { store, rows }
}

/** A stub of the connection that can be cut, with the messages it delivered. */
function line() {
  const arrived: string[] = []
  const state = { isCut: false, refuses: '' }
  const deliver = async ({ message }: QueuedMessage) => {
    await Promise.resolve()
    if (state.isCut) throw new DeliveryDelayedError()
    if (message === state.refuses) throw new Error('Not here')
    arrived.push(message)
  }
  return { arrived, state, deliver }
}

const say = (message: string) => ({ chat_id: 'chat', message, files: [] })
const states = (queue: ReturnType<typeof createChatQueue>) =>
  queue.read().map(({ message, state }) => `${message} ${state}`)

test('Messages are sent in order and removed from the device once sent', async () => {
  const { store, rows } = memory()
  const { arrived, deliver } = line()
  const queue = createChatQueue({ user_id: 'ada', store, deliver, onWaiting: () => {} })
  await Promise.all([queue.add(say('one')), queue.add(say('two')), queue.add(say('three'))])
  await queue.wake()
  expect(arrived).toEqual(['one', 'two', 'three'])
  expect([queue.read().length, rows.size]).toEqual([0, 0])
})

test('Messages written offline survive a reload and are sent in order, once each, on reconnect', async () => {
  const { store, rows } = memory()
  const { arrived, state, deliver } = line()
  let waits = 0
  state.isCut = true
  const before = createChatQueue({ user_id: 'ada', store, deliver, onWaiting: () => waits++ })
  await before.add(say('one'))
  await new Promise((resolve) => setTimeout(resolve, 2))
  await before.add(say('two'))
  expect(states(before)).toEqual(['one WAITING', 'two WAITING'])
  expect([waits > 0, rows.size]).toEqual([true, 2])
  const ids = before.read().map(({ id }) => id)
  const after = createChatQueue({ user_id: 'ada', store, deliver, onWaiting: () => {} })
  await after.load()
  expect(after.read().map(({ id }) => id)).toEqual(ids)
  state.isCut = false
  await Promise.all([after.wake(), after.wake()])
  expect(arrived).toEqual(['one', 'two'])
  expect(rows.size).toBe(0)
})

test('A refused message keeps its reason, does not block the others, and can be retried or discarded', async () => {
  const { store, rows } = memory()
  const { arrived, state, deliver } = line()
  state.refuses = 'bad'
  const queue = createChatQueue({ user_id: 'ada', store, deliver, onWaiting: () => {} })
  await queue.add(say('bad'))
  await queue.add(say('good'))
  expect(arrived).toEqual(['good'])
  expect(queue.read()).toMatchObject([{ message: 'bad', state: 'FAILED', problem: 'Not here' }])
  const { id } = queue.read()[0] as QueuedMessage
  await queue.retry(id)
  expect(queue.read()).toMatchObject([{ state: 'FAILED' }])
  state.refuses = ''
  await queue.retry(id)
  expect(arrived).toEqual(['good', 'bad'])
  state.refuses = 'worse'
  await queue.add(say('worse'))
  await queue.discard(queue.read()[0]?.id ?? '')
  expect([queue.read().length, rows.size]).toEqual([0, 0])
})

test("One person's queue leaves another person's messages on the same device alone", async () => {
  const { arrived, deliver, state } = line()
  state.isCut = true
  const { store } = memory()
  const ada = createChatQueue({ user_id: 'ada', store, deliver, onWaiting: () => {} })
  await ada.add(say('from Ada'))
  state.isCut = false
  const bob = createChatQueue({ user_id: 'bob', store, deliver, onWaiting: () => {} })
  await bob.load()
  expect([bob.read(), arrived]).toEqual([[], []])
})

test('Messages are sent even when the device cannot store them', async () => {
  const broken = () => Promise.reject(new Error('full'))
  const { arrived, deliver } = line()
  const store: Omit<DeviceStore<QueuedMessage>, 'get'> = { all: broken, put: broken, remove: broken }
  const queue = createChatQueue({ user_id: 'ada', store, deliver, onWaiting: () => {} })
  await queue.load()
  await queue.add(say('one'))
  expect(arrived).toEqual(['one'])
})
