import { expect, test, vi } from 'vitest'
import type { NewOperation } from '../../api/outbox/operation.ts'
import { retryRejectedFile, uploadAttachments } from './attachment-uploads.ts'

const device = vi.hoisted(() => ({ isFull: true, stored: [] as NewOperation[][] }))
vi.mock('../../api/keep-write.ts', () => ({
  keepOperations: async (operations: NewOperation[]) => {
    if (device.isFull) throw new DOMException('', 'QuotaExceededError')
    device.stored.push(operations)
  },
}))

test('A photo for which the device had no room is stored with its markup by another try, once', async () => {
  const issue = { id: 'issue', number: 12, name: 'Crack', attachments: [] }
  const photo = new File(['bytes'], 'crack.jpg')
  const shape = { kind: 'BLUR', at: [0, 0], to: [1, 1] } as never
  const [id = ''] = uploadAttachments('tower', issue, [photo], { shapesOf: () => [shape] })
  await Promise.resolve()
  retryRejectedFile(id)
  await Promise.resolve()
  expect(device.stored).toEqual([])
  device.isFull = false
  retryRejectedFile(id)
  retryRejectedFile(id)
  await Promise.resolve()
  expect(device.stored).toMatchObject([[{ kind: 'addAttachment', id, file: photo }, { kind: 'setMarkup' }]])
})
