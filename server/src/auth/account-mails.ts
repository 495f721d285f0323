import type { Locale } from '@plumbline/contract/users/users'
import type { PublicCtx } from '../context.ts'
import { queueMail } from '../mail/mail.ts'
import { renderMail } from '../mail/render-mail.ts'
import { accountMailsDe } from './account-mails.de.ts'
import { accountMailsEn } from './account-mails.en.ts'
import { accountMailsEs } from './account-mails.es.ts'
import { accountMailsFr } from './account-mails.fr.ts'

/** Mails about a user's account, in the recipient's language. */

export interface AccountMailText {
  subject: string
  line: string
  /** label of the link */
  action: string
  closing: string
}

export interface AccountMailTexts {
  verification: AccountMailText
  knownAddress: AccountMailText
  reset: AccountMailText
  passwordChanged: AccountMailText
  emailFromOld: (newEmail: string) => AccountMailText
  emailToNew: (oldEmail: string) => AccountMailText
  emailTaken: AccountMailText
  emailChanged: (newEmail: string) => AccountMailText
  totpOn: AccountMailText
  totpOff: AccountMailText
  passkeyAdded: (name: string) => AccountMailText
  tokenCreated: (name: string) => AccountMailText
  programConnected: (name: string) => AccountMailText
  goodbye: AccountMailText
  removedByOperator: AccountMailText
  lockedByOperator: AccountMailText
  unlockedByOperator: AccountMailText
  totpResetByOperator: AccountMailText
  signedOutByOperator: AccountMailText
  /** `email`: of the account that was given up */
  mergedIntoThis: (email: string) => AccountMailText
  /** `email`: of the kept account */
  mergedIntoOther: (email: string) => AccountMailText
  /** for an address of a merged account, when somebody tries to sign up or in with it */
  mergedAddress: (email: string) => AccountMailText
  operatorAdded: AccountMailText
  operatorRemoved: AccountMailText
}

const texts: Record<Locale, AccountMailTexts> = {
  en: accountMailsEn,
  de: accountMailsDe,
  fr: accountMailsFr,
  es: accountMailsEs,
}

export interface MailRecipient {
  email: string
  locale: Locale
}

/** Queues a mail; `path` is the target of its link on this server. */
export async function queueAccountMail(
  ctx: Pick<PublicCtx, 'tx' | 'jobs' | 'config'>,
  { email, locale }: MailRecipient,
  choose: (texts: AccountMailTexts) => AccountMailText,
  path: string,
  key?: string,
): Promise<void> {
  const { subject, line, action, closing } = choose(texts[locale])
  const link = { label: action, url: ctx.config.publicUrl + path }
  const text = { locale, subject, lines: [line], action: link, closing, ...(key ? { key } : {}) }
  await queueMail(ctx, renderMail(email, text))
}

export async function getMailRecipient(
  { tx }: Pick<PublicCtx, 'tx'>,
  userId: string,
): Promise<MailRecipient> {
  return tx.selectFrom('users').select(['email', 'locale']).where('id', '=', userId).executeTakeFirstOrThrow()
}

/** Mails the address of a merged account the address that signs in now; only the owner of the mailbox learns it. */
export async function queueMergedMail(
  ctx: Pick<PublicCtx, 'tx' | 'jobs' | 'config'>,
  { email, locale }: MailRecipient,
  keptId: string,
): Promise<void> {
  const kept = await getMailRecipient(ctx, keptId)
  await queueAccountMail(ctx, { email, locale }, (texts) => texts.mergedAddress(kept.email), '/login')
}
