import type { UserCtx } from '../context.ts'
import type { ExportPart } from '../users/export-parts.ts'

/** Data export: subscriptions and invoices of the companies that a user administers, and the sign-up codes they used. */

const selectAdministeredTeams = ({ tx, actor }: UserCtx) =>
  tx
    .selectFrom('team_members as m')
    .innerJoin('teams', 'teams.id', 'm.team_id')
    .where('m.user_id', '=', actor.user_id)
    .where('m.role', 'in', ['OWNER', 'ADMIN'])
    .where('teams.deleted_at', 'is', null)

export const billingParts: ExportPart[] = [
  {
    name: 'subscriptions',
    rows: (ctx) =>
      selectAdministeredTeams(ctx)
        .innerJoin('subscriptions as s', 's.team_id', 'm.team_id')
        .leftJoin('billing_infos as i', 'i.team_id', 'm.team_id')
        .select(['m.team_id', 's.slug', 's.currency', 's.interval', 's.seats', 's.trial_ends_at'])
        .select(['s.period_start', 's.period_end', 's.cancels_at', 's.discount_percent'])
        .select(['i.name', 'i.email', 'i.address', 'i.postal_code', 'i.city', 'i.country', 'i.tax_id'])
        .orderBy('m.team_id')
        .execute(),
  },
  {
    name: 'invoices',
    rows: (ctx) =>
      selectAdministeredTeams(ctx)
        .innerJoin('invoices as i', 'i.team_id', 'm.team_id')
        .select(['i.team_id', 'i.number', 'i.state', 'i.currency', 'i.lines', 'i.subtotal'])
        .select(['i.tax_percent', 'i.reverse_charge', 'i.tax', 'i.total'])
        .select(['i.issued_at', 'i.due_at', 'i.paid_at'])
        .orderBy('i.issued_at')
        .orderBy('i.id')
        .execute(),
  },
  {
    name: 'sign-up-codes',
    rows: ({ tx, actor }) =>
      tx
        .selectFrom('signup_redemptions as r')
        .innerJoin('signup_codes as c', 'c.id', 'r.code_id')
        .select(['c.code', 'c.partner_name', 'r.created_at', 'r.team_id'])
        .where('r.user_id', '=', actor.user_id)
        .orderBy('r.created_at')
        .execute(),
  },
]
