import { createHash, randomBytes } from 'node:crypto'
import fsp from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { login } from '@plumbline/contract/auth/auth'
import { sendMessage } from '@plumbline/contract/chat/chat'
import { addAttachment, getAttachment } from '@plumbline/contract/issues/attachments'
import { createIssue, getIssueByNumber } from '@plumbline/contract/issues/issues'
import { addComment } from '@plumbline/contract/issues/timeline'
import { setProjectPicture } from '@plumbline/contract/projects/projects'
import pg from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { Client } from '../../test/client.ts'
import { databaseUrl } from '../../test/database.ts'
import { makeOwner, PASSWORD } from '../../test/make.ts'
import { startS3 } from '../../test/s3.ts'
import { countStorage } from '../admin/count-storage.ts'
import { createApp } from '../app.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import { createDiskStore } from '../blobs/disk-store.ts'
import { createS3Store } from '../blobs/s3-store.ts'
import { readConfig } from '../config.ts'
import { openDatabase } from '../db/database.ts'
import { migrate, migrationsFolder } from '../db/migrate.ts'
import { runBackupCommand } from './backup-commands.ts'
import { type BackupPlace, openBackupPlace } from './backup-place.ts'
import { createBackup } from './create-backup.ts'

let app: TestApp
let owner: Awaited<ReturnType<typeof makeOwner>>
let admin: pg.Client
let folder: string
const databases: string[] = []
const KEY = 'a key for backups with enough letters'

const photo = async () =>
  new Blob([
    new Uint8Array(
      await sharp({ create: { width: 60, height: 40, channels: 3, background: '#445' } })
        .jpeg()
        .toBuffer(),
    ),
  ])

beforeAll(async () => {
  folder = await fsp.mkdtemp(path.join(inject('testFolder'), 'backups-'))
  admin = new pg.Client({ connectionString: inject('adminUrl') })
  await admin.connect()
  app = await startApp()
  owner = await makeOwner(app)
  const params = { id: owner.project.id }
  await owner.client.call(setProjectPicture, { params, file: await photo() })
  const issue = await owner.client.call(createIssue, { params, body: { name: 'Leak “äöü” \\ at axis T3' } })
  const of = { ...params, issueId: issue.id }
  await owner.client.call(addAttachment, { params: of, query: { name: 'leak.jpg' }, file: await photo() })
  await owner.client.call(addComment, { params: of, body: { text: 'Two\nlines, a\ttab and a \\. of COPY' } })
  // a sweep adds this row, perhaps between a backup and the comparison with it
  await countStorage(app.server)
})
afterAll(async () => {
  await app.close()
  for (const name of databases) await admin.query(`drop database if exists ${name} with (force)`)
  await admin.end()
  await fsp.rm(folder, { recursive: true, force: true })
})

/** An empty installation: a database without tables and a data folder. */
async function makePlace() {
  const name = `restored_${randomBytes(6).toString('hex')}`
  databases.push(name)
  await admin.query(`create database ${name}`)
  const dataDir = path.join(folder, name)
  await fsp.mkdir(dataDir)
  return { url: databaseUrl(inject('adminUrl'), name), dataDir }
}

type Place = Awaited<ReturnType<typeof makePlace>>

const run = (
  { url, dataDir }: Pick<Place, 'url' | 'dataDir'>,
  args: string[],
  backupKey: string | null = null,
) =>
  runBackupCommand(
    {
      config: { dataDir, blobUrl: null, secretKey: null, backupKey },
      databaseUrl: url,
      now: () => new Date(),
    },
    args,
  ) as Promise<string[]>

async function listRows(url: string): Promise<Record<string, number>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  )
  const counts: Record<string, number> = {}
  for (const { name } of rows)
    counts[name] = (await client.query(`select 1 from public."${name}"`)).rowCount ?? 0
  await client.end()
  return counts
}

async function listSums(store: BlobStore): Promise<Record<string, string>> {
  const sums: Record<string, string> = {}
  for await (const { key } of store.list()) {
    const hash = createHash('sha256')
    for await (const chunk of await store.read(key)) hash.update(chunk)
    sums[key] = hash.digest('hex')
  }
  return sums
}

