import type { OperatorAct } from '@plumbline/contract/admin/people'
import type { AuditKind } from '@plumbline/contract/audit/audit.rules'
import { reason } from '@plumbline/contract/reasons'
import { recordAudit } from '../audit/record-audit.ts'
import { type AccountMailText, type AccountMailTexts, queueAccountMail } from '../auth/account-mails.ts'
import type { UserCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { isOperator, recordOperatorAct } from './operators.ts'

/**
 * The person that an operator acts on. Refuses operators: somebody who takes over one operator account must not lock out the
 * other operators.
 */
export async function getAdministeredPerson({ tx }: Pick<UserCtx, 'tx'>, userId: string) {
  const person = await tx
    .selectFrom('users')
    .select(['id', 'email', 'locale', 'first_name', 'last_name', 'locked_at', 'merged_into'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!person) throw new Refusal('not_found')
  if (person.merged_into !== null) throw new Refusal('wrong_state', reason('person_is_merged'))
  if (await isOperator(tx, userId)) throw new Refusal('wrong_state', reason('person_is_operator'))
  return person
}

type AdministeredPerson = Awaited<ReturnType<typeof getAdministeredPerson>>

/** The context of an act in the person's place, which logs of companies record as the operator's. */
export const actFor = (ctx: UserCtx, person: AdministeredPerson): UserCtx => ({
  ...ctx,
  by_operator: true,
  actor: {
    user_id: person.id,
    email: person.email,
    first_name: person.first_name,
    last_name: person.last_name,
    session_id: null,
    only_project: null,
  },
})

/** Records an action in the operators' log and the logs of the person's companies, and notifies the person by mail. */
export async function recordActOnPerson(
  ctx: UserCtx,
  person: AdministeredPerson,
  kind: OperatorAct & AuditKind,
  mail: { choose: (texts: AccountMailTexts) => AccountMailText; path: string },
): Promise<void> {
  await recordOperatorAct(ctx, { kind, by: ctx.actor.user_id, person_id: person.id })
  await recordAudit(actFor(ctx, person), { user_id: person.id }, { kind })
  await queueAccountMail(ctx, person, mail.choose, mail.path)
}
