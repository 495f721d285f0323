import { describe, expect, it } from 'vitest'
import { MemoryRoom } from './memory-room.ts'

/** Memory in use that can be freed down to a limit. */
function makeMemory(used: number) {
  const memory = { used, free: (limit: number) => (memory.used = Math.min(memory.used, limit)) }
  return memory
}

describe('the room for chunks on their way', () => {
  it('counts a reservation until it is released, and releases it once', () => {
    const room = new MemoryRoom()
    const release = room.reserve(40)
    room.reserve(20)
    expect(room.reserved_bytes).toBe(60)
    release()
    release()
    expect(room.reserved_bytes).toBe(20)
  })

  it('frees memory in use for a claim', async () => {
    const memory = makeMemory(90)
    const room = new MemoryRoom()
    await room.claim(30, 100, memory.free)
    expect(memory.used).toBe(70)
    expect(room.reserved_bytes).toBe(30)
  })

  it('lets forty claims at once never exceed the budget together', async () => {
    const memory = makeMemory(0)
    const room = new MemoryRoom()
    let peak = 0
    await Promise.all(
      Array.from({ length: 40 }, async () => {
        const release = await room.claim(30, 100, memory.free)
        peak = Math.max(peak, memory.used + room.reserved_bytes)
        await Promise.resolve()
        memory.used += 30
        release()
        peak = Math.max(peak, memory.used + room.reserved_bytes)
      }),
    )
    expect(peak).toBeLessThanOrEqual(100)
    expect(room.reserved_bytes).toBe(0)
  })

  it('admits a chunk larger than the budget alone, after all others have arrived', async () => {
    const memory = makeMemory(50)
    const room = new MemoryRoom()
    const release = room.reserve(10)
    let isAdmitted = false
    const claim = room.claim(150, 100, memory.free).then(() => {
      isAdmitted = true
    })
    await Promise.resolve()
    expect(isAdmitted).toBe(false)
    release()
    await claim
    expect(memory.used).toBe(0)
    expect(room.reserved_bytes).toBe(150)
  })
})
