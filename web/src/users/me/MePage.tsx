import { useEffect } from 'react'
import { AnalyticsSection } from '../../analytics/AnalyticsSection.tsx'
import { useMe } from '../../api/session.ts'
import { EmailSection } from '../../auth/account/EmailSection.tsx'
import { PasskeysSection } from '../../auth/account/PasskeysSection.tsx'
import { PasswordSection } from '../../auth/account/PasswordSection.tsx'
import { TwoStepSection } from '../../auth/account/TwoStepSection.tsx'
import { useLocation } from '../../base/navigation.tsx'
import { useTitle } from '../../base/title.ts'
import { NotificationsSection } from '../../notifications/settings/NotificationsSection.tsx'
import { useNotificationSettingsText } from '../../notifications/settings-text.ts'
import { Banner } from '../../ui/Banner.tsx'
import { SectionNav } from '../../ui/SectionNav.tsx'
import { useUiText } from '../../ui/text.tsx'
import { useOnline } from '../../ui/use-online.ts'
import { ApiAccessSection } from '../api-access/ApiAccessSection.tsx'
import { useApiAccessText } from '../api-access/text.ts'
import { CompaniesSection } from './CompaniesSection.tsx'
import { DataSection } from './DataSection.tsx'
import { DevicesSection } from './DevicesSection.tsx'
import { DisplaySection } from './DisplaySection.tsx'
import { ProfileSection } from './ProfileSection.tsx'
import { useMeText } from './text.ts'

/** The profile page. Each section saves on its own. */
export function MePage() {
  const text = useMeText()
  useTitle('page', text.title)
  const ui = useUiText()
  const place = useLocation()
  // scrolls to the section in the hash
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each navigation
  useEffect(() => {
    // returns a promise in newer browsers
    void document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [place])
  const { title: notifications } = useNotificationSettingsText()
  const { title: apiAccess } = useApiAccessText()
  const online = useOnline()
  // re-renders every section when the person changes: their dates depend on a preference
  useMe()
  const parts = [
    { id: 'profile', label: text.profile },
    { id: 'email', label: text.email },
    { id: 'password', label: text.password },
    { id: 'display', label: text.display },
    { id: 'notifications', label: notifications },
    { id: 'two-step', label: text.twoStep },
    { id: 'passkeys', label: text.passkeys },
    { id: 'devices', label: text.devices },
    { id: 'api-access', label: apiAccess },
    { id: 'companies', label: text.companies },
    { id: 'data', label: text.data },
  ]
  return (
    <div className="mx-auto flex max-w-240 gap-10 p-4 sm:p-6">
      <SectionNav label={text.parts} items={parts} className="max-md:hidden" />
      <div className="flex min-w-0 max-w-180 flex-1 flex-col gap-6">
        <h1 className="font-semibold text-26">{text.title}</h1>
        {!online && <Banner tone="warning">{ui.needsConnection}</Banner>}
        <ProfileSection />
        <EmailSection />
        <PasswordSection />
        <DisplaySection />
        <NotificationsSection />
        <TwoStepSection />
        <PasskeysSection />
        <DevicesSection />
        <ApiAccessSection />
        <CompaniesSection />
        <AnalyticsSection />
        <DataSection />
      </div>
    </div>
  )
}
