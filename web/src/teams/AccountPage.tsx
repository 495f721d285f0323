import { type ComponentType, Suspense } from 'react'
import { LoadingState } from '../api/LoadingState.tsx'
import { useMe } from '../api/session.ts'
import { useSearch } from '../base/navigation.tsx'
import { paths } from '../base/paths.ts'
import { storage } from '../base/storage.ts'
import { useTitle } from '../base/title.ts'
import { useBillingText } from '../billing/text.ts'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { SideNav } from '../ui/SideNav.tsx'
import { CompanyMembers } from './CompanyMembers.tsx'
import { CompanyProjects } from './CompanyProjects.tsx'
import { CompanyDangerZone } from './DangerZone.tsx'
import { CompanyGeneralSettings } from './GeneralSettings.tsx'
import { useTeamText } from './text.ts'

const TeamSizeDialog = lazyPart(() => import('../billing/TeamSizeDialog.tsx'), { placeless: true })
const NewCompanyDialog = lazyPart(() => import('./NewCompanyDialog.tsx'), { placeless: true })

const parts = [
  'general',
  'members',
  'projects',
  'words',
  'plan',
  'payment',
  'details',
  'invoices',
  'audit',
  'danger',
] as const
/** Parts that only the OWNER and ADMINs may open. */
const administrative: readonly string[] = ['words', 'plan', 'payment', 'details', 'invoices', 'audit']
const screens: Record<(typeof parts)[number], ComponentType<{ teamId: string }>> = {
  general: CompanyGeneralSettings,
  members: ({ teamId }) => <CompanyMembers teamId={teamId} SizeDialog={TeamSizeDialog} />,
  projects: CompanyProjects,
  words: lazyPart(() => import('../issues/vocabulary/CompanyVocabulary.tsx')),
  plan: lazyPart(() => import('../billing/PlanPart.tsx')),
  payment: lazyPart(() => import('../billing/PaymentPart.tsx')),
  details: lazyPart(() => import('../billing/DetailsPart.tsx')),
  invoices: lazyPart(() => import('../billing/InvoicesPart.tsx')),
  audit: lazyPart(() => import('../audit/AuditPart.tsx')),
  danger: CompanyDangerZone,
}

/** The settings of the current company. */
export function AccountPage() {
  const text = useTeamText()
  const { plan, payment, details, invoices } = useBillingText()
  const names = { ...text, plan, payment, details, invoices }
  const me = useMe()
  const [search, change] = useSearch()
  const newCompany = search.new === 'company' && (
    <Suspense>
      <NewCompanyDialog open onClose={() => change({ new: undefined })} />
    </Suspense>
  )
  const current = storage.teamId()
  const membership = me.teams.find((each) => each.team_id === current) ?? me.teams[0]
  useTitle('page', membership?.team.name)
  if (!membership)
    return (
      <>
        <EmptyState
          whole
          drawing="people"
          title={text.noCompany}
          action={
            <ButtonLink look="primary" href={paths.newCompany}>
              {text.createCompany}
            </ButtonLink>
          }
        >
          {text.noCompanyHint}
        </EmptyState>
        {newCompany}
      </>
    )
  const mine = parts.filter((name) => membership.role !== 'MEMBER' || !administrative.includes(name))
  const part = mine.find((name) => name === search.part) ?? 'general'
  const Screen = screens[part]
  const links = mine.map((name) => ({
    href: paths.accountPart(name),
    label: names[name],
    here: name === part,
  }))
  return (
    <div className="mx-auto max-w-240 p-4 sm:p-6">
      <h1 className="mb-4 font-semibold text-26 [overflow-wrap:anywhere]">{membership.team.name}</h1>
      <SideNav label={text.parts} links={links}>
        <Suspense fallback={<LoadingState error={null} onRetry={() => undefined} />}>
          <Screen key={membership.team_id} teamId={membership.team_id} />
        </Suspense>
      </SideNav>
      {newCompany}
    </div>
  )
}
