import { getSettingAsJson } from '@plumbline/contract/settings/settings'
import { locales } from '@plumbline/contract/users/users'
import { Suspense, startTransition, useState } from 'react'
import { useRead } from '../api/query.ts'
import { languageNames } from '../base/language.ts'
import { paths } from '../base/paths.ts'
import { Button } from '../ui/Button.tsx'
import { Link } from '../ui/Link.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { NativeSelect } from '../ui/NativeSelect.tsx'
import { useLocale } from '../users/use-locale.ts'
import { useAuthText } from './text.ts'

const ContactDialog = lazyPart(
  async () => ({
    default: (await import('../settings/ContactDialog.tsx')).ContactDialog,
  }),
  { placeless: true },
)
const languages = locales.map((value) => ({ value, label: languageNames[value] }))

/** The footer of the pages outside the shell: language, help center and contact. */
export function VisitorFooter() {
  const text = useAuthText()
  const [locale, setLocale] = useLocale()
  const [writing, setWriting] = useState<boolean>()
  const { data: help } = useRead(getSettingAsJson, { params: { name: 'HELP_CENTER_URL' } })
  return (
    <footer className="mt-8 flex flex-wrap items-center gap-x-4 gap-y-2 text-13">
      <NativeSelect aria-label={text.language} options={languages} value={locale} onChange={setLocale} />
      <Link href={typeof help === 'string' ? help : paths.help()} newTab className="touch-target">
        {text.help}
      </Link>
      <Button look="ghost" className="-mx-3" onClick={() => startTransition(() => setWriting(true))}>
        {text.contact}
      </Button>
      {writing !== undefined && (
        <Suspense fallback={null}>
          <ContactDialog open={writing} onClose={() => setWriting(false)} />
        </Suspense>
      )}
    </footer>
  )
}
