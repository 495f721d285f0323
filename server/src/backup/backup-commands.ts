import fsp from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { BlobStore } from '../blobs/blob-store.ts'
import { createDiskStore } from '../blobs/disk-store.ts'
import { createS3Store } from '../blobs/s3-store.ts'
import type { Config } from '../config.ts'
import { openDatabase } from '../db/database.ts'
import { OperatorUsageError } from '../operator-usage-error.ts'
import { formatLocation } from '../start-checks.ts'
import { isBucket, openBackupPlace } from './backup-place.ts'
import { checkStore, type StoreFinding } from './check-store.ts'
import { createBackup } from './create-backup.ts'
import { RestoreRefusedError, restoreBackup } from './restore-backup.ts'

/** `npm run operator -- backup | backups | restore | move | check`. */

export interface BackupContext {
  config: Pick<Config, 'dataDir' | 'blobUrl' | 'secretKey' | 'backupKey'>
  databaseUrl: string
  now: () => Date
}

export const backupUsage = `backup <folder or s3://…>            copies all rows and files, beside a running server
backups <folder or s3://…>           lists the backups in a place
restore <folder or s3://…> [name]    restores the last or the named backup into an empty installation
move <postgresql://…> <s3://…>       copies everything to another database and bucket
check [--sums]                       compares rows with the files that they name; --sums reads every file`

const secretFile = ({ dataDir }: Pick<Config, 'dataDir'>) => path.join(dataDir, 'secret.key')

async function openOwnStore({ blobUrl, dataDir }: Pick<Config, 'blobUrl' | 'dataDir'>): Promise<BlobStore> {
  if (blobUrl) return createS3Store(blobUrl)
  const folder = path.join(dataDir, 'blobs')
  await fsp.mkdir(folder, { recursive: true })
  return createDiskStore(folder)
}

const readOwnSecret = (config: BackupContext['config']) =>
  config.secretKey ? null : fsp.readFile(secretFile(config), 'utf8').catch(() => null)

const formatBytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
const sumRows = (tables: { rows: number }[]) => tables.reduce((sum, { rows }) => sum + rows, 0)

function requirePlace(place: string | undefined): string {
  if (!place) throw new OperatorUsageError(backupUsage)
  const [, scheme] = /^([\w+.-]+:\/\/)/.exec(place) ?? []
  // a folder of such a name would be made on this machine
  if (scheme && !isBucket(place))
    throw new OperatorUsageError(
      `A place is a folder or a bucket (s3://KEY:SECRET@host/bucket), not ${scheme}…`,
    )
  return place
}

async function runBackup({ config, databaseUrl, now }: BackupContext, address: string): Promise<string[]> {
  const place = openBackupPlace(address, config.backupKey)
  const source = { databaseUrl, blobs: await openOwnStore(config), secretKey: await readOwnSecret(config) }
  const { name, manifest, newFiles } = await createBackup(source, place, now())
  return [
    `${name}: ${sumRows(manifest.tables)} rows of ${manifest.tables.length} tables, ${manifest.files} files (${formatBytes(manifest.bytes)}), ${newFiles} of them new in this place.`,
    config.secretKey ? 'SECRET_KEY is not part of it: keep it elsewhere.' : '',
    config.backupKey ? '' : 'It is not encrypted: BACKUP_KEY encrypts.',
  ].filter(Boolean)
}

async function runRestore(
  { config, databaseUrl }: BackupContext,
  address: string,
  wanted: string | undefined,
): Promise<string[]> {
  const place = openBackupPlace(address, config.backupKey)
  const names = await place.listBackups()
  const name = wanted ?? names.at(-1)
  if (!name || !names.includes(name))
    throw new OperatorUsageError(
      // without the secret of a bucket, which would appear in the mail of a scheduled command
      `There is no backup ${name ?? ''} in ${isBucket(address) ? formatLocation(address) : address}.`.replace(
        '  ',
        ' ',
      ),
    )
  const writeSecret = config.secretKey
    ? null
    : async (secret: string) => {
        await fsp.mkdir(config.dataDir, { recursive: true })
        await fsp.writeFile(secretFile(config), secret, { mode: 0o600, flush: true })
      }
  const manifest = await restoreBackup(place, name, {
    databaseUrl,
    blobs: await openOwnStore(config),
    writeSecret,
  }).catch((error: unknown) => {
    throw error instanceof RestoreRefusedError ? new OperatorUsageError(error.message) : error
  })
  return [
    `${name} is restored: ${sumRows(manifest.tables)} rows and ${manifest.files} files, each compared with the backup. Start the server.`,
  ]
}