const sumsOf = (dataDir: string) => listSums(createDiskStore(path.join(dataDir, 'blobs')))

/** Starts a server on a restored place, signs in and reads the issue with its photo. */
async function readThere({ url, dataDir }: Place) {
  const environment = { NODE_ENV: 'test', DATA_DIR: dataDir, LOG_LEVEL: 'silent' }
  const restored = await createApp({ config: readConfig(environment, dataDir), databaseUrl: url })
  try {
    const client = new Client({ ...restored, url, dataDir })
    await client.call(login, { body: { email: owner.email, password: PASSWORD } })
    const issue = await client.call(getIssueByNumber, { params: { id: owner.project.id, number: 1 } })
    const params = {
      id: owner.project.id,
      issueId: issue.id,
      attachmentId: issue.attachments[0]?.id ?? '',
    }
    const picture = await client.call(getAttachment, { params, query: {} })
    const next = await client.call(createIssue, { params: { id: owner.project.id }, body: { name: 'After' } })
    return { issue, picture, next }
  } finally {
    await restored.close()
  }
}

test('A backup of a running server is restored elsewhere: every row, every file, sign-in included', async () => {
  const backups = path.join(folder, 'plain')
  const [line] = await run(app, ['backup', backups])
  expect(line).toMatch(/\d+ rows of \d+ tables, \d+ files .* new in this place/)
  const place = await makePlace()
  expect((await run(place, ['restore', backups]))[0]).toContain('is restored')
  expect(await listRows(place.url)).toEqual(await listRows(app.url))
  expect(await sumsOf(place.dataDir)).toEqual(await sumsOf(app.dataDir))
  const key = 'secret.key'
  expect(await fsp.readFile(path.join(place.dataDir, key))).toEqual(
    await fsp.readFile(path.join(app.dataDir, key)),
  )
  expect(await run(place, ['check'])).toEqual([expect.stringMatching(/^All \d+ files/)])
  const { issue, picture, next } = await readThere(place)
  expect(issue).toMatchObject({ name: 'Leak “äöü” \\ at axis T3', comments: 1 })
  expect(picture).toBeTruthy()
  expect(next.number).toBe(2)
})

test('A second backup stores only new files; a restore uses the last backup or the named one', async () => {
  const backups = path.join(folder, 'twice')
  await run(app, ['backup', backups])
  const [first = ''] = await run(app, ['backups', backups])
  const body = { message: 'Between two backups' }
  const { id: chat } = await app.server.db
    .selectFrom('chats')
    .select('id')
    .where('project_id', '=', owner.project.id)
    .executeTakeFirstOrThrow()
  await owner.client.call(sendMessage, { params: { id: chat }, body })
  const [line = ''] = await run(app, ['backup', backups])
  expect(line).toContain(' 0 of them new')
  const [last, named] = [await makePlace(), await makePlace()]
  await run(last, ['restore', backups])
  await run(named, ['restore', backups, first])
  expect((await listRows(last.url)).chat_messages).toBe(1)
  expect((await listRows(named.url)).chat_messages).toBe(0)
  await expect(run(await makePlace(), ['restore', backups, 'never'])).rejects.toThrow(
    'There is no backup never',
  )
})

test('An encrypted backup shows neither words nor names of contents, and opens with its key only', async () => {
  const backups = path.join(folder, 'sealed')
  await run(app, ['backup', backups], KEY)
  const plainSums = new Set(Object.values(await sumsOf(app.dataDir)))
  for await (const { key } of createDiskStore(backups).list()) {
    expect([...plainSums].some((sum) => key.includes(sum))).toBe(false)
    expect((await fsp.readFile(path.join(backups, key))).includes('Leak')).toBe(false)
  }
  const place = await makePlace()
  await expect(run(place, ['restore', backups], 'another key with enough letters in it')).rejects.toThrow(
    'BACKUP_KEY is another one',
  )
  await expect(run(place, ['restore', backups])).rejects.toThrow('cannot be read')
  await run(place, ['restore', backups], KEY)
  expect(await listRows(place.url)).toEqual(await listRows(app.url))
})

