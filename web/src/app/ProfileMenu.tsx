import { logout } from '@plumbline/contract/auth/auth'
import { locales } from '@plumbline/contract/users/users'
import { ListChecks, LogOut, MessageSquare, ServerCog, Settings, UserRound } from 'lucide-react'
import { memo, Suspense, useState, useSyncExternalStore } from 'react'
import { useWrite } from '../api/query.ts'
import { endUserSession, switchTeam, useMe } from '../api/session.ts'
import { waiting } from '../api/waiting.ts'
import { languageNames } from '../base/language.ts'
import { useNavigate } from '../base/navigation.tsx'
import { paths } from '../base/paths.ts'
import { storage } from '../base/storage.ts'
import { useAppText } from '../base/text.ts'
import { readAppearance, setAppearance, themeStore } from '../base/theme.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { Menu, MenuChoice, MenuItem, MenuLink, MenuSeparator } from '../ui/Menu.tsx'
import { initials } from '../ui/person.ts'
import { toast } from '../ui/toast.ts'
import { useLocale } from '../users/use-locale.ts'

const UnsentDialog = lazyPart(() => import('../sync/UnsentDialog.tsx'), { placeless: true })

/** The profile menu: the person, the current company, settings and sign-out. */
export const ProfileMenu = memo(function ProfileMenu() {
  const text = useAppText()
  const me = useMe()
  const navigate = useNavigate()
  const [team, setTeam] = useState(storage.teamId())
  const look = useSyncExternalStore(themeStore.subscribe, readAppearance)
  const [locale, setLocale] = useLocale()
  const languages = locales.map((value) => ({ value, label: languageNames[value] }))
  const signOut = useWrite(logout, {
    // a full page load: nothing of the last user stays in memory
    onDone: () => void endUserSession().then(() => location.assign(paths.root)),
    onError: () => toast.error(),
  })
  const [asking, setAsking] = useState(false)
  /** Asks first if unsent operations would be lost. */
  function leave() {
    if (waiting.read().operations.length > 0) setAsking(true)
    else signOut.run({})
  }
  const companies = me.teams.map(({ team_id, team: { name } }) => ({ value: team_id, label: name }))
  const looks = (['light', 'dark', 'system'] as const).map((value) => ({ value, label: text[value] }))
  const trigger = (
    <button
      type="button"
      aria-label={`${initials(me)}, ${text.profile}`}
      className="touch-target ms-1 rounded-full"
    >
      <Avatar person={me} own decorative />
    </button>
  )
  return (
    <>
      {/* other pages and tabs make another company current, too */}
      <Menu align="end" trigger={trigger} onOpenChange={(open) => open && setTeam(storage.teamId())}>
        <div className="flex max-w-72 items-center gap-3 px-2 py-2">
          <Avatar person={me} own decorative />
          <div className="min-w-0">
            <p className="truncate font-medium">{`${me.first_name} ${me.last_name}`}</p>
            <p className="truncate text-13 text-text-muted">{me.email}</p>
          </div>
        </div>
        <MenuSeparator />
        {companies.length > 0 && (
          <>
            <MenuChoice
              label={text.companies}
              options={companies}
              value={team}
              onChange={(chosen) => {
                setTeam(chosen)
                switchTeam(chosen)
                navigate(paths.projects)
              }}
            />
            <MenuSeparator />
          </>
        )}
        <MenuChoice label={text.appearance} options={looks} value={look} onChange={setAppearance} />
        <MenuSeparator />
        <MenuChoice label={text.language} options={languages} value={locale} onChange={setLocale} />
        <MenuSeparator />
        <MenuLink href={paths.myIssues()} icon={<ListChecks aria-hidden />}>
          {text.myIssues}
        </MenuLink>
        <MenuLink href={paths.me} icon={<UserRound aria-hidden />}>
          {text.me}
        </MenuLink>
        <MenuLink href={paths.account} icon={<Settings aria-hidden />}>
          {text.settings}
        </MenuLink>
        {me.is_operator && (
          <MenuLink href={paths.admin} icon={<ServerCog aria-hidden />}>
            {text.administration}
          </MenuLink>
        )}
        {/* items that do not fit in the top bar on phones */}
        <div className="sm:hidden">
          <MenuLink href={paths.chat} icon={<MessageSquare aria-hidden />}>
            {text.chat}
          </MenuLink>
        </div>
        <MenuItem icon={<LogOut aria-hidden />} onSelect={leave}>
          {text.signOut}
        </MenuItem>
      </Menu>
      {asking && (
        <Suspense>
          <UnsentDialog onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  )
})
