import fsp from 'node:fs/promises'
import path from 'node:path'
import type { Config } from './config.ts'
import { getSqlState } from './db/database.ts'
import { isTransientError } from './db/transient-errors.ts'
import { createMailTransport } from './mail/mail.ts'

/** Checks of the environment at start, with messages that name the variable, the fault and the remedy. */

/** Host and path of a URL, without credentials. */
export const formatLocation = (url: string): string => {
  const { hostname, port, pathname, searchParams } = new URL(url)
  return `${searchParams.get('host') ?? hostname}${port ? `:${port}` : ''}${pathname}`
}

const getErrorCode = (error: unknown): string => {
  if (error instanceof AggregateError) return getErrorCode(error.errors[0])
  return (error as NodeJS.ErrnoException | undefined)?.code ?? ''
}

const networkFaults: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no host of this name',
  EDNS: 'there is no host of this name',
  EAI_AGAIN: 'its name cannot be looked up now',
  ETIMEDOUT: 'it does not answer',
  EHOSTUNREACH: 'it cannot be reached',
  ENETUNREACH: 'it cannot be reached',
  ENOENT: 'there is no such socket',
}

const getErrorMessage = (error: unknown): string => {
  if (error instanceof AggregateError) return getErrorMessage(error.errors[0])
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''
}

export const explainReason = (error: unknown): string =>
  networkFaults[getErrorCode(error)] ?? getErrorMessage(error)

/** Explains why a database cannot be opened; returns other errors unchanged. */
export function explainDatabase(error: unknown, variable: string, url: string): unknown {
  const state = getSqlState(error) ?? ''
  if (!isTransientError(error) && !/^(28|3D|42501)/.test(state)) return error
  const remedy = state.startsWith('28')
    ? 'Check user and password in it.'
    : state === '3D000'
      ? 'Create the database, or correct the name in it.'
      : state === '42501'
        ? 'The user needs to own the database.'
        : 'Start PostgreSQL, or correct the address; without it the embedded PostgreSQL is used.'
  return new Error(
    `${variable}: the database at ${formatLocation(url)} cannot be opened: ${explainReason(error)}. ${remedy}`,
  )
}

/** Checks that the data folder exists and is writable. */
export async function checkDataDir({ dataDir }: Config): Promise<void> {
  const probe = path.join(dataDir, `.probe-${process.pid}`)
  try {
    await fsp.mkdir(dataDir, { recursive: true })
    await fsp.writeFile(probe, 'x', { flush: true })
  } catch (error) {
    const isFull = ['ENOSPC', 'EDQUOT'].includes(getErrorCode(error))
    throw new Error(
      isFull
        ? `DATA_DIR: there is no space left on the disk of ${dataDir}. Make room, then start again.`
        : `DATA_DIR: ${dataDir} cannot be written: ${getErrorMessage(error)}. Let the user of the server write there, or set DATA_DIR to another folder.`,
    )
  } finally {
    await fsp.rm(probe, { force: true }).catch(() => {})
  }
}

/** Explains why a port cannot be opened; returns other errors unchanged. */
export function explainListen(error: unknown, { host, port }: Config): unknown {
  const code = getErrorCode(error)
  if (code === 'EADDRINUSE')
    return new Error(
      `PORT: ${port} is in use on ${host}. Stop what listens there, or set PORT to another number.`,
    )
  if (code === 'EACCES')
    return new Error(
      `PORT: the user of the server may not listen on ${port}. Set PORT to a number above 1023.`,
    )
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new Error(
      `HOST: ${host} is no address of this machine. Set HOST to one of its own, or to 0.0.0.0.`,
    )
  return error
}

/** Explains why the S3 bucket is not usable. */
export function explainStore(error: unknown, { blobUrl }: Config): Error {
  const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode
  const cause = error instanceof Error && error.cause ? error.cause : error
  const reason =
    status === 403
      ? 'its key is refused. Check key, secret and region in it.'
      : status === 404
        ? 'there is no such bucket. Create it, or correct its name.'
        : `${explainReason(cause)}. Start the store, or correct the address.`
  return new Error(`BLOB_URL: the bucket at ${formatLocation(blobUrl ?? '')} cannot be used: ${reason}`)
}

/** Timeout of the mail server check. */
const MAIL_TIMEOUT_MS = 3000

/**
 * Checks the mail server. Returns a warning if it is temporarily unavailable, since mails are retried; throws for a wrong
 * configuration.
 */
export async function checkMail(config: Pick<Config, 'smtpUrl' | 'mailFrom'>): Promise<string | null> {
  const transport = createMailTransport(config, MAIL_TIMEOUT_MS)
  if (!transport || !config.smtpUrl) return null
  try {
    await transport.verify()
    return null
  } catch (error) {
    const line = `SMTP_URL: the mail server at ${formatLocation(config.smtpUrl)} cannot be used: ${explainReason(error)}.`
    const { responseCode = 0 } = error as { responseCode?: number }
    const isWrong = getErrorCode(error) === 'EDNS' || (getErrorCode(error) === 'EAUTH' && responseCode >= 500)
    if (isWrong) throw new Error(`${line} Correct the address, user or password in it.`)
    return `${line} Mails wait until it can.`
  } finally {
    transport.close()
  }
}
