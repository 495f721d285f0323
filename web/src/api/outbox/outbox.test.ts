import { expect, test } from 'vitest'
import type { NewOperation, Operation } from './operation.ts'
import { type Delivery, Outbox, type OutboxStore } from './outbox.ts'

/** A disk with room for so many operations. */
function createDisk(room = 100) {
  const rows = new Map<string, Operation>()
  let place = 0
  const disk = { rows, room }
  const store: OutboxStore = {
    all: async () => [...rows.values()].sort((a, b) => a.place - b.place),
    append: async (operations) => {
      if (rows.size + operations.length > disk.room) throw new DOMException('', 'QuotaExceededError')
      for (const operation of operations) rows.set(operation.id, { ...operation, place: ++place })
    },
    patch: async (id, values) => {
      const row = rows.get(id)
      if (row) rows.set(id, { ...row, ...values })
    },
    remove: async (ids) => {
      for (const id of ids) rows.delete(id)
    },
  }
  return { disk, store }
}

/** A stub of the server: records requests, and answers by the label of an operation. */
function createLine() {
  const arrived: string[] = []
  const answers = new Map<string, Delivery>()
  const line = { isCut: false }
  const deliver = async ({ label }: Operation): Promise<Delivery> => {
    await Promise.resolve()
    if (line.isCut) return { outcome: 'LATER', everything: true }
    const answer = answers.get(label) ?? { outcome: 'SENT' }
    if (answer.outcome === 'SENT') arrived.push(label)
    return answer
  }
  return { arrived, answers, line, deliver }
}

function open(
  store: OutboxStore,
  deliver: (operation: Operation) => Promise<Delivery>,
  makeRoom = () => false,
) {
  const delays: number[] = []
  let rooms = 0
  const outbox = new Outbox({
    user_id: 'ada',
    store,
    deliver,
    lock: (work) => work(),
    announce: () => undefined,
    onDelay: (ms) => delays.push(ms),
    makeRoom: async () => {
      rooms++
      return makeRoom()
    },
  })
  return { outbox, delays, countRooms: () => rooms }
}

const write = (label: string, group = 'issue', more: Partial<NewOperation> = {}): NewOperation => ({
  kind: 'addComment',
  group,
  project_id: 'project',
  params: {},
  label,
  ...more,
})
const refused: Delivery = { outcome: 'REFUSED', problem: { code: 'forbidden', message: 'Not yours' } }

test('Operations are sent in order and then deleted from the device', async () => {
  const { disk, store } = createDisk()
  const { arrived, deliver } = createLine()
  const { outbox } = open(store, deliver)
  await outbox.add([write('one'), write('two')])
  await outbox.add([write('three')])
  await outbox.wake()
  expect(arrived).toEqual(['one', 'two', 'three'])
  expect(disk.rows.size).toBe(0)
})

test('Without a network everything stays on the device, and a new start sends it once and in order', async () => {
  const { disk, store } = createDisk()
  const { arrived, line, deliver } = createLine()
  line.isCut = true
  const before = open(store, deliver)
  await before.outbox.add([write('one'), write('two')])
  await before.outbox.wake()
  await before.outbox.wake()
  expect([disk.rows.size, arrived.length]).toEqual([2, 0])
  // the longer it lasts, the rarer the attempts
  expect(before.delays.at(-1)).toBeGreaterThan(before.delays[0] ?? 0)
  line.isCut = false
  const after = open(store, deliver)
  await Promise.all([after.outbox.wake(), after.outbox.wake()])
  expect(arrived).toEqual(['one', 'two'])
  expect(disk.rows.size).toBe(0)
})

test('When the browser’s database fails for a moment, waiting operations are sent a moment later', async () => {
  const { store } = createDisk()
  const { arrived, line, deliver } = createLine()
  line.isCut = true
  let isBroken = false
  const all = async () => {
    if (isBroken) throw new DOMException('', 'UnknownError')
    return store.all()
  }
  const { outbox, delays } = open({ ...store, all }, deliver)
  await outbox.add([write('one')])
  await outbox.wake()
  Object.assign(line, { isCut: false })
  isBroken = true
  const before = delays.length
  await expect(outbox.wake()).rejects.toThrow()
  expect(delays.length).toBe(before + 1)
  isBroken = false
  await outbox.wake()
  expect(arrived).toEqual(['one'])
})

test('While nothing can be sent, two open tabs do not wake each other', async () => {
  const { store } = createDisk()
  const { line, deliver } = createLine()
  line.isCut = true
  let attempts = 0
  const tabs: Outbox[] = []
  const openTab = () => {
    const outbox: Outbox = new Outbox({
      user_id: 'ada',
      store,
      deliver: (operation) => {
        attempts++
        return deliver(operation)
      },
      lock: (work) => work(),
      // as the channel between tabs does it
      announce: () => {
        if (attempts > 100) return
        for (const other of tabs) if (other !== outbox) void other.wake()
      },
      onDelay: () => undefined,
      makeRoom: async () => false,
    })
    tabs.push(outbox)
    return outbox
  }
  const [first, second] = [openTab(), openTab()]
  await first.add([write('one')])
  await Promise.all([first.wake(), second.wake()])
  await Promise.all([first.wake(), second.wake()])
  expect(attempts).toBeLessThan(10)
})