/** Moves the installation by a backup in a temporary folder, so that the target can be compared with the source. */
async function runMove(context: BackupContext, [database, bucket]: string[]): Promise<string[]> {
  if (!database?.startsWith('postgres') || !bucket?.startsWith('s3'))
    throw new OperatorUsageError(backupUsage)
  const folder = await fsp.mkdtemp(path.join(os.tmpdir(), 'plumbline-move-'))
  try {
    const place = openBackupPlace(folder, null)
    const { config, databaseUrl, now } = context
    const source = { databaseUrl, blobs: await openOwnStore(config), secretKey: null }
    const { name } = await createBackup(source, place, now())
    const target = { databaseUrl: database, blobs: createS3Store(bucket), writeSecret: null }
    const manifest = await restoreBackup(place, name, target).catch((error: unknown) => {
      throw error instanceof RestoreRefusedError ? new OperatorUsageError(error.message) : error
    })
    const secret = await readOwnSecret(config)
    return [
      `${sumRows(manifest.tables)} rows and ${manifest.files} files are moved. Start the servers with`,
      `  DATABASE_URL=${database}`,
      `  BLOB_URL=${bucket}`,
      secret === null ? '  SECRET_KEY as before' : `  SECRET_KEY=${secret}`,
      'What was written here after this command began stays here.',
    ]
  } finally {
    await fsp.rm(folder, { recursive: true, force: true })
  }
}

const MAX_LISTED = 50

const faults: Record<Exclude<StoreFinding['kind'], 'WITHOUT_ROW'>, string> = {
  MISSING: 'missing',
  WRONG_SIZE: 'wrong size',
  WRONG_SUM: 'wrong contents',
}

/** Files referenced by rows are missing or damaged; the message lists them. The command exits with 1, for schedulers. */
export class DamagedStoreError extends Error {}

async function runCheck({ config, databaseUrl, now }: BackupContext, options: string[]): Promise<string[]> {
  if (options.some((option) => option !== '--sums')) throw new OperatorUsageError(backupUsage)
  const { db, close } = openDatabase(databaseUrl, { max: 2, isUnlimited: true })
  try {
    const blobs = await openOwnStore(config)
    let [checked, damaged, unnamed, unnamedBytes] = [0, 0, 0, 0]
    const listed: string[] = []
    for await (const progress of checkStore({ db, blobs, now, withSums: options.includes('--sums') })) {
      checked = progress.checked
      unnamed = progress.without_row
      unnamedBytes = progress.without_row_bytes
      for (const { kind, key, subject } of progress.found)
        if (kind !== 'WITHOUT_ROW' && damaged++ < MAX_LISTED)
          listed.push(`  ${faults[kind]}: ${subject} (${key})`)
    }
    const more = damaged - listed.length
    const lines = [
      damaged === 0
        ? `All ${checked} files that rows name are stored.`
        : `${damaged} of ${checked} files are missing or damaged:`,
      ...listed,
      ...(more > 0 ? [`  and ${more} more`] : []),
      ...(unnamed > 0
        ? [`${unnamed} stored files (${formatBytes(unnamedBytes)}) are older than a day and named by no row.`]
        : []),
    ]
    if (damaged > 0) throw new DamagedStoreError(lines.join('\n'))
    return lines
  } finally {
    await close()
  }
}

/** null: the command is not one of these */
export function runBackupCommand(
  context: BackupContext,
  [command, ...rest]: string[],
): Promise<string[]> | null {
  switch (command) {
    case 'backup':
      return runBackup(context, requirePlace(rest[0]))
    case 'backups':
      return openBackupPlace(requirePlace(rest[0]), context.config.backupKey)
        .listBackups()
        .then((names) => (names.length > 0 ? names : ['There is no backup in this place.']))
    case 'restore':
      return runRestore(context, requirePlace(rest[0]), rest[1])
    case 'move':
      return runMove(context, rest)
    case 'check':
      return runCheck(context, rest)
    default:
      return null
  }
}
