import { getMe } from '@plumbline/contract/users/get-me'
import { type Locale, updateMe } from '@plumbline/contract/users/users'
import { use } from 'react'
import { keyOf, queryClient, useWrite } from '../api/query.ts'
import { LanguageContext, setLocale } from '../base/language.ts'
import { useUiText } from '../ui/text.tsx'
import { toast } from '../ui/toast.ts'

/** The current language and its setter, which also saves the choice to the account. */
export function useLocale(onSaved?: () => void): [Locale, (locale: Locale) => void] {
  const { locale } = use(LanguageContext)
  const ui = useUiText()
  const save = useWrite(updateMe, { onDone: onSaved })
  const choose = (chosen: Locale) => {
    const keep = () => {
      if (queryClient.getQueryData(keyOf(getMe, {}))) save.run({ body: { locale: chosen } })
    }
    // the file of a language may fail to load
    setLocale(chosen).then(keep, () => toast.error({ text: ui.loadFailed }))
  }
  return [locale, choose]
}
