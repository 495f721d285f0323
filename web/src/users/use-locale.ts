import { getMe } from '@plumbline/contract/users/get-me'
import { type Locale, updateMe } from '@plumbline/contract/users/users'
import { use } from 'react'
import { keyOf, queryClient, useWrite } from '../api/query.ts'
import { LanguageContext, setLocale } from '../base/language.ts'

/** The current language and its setter, which also saves the choice to the account. */
export function useLocale(): [Locale, (locale: Locale) => void] {
  const { locale } = use(LanguageContext)
  const save = useWrite(updateMe)
  const choose = (chosen: Locale) => {
    void setLocale(chosen)
    if (queryClient.getQueryData(keyOf(getMe, {}))) save.run({ body: { locale: chosen } })
  }
  return [locale, choose]
}
