import { type ReactNode, useSyncExternalStore } from 'react'
import { englishUiText, UiTextProvider } from '../ui/text.tsx'
import { LanguageContext, language } from './language.ts'

/** Provides the current language and reading direction to everything below it. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const shown = useSyncExternalStore(language.subscribe, language.read)
  const direction = document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr'
  return (
    <LanguageContext value={shown}>
      <UiTextProvider text={shown.texts?.ui ?? englishUiText} direction={direction}>
        {children}
      </UiTextProvider>
    </LanguageContext>
  )
}
