import { addAttachment } from '@plumbline/contract/issues/attachments'
import { expect, test, vi } from 'vitest'
import { uploadFile } from './upload.ts'

/** Answers like a browser asked for JSON: null for a body that is not JSON. */
function answer(status: number, response: object | null) {
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = {}
      status = status
      response = response
      onload = () => undefined
      open() {}
      setRequestHeader() {}
      send() {
        queueMicrotask(() => this.onload())
      }
    },
  )
}

const upload = () => {
  const params = { id: 'tower', issueId: 'crack' }
  const input = { params, query: { name: 'crack.jpg' }, file: new Blob(['bytes']) }
  return uploadFile(addAttachment, input, () => undefined)
}

test('A file that a captive portal took did not reach the server', async () => {
  answer(200, null)
  await expect(upload()).rejects.toMatchObject({ code: 'offline' })
  answer(201, { id: 'photo' })
  expect(await upload()).toEqual({ id: 'photo' })
})
