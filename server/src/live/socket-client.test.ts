import type { EventFrame } from '@plumbline/contract/events'
import { expect, test } from 'vitest'
import { encodeFrame } from './socket-client.ts'

test('An encoded frame holds no more memory than its own bytes', () => {
  const frame: EventFrame = {
    id: 0,
    type: 'presence.updated',
    project_id: 'ü',
    data: { online: [], here: [] },
  }
  const bytes = encodeFrame(frame)
  expect(JSON.parse(bytes.toString())).toEqual(frame)
  expect(bytes.buffer.byteLength).toBe(bytes.length)
})
