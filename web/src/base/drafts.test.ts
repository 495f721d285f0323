import { expect, test } from 'vitest'
import { createDraftStore } from './drafts.ts'

function memory(): Storage {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  }
}

test('A draft is returned to its author until it is sent', () => {
  const storage = memory()
  const drafts = createDraftStore(() => storage)
  drafts.write('ada', 'issue-1', 'half a sen')
  expect(drafts.read('ada', 'issue-1')).toBe('half a sen')
  expect(drafts.read('ben', 'issue-1')).toBe('')
  expect(drafts.read('ada', 'issue-2')).toBe('')
  drafts.write('ada', 'issue-1', ' ')
  expect(storage.length).toBe(0)
})

test('Only the newest fifty drafts are kept, and other storage keys are left alone', () => {
  const storage = memory()
  storage.setItem('plumbline.route', '/projects')
  let time = 0
  const drafts = createDraftStore(
    () => storage,
    () => time++,
  )
  for (let issue = 0; issue < 60; issue++) drafts.write('ada', `issue-${issue}`, 'text')
  expect(storage.length).toBe(51)
  expect(drafts.read('ada', 'issue-9')).toBe('')
  expect(drafts.read('ada', 'issue-10')).toBe('text')
  expect(storage.getItem('plumbline.route')).toBe('/projects')
})

test('Blocked storage or invalid JSON yields an empty draft instead of an error', () => {
  const none = createDraftStore(() => {
    throw new Error('switched off')
  })
  none.write('ada', 'issue-1', 'text')
  expect(none.read('ada', 'issue-1')).toBe('')
  const storage = memory()
  storage.setItem('plumbline.draft.ada.issue-1', '{"text":5}')
  expect(createDraftStore(() => storage).read('ada', 'issue-1')).toBe('')
})

test('A draft that is being sent is kept, read by nobody, and deleted once it is sent', async () => {
  const storage = memory()
  const drafts = createDraftStore(() => storage)
  drafts.write('ada', 'chat', 'at seven')
  const { promise, resolve } = Promise.withResolvers<void>()
  const sent = drafts.send('ada', 'chat', promise)
  expect([drafts.read('ada', 'chat'), storage.length]).toEqual(['', 1])
  // the tab is closed: another tab has the text
  expect(createDraftStore(() => storage).read('ada', 'chat')).toBe('at seven')
  resolve()
  await sent
  expect(storage.length).toBe(0)
})

test('Text written while a draft is being sent stays', async () => {
  const storage = memory()
  const drafts = createDraftStore(() => storage)
  drafts.write('ada', 'chat', 'at seven')
  const { promise, resolve } = Promise.withResolvers<void>()
  const sent = drafts.send('ada', 'chat', promise)
  drafts.write('ada', 'chat', 'at eight')
  resolve()
  await sent
  expect(drafts.read('ada', 'chat')).toBe('at eight')
})

test('A draft that could not be sent or was refused is read again', async () => {
  const storage = memory()
  const drafts = createDraftStore(() => storage)
  drafts.write('ada', 'chat', 'at seven')
  await expect(drafts.send('ada', 'chat', Promise.reject(new Error('full')))).rejects.toThrow('full')
  expect(drafts.read('ada', 'chat')).toBe('at seven')
  await drafts.send('ada', 'chat', Promise.resolve(false))
  expect(drafts.read('ada', 'chat')).toBe('at seven')
})

test('All drafts of a person are deleted with the account, and those of others stay', () => {
  const storage = memory()
  const drafts = createDraftStore(() => storage)
  for (const name of ['issue-1', 'form.issue-2']) drafts.write('ada', name, 'words')
  drafts.write('adam', 'issue-1', 'his words')
  drafts.forget('ada')
  expect(storage.length).toBe(1)
  expect(drafts.read('adam', 'issue-1')).toBe('his words')
})
