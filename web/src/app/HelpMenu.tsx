import { getSettingAsJson } from '@plumbline/contract/settings/settings'
import { CircleHelp } from 'lucide-react'
import { memo, Suspense, useState } from 'react'
import { useIsFirstPageRead } from '../api/first-page.ts'
import { useRead } from '../api/query.ts'
import { paths } from '../base/paths.ts'
import { useAppText } from '../base/text.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '../ui/Menu.tsx'

const ContactDialog = lazyPart(
  async () => ({ default: (await import('../settings/ContactDialog.tsx')).ContactDialog }),
  { placeless: true },
)

/** An address of the operator's own, or null. Read once the first page is there. */
function useOwnAddress(name: 'HELP_CENTER_URL' | 'TERMS_URL' | 'STATUS_URL'): string | null {
  const enabled = useIsFirstPageRead()
  const { data } = useRead(getSettingAsJson, { params: { name } }, { enabled })
  return typeof data === 'string' ? data : null
}

/** "?" in the top bar: the guide, the keys, a message to the operator, terms, the server's state, the version. */
export const HelpMenu = memo(function HelpMenu({ onShortcuts }: { onShortcuts: () => void }) {
  const text = useAppText()
  const [writing, setWriting] = useState<boolean>()
  return (
    <>
      <Menu align="end" trigger={<IconButton name={text.help} icon={<CircleHelp aria-hidden />} />}>
        <HelpItems onShortcuts={onShortcuts} onContact={() => setWriting(true)} />
      </Menu>
      {writing !== undefined && (
        <Suspense>
          <ContactDialog open={writing} onClose={() => setWriting(false)} />
        </Suspense>
      )}
    </>
  )
})

function HelpItems({ onShortcuts, onContact }: { onShortcuts: () => void; onContact: () => void }) {
  const text = useAppText()
  const terms = useOwnAddress('TERMS_URL')
  const status = useOwnAddress('STATUS_URL')
  return (
    <>
      <MenuLink href={useOwnAddress('HELP_CENTER_URL') ?? paths.help()} newTab>
        {text.guide}
      </MenuLink>
      <MenuItem keys="?" onSelect={onShortcuts}>
        {text.shortcuts}
      </MenuItem>
      <MenuItem onSelect={onContact}>{text.contact}</MenuItem>
      <MenuSeparator />
      <MenuLink href={terms ?? paths.terms} newTab={terms !== null}>
        {text.terms}
      </MenuLink>
      {status && (
        <MenuLink href={status} newTab>
          {text.status}
        </MenuLink>
      )}
      <p className="px-2 pt-1 pb-2 text-13 text-text-muted">{text.version(__APP_VERSION__)}</p>
    </>
  )
}
