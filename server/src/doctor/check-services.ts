import { randomUUID } from 'node:crypto'
import { connect } from '@nats-io/transport-node'
import { createS3Store } from '../blobs/s3-store.ts'
import type { Config } from '../config.ts'
import { checkMail, explainReason, explainStore, formatLocation } from '../start-checks.ts'
import { broken, type Finding, warning } from './finding.ts'

/** Storage, bus and mail. */

const CONNECT_MS = 3000

/** Writes, reads and removes a small object. */
export async function checkStorage(config: Config): Promise<Finding[]> {
  if (!config.blobUrl) {
    if (config.role === 'all') return []
    return [
      broken(
        `BLOB_URL: a server with ROLE=${config.role} needs the files of the others, but they stand in the folder of each machine. Set BLOB_URL to a bucket.`,
      ),
    ]
  }
  try {
    const store = createS3Store(config.blobUrl)
    const key = `doctor/${randomUUID()}`
    await store.checkReady()
    await store.put(key, Buffer.from('Plumbline'))
    const size = await store.size(key)
    await store.remove(key)
    if (size === 9) return []
    return [
      broken(
        `BLOB_URL: the bucket at ${formatLocation(config.blobUrl)} does not return what was stored in it. Use a store that is consistent after a write.`,
      ),
    ]
  } catch (error) {
    return [broken(explainStore(error, config).message)]
  }
}

export async function checkBus({ busUrl }: Config): Promise<Finding[]> {
  if (!busUrl) return []
  try {
    const connection = await connect({
      servers: busUrl.replace(/^nats:\/\//, ''),
      reconnect: false,
      timeout: CONNECT_MS,
    })
    await connection.flush()
    await connection.close()
    return []
  } catch (error) {
    const cause = error instanceof Error && error.cause ? error.cause : error
    return [
      broken(
        `BUS_URL: NATS at ${formatLocation(busUrl)} cannot be used: ${explainReason(cause)}. Start it, or correct the address; until then people see changes made at other servers a minute late.`,
      ),
    ]
  }
}

export async function checkMails(config: Config): Promise<Finding[]> {
  const isProduction = config.env === 'production'
  if (!config.smtpUrl)
    return isProduction
      ? [
          broken(
            'SMTP_URL: it is not set, so nobody can sign up, reset a password or be invited by mail. Set it to a mail server.',
          ),
        ]
      : []
  const found: Finding[] = []
  const line = await checkMail(config).then(
    (late) => late && `${late} Start it, or correct the address.`,
    (error: Error) => error.message,
  )
  if (line) found.push(broken(line))
  if (isProduction && /@localhost>?$/.test(config.mailFrom))
    found.push(
      warning(
        `MAIL_FROM: mails are sent as ${config.mailFrom}, which other mail servers refuse. Set it to an address of your domain.`,
      ),
    )
  return found
}