test('A damaged backup is refused, and leaves no rows', async () => {
  const backups = path.join(folder, 'damaged')
  await run(app, ['backup', backups])
  const [name = ''] = await run(app, ['backups', backups])
  const table = path.join(backups, 'backups', name, 'tables/issues')
  const bytes = await fsp.readFile(table)
  await fsp.writeFile(table, bytes.subarray(0, bytes.length - 8))
  const place = await makePlace()
  await expect(run(place, ['restore', backups])).rejects.toThrow('tables/issues cannot be read')
  expect((await listRows(place.url)).users).toBe(0)
})

test('A backup with other rows of a table than it was made with is refused, and leaves no rows', async () => {
  const backups = path.join(folder, 'exchanged')
  await run(app, ['backup', backups])
  const [name = ''] = await run(app, ['backups', backups])
  const place = openBackupPlace(backups, null)
  const [table, file] = [`${name}/tables/issues`, path.join(folder, 'rows')]
  await place.readNamed(table, file)
  const rows = (await fsp.readFile(file, 'utf8')).replaceAll('Leak', 'Seal')
  await fsp.rm(path.join(backups, 'backups', table))
  await place.putNamed(table, Readable.from([Buffer.from(rows)]))
  const target = await makePlace()
  await expect(run(target, ['restore', backups])).rejects.toThrow('tables/issues is damaged')
  expect((await listRows(target.url)).users).toBe(0)
})

test('The list of the files of a backup is written in parts, however many there are', async () => {
  const empty = createDiskStore(path.join(folder, 'nothing'))
  const count = 20_000
  const blobs: BlobStore = {
    ...empty,
    list: async function* () {
      for (let n = 0; n < count; n++) yield { key: `many/${n}`, size: 1, modified_at: new Date() }
    },
    read: async () => Readable.from([]),
  }
  const written = { longest: 0, lines: 0 }
  const place: BackupPlace = {
    ...openBackupPlace(path.join(folder, 'many'), null),
    putObject: async () => ({ sha256: 'f'.repeat(64), size: 2, isNew: true }),
    putNamed: async (name, from) => {
      for await (const chunk of from as AsyncIterable<Buffer>) {
        if (!name.endsWith('files.jsonl')) continue
        written.longest = Math.max(written.longest, chunk.length)
        written.lines += chunk.toString().split('\n').length - 1
      }
      return { sha256: '', size: 0, isNew: true }
    },
  }
  const { manifest } = await createBackup({ databaseUrl: app.url, blobs, secretKey: null }, place, new Date())
  expect([manifest.files, manifest.bytes, written.lines]).toEqual([count, 2 * count, count])
  expect(written.longest).toBeLessThan(100_000)
})

test('A restore into an installation with users is refused, and changes nothing', async () => {
  const backups = path.join(folder, 'refused')
  await run(app, ['backup', backups])
  const before = await listRows(app.url)
  await expect(run(app, ['restore', backups])).rejects.toThrow('This database has users')
  expect(await listRows(app.url)).toEqual(before)
})

test('A restore of an older backup into the schema of a newer version is refused', async () => {
  const files = (await fsp.readdir(migrationsFolder)).filter((file) => file.endsWith('.sql'))
  const known = files.map((file) => file.slice(0, -'.sql'.length)).sort()
  const [newest = ''] = known.slice(-1)
  const [older, newer] = [await makePlace(), await makePlace()]
  const applied = { [older.url]: known.filter((name) => name !== newest), [newer.url]: known }
  for (const [url, names] of Object.entries(applied)) {
    const { db, close } = openDatabase(url, { max: 1 })
    await migrate(db, { only: new Set(names) })
    await close()
  }
  await fsp.writeFile(path.join(older.dataDir, 'secret.key'), 'a secret of forty letters, for the sessions')
  const backups = path.join(folder, 'older')
  await run(older, ['backup', backups])
  // the rows of the backup would miss the migration
  await expect(run(newer, ['restore', backups])).rejects.toThrow(`newer than the backup: it has ${newest}`)
  const empty = await makePlace()
  expect((await run(empty, ['restore', backups])).join('\n')).toContain('is restored')
})

