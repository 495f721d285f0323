import { beforeEach, expect, test, vi } from 'vitest'
import { uploadFile } from '../api/upload.ts'
import { getBcfUpload, uploadBcfFiles } from './upload-bcf-files.ts'

vi.mock('../api/upload.ts', () => ({ uploadFile: vi.fn() }))

interface SentFile {
  name: string
  arrive: () => void
  fail: (message: string) => void
}

/** The files on their way, in the order in which they were sent. */
let sent: SentFile[] = []
beforeEach(() => {
  sent = []
  vi.stubGlobal('addEventListener', vi.fn())
  vi.stubGlobal('removeEventListener', vi.fn())
  vi.mocked(uploadFile).mockImplementation((_, { file }) => {
    const { promise, resolve, reject } = Promise.withResolvers<never>()
    const { name } = file as File
    sent.push({
      name,
      arrive: () => resolve({ id: name } as never),
      fail: (message) => reject(new Error(message)),
    })
    return promise
  })
})

const aFile = (name: string) => new File(['PK'], name)
const progressOf = (project: string) => getBcfUpload(project)?.sending?.name ?? null

test('Uploads of two projects show their own progress and problems, and the page is held until both end', async () => {
  const tower = uploadBcfFiles('tower', [aFile('tower.bcf')])
  const school = uploadBcfFiles('school', [aFile('school.bcf')])
  expect([progressOf('tower'), progressOf('school')]).toEqual(['tower.bcf', 'school.bcf'])
  sent[0]?.fail('refused')
  await tower
  expect([progressOf('tower'), progressOf('school')]).toEqual([null, 'school.bcf'])
  expect(removeEventListener).not.toHaveBeenCalled()
  sent[1]?.arrive()
  expect(await school).toMatchObject([{ id: 'school.bcf' }])
  expect(getBcfUpload('tower')?.problems).toMatchObject([{ name: 'tower.bcf' }])
  expect(getBcfUpload('school')).toBe(null)
  expect(removeEventListener).toHaveBeenCalledOnce()
})

test('Files added while others of the project are sent follow them, and the problems of both are shown', async () => {
  const first = uploadBcfFiles('p', [aFile('first.bcf')])
  const second = uploadBcfFiles('p', [aFile('second.bcf')])
  expect(sent.map(({ name }) => name)).toEqual(['first.bcf'])
  sent[0]?.fail('refused')
  await first
  await expect.poll(() => sent.map(({ name }) => name)).toEqual(['first.bcf', 'second.bcf'])
  sent[1]?.fail('refused')
  await second
  expect(getBcfUpload('p')?.problems.map(({ name }) => name)).toEqual(['first.bcf', 'second.bcf'])
})
