import type { Issue } from '@plumbline/contract/issues/issues'
import { expect, test } from 'vitest'
import { mergeFields } from '../../base/nested-fields.ts'
import type { IssueChanges } from './conflict.ts'
import { IssueEditor } from './issue-editor.ts'

class StaleError extends Error {}

/** A fake server with one issue; `known` is the state cached by this browser. */
function fakeServer() {
  let stored = {
    name: 'Crack',
    description: '',
    status: 'OPEN',
    priority: 'LOW',
    labels: ['Concrete'],
    version: 1,
  } as unknown as Issue
  let known = stored
  const sent: (IssueChanges & { comment?: string })[] = []
  const change = (changes: IssueChanges) => {
    stored = mergeFields(stored, changes, { version: stored.version + 1 })
  }
  const editor = new IssueEditor({
    known: () => known,
    fetch: async () => {
      known = stored
      return stored
    },
    send: async (body, version) => {
      await Promise.resolve()
      if (version !== stored.version) throw new StaleError()
      const { comment, ...changes } = body
      sent.push(body)
      change(changes)
      known = stored
      return stored
    },
    isStale: (error) => error instanceof StaleError,
  })
  const conflict = async () => {
    for (let turn = 0; turn < 50 && !editor.read().conflict; turn++) await Promise.resolve()
    return editor.read().conflict
  }
  return { editor, sent, change, conflict, stored: () => stored }
}

test('A change is shown immediately and written once', async () => {
  const { editor, sent, stored } = fakeServer()
  const written = editor.save({ priority: 'HIGH' })
  expect(editor.read().changes).toEqual({ priority: 'HIGH' })
  await written
  expect(editor.read()).toEqual({ changes: {}, conflict: null, saving: false })
  expect(sent).toEqual([{ priority: 'HIGH' }])
  expect(stored().version).toBe(2)
})

test('A change that is still being sent can be undone', async () => {
  const { editor, stored } = fakeServer()
  const written = editor.save({ priority: 'HIGH' })
  expect((await editor.lastCompleted())?.to).toEqual({ priority: 'HIGH' })
  await editor.undo()
  await written
  expect(stored().priority).toBe('LOW')
})

test('Changes by others to other fields are merged without a conflict', async () => {
  const { editor, change, stored } = fakeServer()
  change({ name: 'Wide crack' })
  await editor.save({ priority: 'HIGH' })
  expect(stored()).toMatchObject({ name: 'Wide crack', priority: 'HIGH' })
})

test('A conflict in a field waits for a decision, and either value can win', async () => {
  for (const theirs of [[], ['priority']] as const) {
    const { editor, change, conflict, stored } = fakeServer()
    change({ priority: 'CRITICAL' })
    const written = editor.save({ priority: 'HIGH', name: 'Long crack' })
    expect(await conflict()).toMatchObject({
      overlap: ['priority'],
      mine: { priority: 'HIGH' },
      theirs: { priority: 'CRITICAL' },
    })
    expect(stored().name).toBe('Crack')
    editor.resolveConflict(theirs)
    await written
    expect(stored()).toMatchObject({
      name: 'Long crack',
      priority: theirs.length > 0 ? 'CRITICAL' : 'HIGH',
    })
  }
})

test('Editing that started before another change conflicts even if the new version is known', async () => {
  const { editor, change, conflict, stored } = fakeServer()
  change({ description: 'Theirs' })
  await editor.save({ priority: 'HIGH' })
  const written = editor.save({ description: 'Mine' }, { base: { description: '' } })
  expect((await conflict())?.overlap).toEqual(['description'])
  editor.resolveConflict(['description'])
  await written
  expect(stored().description).toBe('Theirs')
})

test('Successive changes are written in order', async () => {
  const { editor, sent, stored } = fakeServer()
  await Promise.all([editor.save({ priority: 'HIGH' }), editor.save({ priority: 'LOW' })])
  expect(sent).toEqual([{ priority: 'HIGH' }, { priority: 'LOW' }])
  expect(stored().priority).toBe('LOW')
})

test('A rejected change is rolled back and the next change is written', async () => {
  const { editor, stored } = fakeServer()
  const refusing = new IssueEditor({
    known: stored,
    fetch: async () => stored(),
    send: async () => {
      throw new Error('forbidden')
    },
    isStale: () => false,
  })
  await expect(refusing.save({ priority: 'HIGH' })).rejects.toThrow('forbidden')
  expect(refusing.read()).toEqual({ changes: {}, conflict: null, saving: false })
  expect(await refusing.lastCompleted()).toBeUndefined()
  await editor.save({ status: 'RESOLVED' }, { comment: 'Repaired' })
  expect(stored().status).toBe('RESOLVED')
})

test('Undo reverts the last change, then the one before', async () => {
  const { editor, stored } = fakeServer()
  await editor.save({ priority: 'HIGH' })
  await editor.save({ labels: ['Concrete', 'Facade'] })
  expect(await editor.undo()).toMatchObject({ from: { labels: ['Concrete'] } })
  expect(stored()).toMatchObject({ labels: ['Concrete'], priority: 'HIGH' })
  await editor.undo()
  expect(stored().priority).toBe('LOW')
  expect(await editor.undo()).toBeNull()
})

test('Undo raises a conflict if others have changed the field since', async () => {
  const { editor, change, conflict, stored } = fakeServer()
  await editor.save({ priority: 'HIGH' })
  change({ priority: 'CRITICAL' })
  const undone = editor.undo()
  expect((await conflict())?.overlap).toEqual(['priority'])
  editor.resolveConflict(['priority'])
  await undone
  expect(stored().priority).toBe('CRITICAL')
})

test('Twenty concurrent changes to one issue lose nothing', async () => {
  const { editor, change, stored } = fakeServer()
  const written = editor.save({ name: 'Mine' })
  for (let other = 0; other < 20; other++) {
    change({ stage: `Stage ${other}` })
    await Promise.resolve()
  }
  await written
  expect(stored()).toMatchObject({ name: 'Mine', stage: 'Stage 19' })
})