test('An address that is neither a folder nor a bucket is refused, and no secret of a bucket is said', async () => {
  for (const address of ['S3://KEY:SECRET@host/bucket', 'https://host/bucket', 'gs://bucket/backups'])
    expect(() => run(app, ['backup', address])).toThrow(/^A place is a folder or a bucket .* not \w+:\/\/…$/)
  const s3 = await startS3()
  try {
    const { message } = await run(await makePlace(), ['restore', s3.url]).then(
      () => new Error('restored'),
      (error: Error) => error,
    )
    expect(message).toMatch(/^There is no backup in 127\.0\.0\.1:.*\/bucket/)
    expect(message).not.toContain(new URL(s3.url).password)
  } finally {
    await s3.close()
  }
})

test('A backup that was cut off is not listed', async () => {
  const backups = path.join(folder, 'cut')
  await run(app, ['backup', backups])
  const [name = ''] = await run(app, ['backups', backups])
  await fsp.rm(path.join(backups, 'backups', name, 'manifest.json'))
  expect(await run(app, ['backups', backups])).toEqual(['There is no backup in this place.'])
})

test('Move copies an installation to another database and a bucket, and prints the settings to start with', async () => {
  const s3 = await startS3()
  const target = await makePlace()
  try {
    const lines = await run(app, ['move', target.url, s3.url])
    expect(lines.join('\n')).toContain(`DATABASE_URL=${target.url}`)
    expect(lines.join('\n')).toContain(await fsp.readFile(path.join(app.dataDir, 'secret.key'), 'utf8'))
    expect(await listRows(target.url)).toEqual(await listRows(app.url))
    expect(await listSums(createS3Store(s3.url))).toEqual(await sumsOf(app.dataDir))
  } finally {
    await s3.close()
  }
})

test('Check lists the files missing for rows, and fails', async () => {
  const backups = path.join(folder, 'lost')
  await run(app, ['backup', backups])
  const place = await makePlace()
  await run(place, ['restore', backups])
  await fsp.rm(path.join(place.dataDir, 'blobs/attachments'), { recursive: true })
  await expect(run(place, ['check'])).rejects.toThrow(
    /^1 of \d+ files are missing or damaged:\n {2}missing: the attachment leak.jpg of issue 1/,
  )
  await expect(run(place, ['check', '--all'])).rejects.toThrow('check [--sums]')
})

test('A photo that comes while a backup runs is in it with its row and its bytes', async () => {
  const backups = path.join(folder, 'meanwhile')
  const blobs = createDiskStore(path.join(app.dataDir, 'blobs'))
  const params = { id: owner.project.id }
  const issue = await owner.client.call(createIssue, { params, body: { name: 'Filed meanwhile' } })
  let looks = 0
  // after the second look at the files, before the rows are read
  async function* list() {
    yield* blobs.list()
    if (++looks !== 2) return
    const of = { ...params, issueId: issue.id }
    await owner.client.call(addAttachment, { params: of, query: { name: 'late.jpg' }, file: await photo() })
  }
  const source = { databaseUrl: app.url, blobs: { ...blobs, list }, secretKey: null }
  await createBackup(source, openBackupPlace(backups, null), new Date())
  const place = await makePlace()
  await fsp.copyFile(path.join(app.dataDir, 'secret.key'), path.join(place.dataDir, 'secret.key'))
  const config = { dataDir: place.dataDir, blobUrl: null, secretKey: 'k'.repeat(32), backupKey: null }
  await runBackupCommand({ config, databaseUrl: place.url, now: () => new Date() }, ['restore', backups])
  expect((await listRows(place.url)).issue_attachments).toBe(2)
  expect(await run(place, ['check'])).toEqual([expect.stringMatching(/^All \d+ files/)])
})