test('A refused comment is kept with the reason, does not block others, and can be corrected and sent', async () => {
  const { store } = createDisk()
  const { arrived, answers, deliver } = createLine()
  answers.set('bad', refused)
  const { outbox } = open(store, deliver)
  const [id = ''] = await outbox.add([write('bad', 'issue', { body: { text: 'x' } }), write('good')])
  await outbox.wake()
  expect(arrived).toEqual(['good'])
  expect(outbox.read().operations).toMatchObject([
    { label: 'bad', state: 'FAILED', problem: { message: 'Not yours' } },
  ])
  answers.delete('bad')
  await outbox.retry(id, { text: 'y' })
  expect(arrived).toEqual(['good', 'bad'])
})

test('A refused issue holds back its photos and comments, and is thrown away together with them', async () => {
  const { disk, store } = createDisk()
  const { arrived, answers, deliver } = createLine()
  answers.set('issue', refused)
  const { outbox } = open(store, deliver)
  const [id = ''] = await outbox.add([
    write('issue', 'new', { kind: 'createIssue' }),
    write('photo', 'new', { kind: 'addAttachment', query: { id: 'p' } }),
    write('comment', 'new'),
    write('elsewhere', 'other'),
  ])
  await outbox.wake()
  expect(arrived).toEqual(['elsewhere'])
  await outbox.discard(id)
  expect(disk.rows.size).toBe(0)
})

test('A message waits for its refused file, while other messages of the conversation go', async () => {
  const { store } = createDisk()
  const { arrived, answers, deliver } = createLine()
  answers.set('file', refused)
  const { outbox } = open(store, deliver)
  await outbox.add([
    write('file', 'chat', { kind: 'addChatFile', query: { id: 'f' } }),
    write('with file', 'chat', { kind: 'sendMessage', body: { file_ids: ['f'] } }),
    write('plain', 'chat', { kind: 'sendMessage', body: { file_ids: [] } }),
  ])
  await outbox.wake()
  expect(arrived).toEqual(['plain'])
})

test('A server error of one issue only delays that issue’s operations', async () => {
  const { store } = createDisk()
  const { arrived, answers, deliver } = createLine()
  answers.set('broken', { outcome: 'LATER', everything: false })
  const { outbox } = open(store, deliver)
  await outbox.add([write('broken', 'one'), write('behind', 'one'), write('other', 'two')])
  await outbox.wake()
  expect(arrived).toEqual(['other'])
})

test('In a conflict the decided values overwrite those the person has seen, and the rest is dropped', async () => {
  const { store } = createDisk()
  const sent: Operation[] = []
  let answer: Delivery = {
    outcome: 'CONFLICT',
    conflict: { fields: ['name', 'priority'], theirs: { name: 'Theirs', priority: 'LOW' } },
  }
  const { outbox } = open(store, async (operation) => {
    sent.push(operation)
    return answer
  })
  const edit = {
    kind: 'updateIssue' as const,
    body: { name: 'Mine', priority: 'HIGH' },
    base: { name: 'Old' },
  }
  const [id = ''] = await outbox.add([write('edit', 'issue', edit)])
  await outbox.wake()
  expect(outbox.read().operations).toMatchObject([{ state: 'CONFLICT' }])
  answer = { outcome: 'SENT' }
  await outbox.decide(id, ['priority'])
  expect(sent.at(-1)).toMatchObject({ body: { name: 'Mine' }, base: { name: 'Theirs' } })
  expect(outbox.read().operations).toEqual([])
})

test('A stored operation counts as written also when the list cannot be read afterwards', async () => {
  const { disk, store } = createDisk()
  const { arrived, deliver } = createLine()
  let isLeft = true
  const all = async () => {
    if (isLeft) throw new Error('The page was left')
    return store.all()
  }
  const { outbox } = open({ ...store, all }, deliver)
  await outbox.add([write('one')])
  expect(disk.rows.size).toBe(1)
  await expect(outbox.wake()).rejects.toThrow('The page was left')
  isLeft = false
  await outbox.retryNow()
  expect(arrived).toEqual(['one'])
})

test('A full device deletes data that can be fetched again until a write fits, and reports if that is not enough', async () => {
  const { disk, store } = createDisk(1)
  const { line, deliver } = createLine()
  line.isCut = true
  let cached = 0
  const { outbox, countRooms } = open(store, deliver, () => {
    if (cached === 0) return false
    cached--
    disk.room++
    return true
  })
  await expect(outbox.add([write('issue'), write('photo')])).rejects.toMatchObject({
    name: 'QuotaExceededError',
  })
  expect([countRooms(), disk.rows.size]).toEqual([2, 0])
  cached = 5
  await outbox.add([write('issue'), write('photo'), write('comment'), write('watcher')])
  expect([disk.rows.size, cached]).toEqual([4, 2])
})
