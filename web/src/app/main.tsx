import { createRoot } from 'react-dom/client'
import { ignoreCompositionKeys } from '../base/ignore-composition-keys.ts'
import { keepFocus } from '../base/keep-focus.ts'
import { LanguageProvider } from '../base/LanguageProvider.tsx'
import { registerLanguages, startLanguage } from '../base/language.ts'
import { refuseStrayFiles } from '../base/refuse-stray-files.ts'
import { App } from './App.tsx'

registerLanguages({
  de: () => import('../languages/de.ts'),
  fr: () => import('../languages/fr.ts'),
  es: () => import('../languages/es.ts'),
})

refuseStrayFiles()
ignoreCompositionKeys()
keepFocus()
const root = document.getElementById('root')
// no top-level await: the language file imports this bundle, and the two would wait for each other
void startLanguage().then(() => {
  if (!root) return
  createRoot(root).render(
    <LanguageProvider>
      <App />
    </LanguageProvider>,
  )
})
