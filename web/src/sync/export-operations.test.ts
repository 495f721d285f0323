import { expect, test, vi } from 'vitest'
import type { Operation } from '../api/outbox/operation.ts'
import { renderOperations } from './export-operations.ts'
import type { SyncText } from './text.ts'

const text = {
  exported: 'Not sent yet',
  unreadable: 'Cannot be read',
  kinds: { addAttachment: 'File', addComment: 'Comment' },
} as SyncText

const operation = (id: string, values: Partial<Operation>): Operation => ({
  id,
  place: 1,
  user_id: 'ada',
  project_id: 'tower',
  group: 'issue',
  kind: 'addAttachment',
  params: {},
  label: '#12 Crack',
  created_at: '2026-11-29T08:00:00.000Z',
  state: 'WAITING',
  problem: null,
  conflict: null,
  unanswered: null,
  ...values,
})

class Reader {
  onload = () => undefined
  onerror = () => undefined
  error = new DOMException('', 'NotReadableError')
  result = ''
  readAsDataURL(file: Blob) {
    if (file.size === 0) return queueMicrotask(() => this.onerror())
    void file.text().then((content) => {
      this.result = `data:,${content}`
      this.onload()
    })
  }
}

test('A file that the device cannot read any more is named, and everything else is exported', async () => {
  vi.stubGlobal('FileReader', Reader)
  const lost = operation('1', { query: { name: 'lost.jpg' }, file: new Blob([]) })
  const kept = operation('2', { query: { name: 'kept.txt' }, file: new Blob(['bytes']) })
  const said = operation('3', { kind: 'addComment', body: { text: 'Two <screws> & a bolt' } })
  const page = await (await renderOperations([lost, kept, said], text)).text()
  expect(page).toContain('lost.jpg: Cannot be read')
  expect(page).toContain('<a download="kept.txt" href="data:,bytes">')
  expect(page).toContain('Two &lt;screws&gt; &amp; a bolt')
})
