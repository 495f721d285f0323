import type * as api from '@plumbline/contract/auth/account'
import { reason } from '@plumbline/contract/reasons'
import { recordAudit } from '../audit/record-audit.ts'
import type { Input, UserCtx } from '../context.ts'
import { getSqlState } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import { getProfile } from '../users/get-profile.ts'
import { publishUserChanged, publishUserToSelf } from '../users/update-me.ts'
import { getMailRecipient, queueAccountMail } from './account-mails.ts'
import { deleteEmailChange, hashMailCode } from './change-email.ts'
import { endSessions, getSessionId } from './sessions.ts'

/** Marks one side of the change as confirmed; of concurrent calls with the same code exactly one succeeds. */
async function confirmSide(ctx: UserCtx, side: 'old' | 'new', code: string) {
  return ctx.tx
    .updateTable('email_changes')
    .set({ [`${side}_confirmed`]: true })
    .where('user_id', '=', ctx.actor.user_id)
    .where(`${side}_code_hash`, '=', hashMailCode(code))
    .where(`${side}_confirmed`, '=', false)
    .where('expires_at', '>', ctx.now().toISOString())
    .returning(['email', 'old_confirmed', 'new_confirmed'])
    .executeTakeFirst()
}

/** An account that was merged into this one and has the new address takes the old one: it stays the person's. */
async function setEmail({ tx, actor: { user_id } }: UserCtx, oldEmail: string, email: string) {
  const own = await tx
    .updateTable('users')
    .set({ email: `${user_id}@merged.invalid` })
    .where('email', '=', email)
    .where('merged_into', '=', user_id)
    .returning('id')
    .executeTakeFirst()
  await tx.updateTable('users').set({ email }).where('id', '=', user_id).execute()
  if (own) await tx.updateTable('users').set({ email: oldEmail }).where('id', '=', own.id).execute()
}

async function completeEmailChange(ctx: UserCtx, email: string) {
  const { user_id } = ctx.actor
  const old = await getMailRecipient(ctx, user_id)
  try {
    await setEmail(ctx, old.email, email)
  } catch (error) {
    if (getSqlState(error) !== '23505') throw error
    throw new Refusal('already_exists', reason('email_taken'))
  }
  await deleteEmailChange(ctx, user_id)
  await ctx.tx.deleteFrom('mail_codes').where('email', 'in', [old.email, email]).execute()
  await endSessions(ctx, user_id, getSessionId(ctx.actor))
  await queueAccountMail(ctx, old, (texts) => texts.emailChanged(email), '/me')
  await publishUserChanged(ctx)
  await recordAudit(ctx, { user_id }, { kind: 'EMAIL_CHANGED', email })
}

export async function confirmEmail(ctx: UserCtx, { body: { code } }: Input<typeof api.confirmEmail>) {
  const change = (await confirmSide(ctx, 'old', code)) ?? (await confirmSide(ctx, 'new', code))
  if (!change) throw new Refusal('link_expired')
  if (change.old_confirmed && change.new_confirmed) await completeEmailChange(ctx, change.email)
  else await publishUserToSelf(ctx)
  return getProfile(ctx.tx, ctx.actor.user_id)
}
