import type { Locale } from '@plumbline/contract/users/users'
import type { PublicCtx } from '../context.ts'
import { layOutMail } from '../mail/layout.ts'
import { queueMail } from '../mail/mail.ts'
import { de } from './mails.de.ts'
import { en } from './mails.en.ts'
import { es } from './mails.es.ts'
import { fr } from './mails.fr.ts'

/** The mails about somebody's account, in the reader's language. */

export interface Words {
  subject: string
  line: string
  /** label of the one link */
  action: string
  closing: string
}

export interface Texts {
  verification: Words
  knownAddress: Words
  reset: Words
  passwordChanged: Words
  emailFromOld: (newEmail: string) => Words
  emailToNew: (oldEmail: string) => Words
  emailTaken: Words
  emailChanged: (newEmail: string) => Words
  totpOn: Words
  totpOff: Words
  passkeyAdded: (name: string) => Words
  tokenCreated: (name: string) => Words
  programConnected: (name: string) => Words
  goodbye: Words
}

const texts: Record<Locale, Texts> = { en, de, fr, es }

export interface Reader {
  email: string
  locale: Locale
}

/** Queues a mail; `path` is where its link leads on this server. */
export async function mailTo(
  ctx: Pick<PublicCtx, 'tx' | 'jobs' | 'config'>,
  { email, locale }: Reader,
  choose: (texts: Texts) => Words,
  path: string,
  key?: string,
): Promise<void> {
  const { subject, line, action, closing } = choose(texts[locale])
  const link = { label: action, url: ctx.config.publicUrl + path }
  const text = { locale, subject, lines: [line], action: link, closing, ...(key ? { key } : {}) }
  await queueMail(ctx, layOutMail(email, text))
}

export async function readerOfUser({ tx }: Pick<PublicCtx, 'tx'>, userId: string): Promise<Reader> {
  return tx.selectFrom('users').select(['email', 'locale']).where('id', '=', userId).executeTakeFirstOrThrow()
}
